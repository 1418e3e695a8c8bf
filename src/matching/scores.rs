//! Scores of what was found: nearness, what the evidence names, what the interface raises.

use super::{
    hint::Hint,
    kind::Kind,
    proof::{Contender, Verdict},
    score::{MARGIN, Score},
    text::Text,
};

/// What nothing but equality exceeds: what the interface raises stands above.
const BEST_GUESS: f32 = 89.0;
/// What has all of the hint's words is at least this near.
const FULL: f32 = 60.0;
/// What the evidence names is at least this near.
const NAMED: f32 = 80.0;
/// A text this plausible is worth asking for.
const PLAUSIBLE: f32 = 0.44;
/// And so are those this near to it.
const ABOUT_AS_NEAR: f32 = 0.5;
/// What is not worth asking stays under the minimum.
const NOT_ASKED: f32 = 39.0;

/// Makes scores of what the walk found.
pub(in crate::matching) struct Scores<'a> {
    pub(in crate::matching) hint: &'a Hint,
    pub(in crate::matching) kind: Kind,
    pub(in crate::matching) texts: &'a [&'a Text],
    pub(in crate::matching) near: &'a [f32],
    pub(in crate::matching) contenders: &'a [Contender<'a>],
    pub(in crate::matching) verdict: &'a Verdict,
    /// How plausible the nearest are.
    pub(in crate::matching) plausible: f32,
}

impl Scores<'_> {
    /// The score of each text.
    pub(in crate::matching) fn all(&self) -> Vec<Score> {
        let named = match self.verdict {
            Verdict::Named(index) | Verdict::Called(index) => Some(*index),
            Verdict::Open(..) => None,
        };
        let cut = self.cut();
        let full = self.full();
        let guesses: Vec<f32> = (0..self.texts.len()).map(|index| self.guess(index, &full, cut)).collect();
        let best = named.map(|named| guesses.get(named).copied().unwrap_or_default().max(NAMED));
        let is_team_name = self.texts.iter().any(|text| self.is_called(text));
        let scores = guesses.into_iter().enumerate().map(|(index, guess)| {
            let guess = match best {
                Some(best) if named == Some(index) => best,
                Some(best) => guess.min(best - f32::from(MARGIN) - 1.0),
                None => guess,
            };
            self.raised(index, percent(guess), is_team_name)
        });
        scores.collect()
    }

    fn guess(&self, index: usize, full: &[bool], cut: Option<f32>) -> f32 {
        let near = self.near.get(index).copied().unwrap_or_default();
        let full = full.get(index).copied().unwrap_or_default();
        if full {
            return FULL + (BEST_GUESS - FULL) * near;
        }
        let minimum = f32::from(Score::MINIMUM.value());
        match cut {
            Some(cut) if near >= cut => minimum + (BEST_GUESS - minimum) * (near - cut) / (1.0 - cut),
            Some(cut) => NOT_ASKED * near / cut,
            None => (BEST_GUESS * near).min(NOT_ASKED),
        }
    }

    /// Which texts have a counterpart for each word of the hint, or are called so.
    fn full(&self) -> Vec<bool> {
        let mut full = vec![false; self.texts.len()];
        let all =
            self.contenders.iter().filter(|contender| contender.is_open()).map(|contender| contender.index);
        let first = match self.verdict {
            Verdict::Open(first, _) => first.as_slice(),
            Verdict::Named(_) | Verdict::Called(_) => &[],
        };
        for index in all.chain(first.iter().copied()) {
            if let Some(slot) = full.get_mut(index) {
                *slot = true;
            }
        }
        full
    }

    /// The nearness from which a text is a candidate: below that of the most plausible one, so that those about as near are too; `None`
    /// where nothing is worth asking for.
    fn cut(&self) -> Option<f32> {
        let best = self.near.iter().copied().fold(0.0, f32::max);
        let cut = PLAUSIBLE.min(ABOUT_AS_NEAR * best).max(f32::EPSILON);
        let first = matches!(self.verdict, Verdict::Open(first, _) if !first.is_empty());
        let named = matches!(self.verdict, Verdict::Named(_) | Verdict::Called(_));
        (first || named || self.plausible >= PLAUSIBLE).then_some(cut)
    }

    /// What the interface raises: equal texts, and a hint that stands inside a name, a path or a title.
    fn raised(&self, index: usize, score: Score, is_team_name: bool) -> Score {
        let Some(text) = self.texts.get(index) else { return score };
        let hint = self.hint.normal.as_str();
        let equal = text.name == hint && text.reading.signs == self.hint.reading.signs;
        if !hint.is_empty() && (equal || text.folded_path == hint) || self.is_called(text) {
            return Score::EXACT;
        }
        // What is called so small words apart, as the team's own names are compared, is asked for beside what the team calls so.
        if is_team_name && self.hint.is_all_of(text) {
            return Score::EXACT;
        }
        if matches!(self.verdict, Verdict::Called(called) if *called == index) {
            return Score::CALLED;
        }
        let within = match self.kind {
            Kind::Project => Score::default(),
            Kind::Issue | Kind::Milestone if self.hint.is_vague() => Score::WITHIN_NAME,
            _ if contains(&text.name, hint) => Score::WITHIN_NAME,
            Kind::Group | Kind::Member if contains(&text.folded_path, hint) => Score::WITHIN_PATH,
            _ => Score::default(),
        };
        score.max(within)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 100")]
fn percent(value: f32) -> Score {
    Score::new(value.clamp(0.0, 100.0) as u8)
}

impl Scores<'_> {
    /// Whether the team calls this object so.
    fn is_called(&self, text: &Text) -> bool {
        let has_path = matches!(self.kind, Kind::Project | Kind::Group);
        has_path && self.hint.called.as_ref().is_some_and(|path| *path == text.path)
    }
}

/// The score of a nearness of 0 to 1 by itself.
pub(in crate::matching) fn nearness_score(near: f32) -> Score {
    percent(BEST_GUESS * near)
}

/// Whether a hint stands in a text letter by letter, its numbers whole.
pub(in crate::matching) fn contains(text: &str, hint: &str) -> bool {
    if hint.len() > text.len() {
        return false;
    }
    let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    text.match_indices(hint).any(|(start, _)| {
        let (bytes, end) = (text.as_bytes(), start + hint.len());
        let cuts_before = start > 0 && digit(hint.as_bytes().first()) && digit(bytes.get(start - 1));
        let cuts_after = digit(hint.as_bytes().last()) && digit(bytes.get(end));
        !cuts_before && !cuts_after
    })
}

#[cfg(test)]
mod tests {
    use super::contains;

    #[test]
    fn a_hint_stands_in_a_text_letter_by_letter_and_its_numbers_whole() {
        for (text, hint, stands) in [
            ("abc", "abc", true),
            ("abc", "abcd", false),
            ("a superstructure", "struct", true),
            ("sprint 12", "sprint 1", false),
            ("sprint 1 bis", "sprint 1", true),
            ("12 lots", "2 lots", false),
            ("2 lots", "2", true),
            ("lot 2", "2", true),
            ("lot 2a", "a", true),
            ("lot 2a", "2", true),
            ("11 1", "1", true),
            ("11 12", "1", false),
        ] {
            assert_eq!(contains(text, hint), stands, "{hint:?} in {text:?}");
        }
    }
}
