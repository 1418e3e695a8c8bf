//! Decimal digits of every script.

/// The zero of each script's decimal digits, ascending; its other nine follow it (Unicode 16, category Nd).
const ZEROS: [u32; 67] = [
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66,
    0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50,
    0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x1_04A0,
    0x1_0D30, 0x1_1066, 0x1_10F0, 0x1_1136, 0x1_11D0, 0x1_12F0, 0x1_1450, 0x1_14D0, 0x1_1650, 0x1_16C0,
    0x1_1730, 0x1_18E0, 0x1_1950, 0x1_1C50, 0x1_1D50, 0x1_1DA0, 0x1_1F50, 0x1_6A60, 0x1_6AC0, 0x1_6B50,
    0x1_D7CE, 0x1_D7D8, 0x1_D7E2, 0x1_D7EC, 0x1_D7F6, 0x1_E140, 0x1_E2F0, 0x1_E4F0, 0x1_E950,
];

/// The value of a decimal digit, 0 to 9; `None` for any other character.
pub(super) fn digit_value(character: char) -> Option<u8> {
    let code = u32::from(character);
    let zero = *ZEROS.get(ZEROS.partition_point(|zero| *zero <= code).checked_sub(1)?)?;
    u8::try_from(code - zero).ok().filter(|value| *value <= 9)
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
    fn zeros_are_sorted() {
        assert!(ZEROS.is_sorted());
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
