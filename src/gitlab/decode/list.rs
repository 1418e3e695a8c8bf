//! A list that is decoded while it arrives, so that no body is held whole: 100 issues are 300 kB on the wire, 20 kB decoded.

use serde::de::DeserializeOwned;

use super::{Arriving, Item, by_serde_json, scan::Scanner};
use crate::gitlab::Fault;

/// Bytes that are added to an unfinished item before it is tried again; from then on as many as are there, so that a body
/// that comes byte by byte costs no more.
const STEP: usize = 4096;

/// A list as far as it has arrived.
#[derive(Debug)]
pub struct List<T> {
    items: Vec<T>,
    state: State,
    /// The start of an item whose end has not arrived; the whole body where it is no list.
    unfinished: Vec<u8>,
    /// How long the unfinished item has to be before it is tried again.
    next_try: usize,
}

#[derive(Debug)]
enum State {
    /// Before the opening bracket.
    Before,
    /// Behind the opening bracket.
    Opened,
    /// Behind an item.
    Begun,
    /// Behind the closing bracket.
    Closed,
    /// The body is no list.
    Other,
    /// The body can't be decoded.
    Failed(Fault),
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { items: Vec::new(), state: State::Before, unfinished: Vec::new(), next_try: 0 }
    }
}

impl<T: DeserializeOwned> Arriving for List<T> {
    fn push(&mut self, mut chunk: &[u8]) {
        while !self.unfinished.is_empty() && !chunk.is_empty() {
            chunk = self.go_on(chunk);
        }
        let taken = self.take(chunk);
        self.unfinished.extend_from_slice(chunk.get(taken..).unwrap_or_default());
    }
}

impl<T: DeserializeOwned> List<T> {
    /// The items.
    ///
    /// # Errors
    /// [`Fault::Unusable`] for what is no JSON, [`Fault::Misshapen`] for JSON of another shape.
    pub fn finish(mut self) -> Result<Vec<T>, Fault> {
        let rest = std::mem::take(&mut self.unfinished);
        self.take(&rest);
        match self.state {
            State::Closed => Ok(self.items),
            State::Other => by_serde_json(&rest),
            State::Failed(fault) => Err(fault),
            State::Before | State::Opened | State::Begun => {
                Err(Fault::Unusable("it ends too early".to_owned()))
            }
        }
    }

    /// Adds the start of a chunk to the unfinished item; returns what of the chunk is still to be read.
    fn go_on<'c>(&mut self, chunk: &'c [u8]) -> &'c [u8] {
        let step = STEP.max(self.unfinished.len());
        let (added, rest) = chunk.split_at_checked(step).unwrap_or((chunk, &[]));
        let mut unfinished = std::mem::take(&mut self.unfinished);
        unfinished.extend_from_slice(added);
        if unfinished.len() >= self.next_try {
            let taken = self.take(&unfinished);
            let left = unfinished.len() - taken;
            if let Some(read) = added.len().checked_sub(left) {
                // The item is finished, and what follows it is read in place.
                unfinished.clear();
                (self.unfinished, self.next_try) = (unfinished, 0);
                return chunk.get(read..).unwrap_or_default();
            }
            unfinished.drain(..taken);
            self.next_try = 2 * left;
        }
        self.unfinished = unfinished;
        rest
    }

    /// Decodes what is there whole; returns how many bytes that took.
    fn take(&mut self, bytes: &[u8]) -> usize {
        let mut scanner = Scanner::new(bytes);
        let mut taken = 0;
        while let Some(state) = self.step(&mut scanner) {
            self.state = state;
            taken = bytes.len() - scanner.left();
        }
        if matches!(self.state, State::Failed(_)) { bytes.len() } else { taken }
    }

    /// Goes over a bracket or an item; none where more has to arrive first, or where nothing more is read.
    fn step(&mut self, scanner: &mut Scanner<'_>) -> Option<State> {
        if matches!(self.state, State::Other | State::Failed(_)) {
            return None;
        }
        let next = scanner.peek().ok()?;
        match (&self.state, next) {
            (State::Before, b'[') => {
                scanner.bump();
                Some(State::Opened)
            }
            (State::Before, _) => Some(State::Other),
            (State::Opened | State::Begun, b']') => {
                scanner.bump();
                Some(State::Closed)
            }
            (State::Opened, _) => self.item(scanner),
            (State::Begun, b',') => {
                scanner.bump();
                self.item(scanner)
            }
            _ => Some(State::Failed(Fault::Unusable("a comma or an end is missing".to_owned()))),
        }
    }

    fn item(&mut self, scanner: &mut Scanner<'_>) -> Option<State> {
        let mut whole = scanner.clone();
        let decoded = T::deserialize(Item::outermost(scanner)).map_err(|_| {
            *scanner = whole.clone();
            whole.skip().ok()
        });
        match decoded {
            Ok(item) => self.items.push(item),
            // Its end has not arrived.
            Err(None) => return None,
            Err(Some(text)) => match by_serde_json(text) {
                Ok(item) => {
                    *scanner = whole;
                    self.items.push(item);
                }
                Err(fault) => return Some(State::Failed(fault)),
            },
        }
        Some(State::Begun)
    }
}
