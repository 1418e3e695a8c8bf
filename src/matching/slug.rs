//! A project's path from its name.

use std::fmt;

use serde::Serialize;

use super::normalise::fold;

/// The last segment of a project's full path: non-empty, of `[a-zA-Z0-9._-]` (interface, Project identifiers).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Slug(String);

impl Slug {
    /// The slug of a text (interface, projects create, rule 3): case and accents folded, white space and other
    /// characters to `-`, one `-` each run, no `-`, `.`, `_` at the ends. `None` when nothing is left.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let mut slug = String::with_capacity(text.len());
        for character in text.chars() {
            fold(character, &mut |folded| match folded {
                'a'..='z' | '0'..='9' | '.' | '_' => slug.push(folded),
                _ if !slug.ends_with('-') => slug.push('-'),
                _ => {}
            });
        }
        let slug = slug.trim_matches(['-', '.', '_']);
        (!slug.is_empty()).then(|| Self(slug.to_owned()))
    }

    /// The slug as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Slug;

    #[test]
    fn a_name_becomes_a_path_that_people_recognise() {
        for (name, slug) in [
            ("Portail Citoyen", "portail-citoyen"),
            ("  Élections   européennes ", "elections-europeennes"),
            ("L'école & la mairie", "l-ecole-la-mairie"),
            ("Cœur de ville", "coeur-de-ville"),
            ("Straße/Øst", "strasse-ost"),
            ("v2.0_beta", "v2.0_beta"),
            ("--- déjà -- vu ...", "deja-vu"),
            ("№ 5 ½", "no-5-1-2"),
        ] {
            assert_eq!(Slug::of(name).unwrap().as_str(), slug, "{name}");
        }
    }

    #[test]
    fn a_name_without_letters_or_digits_has_no_slug() {
        for name in ["", "   ", "!!!", "._-", "项目", "🎉"] {
            assert_eq!(Slug::of(name), None, "{name}");
        }
    }

    proptest! {
        #[test]
        fn a_slug_has_only_allowed_characters_and_is_its_own_slug(name in "\\PC{0,60}") {
            if let Some(slug) = Slug::of(&name) {
                prop_assert!(slug.as_str().bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b)));
                prop_assert!(!slug.as_str().contains("--"));
                prop_assert_eq!(Slug::of(slug.as_str()), Some(slug.clone()));
            }
        }
    }
}
