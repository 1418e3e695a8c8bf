//! All sentences for callers are in French and in English, with correct French typography.

use std::{fs, path::Path};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::folder::files_below;

/// Which string literals are looked at.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    All,
    /// Literals that stand neither in a pair of both languages nor in a text for models.
    OneLanguage,
}

/// The string literals of the sources below a folder of `src`, with their file. Comments, attributes and tests are left out.
fn literals(folder: &str, of: Of) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let own = root.join(format!("{folder}.rs"));
    let text = fs::read_to_string(&own).unwrap();
    let mut found = Vec::new();
    for (path, text) in files_below(&root.join(folder), "rs").into_iter().chain([(own, text)]) {
        if !path.ends_with("tests.rs") {
            let mut texts = Vec::new();
            collect(text.parse().unwrap(), of, &mut texts);
            found.extend(texts.into_iter().map(|text| (path.display().to_string(), text)));
        }
    }
    assert!(!found.is_empty(), "{folder} has no sources");
    found
}

fn collect(tokens: TokenStream, of: Of, texts: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                tokens.next_if(|next| matches!(next, TokenTree::Punct(inner) if inner.as_char() == '!'));
                let attribute = tokens.next().unwrap().to_string();
                if attribute == "[cfg (test)]" {
                    skip_item(&mut tokens);
                }
            }
            TokenTree::Ident(ident) if of == Of::OneLanguage => {
                let lead: &[&str] = match ident.to_string().as_str() {
                    "say" => &["!"],
                    "Sentence" => &[":", ":", "new"],
                    "failed" | "usage" => &[":"],
                    "Noun" => &[],
                    _ => continue,
                };
                if lead.iter().all(|part| tokens.next_if(|next| next.to_string() == *part).is_some()) {
                    tokens.next_if(|next| matches!(next, TokenTree::Group(_) | TokenTree::Literal(_)));
                }
            }
            TokenTree::Group(group) => collect(group.stream(), of, texts),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.ends_with(['"', '#']) && !text.starts_with('b') {
                    texts.push(text.trim_matches(['r', '#', '"']).to_owned());
                }
            }
            _ => {}
        }
    }
}

/// Skips the item after `#[cfg(test)]`.
fn skip_item(tokens: &mut impl Iterator<Item = TokenTree>) {
    for token in tokens {
        match token {
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => return,
            TokenTree::Punct(end) if end.as_char() == ';' => return,
            _ => {}
        }
    }
}

/// Whether a text is a sentence, or a part of a French one.
fn is_sentence(text: &str) -> bool {
    let is_long = text.split(' ').count() > 2;
    let is_french = text.chars().any(|letter| letter.is_alphabetic() && !letter.is_ascii() || letter == '«');
    let is_whole =
        text.starts_with(|first: char| first.is_ascii_uppercase()) && text.ends_with(['.', '?', '!']);
    is_long && !text.starts_with('{') && (is_french || is_whole)
}

#[test]
fn every_sentence_stands_in_both_languages() {
    for folder in ["api", "service"] {
        for (file, text) in literals(folder, Of::OneLanguage) {
            assert!(!is_sentence(&text), "{file}: {text:?} needs a `Sentence`");
        }
    }
}

#[test]
fn a_sentence_in_one_language_is_seen() {
    let seen = |source: &str| {
        let mut texts = Vec::new();
        collect(source.parse().unwrap(), Of::OneLanguage, &mut texts);
        texts.into_iter().filter(|text| is_sentence(text)).count()
    };
    assert_eq!(seen(r#"fn f() { g("Le ticket est fermé"); h!("The issue is closed."); }"#), 2);
    assert_eq!(seen(r#"fn f() -> Sentence { g("Le ticket est fermé") }"#), 1);
    assert_eq!(
        seen(
            r#"fn f() { say!("Le ticket est fermé.", "It is."); Sentence::new("Le ticket est", "It is."); }"#
        ),
        0
    );
    assert_eq!(
        seen(
            r#"/// Le ticket est fermé.
        #[doc = "The issue is closed."] fn f() { warn!("the operation failed"); let a = "développement"; }
        #[cfg(test)] mod tests { const A: &str = "Le ticket est fermé."; }"#
        ),
        0
    );
}

#[test]
fn french_has_non_breaking_spaces_beside_its_marks() {
    let words = include_str!("../../src/messages/words.json")
        .split('"')
        .map(|text| ("words.json".to_owned(), text.to_owned()));
    let sources = ["messages", "api"].into_iter().flat_map(|folder| literals(folder, Of::All));
    for (file, text) in sources.chain(words) {
        let is_french =
            text.contains('«') || [" :", " ;", " ?", " !", " %"].iter().any(|mark| text.contains(mark));
        let loose = ["« ", " »", " :", " ;", " ?", " !", " %"].iter().find(|mark| text.contains(**mark));
        assert!(
            !is_french || loose.is_none(),
            "{file}: {text:?} needs non-breaking spaces (U+00A0), not {loose:?}"
        );
    }
}
