//! Log lines on their way to standard error. A thread writes them, and nobody waits for it: if standard error is not read, or its
//! disk is full, lines are lost and counted, and the bridge goes on.

use std::{
    io::{self, Write},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use passerelle::api::LostLines;

use super::LAST_WORDS;

/// Most bytes of lines that wait to be written. The audit log and all other lines have a queue each, so that a flood of other
/// lines loses no audit line.
const MOST_WAITING: usize = 1 << 20;

/// The queue to the thread that writes.
static QUEUE: OnceLock<Sender<Message>> = OnceLock::new();

enum Message {
    /// A line of this log.
    Line(Lines, Vec<u8>),
    /// Asks for an answer once all lines before it are written.
    Flush(Sender<()>),
}

/// Takes the lines of one log, and counts them.
#[derive(Clone, Default)]
pub(super) struct Lines {
    /// How many bytes wait to be written.
    waiting: Arc<AtomicUsize>,
    lost: Arc<AtomicU64>,
}

/// Starts the thread that writes; what takes the lines of the audit log, and all others, and the counts of those that are lost.
pub(super) fn start() -> (Lines, Lines, LostLines) {
    QUEUE.get_or_init(|| {
        let (queue, messages) = channel();
        thread::spawn(move || write_all(&messages));
        queue
    });
    let (audit, log) = (Lines::default(), Lines::default());
    let lost = vec![("audit", Arc::clone(&audit.lost)), ("log", Arc::clone(&log.lost))];
    (audit, log, lost)
}

/// Waits until the lines so far are written, unless nobody takes them.
pub(super) fn flush() {
    let (written, wait) = channel();
    if let Some(queue) = QUEUE.get()
        && queue.send(Message::Flush(written)).is_ok()
    {
        let _ = wait.recv_timeout(LAST_WORDS);
    }
}

fn write_all(messages: &Receiver<Message>) {
    for message in messages {
        match message {
            Message::Line(Lines { waiting, lost }, line) => {
                if io::stderr().write_all(&line).is_err() {
                    lost.fetch_add(1, Relaxed);
                }
                waiting.fetch_sub(line.len(), Relaxed);
            }
            Message::Flush(written) => drop(written.send(())),
        }
    }
}

impl Write for Lines {
    /// Takes a whole line.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let has_room = self.waiting.fetch_add(line.len(), Relaxed) < MOST_WAITING;
        let message = || Message::Line(self.clone(), line.to_vec());
        if !(has_room && QUEUE.get().is_some_and(|queue| queue.send(message()).is_ok())) {
            self.waiting.fetch_sub(line.len(), Relaxed);
            self.lost.fetch_add(1, Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
