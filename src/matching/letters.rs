//! How alike two normalised texts are as sequences of letters: for the scale of groups/search, and for slips.

use rapidfuzz::distance::indel;

use super::Score;

/// Whether two words have the same letters in another order.
pub(in crate::matching) fn is_swap(mine: &str, other: &str) -> bool {
    let difference = mine.bytes().zip(other.bytes()).fold((0_i32, 0_i32), |(sum, squares), (a, b)| {
        let (a, b) = (i32::from(a), i32::from(b));
        (sum + a - b, squares + a * a - b * b)
    });
    mine.len() == other.len() && difference == (0, 0)
}

/// 100 × 2M / T, cut to an integer: M the length of the longest common subsequence, T the characters of both. Zero if it is not above
/// a score.
#[must_use]
pub fn ratio_above(a: &str, b: &str, score: Score) -> Score {
    let both = a.chars().count() + b.chars().count();
    let least = (both * (usize::from(score.value()) + 1)).div_ceil(100);
    let cutoff = indel::Args::default().score_cutoff(least);
    let common = indel::similarity_with_args(a.chars(), b.chars(), &cutoff).unwrap_or_default();
    // In integers: shares are not exact.
    let percent = (100 * common).checked_div(both).unwrap_or(100);
    Score::new(u8::try_from(percent).unwrap_or(100))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(a: &str, b: &str) -> Score {
        ratio_above(a, b, Score::default())
    }

    #[test]
    fn the_longest_common_subsequence_is_counted_against_both_texts() {
        assert_eq!(ratio("ville", "ville").value(), 100);
        assert_eq!(ratio("ville", "villa").value(), 80);
        assert_eq!(ratio("ab", "abcd").value(), 66);
        assert_eq!(ratio("ville", "lilve").value(), 60);
        assert_eq!(ratio("abc", "xyz").value(), 0);
        assert_eq!(ratio("urbanisme bus finances", "eau data urbanisme").value(), 45, "18 of 40");
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
