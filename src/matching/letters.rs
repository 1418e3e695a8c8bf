//! How alike two normalised texts are as sequences of letters, for the scale of groups/search.

use rapidfuzz::distance::indel;

use super::Score;

/// 100 × 2M / T, cut to an integer: M the length of the longest common subsequence, T the characters of both.
#[must_use]
pub fn ratio(a: &str, b: &str) -> Score {
    percent(indel::normalized_similarity(a.chars(), b.chars()))
}

/// The ratio where it is above a score, and zero or the ratio where it is not: most texts are told apart by the letters
/// that they do not share, which takes a tenth of the time.
#[must_use]
pub fn ratio_above(a: &str, b: &str, score: Score) -> Score {
    if best_ratio(a, b) > score { ratio(a, b) } else { Score::default() }
}

/// What the ratio can't exceed: letters that only one of the two has are in no common subsequence.
fn best_ratio(a: &str, b: &str) -> Score {
    if a.is_empty() || b.is_empty() {
        return Score::FULL;
    }
    if !a.is_ascii() || !b.is_ascii() {
        let (ours, theirs) = (a.chars().count(), b.chars().count());
        #[expect(clippy::cast_precision_loss, reason = "texts have few letters")]
        return percent(2.0 * ours.min(theirs) as f64 / (ours + theirs) as f64);
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
    let apart: u32 = surplus.iter().map(|letters| letters.unsigned_abs()).sum();
    #[expect(clippy::cast_precision_loss, reason = "texts have few letters")]
    let all = (a.len() + b.len()) as f64;
    percent(1.0 - f64::from(apart) / all)
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
    fn the_longest_common_subsequence_is_counted_against_both_texts() {
        assert_eq!(ratio("ville", "ville").value(), 100);
        assert_eq!(ratio("ville", "villa").value(), 80);
        assert_eq!(ratio("ab", "abcd").value(), 66);
        assert_eq!(ratio("ville", "lilve").value(), 60);
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
