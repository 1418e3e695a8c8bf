//! How alike two normalised texts are as sequences of letters, for the scale of groups/search.

use rapidfuzz::distance::levenshtein;

use super::Score;

/// 100 × (1 − edits / length of the longer), cut to an integer.
#[must_use]
pub fn ratio(a: &str, b: &str) -> Score {
    percent(levenshtein::normalized_similarity(a.chars(), b.chars()))
}

/// The ratio where it is above a score, and zero or the ratio where it is not: most texts are told apart by the letters
/// that they do not share, which takes a tenth of the time.
#[must_use]
pub fn ratio_above(a: &str, b: &str, score: Score) -> Score {
    if best_ratio(a, b) > score { ratio(a, b) } else { Score::default() }
}

/// What the ratio can't exceed: letters that only one of the two has cost an edit each.
fn best_ratio(a: &str, b: &str) -> Score {
    if a.is_empty() || b.is_empty() || !a.is_ascii() || !b.is_ascii() {
        return Score::FULL;
    }
    let mut surplus = [0_i32; 128];
    let mut count = |text: &str, step: i32| {
        for byte in text.bytes() {
            if let Some(letter) = surplus.get_mut(usize::from(byte)) {
                *letter += step;
            }
        }
    };
    count(a, 1);
    count(b, -1);
    let ours: i32 = surplus.iter().filter(|letters| **letters > 0).sum();
    let theirs: i32 = -surplus.iter().filter(|letters| **letters < 0).sum::<i32>();
    #[expect(clippy::cast_precision_loss, reason = "texts have few letters")]
    let longer = a.len().max(b.len()) as f64;
    percent(1.0 - f64::from(ours.max(theirs)) / longer)
}

fn percent(share: f64) -> Score {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a ratio is within 0 and 1")]
    let percent = (share * 100.0) as u8;
    Score::new(percent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn edits_are_counted_against_the_longer_text() {
        assert_eq!(ratio("ville", "ville").value(), 100);
        assert_eq!(ratio("ville", "villa").value(), 80);
        assert_eq!(ratio("ab", "abcd").value(), 50);
        assert_eq!(ratio("abc", "xyz").value(), 0);
    }

    proptest! {
        #[test]
        fn what_is_above_is_not_missed(a in "[a-dé ]{0,12}", b in "[a-dé ]{0,12}", least in 0..=100_u8) {
            let (ratio, least) = (ratio(&a, &b), Score::new(least));
            let found = ratio_above(&a, &b, least);
            prop_assert!(found == ratio || (ratio <= least && found == Score::default()));
        }
    }
}
