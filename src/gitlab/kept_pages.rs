//! Kept pages: a cache of decoded answers of the host, lists and objects, by address and token, each with the entity tag by which the host
//! can confirm it.
//!
//! The host is asked for every read, with the tag as `If-None-Match`. A call may go on with the kept answer meanwhile, but answers, and writes,
//! only after a 304.

use std::{
    any::TypeId,
    hash::{BuildHasher, RandomState},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst},
};

use http::header::CACHE_CONTROL;
use moka::{policy::EvictionPolicy, sync::Cache};

use super::prelude::*;

/// The kept answers of one host.
pub(super) struct KeptPages {
    /// Each with its size in bytes.
    answers: Cache<Arc<ReadKey>, (KeptAnswer, u32)>,
    on: AtomicBool,
    /// How many writes to any project have ended.
    all_writes: AtomicU64,
    /// The same by project; projects may share a counter.
    writes: Box<[AtomicU64]>,
    /// Assigns the counters.
    hasher: RandomState,
}

/// The key of a read: the type to decode, the token, the address, and the object that the answer has to be about.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct ReadKey {
    path: Arc<str>,
    query: Arc<Vec<(&'static str, String)>>,
    id: Option<i64>,
    token: Credential,
    kind: TypeId,
    /// How many writes to the project had ended before the read. So an answer from before a write is never confirmed after it,
    /// even if the host keeps the tag.
    writes: u64,
}

/// What the allocator and the cache add to an entry, in bytes, roughly.
const ENTRY: usize = 512;
/// What a short text in a list takes once it is decoded, in bytes, roughly.
const SHORT_TEXT: usize = 60;

/// About how much memory what is decoded of a body takes, in bytes: long texts as much as they have, many short ones far more.
pub(super) fn memory_of(body: &[u8]) -> usize {
    let values = body.split(|byte| *byte == b',').count();
    body.len().max(values * SHORT_TEXT)
}

impl KeptPages {
    /// An empty cache; it stays empty if `upstream.revalidate` is off.
    pub(super) fn new(upstream: &settings::Upstream) -> Self {
        let answers = Cache::builder()
            .max_capacity(upstream.kept_bytes as u64)
            .eviction_policy(EvictionPolicy::lru())
            .weigher(|_, (_, bytes): &(KeptAnswer, u32)| *bytes)
            .build();
        Self {
            answers,
            on: AtomicBool::new(upstream.revalidate),
            all_writes: AtomicU64::default(),
            writes: (0..COUNTERS).map(|_| AtomicU64::default()).collect(),
            hasher: RandomState::new(),
        }
    }

    /// The key of a read that is decoded to this type.
    pub(super) fn key(&self, request: &Request, token: &Credential, kind: TypeId) -> Arc<ReadKey> {
        Arc::new(ReadKey {
            path: Arc::clone(&request.path),
            query: Arc::clone(&request.query),
            id: request.id,
            token: token.clone(),
            kind,
            writes: self.writes_to(request.project()).load(SeqCst),
        })
    }

    /// The kept answer to an equal read, if there is one.
    pub(super) fn get(&self, key: &Arc<ReadKey>) -> Option<KeptAnswer> {
        let weighed = self.on.load(SeqCst).then(|| self.answers.get(key)).flatten();
        weighed.map(|(kept, _)| kept)
    }

    /// Keeps an answer that takes this many bytes of memory, if its headers allow it.
    pub(super) fn keep(&self, key: Arc<ReadKey>, headers: &HeaderMap, decoded: Decoded, bytes: usize) {
        if !self.on.load(SeqCst) || forbids_keeping(headers) {
            return;
        }
        if let Some(kept) = KeptAnswer::new(headers, decoded) {
            // The bytes of the key are those on the heap.
            let pairs = key.query.iter().map(|pair| size_of_val(pair) + pair.1.len());
            let bytes = ENTRY + key.path.len() + pairs.sum::<usize>() + bytes;
            let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
            self.answers.insert(key, (kept, bytes));
            // Evicts now. The cache would do so later, and could hold many large answers until then.
            self.answers.run_pending_tasks();
        }
    }

    /// Stops the use of tags after a 304 that names another tag or lacks headers. Such a host can't be relied on, and asking
    /// twice would cost more than reading in full.
    pub(super) fn distrust(&self) {
        if self.on.swap(false, SeqCst) {
            tracing::warn!("the host's 304 can't be used: its answers are read in full from now on");
            self.answers.invalidate_all();
        }
    }

    /// How many writes to any project have ended. A read that begins after a write does not share a call from before it.
    pub(super) fn writes(&self) -> u64 {
        self.all_writes.load(SeqCst)
    }

    /// The counter of writes to the project of this path.
    fn writes_to(&self, project: &str) -> &AtomicU64 {
        let hash = self.hasher.hash_one(project);
        let place = usize::try_from(hash % COUNTERS as u64).unwrap_or_default();
        self.writes.get(place).unwrap_or(&self.all_writes)
    }

    /// Notes a write to a project, named by its path, as under way until the result is dropped. After that, earlier answers of the
    /// project are not used any more.
    pub(super) fn write(&self, project: &str) -> WriteUnderWay<'_> {
        WriteUnderWay([self.writes_to(project), &self.all_writes])
    }
}

