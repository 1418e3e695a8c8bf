//! A page that stays the same while the process runs: it is made once, compressed once, and sent once to each browser.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    io::Write,
};

use flate2::{Compression, write::GzEncoder};

use super::{members, prelude::*, served, weighed};

/// A text with its media type and its entity tag.
#[derive(Debug)]
pub(super) struct FixedPage {
    kind: &'static str,
    text: Bytes,
    /// Weak, since the compressed text has it too. It is the same in every replica of one build.
    tag: String,
    compressed: OnceLock<Bytes>,
}

impl FixedPage {
    pub(super) fn new(kind: &'static str, text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Self { kind, text, tag: format!("W/\"{:016x}\"", hasher.finish()), compressed: OnceLock::new() }
    }

    /// The page, compressed for clients that accept gzip; 304 if the browser has this version already.
    pub(super) fn answer(&self, asked: &HeaderMap) -> Response {
        let is_held =
            |tag: &str| tag == "*" || tag.trim_start_matches("W/") == self.tag.trim_start_matches("W/");
        let is_gzip = |(coding, _): (&str, _)| coding.eq_ignore_ascii_case("gzip");
        let mut response = if members(asked, &header::IF_NONE_MATCH).any(is_held) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if members(asked, &header::ACCEPT_ENCODING).filter_map(weighed).any(is_gzip) {
            let headers = [(header::CONTENT_TYPE, self.kind), (header::CONTENT_ENCODING, "gzip")];
            (headers, self.compressed()).into_response()
        } else {
            ([(header::CONTENT_TYPE, self.kind)], self.text.clone()).into_response()
        };
        let headers = response.headers_mut();
        // The browser asks again each time, since the bridge may have been updated. The tag makes that cheap.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.append(header::VARY, HeaderValue::from(header::ACCEPT_ENCODING));
        headers.extend(HeaderValue::from_str(&self.tag).map(|tag| (header::ETAG, tag)));
        response
    }

    fn compressed(&self) -> Bytes {
        let made = self.compressed.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            // Writing to memory can't fail; if it did, an empty page would be seen at once.
            let written = encoder.write_all(&self.text).and_then(|()| encoder.finish());
            written.unwrap_or_default().into()
        });
        made.clone()
    }
}

/// Pages that list the operations that their readers may call. Each is made when it is first asked for: there are as many as
/// callers with different rights.
pub(super) struct FixedPages<K>(Mutex<BTreeMap<PageKey<K>, Arc<FixedPage>>>);

/// The kind of a page, and the operations that it lists.
type PageKey<K> = (K, Vec<&'static str>);

impl<K: Ord> FixedPages<K> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The page of this kind for this reader.
    pub(super) async fn answer(
        &self,
        state: &AppState,
        asked: &HeaderMap,
        kind: K,
        make: impl FnOnce(&[Entry]) -> FixedPage,
    ) -> Response {
        let served = served(&state.access_of_reader(asked).await.0.policy);
        let key = (kind, served.iter().map(|entry| entry.name).collect());
        let page = Arc::clone(self.0.lock().entry(key).or_insert_with(|| Arc::new(make(&served))));
        page.answer(asked)
    }
}
