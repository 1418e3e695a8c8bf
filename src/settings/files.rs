//! What the settings name by path. What a file holds is never part of an error.

use std::path::Path;

use base64::{Engine, prelude::BASE64_STANDARD};
use secrecy::SecretString;

use super::{Layers, SettingsError, StoreKey, caller::Caller, reading::read_text, values};

const CERTIFICATE: [&str; 2] = ["-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"];

/// The token of a key, or of the file that its neighbour `…_file` names; not both.
pub(super) fn token_at(from: &mut Layers, key: &str) -> Option<SecretString> {
    secret_at(from, key, values::token)
}

/// [`token_at`] for any secret.
pub(super) fn secret_at(
    from: &mut Layers,
    key: &str,
    parse: fn(&str) -> Result<SecretString, &'static str>,
) -> Option<SecretString> {
    let inline = from.optional(key, parse);
    let file_key = format!("{key}_file");
    let path = from.optional(&file_key, values::path);
    if inline.is_some() && path.is_some() {
        from.refuse(SettingsError::TokenTwice { key: key.to_owned() });
    }
    inline.or_else(|| from.of_file(secret(&file_key, &path?, parse)))
}

/// [`token_at`] where the file may hold several, one a line: the new one beside the old one while callers change over. Empty
/// where nothing is set, or what is set was refused.
pub(super) fn tokens_at(from: &mut Layers, key: &str) -> Vec<SecretString> {
    let inline = from.optional(key, values::token);
    let file_key = format!("{key}_file");
    let path = from.optional(&file_key, values::path);
    if inline.is_some() && path.is_some() {
        from.refuse(SettingsError::TokenTwice { key: key.to_owned() });
    }
    let of_file = path.and_then(|path| from.of_file(lines(&file_key, &path, values::token)));
    inline.map(|token| vec![token]).or(of_file).unwrap_or_default()
}

/// The secret that is all of the file, white space around it aside.
fn secret(
    key: &str,
    path: &Path,
    parse: fn(&str) -> Result<SecretString, &'static str>,
) -> Result<SecretString, SettingsError> {
    parse(read(key, path)?.trim()).map_err(|problem| SettingsError::refused_file(key, path, problem))
}

/// The key of 32 bytes that is all of the file, in base64.
pub(super) fn store_key(key: &str, path: &Path) -> Result<StoreKey, SettingsError> {
    let bytes = BASE64_STANDARD.decode(read(key, path)?.trim()).ok();
    let bytes: Option<[u8; 32]> = bytes.and_then(|bytes| bytes.try_into().ok());
    let problem = "holds no key; write 32 random bytes in base64, as openssl rand -base64 32 does";
    bytes.map(StoreKey::of).ok_or_else(|| SettingsError::refused_file(key, path, problem))
}

/// One `name:token` or `token` a line; blank lines and `#` comments are skipped.
pub(super) fn caller_tokens(key: &str, path: &Path) -> Result<Vec<Caller>, SettingsError> {
    let callers = lines(key, path, values::caller_token)?;
    if callers.is_empty() {
        let problem = "holds no token; write one name:token or token a line";
        return Err(SettingsError::refused_file(key, path, problem));
    }
    Ok(callers)
}

/// What the lines of a file say; blank ones and `#` comments are skipped.
fn lines<T>(
    key: &str,
    path: &Path,
    parse: impl Fn(&str) -> Result<T, &'static str>,
) -> Result<Vec<T>, SettingsError> {
    let text = read(key, path)?;
    let lines = text.lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            parse(line).map_err(|problem| SettingsError::refused_file(key, path, problem).at("line", index))
        })
        .collect()
}

/// Whether the file holds a certificate at all. Whether it is a good one shows when the client is built.
pub(super) fn check_certificates(key: &str, path: &Path) -> Result<(), SettingsError> {
    let text = read(key, path)?;
    if CERTIFICATE.iter().all(|line| text.contains(line)) {
        return Ok(());
    }
    Err(SettingsError::refused_file(key, path, "holds no certificate; write PEM with a CERTIFICATE block"))
}

fn read(key: &str, path: &Path) -> Result<String, SettingsError> {
    let text = read_text(path).map_err(|why| {
        SettingsError::refused_file(key, path, format!("can't be read ({why}); name a readable file"))
    })?;
    if text.trim().is_empty() {
        return Err(SettingsError::refused_file(key, path, "is blank; write something into the file"));
    }
    Ok(text)
}
