//! Forms that are with a person: sealed, since their client keeps them, and each good for one answer.

use std::time::Duration;

use moka::sync::Cache;
use ring::{
    hmac,
    rand::{SystemRandom, generate},
};
use rmcp::model::{RequestStateCodec, SealOptions};

use super::form::Form;
use crate::{api::IdempotencyKey, settings::StoreKey};

/// What the key of forms is derived for, from one that serves other ends too.
const PURPOSE: &[u8] = b"passerelle/mcp/forms";
/// Most answered forms that are remembered until they are out of date.
const MOST_ANSWERED: u64 = 100_000;

/// The seal of forms, and the forms that were answered.
pub(super) struct Forms {
    /// `None` where the system has no random numbers: then nobody is asked.
    codec: Option<RequestStateCodec>,
    time_to_live: Duration,
    /// By id, with the key under which the answer was sent.
    answered: Cache<String, Option<IdempotencyKey>>,
}

impl Forms {
    /// Forms that may be answered for so long; `key` is the one that all replicas hold, `None` for one of this process.
    pub(super) fn new(key: Option<&StoreKey>, time_to_live: Duration) -> Self {
        let key = match key {
            Some(key) => Some(*key.bytes()),
            None => generate(&SystemRandom::new()).ok().map(ring::rand::Random::expose),
        };
        let derived = key.map(|key: [u8; 32]| {
            hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &key), PURPOSE).as_ref().to_vec()
        });
        let answered = Cache::builder().time_to_live(time_to_live).max_capacity(MOST_ANSWERED).build();
        Self { codec: derived.and_then(|key| RequestStateCodec::try_new(key).ok()), time_to_live, answered }
    }

    /// What tells a new form from every other one; `None` where nobody can be asked.
    pub(super) fn new_id(&self) -> Option<String> {
        self.codec.as_ref()?;
        let id: [u8; 16] = generate(&SystemRandom::new()).ok()?.expose();
        Some(format!("{:032x}", u128::from_be_bytes(id)))
    }

    /// How long a form may be answered.
    pub(super) fn time_to_live(&self) -> Duration {
        self.time_to_live
    }

    /// A form as its client keeps it; what it is bound to says whose call it belongs to.
    pub(super) fn seal(&self, form: &Form, bound_to: &[u8]) -> Option<String> {
        let options = SealOptions::new().associated_data(bound_to).ttl(self.time_to_live);
        self.codec.as_ref()?.seal_json_with(form, &options).ok()
    }

    /// The form that was sealed; `None` for one that was forged, bound to another call, or is out of date.
    pub(super) fn open(&self, sealed: &str, bound_to: &[u8]) -> Option<Form> {
        self.codec.as_ref()?.open_json_with(sealed, bound_to).ok()
    }

    /// Whether a form is answered for the first time in this process, or again by the same write under the same key.
    pub(super) fn is_first_answer(&self, form: &Form, key: Option<&IdempotencyKey>) -> bool {
        let entry = self.answered.entry_by_ref(&form.id).or_insert_with(|| key.cloned());
        entry.is_fresh() || (key.is_some() && entry.into_value().as_ref() == key)
    }
}

#[cfg(test)]
mod tests;
