//! What a store has to do, each at once: no other replica comes between the question and the deed.

use std::time::Duration;

use futures_util::future::BoxFuture;

use super::Away;

/// What is claimed, and for how long.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    /// Names who claims.
    pub token: &'a str,
    /// Tells bodies of one key apart.
    pub body: &'a str,
    /// How long the claim holds without being renewed.
    pub lease: Duration,
    /// How long the key is remembered.
    pub keep: Duration,
}

/// What became of a keyed write so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Nothing: it is claimed now. So is one whose replica was gone before it had sent anything.
    Yours,
    /// Another replica is at it.
    UnderWay,
    /// The key named another body.
    OtherBody,
    /// It was sent by a replica that is gone: it may have been done.
    Perhaps,
    /// It came to this answer.
    Done(Vec<u8>),
}

/// A name of what has to wait, and for how long from now.
pub type Pause = (String, Duration);

type Answer<'a, T> = BoxFuture<'a, Result<T, Away>>;

/// A store. Claims go from claimed to sent to done; a claim that is not renewed is free again before anything was sent, and
/// open for ever after.
pub trait Backend: Send + Sync {
    /// Claims a keyed write, or answers what became of it.
    fn claim<'a>(&'a self, key: &'a str, claim: &'a Claim<'a>) -> Answer<'a, Found>;
    /// Notes that what was claimed is about to be sent; `false` where another has the claim by now.
    fn mark_sent<'a>(&'a self, key: &'a str, token: &'a str, lease: Duration) -> Answer<'a, bool>;
    /// Makes a claim hold for so long from now.
    fn renew<'a>(&'a self, key: &'a str, token: &'a str, lease: Duration) -> Answer<'a, ()>;
    /// Ends a claim with an answer, or frees its key.
    fn finish<'a>(
        &'a self,
        key: &'a str,
        token: &'a str,
        answer: Option<&'a [u8]>,
        keep: Duration,
    ) -> Answer<'a, ()>;
    /// Takes a lock, unless another has it.
    fn lock<'a>(&'a self, key: &'a str, token: &'a str, lease: Duration) -> Answer<'a, bool>;
    /// Makes a lock hold for so long from now; `false` where it was lost.
    fn extend<'a>(&'a self, key: &'a str, token: &'a str, lease: Duration) -> Answer<'a, bool>;
    /// Gives a lock back, if it is still held.
    fn unlock<'a>(&'a self, key: &'a str, token: &'a str) -> Answer<'a, ()>;
    /// Adds these pauses, each with what is left of it, and answers all that are not over.
    fn share_pauses<'a>(&'a self, key: &'a str, new: &'a [Pause]) -> Answer<'a, Vec<Pause>>;
    /// Answers.
    fn ping(&self) -> Answer<'_, ()>;
}
