//! Answers for another replica: one replica waits under a key, and whichever replica gets the answer leaves it there, once.

use super::prelude::*;

/// How often a replica that waits looks for its answer: a person does not notice this.
const LOOK: Duration = Duration::from_millis(200);
/// How often while the store is away.
const LOOK_WHILE_AWAY: Duration = Duration::from_secs(2);
/// Most answers that are kept for those who wait.
const MOST_ANSWERS: u32 = 10_000;
/// Whoever knows the key may wait and answer.
const ANYONE: &str = "anyone";

impl Store {
    /// Waits until an answer is left under a key that nobody can guess. Whoever waits no longer calls [`Self::stop_waiting`].
    pub async fn wait_for_answer(&self, key: &str, keep: Duration) -> Vec<u8> {
        let claim = waiting(key, keep);
        loop {
            let pause = match self.claim(&claim).await {
                Ok(ClaimState::Done(answer)) => return answer,
                Ok(_) => LOOK,
                Err(_) => LOOK_WHILE_AWAY,
            };
            sleep(pause).await;
        }
    }

    /// Whether no other answer was given under this key before, at any replica. The same one is taken again: the store may have been
    /// away before it could be left.
    ///
    /// # Errors
    /// [`Away`].
    pub async fn is_first_answer(&self, key: &str, answer: &str, keep: Duration) -> Result<bool, Away> {
        self.claim_once(format!("{key}:answered"), Some(&full_digest(&[answer])), keep).await
    }

    /// Leaves an answer for a replica that waits under this key; `false` if none waits, or it was answered before.
    ///
    /// # Errors
    /// [`Away`].
    pub async fn leave_answer(&self, key: &str, answer: &str, keep: Duration) -> Result<bool, Away> {
        let claim = waiting(key, keep);
        match self.claim(&claim).await? {
            ClaimState::UnderWay => {}
            ClaimState::Yours => return self.finish(&claim, None).await.map(|()| false),
            _ => return Ok(false),
        }
        let is_first = self.is_first_answer(key, answer, keep).await?;
        if is_first {
            let share = Share { key: self.key("answers", &[]), most: MOST_ANSWERS };
            let answer = answer.as_bytes();
            self.finish(&claim, Some(StoredAnswer { answer, weight: 1, share: &share })).await?;
        }
        Ok(is_first)
    }

    /// Tells the store, in the background, that nobody waits under this key any more. If that fails, the key is forgotten in
    /// time.
    pub fn stop_waiting(&self, key: &str, keep: Duration) {
        let (store, claim) = (self.clone(), waiting(key, keep));
        tokio::spawn(async move { store.finish(&claim, None).await });
    }
}

fn waiting(key: &str, keep: Duration) -> Claim {
    Claim { key: key.to_owned(), token: ANYONE.to_owned(), body: String::new(), lease: keep, keep }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::memory::Memory;

    const KEEP: Duration = Duration::from_secs(60);

    /// Returns once `waits` is pending: by then the store knows that it waits.
    async fn told<T>(waits: &mut (impl Future<Output = T> + Unpin)) {
        assert!(futures_util::poll!(waits).is_pending());
    }

    #[tokio::test]
    async fn one_answer_reaches_who_waits_and_no_other_is_taken() {
        let memory = Memory::default();
        let (one, other) = (Store::in_memory(memory.clone()), Store::in_memory(memory));
        assert_eq!(other.leave_answer("k", "yes", KEEP).await, Ok(false));
        let mut waits = Box::pin(one.wait_for_answer("k", KEEP));
        told(&mut waits).await;
        assert_eq!(other.leave_answer("other", "yes", KEEP).await, Ok(false));
        assert_eq!(other.leave_answer("k", "no", KEEP).await, Ok(true));
        assert_eq!(other.leave_answer("k", "yes", KEEP).await, Ok(false));
        assert_eq!(waits.await, b"no");
    }

    #[tokio::test]
    async fn who_waits_no_longer_gets_no_answer() {
        let store = Store::in_memory(Memory::default());
        let mut waits = Box::pin(store.wait_for_answer("k", KEEP));
        told(&mut waits).await;
        drop(waits);
        store.stop_waiting("k", KEEP);
        tokio::task::yield_now().await;
        assert_eq!(store.leave_answer("k", "yes", KEEP).await, Ok(false));
    }

    #[tokio::test]
    async fn of_two_answers_at_once_the_second_is_not_taken() {
        let memory = Memory::default();
        let (one, other) = (Store::in_memory(memory.clone()), Store::in_memory(memory));
        told(&mut Box::pin(one.wait_for_answer("k", KEEP))).await;
        // The first one has begun to leave its own.
        assert_eq!(other.is_first_answer("k", "yes", KEEP).await, Ok(true));
        assert_eq!(one.leave_answer("k", "no", KEEP).await, Ok(false));
        assert!(matches!(one.claim(&waiting("k", KEEP)).await, Ok(ClaimState::UnderWay)));
        // It could not be left: it is given again, at whichever replica.
        assert_eq!(one.leave_answer("k", "yes", KEEP).await, Ok(true));
    }
}
