//! A caller's words and the host's names: paths, references, addresses, slugs, and how near one text is to another.

#![no_main]

use libfuzzer_sys::fuzz_target;
use passerelle::{
    gitlab::{FullPath, TraceParent},
    matching::{DuplicateMatcher, Hint, Kind, Ranking, Slug, Text, normalise},
    service::IssueReference,
};

fn paths(text: &str) {
    if let Ok(path) = FullPath::parse(text) {
        assert!(!path.as_str().split('/').any(|segment| matches!(segment, "" | "." | "..")));
        assert!(!path.as_str().chars().any(char::is_control));
    }
    if let Some(IssueReference::Number(iid)) = IssueReference::parse(text, "https://gitlab.example.com") {
        let digits: String = normalise(text).chars().filter(char::is_ascii_digit).collect();
        assert!(digits.contains(&iid.to_string()), "{text:?}");
    }
    if let Some(slug) = Slug::of(text) {
        let odd = |byte: u8| !(byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
        assert!(!slug.as_str().is_empty() && !slug.as_str().bytes().any(odd));
    }
    if let Ok(value) = text.parse() {
        let _ = TraceParent::of(&std::iter::once((http::HeaderName::from_static("traceparent"), value)).collect());
    }
}

fn nearness(words: &str, title: &str) {
    for kind in [Kind::Issue, Kind::Project, Kind::Group, Kind::Milestone, Kind::Member] {
        let text = match kind {
            Kind::Issue | Kind::Milestone => Text::title(title),
            _ => Text::named(title, words),
        };
        let other = Text::title(words);
        let hint = Hint::new(words);
        let ranking = Ranking::of(&hint, kind, [(0, &text), (1, &other)]);
        assert!(ranking.nearest(2).iter().all(|nearest| nearest.score.shown() <= 100));
    }
    let same = Hint::new(title);
    if !same.is_blank() {
        let text = Text::title(title);
        let ranking = Ranking::of(&same, Kind::Issue, [((), &text)]);
        assert_eq!(ranking.top().map(|top| top.score.shown()), Some(100), "{title:?}");
    }
    let (duplicate, _) = DuplicateMatcher::new(title).score(&Text::title(words));
    assert!(duplicate.shown() <= 100);
    let folded = normalise(title);
    assert_eq!(normalise(&folded), folded, "{title:?}");
}

fuzz_target!(|texts: (&str, &str)| {
    paths(texts.0);
    nearness(texts.0, texts.1);
});
