//! What words are about, of both languages: the vectors of two words are near where the words stand in like sentences. That orders what no rule
//! finds, and proves nothing: "chaud" stands where "froid" does.
//!
//! `vectors.py` makes the table, and says of what.

/// How many numbers a vector has.
const DIMENSIONS: usize = 32;
/// The step between two of them, in a vector of length 1.
const STEP: f32 = 0.6 / 127.0;
/// Keys are spread evenly: none stands so far from where its value says.
const STRAY: usize = 1024;

static TABLE: &[u8] = include_bytes!("vectors.bin");

/// What a word is about.
pub(in crate::matching) type Vector = &'static [u8; DIMENSIONS];

/// The vector of a word, by its hash.
pub(in crate::matching) fn vector(hash: u64) -> Option<Vector> {
    let (count, rest) = TABLE.split_first_chunk()?;
    let count = u32::from_le_bytes(*count);
    let (keys, rest) = rest.split_at_checked(4 * count as usize)?;
    let (rows, vectors) = rest.split_at_checked(2 * count as usize)?;
    let (keys, rows) = (keys.as_chunks().0, rows.as_chunks().0);
    let key = u32::try_from(hash >> 32).ok()?;
    let about = usize::try_from((u64::from(key) * u64::from(count)) >> 32).ok()?;
    let first = about.saturating_sub(STRAY);
    let beside = keys.get(first..keys.len().min(about + STRAY))?;
    let place = beside.binary_search_by_key(&key, |key| u32::from_le_bytes(*key)).ok()?;
    vectors.as_chunks().0.get(usize::from(u16::from_le_bytes(*rows.get(first + place)?)))
}

/// The cosine of the angle between two vectors: 1 where the words are about the same, 0 or less where they have nothing in common.
#[expect(clippy::cast_precision_loss, reason = "a sum of 32 products of bytes")]
pub(in crate::matching) fn cosine(one: Vector, other: Vector) -> f32 {
    let product = |(a, b): (&u8, &u8)| i32::from(a.cast_signed()) * i32::from(b.cast_signed());
    let sum: i32 = one.iter().zip(other).map(product).sum();
    sum as f32 * STEP * STEP
}

#[cfg(test)]
mod tests {
    use super::{TABLE, cosine, vector};
    use crate::matching::lexicon::hash;

    #[test]
    fn every_word_of_the_table_is_found_where_its_key_says() {
        let (count, rest) = TABLE.split_first_chunk().unwrap();
        let count = u32::from_le_bytes(*count) as usize;
        let keys: Vec<u64> =
            rest[..4 * count].as_chunks().0.iter().map(|key| u32::from_le_bytes(*key).into()).collect();
        assert!(keys.is_sorted());
        assert!(keys.iter().all(|key| vector(key << 32).is_some()));
        assert!(vector(hash("zzyzxq")).is_none());
    }

    #[test]
    fn words_of_either_language_are_near_where_they_are_about_the_same() {
        let near = |one: &str, other: &str| cosine(vector(hash(one)).unwrap(), vector(hash(other)).unwrap());
        for (word, akin, stranger) in [
            ("facture", "payment", "oiseau"),
            ("printer", "imprimante", "montagne"),
            ("lenteur", "slow", "cuisine"),
            ("insectes", "ruche", "contract"),
        ] {
            assert!(near(word, akin) > near(word, stranger) + 0.2, "{word}: {akin}, {stranger}");
        }
        assert!((near("facture", "facture") - 1.0).abs() < 0.02);
    }
}
