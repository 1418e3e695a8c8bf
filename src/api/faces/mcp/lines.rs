//! The messages on standard input, one a line: each is held to what the bodies of HTTP are held to, before the SDK reads it.

use std::{io, mem};

use rmcp::{
    model::GetExtensions,
    transport::{StdioReader, StdioWriter, Transport, async_rw::AsyncRwTransport, io::stdio_pipes},
};
use serde::de::IgnoredAny;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Empty, Take, empty};
use tokio_util::task::TaskTracker;

use super::{Tools, prelude::*};
use crate::api::gate::bodies::values_of;

/// Most bytes of a line that are read to see which request it was; more where `server.body_limit_bytes` is larger.
const LONGEST: u64 = 16 << 20;

/// Standard input and output, as the SDK reads and writes messages.
pub(super) struct Lines {
    input: Take<BufReader<StdioReader>>,
    output: AsyncRwTransport<RoleServer, Empty, StdioWriter>,
    /// What was read of the next line, and whether it is the rest of one that was refused.
    line: Vec<u8>,
    is_rest: bool,
    /// The requests that are not answered yet.
    unanswered: TaskTracker,
    /// The answer to a refused line, until it is written.
    refusal: Option<BoxFuture<'static, io::Result<()>>>,
    tools: Tools,
}

/// What tells a request, whatever else is wrong with it.
#[derive(Deserialize)]
struct Asked {
    id: RequestId,
    #[serde(rename = "method")]
    _method: IgnoredAny,
}

impl Lines {
    /// The lines for these tools.
    pub(super) fn new(tools: Tools) -> Self {
        let (input, output) = stdio_pipes();
        let (input, output) = (BufReader::new(input).take(0), AsyncRwTransport::new(empty(), output));
        let unanswered = TaskTracker::new();
        Self { input, output, line: Vec::new(), is_rest: false, unanswered, refusal: None, tools }
    }

    /// The message in a line.
    fn message(&self, line: &[u8]) -> Result<ClientJsonRpcMessage, Failure> {
        if line.len() > self.tools.bridge.server.body_limit_bytes {
            return Err(Failure::payload_too_large());
        }
        values_of(line)?;
        serde_json::from_value(parse(line)?.into()).map_err(|_| Failure::unprocessable(gate::NO_MCP_MESSAGE))
    }
}

/// The answer to a refused line, to the request if it can be told.
fn refusal_of(line: &[u8], sentence: &str) -> ServerJsonRpcMessage {
    let is_json = serde_json::from_slice::<IgnoredAny>(line).is_ok();
    let code = if is_json { ErrorCode::INVALID_REQUEST } else { ErrorCode::PARSE_ERROR };
    let asked = serde_json::from_slice(line).ok().map(|Asked { id, .. }| id);
    ServerJsonRpcMessage::error(ErrorData::new(code, sentence.to_owned(), None), asked)
}

impl Transport<RoleServer> for Lines {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.output.send(message)
    }

    /// The SDK drops this future at any time and calls again: what is under way is kept in the fields.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        while !self.tools.input_ended.is_cancelled() {
            if let Some(refusal) = &mut self.refusal {
                let written = refusal.await;
                self.refusal = None;
                if written.is_err() {
                    break;
                }
            }
            if self.line.is_empty() {
                self.input.set_limit(LONGEST.max(self.tools.bridge.server.body_limit_bytes as u64));
            }
            let read = self.input.read_until(b'\n', &mut self.line).await;
            let is_whole = self.line.ends_with(b"\n");
            if read.is_err() || !is_whole && self.input.limit() > 0 {
                break;
            }
            let line = mem::take(&mut self.line);
            // Some clients put a byte order mark before their first one.
            let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line).trim_ascii();
            if mem::replace(&mut self.is_rest, !is_whole) || text.is_empty() {
                continue;
            }
            match self.message(text) {
                // Notifications of other protocols say nothing here, and the SDK takes none before a client has begun.
                Ok(ClientJsonRpcMessage::Notification(other))
                    if matches!(other.notification, ClientNotification::CustomNotification(_)) => {}
                Ok(mut message) => {
                    if let ClientJsonRpcMessage::Request(asked) = &mut message {
                        asked.request.extensions_mut().insert(self.unanswered.token());
                    }
                    return Some(message);
                }
                Err(failure) => {
                    let language = self.tools.bridge.language.unwrap_or_default();
                    let refusal = refusal_of(text, failure.detail.say(language));
                    self.refusal = Some(self.output.send(refusal).boxed());
                }
            }
        }
        // The SDK hears of the end once all is answered, since it cancels what is left a few seconds later.
        self.tools.input_ended.cancel();
        self.unanswered.close();
        self.unanswered.wait().await;
        None
    }

    fn close(&mut self) -> impl Future<Output = io::Result<()>> + Send {
        self.output.close()
    }
}
