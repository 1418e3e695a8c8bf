//! The one type that sends writes to the host.

use http::Method;
use serde::Serialize;

use super::{
    Client, Error, Fault,
    decode::FromBody,
    request::{Request, Write},
};
use crate::audit::Object;

/// One write to the host, before it is sent. Outside of this folder [`Client`] can only read, so code that holds only a client
/// can't write by mistake. A writer knows the objects that the write concerns, for the audit log.
#[derive(Debug)]
pub struct Writer {
    client: Client,
    objects: Vec<Object>,
}

impl Writer {
    /// A write that concerns these objects, in the context of the client's call.
    #[must_use]
    pub fn new(client: Client, objects: Vec<Object>) -> Self {
        Self { client, objects }
    }

    /// Sends a `POST` with a JSON body and decodes the object in the answer.
    pub(super) async fn create<T: FromBody>(
        self,
        call: &'static str,
        path: impl Into<String>,
        body: impl Serialize,
    ) -> Result<T, Error> {
        self.send_object(Method::POST, call, path, body).await
    }

    /// Sends a `PUT` with a JSON body and decodes the object in the answer.
    pub(super) async fn update<T: FromBody>(
        self,
        call: &'static str,
        path: impl Into<String>,
        body: impl Serialize,
    ) -> Result<T, Error> {
        self.send_object(Method::PUT, call, path, body).await
    }

    /// Sends a `DELETE`; the body of a success is not read.
    pub(super) async fn delete(self, call: &'static str, path: impl Into<String>) -> Result<(), Error> {
        let write = Write { method: Method::DELETE, body: None, objects: self.objects };
        self.client.acknowledge(Request { write: Some(write), ..Request::get(call, path) }).await
    }

    async fn send_object<T: FromBody>(
        self,
        method: Method,
        call: &'static str,
        path: impl Into<String>,
        body: impl Serialize,
    ) -> Result<T, Error> {
        let body = serde_json::to_vec(&body)
            .map_err(|error| Error { call, fault: Fault::Unusable(error.to_string()) })?;
        let write = Write { method, body: Some(body), objects: self.objects };
        self.client.write_object(Request { write: Some(write), ..Request::get(call, path) }).await
    }
}
