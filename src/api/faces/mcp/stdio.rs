//! MCP over standard input and output, one client per process.

use std::{io, pin::pin};

use rmcp::{ServiceExt, service::ServerInitializeError};

use super::{Tools, lines::Lines};
use crate::api::faces::prelude::*;

/// Speaks MCP on standard input and output until the input ends or a stop begins. What is under way then may still finish,
/// for at most `server.shutdown_grace`.
///
/// # Errors
/// The first messages can't be exchanged with the client.
pub async fn speak(bridge: AppState) -> io::Result<()> {
    let bridge = Arc::new(bridge);
    let tools = Tools::new(Arc::clone(&bridge));
    let mut stop_signal = bridge.stop_signal.clone();
    let started = tokio::select! {
        started = tools.clone().serve(Lines::new(tools)) => started,
        () = stop_signal.given() => return Ok(()),
    };
    let running = match started {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    let end = running.cancellation_token();
    let mut ended = pin!(running.waiting());
    tokio::select! {
        _ = &mut ended => {}
        () = stop_signal.given() => {
            bridge.drained().await;
            end.cancel();
            // Until the last answer is written.
            let _ = ended.await;
        }
    }
    // The client is gone, but a bulk call that it began is not left half done.
    bridge.drained().await;
    Ok(())
}
