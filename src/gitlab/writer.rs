//! The one type that sends writes to the host.

use serde::Serialize;

use super::prelude::*;

/// One write to the host, before it is sent. Outside of this folder [`Client`] can only read, so code that holds only a client
/// can't write by mistake. A writer knows the objects that the write concerns, for the audit log.
pub struct Writer {
    client: Client,
    objects: Vec<audit::Object>,
}

impl Writer {
    /// A write that concerns these objects, in the context of the client's call.
    pub fn new(client: Client, objects: Vec<audit::Object>) -> Self {
        Self { client, objects }
    }

    /// Sends a call with a JSON body, without its fields that are null, and decodes the object in the answer.
    pub(super) async fn send<T: Readable>(self, request: Request, body: impl Serialize) -> Result<T> {
        let mut body =
            serde_json::to_value(body).map_err(|error| request.error(Fault::Unusable(error.to_string())))?;
        if let Some(fields) = body.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
        let write = Some(Write { body: Some(body.to_string().into_bytes()), objects: self.objects });
        let request = Request { write, ..request };
        let body = self.client.write(request.clone()).await?.body.unwrap_or_default();
        self.client.instance.decode(&request, (body, false), decode::object).await
    }

    /// Sends a call without a body; that of a success is not read.
    pub(super) async fn send_bare(self, request: Request) -> Result<()> {
        let write = Some(Write { body: None, objects: self.objects });
        self.client.write(Request { write, ..request }).await.map(drop)
    }
}
