//! Grades what was found: from nearness, what the evidence names and what the interface raises to the score of each text.

use std::collections::HashSet;

use super::{
    doubt::Difference,
    kind::Kind,
    nearness::Found,
    proof::{Case, Conclusion},
    said_path::{PathFit, SaidPath},
    score::{MARGIN, SHOWN_CANDIDATES, Score},
    text::Text,
};

/// What nothing but equality exceeds: what the interface raises stands above.
const BEST_GUESS: f32 = 89.0;
/// What has all of the hint's words is at least this near.
const FULL: f32 = 60.0;
/// What the evidence names is at least this near.
const NAMED: f32 = Score::NAMED.value() as f32;
/// What is this near to what is worth asking for is asked for as well.
const ABOUT_AS_NEAR: f32 = 0.5;
/// What has less than this share of a guess's nearness is not asked for beside it.
const BESIDE_A_GUESS: f32 = 0.15;
/// The most above the minimum for what is only worth asking for: within the margin, in the order of nearness.
const ASKED: f32 = 9.0;
/// What is not worth asking stays under the minimum.
const NOT_ASKED: f32 = 39.0;

/// What is this near is worth asking for, whatever else is near.
const NEAR: f32 = 0.7;
/// What is less near is not.
const LEAST: f32 = 0.1;
/// Nor is this among few texts.
const LEAST_OF_FEW: f32 = 0.27;
/// Fewer texts are nearly all suggested anyway.
const FEW: usize = 8;
/// As much must speak for one of few as for one of 64.
const NEEDED_OF_FEW: f32 = 4.16;
/// What speaks for it that a project is named: people name one that is there.
const PROJECT: f32 = 0.75;
/// A guess is far below this.
const FARTHEST: f32 = 0.44;

impl Case<'_> {
    /// The score of each text, after what the evidence comes to.
    pub(super) fn scores(&self, verdict: &Conclusion) -> Vec<Score> {
        let (named, asked) = match verdict {
            Conclusion::Named(index) | Conclusion::Called(index) => (Some(*index), None),
            Conclusion::Open(asked, _) => (None, Some(asked)),
        };
        // What has a counterpart for each word of the hint, or is called so.
        let open = self.contenders.iter().filter(|contender| contender.is_open());
        let full: HashSet<usize> =
            open.map(|contender| contender.index).chain(asked.into_iter().flatten().copied()).collect();
        let cut = self.cut(asked.is_none_or(|asked| !asked.is_empty()));
        let nearest = self.found.iter().map(|found| found.near).fold(0.0, f32::max);
        let guess_at =
            |(index, found): (usize, &Found<'_>)| guess(found.near, full.contains(&index), cut, nearest);
        let best =
            named.and_then(|named| Some((named, guess_at((named, self.found.get(named)?)).max(NAMED))));
        let is_team_name = self.found.iter().any(|found| self.is_called(found.text));
        let scores = self.found.iter().enumerate().map(|(index, found)| {
            let guess = guess_at((index, found));
            let guess = match best {
                Some((named, best)) if named == index => best,
                Some((_, best)) => guess.min(best - f32::from(MARGIN) - 1.0),
                None => guess,
            };
            match verdict {
                _ if self.is_equal(found, is_team_name) => Score::EXACT,
                Conclusion::Called(called) if *called == index && self.is_whole_path(found.text) => {
                    Score::EXACT
                }
                Conclusion::Called(called) if *called == index => Score::CALLED,
                _ => percent(guess).max(self.within(found)),
            }
        });
        scores.collect()
    }

    /// The nearness from which a text is a candidate: below that of the nearest, so that those about as near are too; `None` where nothing is
    /// worth asking for.
    fn cut(&self, has_all: bool) -> Option<f32> {
        let mut nearest: Vec<_> = self.found.iter().collect();
        nearest.sort_unstable_by(|a, b| b.near.total_cmp(&a.near));
        let near = |place: usize| nearest.get(place).map_or(0.0, |found| found.near);
        let (least, needed) = needed(self.kind, nearest.len());
        // Among many, what is far and stands out from nothing is not asked for, and beside what is far another is: a read would act on it.
        let is_far = nearest.len() >= FEW && near(0) < FARTHEST;
        let stands_out = !is_far || near(1) > near(SHOWN_CANDIDATES);
        let plausible = |first: &&Found<'_>| {
            first.near >= NEAR || first.near >= least && first.plausible >= needed && stands_out
        };
        // As many guesses as a caller is shown.
        let shown = near(SHOWN_CANDIDATES - 1).max(near(SHOWN_CANDIDATES) + f32::EPSILON).min(near(1));
        let beside_guess = if is_far { 0.0 } else { BESIDE_A_GUESS };
        let beside = if has_all { ABOUT_AS_NEAR } else { beside_guess };
        let is_asked = has_all || nearest.first().is_some_and(plausible);
        is_asked.then_some(shown.max(beside * near(0)))
    }

    /// Whether a text is what the hint says, or what the team calls so.
    fn is_equal(&self, found: &Found<'_>, is_team_name: bool) -> bool {
        let (hint, text) = (self.hint, found.text);
        if self.path.is_some() {
            return self.is_called(text);
        }
        let same_signs = text.reading.signs == hint.reading.signs;
        let is_same = |differs: &Difference| differs.said == differs.found;
        let differs_in_capitals = found.difference.as_ref().is_some_and(is_same);
        let named = !differs_in_capitals && same_signs && text.name == hint.normal;
        // A path has no signs of its own.
        let signed = same_signs || text.path.eq_ignore_ascii_case(hint.text.trim());
        let at_path = signed && text.folded_path == hint.normal;
        // What is called so small words apart, as the team's own names are compared, is asked for beside what the team calls so.
        let beside = is_team_name && hint.is_all_of(text);
        !hint.is_blank() && (named || at_path) || self.is_called(text) || beside
    }

    /// Whether the hint is the full path, and nothing else.
    fn is_whole_path(&self, text: &Text) -> bool {
        let is_whole = |path: &SaidPath| path.fit(&text.path).is_some_and(|fit| fit < PathFit::End);
        self.path.is_some_and(|path| path.alone && is_whole(path))
    }

    /// What the interface raises a hint to that stands inside a name, a path or a title.
    fn within(&self, Found { text, denied, .. }: &Found<'_>) -> Score {
        let said = self.hint.normal.as_str();
        match self.kind {
            kind if *denied || kind == Kind::Project => Score::default(),
            Kind::Issue | Kind::Milestone if self.hint.is_vague() => Score::WITHIN_NAME,
            _ if contains(&text.name, said) => Score::WITHIN_NAME,
            Kind::Group | Kind::Member if contains(&text.folded_path, said) => Score::WITHIN_PATH,
            _ => Score::default(),
        }
    }

    /// Whether the team calls this object so.
    fn is_called(&self, text: &Text) -> bool {
        let has_path = matches!(self.kind, Kind::Project | Kind::Group);
        has_path && self.hint.called.as_ref().is_some_and(|path| *path == text.path)
    }
}

