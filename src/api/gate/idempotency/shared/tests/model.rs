//! Exactly once, as a model: a keyed write over two replicas, the store and the host, with every order of their steps, where any
//! message may be lost, any replica may end, and any lease may run out between two steps. The store is the one in memory; the
//! steps are those of `SharedWrites::once` and `OwnClaim`, and [`Rules`] names what they rely on.

use std::{collections::HashSet, time::Duration};

use futures_util::FutureExt;

use super::super::LEASE;
use crate::store::{
    Away, Backend, ClaimState, Share, StoredAnswer,
    tests::memory::{Memory, claim_for},
};

/// Writes that one call of the operation sends, one after the other.
const WRITES: usize = 2;
/// How often the caller sends the request.
const CALLS: u8 = 3;
/// How many messages are lost and replicas end, in all.
const FAULTS: u8 = 3;
/// How often all leases run out.
const LAPSES: u8 = 2;

/// What keeps a write from being done twice, or from being told wrongly; the model finds what goes wrong without each.
#[derive(Clone, Copy)]
struct Rules {
    /// `OwnClaim::permits`: the store has to confirm `mark_sent` before the first write is sent.
    mark_is_confirmed: bool,
    /// [`ClaimState::Perhaps`]: a claim that was marked is never taken over.
    perhaps_is_final: bool,
    /// `Recorded::is_kept`: an answer after which the host may have been changed is kept, and the key is not freed.
    perhaps_is_kept: bool,
}

const OURS: Rules = Rules { mark_is_confirmed: true, perhaps_is_final: true, perhaps_is_kept: true };

/// What a caller was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Told {
    Done,
    /// It is not known whether it was done.
    Perhaps,
    /// Nothing was done, and it may be sent again.
    NotDone,
}

/// Where a replica is with the write.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Step {
    Idle,
    /// It holds the claim of this token, and has sent this many writes.
    Sending {
        token: u8,
        sent: usize,
        is_marked: bool,
        changed: bool,
    },
    Finishing {
        token: u8,
        told: Told,
    },
}

#[derive(Clone)]
struct World {
    store: Memory,
    replicas: [Step; 2],
    /// How often the host did each write.
    done: [u8; WRITES],
    tokens: u8,
    calls: u8,
    faults: u8,
    lapses: u8,
    told: Vec<Told>,
}

/// What becomes of a message and its answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Message {
    Answered,
    Lost,
    AnswerLost,
}

const MESSAGES: [Message; 3] = [Message::Answered, Message::Lost, Message::AnswerLost];

impl World {
    fn new() -> Self {
        Self {
            store: Memory::default(),
            replicas: [Step::Idle, Step::Idle],
            done: [0; WRITES],
            tokens: 0,
            calls: CALLS,
            faults: FAULTS,
            lapses: LAPSES,
            told: Vec::new(),
        }
    }

    /// A copy of this world after a fault, or without one; `None` if no more faults are left.
    fn fork(&self, message: Message) -> Option<Self> {
        let cost = u8::from(message != Message::Answered);
        Some(Self { store: self.store.fork(), faults: self.faults.checked_sub(cost)?, ..self.clone() })
    }

    /// The worlds that one step leads to.
    fn next(&self, rules: Rules) -> Vec<Self> {
        let mut next = Vec::new();
        if let Some(lapses) = self.lapses.checked_sub(1) {
            let world = Self { store: self.store.fork(), lapses, ..self.clone() };
            world.store.pass(LEASE + Duration::from_secs(1));
            next.push(world);
        }
        for place in 0..self.replicas.len() {
            // It ends; its caller is told nothing.
            if self.replicas[place] != Step::Idle
                && let Some(mut world) = self.fork(Message::Lost)
            {
                world.replicas[place] = Step::Idle;
                next.push(world);
            }
            for message in MESSAGES {
                let Some(world) = self.fork(message) else { continue };
                match self.replicas[place].clone() {
                    Step::Idle => next.extend(world.claims(place, message, rules)),
                    Step::Sending { .. } => next.extend(world.sends(place, message, rules)),
                    Step::Finishing { token, told } => next.push(world.finishes(place, message, token, told)),
                }
            }
        }
        next
    }

    /// A call comes: `Store::take`. One that has to wait leaves the world as it is.
    fn claims(mut self, place: usize, message: Message, rules: Rules) -> Option<Self> {
        self.calls = self.calls.checked_sub(1)?;
        self.tokens += 1;
        let token = self.tokens;
        let claim = claim_for(&token.to_string(), LEASE);
        let found = ask(message, async { self.store.claim(&claim).await });
        let told = match found {
            Err(Away::Unreachable | Away::Full) => Told::NotDone,
            Ok(ClaimState::Yours) => {
                self.replicas[place] = Step::Sending { token, sent: 0, is_marked: false, changed: false };
                return Some(self);
            }
            Ok(ClaimState::Perhaps) if !rules.perhaps_is_final => {
                self.replicas[place] = Step::Sending { token, sent: 0, is_marked: true, changed: false };
                return Some(self);
            }
            Ok(ClaimState::UnderWay) => return None,
            Ok(ClaimState::Done(answer)) if answer == b"done" => Told::Done,
            Ok(ClaimState::Done(_) | ClaimState::Perhaps) => Told::Perhaps,
            Ok(ClaimState::OtherBody) => unreachable!("all calls have one body"),
        };
        self.told.push(told);
        Some(self)
    }

