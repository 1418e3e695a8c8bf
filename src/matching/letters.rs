//! How alike two normalised texts are as sequences of letters: for the scale of groups/search, and for slips.

use rapidfuzz::distance::indel;

use super::Score;

/// Whether two words of one length have the same letters in another order.
pub(in crate::matching) fn is_swap(mine: &str, other: &str) -> bool {
    let difference = mine.bytes().zip(other.bytes()).fold((0_i32, 0_i32), |(sum, squares), (a, b)| {
        let (a, b) = (i32::from(a), i32::from(b));
        (sum + a - b, squares + a * a - b * b)
    });
    difference == (0, 0)
}

/// 100 × 2M / T, cut to an integer: M the length of the longest common subsequence, T the characters of both.
#[must_use]
pub fn ratio(a: &str, b: &str) -> Score {
    percent(indel::normalized_similarity(a.chars(), b.chars()))
}

/// The ratio where it is above a score, and zero where it is not.
#[must_use]
pub fn ratio_above(a: &str, b: &str, score: Score) -> Score {
    // A little below the next: sums of shares are not exact.
    let least = (f64::from(score.value()) + 0.9) / 100.0;
    let above = indel::Args::default().score_cutoff(least);
    indel::normalized_similarity_with_args(a.chars(), b.chars(), &above).map_or(Score::default(), percent)
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
