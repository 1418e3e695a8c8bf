//! Forms that clients keep: sealed, bound to one call and one host, and each good for one answer.

use moka::sync::Cache;
use ring::{hmac, rand::SystemRandom};
use secrecy::{ExposeSecret, SecretSlice};

use super::{Form, FormId};
use crate::api::faces::mcp::prelude::*;

/// The purpose in the derivation of the key of forms, since the shared key has other uses too.
const PURPOSE: &[u8] = b"passerelle/mcp/forms";
/// By how much the clocks of replicas may differ, or one be set back: a form lasts by its maker's clock, and is remembered as answered for longer
/// than any other clock lets it last.
const CLOCKS_APART: Duration = Duration::from_secs(3600);
/// Most answered forms that are remembered until they are out of date.
const MOST_ANSWERED: u64 = 100_000;

/// The seal of forms, and which were answered.
pub(in super::super) struct FormSeal {
    /// `None` where the system has no random numbers: then nobody is asked.
    codec: Option<RequestStateCodec>,
    /// How long a form may be answered.
    pub(in super::super) time_to_live: Duration,
    /// The answered forms by id, each with its answer. Used where there is no store.
    answered: Cache<String, String>,
    /// Where replicas tell each other.
    store: Option<Store>,
}

impl FormSeal {
    /// Forms that may be answered for this long. `key` is the key that all replicas share; without it or a store this process makes one,
    /// since forms must not outlive the memory of which were answered.
    pub(in super::super) fn new(
        key: Option<&SecretSlice<u8>>,
        store: Option<Store>,
        time_to_live: Duration,
    ) -> Self {
        let key = match key.filter(|_| store.is_some()) {
            Some(key) => Some(hmac::Key::new(hmac::HMAC_SHA256, key.expose_secret())),
            None => hmac::Key::generate(hmac::HMAC_SHA256, &SystemRandom::new()).ok(),
        };
        let derived = key.map(|key| hmac::sign(&key, PURPOSE).as_ref().to_vec());
        let codec = derived.and_then(|key| RequestStateCodec::try_new(key).ok());
        let remembered = time_to_live.saturating_add(CLOCKS_APART);
        let answered = Cache::builder().time_to_live(remembered).max_capacity(MOST_ANSWERED).build();
        Self { codec, time_to_live, answered, store }
    }

    /// A unique id for a new form; `None` where nobody can be asked.
    pub(in super::super) fn new_id(&self) -> Option<FormId> {
        self.codec.as_ref().map(|_| FormId { name: new_token(), lasts: self.time_to_live })
    }

    /// A form as its client keeps it; what it is bound to says whose call it belongs to.
    pub(in super::super) fn seal(&self, form: &Form, bound_to: &[u8]) -> Option<String> {
        let options = SealOptions::new().associated_data(bound_to).ttl(self.time_to_live);
        self.codec.as_ref()?.seal_json_with(form, &options).ok()
    }

    /// The form that was sealed; `None` for one that was forged, bound to another call, or is out of date.
    pub(in super::super) fn open(&self, sealed: &str, bound_to: &[u8]) -> Option<Form> {
        self.codec.as_ref()?.open_json_with(sealed, bound_to).ok()
    }

    /// Whether a form is answered for the first time, whatever the answer, or again in the very same words of the same keyed
    /// write.
    ///
    /// # Errors
    /// [`Away`]: the replicas can't be asked.
    pub(in super::super) async fn is_first_answer(
        &self,
        form: &Form,
        keyed_answer: Option<[&str; 2]>,
    ) -> Result<bool, Away> {
        let said = keyed_answer.map(|keyed| full_digest(&keyed));
        let Some(store) = &self.store else {
            let said = said.unwrap_or_else(new_token);
            let entry = self.answered.entry_by_ref(&form.id.name).or_insert_with(|| said.clone());
            return Ok(entry.is_fresh() || *entry.value() == said);
        };
        let key = store.key("form", &[&form.id.name]);
        store.claim_once(key, said.as_deref(), form.id.lasts.saturating_add(CLOCKS_APART)).await
    }
}

#[cfg(test)]
mod tests;
