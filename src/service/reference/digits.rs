//! Decimal digits of every script.

/// The zero of each script's decimal digits; its other nine follow it (Unicode 16, category Nd).
const ZEROS: &str = "0٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐᥆᧐᪀᪐᭐᮰᱀᱐꘠꣐꤀꧐꧰꩐꯰０𐒠𐴰𑁦𑃰𑄶𑇐𑋰𑑐𑓐𑙐𑛀𑜰𑣠𑥐𑱐𑵐𑶠𑽐𖩠𖫀𖭐𝟎𝟘𝟢𝟬𝟶𞅀𞋰𞓰𞥐";

/// The value of a decimal digit, 0 to 9; `None` for any other character.
pub(super) fn digit_value(character: char) -> Option<u8> {
    let above = |zero: char| u32::from(character).checked_sub(u32::from(zero)).filter(|value| *value <= 9);
    // Most are letters of ASCII.
    let mut zeros = ZEROS.chars().take(if character.is_ascii() { 1 } else { usize::MAX });
    zeros.find_map(above).and_then(|value| u8::try_from(value).ok())
}

/// The number in digits of any scripts; `None` for an empty text, for other characters, and past `i64::MAX`.
pub(super) fn number_of(text: &str) -> Option<i64> {
    if text.is_empty() {
        return None;
    }
    text.chars().try_fold(0_i64, |number, character| {
        number.checked_mul(10)?.checked_add(i64::from(digit_value(character)?))
    })
}

/// Whether a text holds this number, not as a part of a longer one: "lot 12" and "v12.1" hold 12, "lot 121" does not.
pub(crate) fn holds_number(text: &str, number: i64) -> bool {
    text.split(|character| digit_value(character).is_none()).any(|run| number_of(run) == Some(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_in_whatever_script_its_digits_are() {
        for text in ["12", "012", "١٢", "१२", "１２", "𝟙𝟚"] {
            assert_eq!(number_of(text), Some(12), "{text}");
        }
        for text in ["", "1a", "½", "Ⅻ", "-1", "1 2", "99999999999999999999"] {
            assert_eq!(number_of(text), None, "{text}");
        }
    }

    #[test]
    fn there_is_a_zero_for_each_script() {
        assert_eq!((ZEROS.chars().count(), ZEROS.chars().next()), (67, Some('0')));
    }

    #[test]
    fn a_text_holds_a_number_whose_digits_stand_whole_in_it() {
        for (text, holds) in [
            ("Sprint 12", true),
            ("12", true),
            ("v12.1", true),
            ("PI-12", true),
            ("lot ١٢", true),
            ("Sprint 121", false),
            ("Sprint 1 2", false),
            ("douze", false),
            ("", false),
        ] {
            assert_eq!(holds_number(text, 12), holds, "{text}");
        }
    }
}
