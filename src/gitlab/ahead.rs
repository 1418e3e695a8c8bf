//! Reads ahead: a call goes on with kept answers while the host is asked to confirm them, so that the reads to which they lead
//! are sent at the same time.
//!
//! A call waits until all of them are confirmed before it sends a write and before it answers. If the host has another answer to
//! one of them, the call begins anew: nothing was changed, and nothing was said.

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::prelude::*;

/// The reads of one call that wait for the host's confirmation.
#[derive(Debug, Default)]
pub struct ReadsAhead {
    state: Mutex<State>,
    confirmations: TaskTracker,
    /// Stops the confirmations once nobody waits for them any more.
    stop: CancellationToken,
    differs: Notify,
}

#[derive(Debug, Default)]
struct State {
    stage: Stage,
    /// How many kept answers are not confirmed, or never will be.
    unconfirmed: usize,
    /// What the host answered, for a call that begins anew.
    answers: HashMap<Arc<ReadKey>, Result<ReadAnswer>>,
}

/// How a call reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    /// It waits for each answer, and for the confirmation of the kept ones with which it went on before.
    #[default]
    Waiting,
    /// It goes on with kept answers.
    Ahead,
    /// It has begun anew, and waits for what was not answered before.
    Anew,
    /// It has begun anew and is about to write: it waits for each answer.
    Writing,
}

impl ReadsAhead {
    /// Those of a call that goes on with kept answers.
    pub(super) fn begun() -> Self {
        Self { state: Mutex::new(State { stage: Stage::Ahead, ..State::default() }), ..Self::default() }
    }

    /// The outcome of the `call` whose reads these are; of `again`, if the host has other answers by now. The call has sent no
    /// write in that case.
    pub async fn confirmed<T, A: Future<Output = T>>(
        &self,
        call: impl Future<Output = T>,
        again: impl FnOnce() -> A,
    ) -> T {
        let _stops = self.stop.drop_guard_ref();
        let confirmed = async {
            let outcome = call.await;
            self.confirm().await;
            outcome
        };
        tokio::select! {
            biased;
            outcome = confirmed => return outcome,
            () = self.differs.notified() => {}
        }
        // The confirmations go on: most of their answers are needed again.
        self.state.lock().stage = Stage::Anew;
        again().await
    }

    /// Waits until the host has confirmed every kept answer with which the call went on; from then on the call waits for each
    /// read. Does not return if the host has another answer: the call is dropped, and begins anew.
    pub async fn confirm(&self) {
        {
            let mut state = self.state.lock();
            if matches!(state.stage, Stage::Anew | Stage::Writing) {
                state.stage = Stage::Writing;
                return;
            }
            state.stage = Stage::Waiting;
        }
        self.confirmations.close();
        self.confirmations.wait().await;
        if self.state.lock().unconfirmed > 0 {
            self.differs.notify_one();
            std::future::pending::<()>().await;
        }
    }

    /// Whether the call may go on with kept answers.
    pub(super) fn is_on(&self) -> bool {
        self.state.lock().stage == Stage::Ahead
    }

    /// Lets the call go on with a kept answer. `confirmation` asks the host, and says whether its answer is the same.
    pub(super) fn go_on(
        self: &Arc<Self>,
        key: Arc<ReadKey>,
        confirmation: impl Future<Output = (Result<ReadAnswer>, bool)> + Send + 'static,
    ) {
        let ahead = Arc::clone(self);
        let mut state = self.state.lock();
        let was_first = state.unconfirmed == 0;
        state.unconfirmed += 1;
        let task = async move {
            let (answer, is_same) = confirmation.await;
            let mut state = ahead.state.lock();
            if is_same {
                state.unconfirmed -= 1;
            } else {
                ahead.differs.notify_one();
            }
            // A read ahead that fails is as if it had not been sent; the first one would have been sent anyway.
            if answer.is_ok() || was_first {
                state.answers.insert(key, answer);
            }
        };
        let stop = self.stop.clone();
        // What is stopped sends nothing more: it is not looked at once again.
        self.confirmations.spawn(async move {
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                () = task => {}
            }
        });
    }

    /// Notes the answer to a read that had no kept one, for a call that begins anew.
    pub(super) fn note_answer(&self, key: Arc<ReadKey>, answer: &ReadAnswer) {
        let mut state = self.state.lock();
        if state.stage == Stage::Ahead && state.unconfirmed > 0 {
            state.answers.insert(key, Ok(answer.clone()));
        }
    }

    /// What the host answered to this read before the call began anew. It is given once.
    pub(super) fn answered(&self, key: &Arc<ReadKey>) -> Option<Result<ReadAnswer>> {
        let mut state = self.state.lock();
        if state.stage == Stage::Anew { state.answers.remove(key) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        any::TypeId,
        future::{pending, ready},
    };

    use futures_util::FutureExt;

    use super::*;
    use crate::{
        gitlab::{Credential, Fault, kept_pages::KeptPages, request::Request},
        settings::Settings,
    };

    fn key(path: &str) -> Arc<ReadKey> {
        let settings = Settings::load(None, &[]).unwrap();
        let request = Request { path: path.into(), ..Request::new("GET /", &[]) };
        let token = Credential::new(&"token".into()).unwrap();
        KeptPages::new(&settings.upstream).key(&request, &token, TypeId::of::<u8>())
    }

    #[tokio::test]
    async fn confirmations_for_which_nobody_waits_any_more_are_stopped() {
        let ahead = Arc::new(ReadsAhead::begun());
        let held = Arc::new(());
        let own = Arc::clone(&held);
        ahead.go_on(key("/a"), async move {
            let answer = pending().await;
            drop(own);
            answer
        });
        tokio::task::yield_now().await;
        assert!(ahead.confirmed(ready(()), || ready(())).now_or_never().is_none());
        tokio::task::yield_now().await;
        assert_eq!(Arc::strong_count(&held), 1);
    }

    #[tokio::test]
    async fn a_call_that_begins_anew_reads_again_what_failed_ahead_but_for_the_first() {
        let ahead = Arc::new(ReadsAhead::begun());
        let keys = [key("/first"), key("/later")];
        for key in &keys {
            let failure = crate::gitlab::Error { call: "GET /", fault: Fault::TimedOut };
            ahead.go_on(Arc::clone(key), ready((Err(failure), false)));
        }
        let again = async || keys.each_ref().map(|key| ahead.answered(key).is_some());
        assert_eq!(ahead.confirmed(pending(), again).await, [true, false]);
    }

    #[tokio::test]
    async fn once_its_reads_are_confirmed_a_call_waits_for_each() {
        let ahead = ReadsAhead::begun();
        assert!(ahead.is_on());
        ahead.confirm().await;
        assert!(!ahead.is_on());
    }
}
