//! Signed tokens (JWT, RFC 7519, 9068), read strictly: what two readers could read in two ways is refused.

use super::prelude::*;
use crate::distinct_json::Distinct;

/// How a token is signed: with a key that only the authorization server has, never with a shared secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Algorithm {
    Rs256,
    Es256,
    EdDsa,
}

impl Algorithm {
    /// By its registered name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let names = [("RS256", Self::Rs256), ("ES256", Self::Es256), ("EdDSA", Self::EdDsa)];
        names.into_iter().find(|(known, _)| *known == name).map(|(_, algorithm)| algorithm)
    }
}

/// What `typ` may be, in any case; an id token of some issuers has one of its own.
const TYPES: [&str; 3] = ["at+jwt", "application/at+jwt", "jwt"];
/// Header parameters that change how a token is to be read. None is supported.
const NOT_UNDERSTOOD: [&str; 4] = ["crit", "b64", "enc", "zip"];

/// A signed token whose signature was not checked yet.
pub(super) struct Jwt<'a> {
    pub(super) algorithm: Algorithm,
    /// The name of its key: looked for among the known ones, and used for nothing else.
    pub(super) key_id: Option<String>,
    /// What is signed.
    pub(super) signed: &'a [u8],
    pub(super) signature: Vec<u8>,
    pub(super) claims: Map<String, Value>,
}

impl<'a> Jwt<'a> {
    /// `None` for an opaque token: one that does not start with a JSON header.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn parse(token: &'a str) -> Result<Option<Self>, &'static str> {
        let first = token.split('.').next().unwrap_or_default();
        let head = decode(first).filter(|bytes| bytes.trim_ascii_start().starts_with(b"{"));
        let Some(bytes) = head else { return Ok(None) };
        let head = object(&bytes).ok_or("its head is no JSON object")?;
        let text = |name: &str| head.get(name).and_then(Value::as_str);
        if NOT_UNDERSTOOD.iter().any(|name| head.contains_key(*name)) {
            return Err("its head asks for what is not supported");
        }
        let algorithm = text("alg").and_then(Algorithm::named).ok_or("its algorithm is not taken")?;
        if !text("typ").is_some_and(|typ| TYPES.iter().any(|known| typ.eq_ignore_ascii_case(known))) {
            return Err("its type is no access token's");
        }
        let key_id = head.get("kid").map(|id| id.as_str().ok_or("its key is named by no text"));
        let (signed, signature) = token.rsplit_once('.').ok_or("it has no signature")?;
        let payload = signed.strip_prefix(first).and_then(|rest| rest.strip_prefix('.'));
        // A dot too many is no base64.
        let claims = payload.and_then(decode).and_then(|bytes| object(&bytes));
        Ok(Some(Self {
            algorithm,
            key_id: key_id.transpose()?.map(str::to_owned),
            signed: signed.as_bytes(),
            signature: decode(signature).ok_or("its signature is no base64url")?,
            claims: claims.ok_or("what it says is no JSON object, or says something twice")?,
        }))
    }
}

fn decode(text: &str) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text).ok()
}

/// A JSON object in which no name occurs twice.
pub(super) fn object(json: &[u8]) -> Option<Map<String, Value>> {
    let Distinct(value) = serde_json::from_slice(json).ok()?;
    if let Value::Object(object) = value { Some(object) } else { None }
}