/// How near the nearest of so many texts must be to be asked for, and how plausible: the more there are, the more are near by chance.
#[expect(clippy::cast_precision_loss, reason = "pools are small")]
fn needed(kind: Kind, texts: usize) -> (f32, f32) {
    let (least, needed) = match texts {
        _ if kind == Kind::Member => (LEAST_OF_FEW, 0.0),
        // As for one of ten: where a hint's milestone is not found, an issue is created without it.
        ..FEW if kind == Kind::Milestone => (LEAST_OF_FEW, 10_f32.ln()),
        ..FEW => (LEAST_OF_FEW, NEEDED_OF_FEW),
        _ => (LEAST, (texts as f32).ln()),
    };
    (least, if kind == Kind::Project { needed - PROJECT } else { needed })
}

/// The score of a nearness: what has all words stands above what is cut off, and that above what is not worth asking for. What is only about as near
/// is within the margin of the nearest: a read asks too.
fn guess(near: f32, full: bool, cut: Option<f32>, nearest: f32) -> f32 {
    let minimum = f32::from(Score::MINIMUM.value());
    match cut {
        _ if full => FULL + (BEST_GUESS - FULL) * near,
        Some(cut) if near >= cut => minimum + ASKED * (near - cut) / (nearest - cut).max(f32::EPSILON),
        Some(cut) => NOT_ASKED * near / cut,
        None => (BEST_GUESS * near).min(NOT_ASKED),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 100")]
fn percent(value: f32) -> Score {
    Score::new(value.clamp(0.0, 100.0) as u8)
}

/// The score of a nearness of 0 to 1 by itself.
pub(super) fn nearness_score(near: f32) -> Score {
    percent(BEST_GUESS * near)
}

/// Whether a hint stands in a text letter by letter, its numbers whole.
pub(super) fn contains(text: &str, hint: &str) -> bool {
    let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let is_whole = |(start, _): (usize, &str)| {
        let (bytes, end) = (text.as_bytes(), start + hint.len());
        let cuts_before = start > 0 && digit(hint.as_bytes().first()) && digit(bytes.get(start - 1));
        let cuts_after = digit(hint.as_bytes().last()) && digit(bytes.get(end));
        !cuts_before && !cuts_after
    };
    // To prepare the search for a long hint takes longer than the search.
    hint.len() <= text.len() && text.match_indices(hint).any(is_whole)
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
