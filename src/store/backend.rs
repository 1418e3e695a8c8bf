//! What a store has to do. Each call is atomic: no other replica can act between its check and its change.

use futures_util::future::BoxFuture;

use super::prelude::*;

/// A claim on a key: who claims it, for what, and for how long.
#[derive(Debug, Clone)]
pub struct Claim {
    /// What is claimed.
    pub key: String,
    /// Identifies the holder of the claim.
    pub token: String,
    /// A digest of the request's body: a key stands for one body.
    pub body: String,
    /// How long the claim holds without being renewed.
    pub lease: Duration,
    /// How long the key is remembered.
    pub keep: Duration,
}

/// What is left under a key when its claim ends.
#[derive(Debug, Clone, Copy)]
pub struct StoredAnswer<'a> {
    /// The answer for everybody who asks for the key from then on.
    pub answer: &'a [u8],
    /// How much of the share it takes: at most the whole share.
    pub weight: u32,
    /// The share in which it counts. What no longer fits into it is forgotten, the oldest first.
    pub share: &'a Share,
}

/// What one caller may have kept.
#[derive(Debug, Clone)]
pub struct Share {
    /// Names it in the store.
    pub key: String,
    /// The most weight that it holds.
    pub most: u32,
}

/// What became of a key so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimState {
    /// Nothing yet: the caller has claimed it now. A claim whose replica ended before it sent anything counts as nothing.
    Yours,
    /// Another replica is working on it.
    UnderWay,
    /// The key named another body.
    OtherBody,
    /// A replica sent it and ended before it knew the outcome: it may have been done.
    Perhaps,
    /// It ended with this answer.
    Done(Vec<u8>),
}

/// What has to wait, by name, and for how long from now.
pub type Pause = (String, Duration);

/// What a store answers in the end.
pub(super) type StoreFuture<'a, T> = BoxFuture<'a, Result<T, Away>>;

/// A store. Claims go from claimed to sent to done; a claim that is not renewed is free again before anything was sent, and
/// open for ever after. A lock is a claim that is never sent.
pub trait Backend: Send + Sync {
    /// Claims a key, or answers what became of it.
    fn claim<'a>(&'a self, claim: &'a Claim) -> StoreFuture<'a, ClaimState>;
    /// Makes a claim hold from now for its lease. With `sends` it also notes that something is about to be sent. `false` if
    /// another holder has the claim by now.
    fn hold<'a>(&'a self, claim: &'a Claim, sends: bool) -> StoreFuture<'a, bool>;
    /// Ends a claim with what is kept, or frees its key.
    fn finish<'a>(&'a self, claim: &'a Claim, kept: Option<StoredAnswer<'a>>) -> StoreFuture<'a, ()>;
    /// Adds these pauses, each with what is left of it, and answers all that are not over.
    fn share_pauses<'a>(&'a self, key: &'a str, new: &'a [Pause]) -> StoreFuture<'a, Vec<Pause>>;
    /// Succeeds if the store answers and can keep something.
    fn probe<'a>(&'a self, key: &'a str) -> StoreFuture<'a, ()>;
}