fn forbids_keeping(headers: &HeaderMap) -> bool {
    let no_store =
        |value: &HeaderValue| value.to_str().is_ok_and(|text| text.to_ascii_lowercase().contains("no-store"));
    headers.get_all(CACHE_CONTROL).iter().any(no_store)
}

/// How many counters there are for all projects. If two projects share one, a write to one discards the kept pages of both.
const COUNTERS: usize = 1_024;

/// A write that is under way, with the counters of its project and of all.
pub(super) struct WriteUnderWay<'a>([&'a AtomicU64; 2]);

impl Drop for WriteUnderWay<'_> {
    fn drop(&mut self) {
        for counter in self.0 {
            counter.fetch_add(1, SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderName;

    use super::*;
    use crate::{gitlab::request::Write, settings::Settings};

    #[test]
    fn a_body_counts_as_the_memory_that_its_values_take() {
        let long = format!(r#"[{{"id":1,"title":"{}"}}]"#, "x".repeat(1_000));
        assert_eq!(memory_of(long.as_bytes()), long.len());
        let names = vec!["a".to_owned(); 1_000];
        let held = names.capacity() * size_of::<String>();
        assert!(memory_of(serde_json::to_string(&names).unwrap().as_bytes()) > 2 * held);
    }

    fn pages(bytes: &str) -> KeptPages {
        let settings = Settings::load(None, &[("upstream.kept_bytes", bytes)]).unwrap();
        KeptPages::new(&settings.upstream)
    }

    fn token(text: &str) -> Credential {
        Credential::new(&text.into()).unwrap()
    }

    fn read(path: &str) -> Request {
        Request { path: path.into(), ..Request::new("GET /", &[]) }.query("page", 1)
    }

    fn write(path: &str) -> Request {
        let write = Some(Write { body: None, objects: Vec::new() });
        Request { path: path.into(), write, ..Request::new("PUT /", &[]) }
    }

    fn head(headers: &[(&'static str, &'static str)]) -> HeaderMap {
        let parsed = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        parsed.collect()
    }

    /// Keeps an answer that was read with this token.
    fn keep(pages: &KeptPages, path: &str, secret: &str) {
        let key = pages.key(&read(path), &token(secret), TypeId::of::<u8>());
        pages.keep(key, &head(&[("etag", "\"a\"")]), Arc::new(7_u8), 100);
    }

    fn is_kept(pages: &KeptPages, path: &str, secret: &str) -> bool {
        pages.get(&pages.key(&read(path), &token(secret), TypeId::of::<u8>())).is_some()
    }

    const ISSUES: &str = "/projects/7/issues";

    #[test]
    fn an_answer_is_kept_under_its_address_its_token_its_type_and_its_object() {
        let pages = pages("64MiB");
        keep(&pages, ISSUES, "one");
        assert!(is_kept(&pages, ISSUES, "one"));
        assert!(!is_kept(&pages, ISSUES, "two") && !is_kept(&pages, "/projects/8/issues", "one"));
        assert!(pages.get(&pages.key(&read(ISSUES), &token("one"), TypeId::of::<u16>())).is_none());
        let of_another = Request { id: Some(5), ..read(ISSUES) };
        assert!(pages.get(&pages.key(&of_another, &token("one"), TypeId::of::<u8>())).is_none());
        let next = read(ISSUES).query("page", 2);
        assert!(pages.get(&pages.key(&next, &token("one"), TypeId::of::<u8>())).is_none());
    }

    #[test]
    fn a_write_forgets_its_project_and_no_other_when_it_ends() {
        let pages = pages("64MiB");
        keep(&pages, ISSUES, "one");
        keep(&pages, "/projects/8/issues", "one");
        let (before, under_way) = (pages.writes(), pages.write(write("/projects/7/issues/1").project()));
        assert!(is_kept(&pages, ISSUES, "one") && pages.writes() == before);
        drop(under_way);
        assert!(!is_kept(&pages, ISSUES, "one") && pages.writes() > before);
        assert!(is_kept(&pages, "/projects/8/issues", "one"));
    }

    #[test]
    fn what_is_kept_has_a_bound() {
        let pages = pages("64KiB");
        for project in 0..1_000 {
            keep(&pages, &format!("/projects/{project}"), "one");
        }
        assert!(pages.answers.weighted_size() <= 64 << 10 && pages.answers.entry_count() > 50);
        assert!(is_kept(&pages, "/projects/999", "one"), "the last ones stay");
    }

    #[test]
    fn an_answer_without_a_tag_or_not_to_be_stored_is_not_kept() {
        let pages = pages("64MiB");
        for headers in
            [&[][..], &[("etag", "a")], &[("etag", "\"a\""), ("cache-control", "private, No-Store")]]
        {
            let key = pages.key(&read(ISSUES), &token("one"), TypeId::of::<u8>());
            pages.keep(key, &head(headers), Arc::new(7_u8), 1);
            assert!(!is_kept(&pages, ISSUES, "one"), "{headers:?}");
        }
    }

    #[test]
    fn a_host_that_is_distrusted_is_asked_for_nothing_by_its_tag() {
        let pages = pages("64MiB");
        keep(&pages, ISSUES, "one");
        pages.distrust();
        keep(&pages, ISSUES, "one");
        assert!(!is_kept(&pages, ISSUES, "one"));
    }
}
