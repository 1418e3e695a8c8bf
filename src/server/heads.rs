//! Limits the heads of requests as they arrive: the time that one may take from its first byte, and the bytes of all together.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, ReadBuf, Take},
    net::tcp::OwnedReadHalf,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Sleep, sleep_until},
};

/// Bytes of one read. A head that comes whole in one read never counts, so usual heads are always accepted. Also the most bytes
/// of a next request that are read while the current one is served.
const ONE_READ: u64 = 2 << 10;
/// Bytes that an incomplete head counts at least: the page of memory that its first byte takes.
const PAGE: usize = 4 << 10;

/// The head that a connection is receiving. Clones share it.
#[derive(Clone)]
pub(super) struct Head(Arc<Mutex<Received>>);

struct Received {
    /// The bytes that the heads of all connections may still hold.
    room: Arc<Semaphore>,
    bytes: usize,
    held: Option<OwnedSemaphorePermit>,
    /// When the first byte came; `None` before that and while a request is served.
    began: Option<Instant>,
    /// Whether a request is served; bytes that are read then do not belong to its head.
    served: bool,
}

impl Head {
    /// A head of which no byte was received yet. All share this room, a permit for each byte.
    pub(super) fn new(room: Arc<Semaphore>) -> Self {
        let received = Received { room, bytes: 0, held: None, began: None, served: false };
        Self(Arc::new(Mutex::new(received)))
    }

    /// Notes that the head is complete and its request is served. Its bytes stop counting.
    pub(super) fn complete(&self) {
        let mut head = self.0.lock();
        (head.bytes, head.held, head.began, head.served) = (0, None, None, true);
    }

    /// Notes that the request was answered. Bytes from now on belong to the next head.
    pub(super) fn expect_next(&self) {
        self.0.lock().served = false;
    }

    /// Counts bytes that were read.
    fn count(&self, bytes: usize) {
        let mut head = self.0.lock();
        if !head.served && bytes > 0 {
            head.began.get_or_insert_with(Instant::now);
            head.bytes += bytes;
        }
    }

    /// Takes from the limit what an incomplete head holds.
    ///
    /// # Errors
    /// The limit of all heads is reached.
    fn hold(&self) -> io::Result<()> {
        let mut head = self.0.lock();
        if head.bytes == 0 {
            return Ok(());
        }
        let has = head.held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let lacks = u32::try_from(head.bytes.max(PAGE).saturating_sub(has)).unwrap_or(u32::MAX);
        if lacks > 0 {
            let no_room = |_| io::Error::other("the heads of all connections hold too many bytes");
            let more = Arc::clone(&head.room).try_acquire_many_owned(lacks).map_err(no_room)?;
            match &mut head.held {
                Some(permit) => permit.merge(more),
                none => *none = Some(more),
            }
        }
        Ok(())
    }
}

/// A stream whose reads fail if a head takes longer than `within` from its first byte, or exceeds the limit of all heads.
pub(super) struct BoundedHeads {
    stream: Take<OwnedReadHalf>,
    head: Head,
    within: Duration,
    /// Runs out when the current head takes too long.
    timer: Option<Pin<Box<Sleep>>>,
}

impl BoundedHeads {
    /// Limits the reads of `stream`, which receives `head`.
    pub(super) fn new(stream: OwnedReadHalf, head: Head, within: Duration) -> Self {
        Self { stream: stream.take(ONE_READ), head, within, timer: None }
    }

    /// Waits until the current head takes too long.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(began) = self.head.0.lock().began else {
            self.timer = None;
            return Poll::Pending;
        };
        let deadline = tokio::time::Instant::from(began + self.within);
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        if timer.deadline() != deadline {
            timer.as_mut().reset(deadline);
        }
        timer.as_mut().poll(context)
    }
}

impl AsyncRead for BoundedHeads {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.poll_late(context).is_ready() {
            let late = io::Error::new(io::ErrorKind::TimedOut, "the head of a request took too long");
            return Poll::Ready(Err(late));
        }
        // The head is not complete as long as the connection reads on.
        self.head.hold()?;
        let before = buffer.filled().len();
        self.stream.set_limit(ONE_READ);
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        self.head.count(buffer.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}
