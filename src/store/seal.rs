//! Answers that only the replicas can read: ChaCha20-Poly1305 under the key of `store.key_file`.

use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hmac,
};

use super::prelude::*;

/// Encrypts and decrypts answers. Each is bound to its own key of the store, so that none can be put in the place of another.
pub(super) struct Seal(LessSafeKey);

impl Seal {
    /// With a key of its own that is made of this one, which serves for other things too.
    ///
    /// # Errors
    /// For a key of another length, which none is known to have.
    pub(super) fn new(key: &SecretSlice<u8>) -> Result<Self, SettingsError> {
        let own =
            hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key.expose_secret()), b"answers in the store");
        let key = UnboundKey::new(&CHACHA20_POLY1305, own.as_ref());
        let odd = |_| SettingsError("store.key_file: is no key of 32 bytes".to_owned());
        key.map(LessSafeKey::new).map(Self).map_err(odd)
    }

    /// Encrypts a text; the result is a fresh nonce and the ciphertext.
    ///
    /// # Errors
    /// Where the system has no random numbers: then nothing is kept.
    pub(super) fn close(&self, name: &str, text: &[u8]) -> Result<Vec<u8>, Away> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(|_| Away::Unreachable)?;
        let mut closed = text.to_vec();
        let aad = Aad::from(name.as_bytes());
        self.0
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut closed)
            .map_err(|_| Away::Unreachable)?;
        Ok([&nonce[..], &closed].concat())
    }

    /// Decrypts a text; `None` if it was encrypted with another key or under another name, or was changed.
    pub(super) fn open(&self, name: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, closed) = sealed.split_first_chunk::<NONCE_LEN>()?;
        let mut closed = closed.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let text = self.0.open_in_place(nonce, Aad::from(name.as_bytes()), &mut closed).ok()?;
        Some(text.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(byte: u8) -> Seal {
        Seal::new(&vec![byte; 32].into()).unwrap()
    }

    #[test]
    fn what_was_closed_opens_with_its_key_and_under_its_name_alone() {
        let closed = seal(1).close("a", b"secret").unwrap();
        assert_eq!(seal(1).open("a", &closed).unwrap(), b"secret");
        assert!(!closed.windows(6).any(|part| part == b"secret"));
        assert_ne!(closed, seal(1).close("a", b"secret").unwrap(), "each has a nonce of its own");
        assert_eq!(seal(2).open("a", &closed), None);
        assert_eq!(seal(1).open("b", &closed), None);
        for place in 0..closed.len() {
            let mut changed = closed.clone();
            changed[place] ^= 1;
            assert_eq!(seal(1).open("a", &changed), None);
        }
        assert_eq!(seal(1).open("a", b"short"), None);
    }
}