    /// The next write is permitted, then sent, with each outcome that the host may give it.
    fn sends(mut self, place: usize, message: Message, rules: Rules) -> Vec<Self> {
        let Step::Sending { token, sent, is_marked, changed } = self.replicas[place] else { unreachable!() };
        let not_sent = if changed { Told::Perhaps } else { Told::NotDone };
        if !is_marked {
            let claim = claim_for(&token.to_string(), LEASE);
            let marked = ask(message, async { self.store.hold(&claim, true).await }) == Ok(true);
            self.replicas[place] = if marked || !rules.mark_is_confirmed {
                Step::Sending { token, sent, is_marked: true, changed }
            } else {
                Step::Finishing { token, told: not_sent }
            };
            return vec![self];
        }
        if message != Message::Lost {
            self.done[sent] += 1;
        }
        let lost = if rules.perhaps_is_kept { Told::Perhaps } else { Told::NotDone };
        self.replicas[place] = match message {
            Message::Answered if sent + 1 == WRITES => Step::Finishing { token, told: Told::Done },
            Message::Answered => Step::Sending { token, sent: sent + 1, is_marked, changed: true },
            Message::Lost | Message::AnswerLost => Step::Finishing { token, told: lost },
        };
        // Or the host refuses it for now.
        let mut refused = self.clone();
        refused.store = self.store.fork();
        refused.done[sent] = self.done[sent] - u8::from(message != Message::Lost);
        refused.replicas[place] = Step::Finishing { token, told: not_sent };
        vec![self, refused]
    }

    /// The answer is kept, or the key freed, and the caller is told. Where the store does not hear of it, it is as if the replica
    /// had ended then.
    fn finishes(mut self, place: usize, message: Message, token: u8, told: Told) -> Self {
        let claim = claim_for(&token.to_string(), LEASE);
        let share = Share { key: "share".to_owned(), most: 9 };
        let answer: &[u8] = if told == Told::Done { b"done" } else { b"perhaps" };
        let kept = (told != Told::NotDone).then_some(StoredAnswer { answer, weight: 1, share: &share });
        // The outcome is the same whether or not the store heard: the caller is told what the replica knows.
        ask(message, async { self.store.finish(&claim, kept).await }).ok();
        self.replicas[place] = Step::Idle;
        self.told.push(told);
        self
    }

    /// What is wrong in this world.
    fn wrong(&self) -> Option<&'static str> {
        let is_done = self.done == [1; WRITES];
        if self.done.iter().any(|times| *times > 1) {
            return Some("a write was done twice");
        }
        (self.told.contains(&Told::Done) && !is_done).then_some("what was not done was told as done")
    }

    fn fingerprint(&self) -> String {
        let Self { store, replicas, done, calls, faults, lapses, told, .. } = self;
        format!("{} {replicas:?} {done:?} {calls} {faults} {lapses} {told:?}", store.fingerprint())
    }
}

/// The store's answer to a question, unless one of both is lost.
fn ask<T>(message: Message, question: impl Future<Output = Result<T, Away>>) -> Result<T, Away> {
    let answer = if message == Message::Lost { None } else { question.now_or_never() };
    answer.filter(|_| message == Message::Answered).unwrap_or(Err(Away::Unreachable))
}

/// What is wrong in the first wrong world that any order of steps leads to, and in how many ways callers were told something.
fn walk(rules: Rules) -> (Option<&'static str>, HashSet<Vec<Told>>) {
    let (mut seen, mut told) = (HashSet::new(), HashSet::new());
    let mut open = vec![World::new()];
    while let Some(world) = open.pop() {
        if let Some(wrong) = world.wrong() {
            return (Some(wrong), told);
        }
        told.insert(world.told.clone());
        open.extend(world.next(rules).into_iter().filter(|next| seen.insert(next.fingerprint())));
    }
    (None, told)
}

#[test]
fn a_keyed_write_is_done_at_most_once_in_every_order_of_steps_losses_and_ends() {
    let (wrong, told) = walk(OURS);
    assert_eq!(wrong, None);
    for some in [
        vec![Told::Done, Told::Done, Told::Done],
        vec![Told::NotDone, Told::Done],
        vec![Told::Perhaps, Told::Perhaps],
    ] {
        assert!(told.contains(&some), "{some:?} is never told");
    }
}

#[test]
fn each_rule_of_the_model_is_needed() {
    for (rules, wrong) in [
        (Rules { mark_is_confirmed: false, ..OURS }, "a write was done twice"),
        (Rules { perhaps_is_final: false, ..OURS }, "a write was done twice"),
        (Rules { perhaps_is_kept: false, ..OURS }, "a write was done twice"),
    ] {
        assert_eq!(walk(rules).0, Some(wrong));
    }
}
