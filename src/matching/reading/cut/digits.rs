//! What a sign between digits makes of them: decimals, thousands, dates.

use crate::matching::{normalise::is_alphanumeric, reading::is_one_of};

/// The months, in their order.
const MONTHS: &str = "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre";

pub(super) fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// How many digits a text begins with, and whether no letter follows them.
fn leading_digits(text: &str) -> (usize, bool) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits, !text.get(digits..).unwrap_or_default().starts_with(is_alphanumeric))
}

/// "5.5", and "5,5", which is 5.5.
pub(super) fn is_decimal(run: &str, sign: char, rest: &str) -> bool {
    let (digits, _) = leading_digits(rest);
    if sign == '.' {
        return run.ends_with(is_digit) && digits > 0;
    }
    let ends = !rest.get(digits..).unwrap_or_default().starts_with([',', '.']);
    !run.is_empty() && run.chars().all(is_digit) && (1..=2).contains(&digits) && ends
}

/// "15 000" and "15,000" are one number.
pub(super) fn parts_thousands(run: &str, character: char, rest: &str) -> bool {
    (character.is_whitespace() || character == ',')
        && run.chars().all(is_digit)
        && (1..=3).contains(&run.len())
        && !run.starts_with('0')
        && leading_digits(rest) == (3, true)
}

/// What is released every month, or so: a year with its month may follow it.
const RELEASES: &str = "release releases livraison sprint jalon milestone";

/// What stands before a date: "du 06/10" is one, "page 06/10" may be none.
const DATED: &str = "le du au on of avant apres depuis jusqu until before after by from since";

fn is_year(run: &str) -> bool {
    run.len() == 4 && run.starts_with("20") && run.chars().all(is_digit)
}

/// The name of a month by its number.
fn month(number: &str) -> Option<&'static str> {
    MONTHS.split(' ').nth(number.parse::<usize>().ok()?.checked_sub(1)?)
}

/// The month that a sign behind a run of digits tells, and how many characters of the rest say it: zero where the run itself is the month. `before` is the word
/// before the run.
pub(super) fn month_of_date(
    run: &str,
    sign: char,
    rest: &str,
    before: Option<&str>,
) -> Option<(&'static str, usize)> {
    let (digits, ends) = leading_digits(rest);
    let (number, behind) = rest.split_at_checked(digits)?;
    match sign {
        // "2024-03-25" is "2024 mars 25". "2026.03" is "2026 mars" where the word before is one for a release, or where nothing else is said.
        '-' | '.' if is_year(run) && digits <= 2 => {
            let is_day = sign == '-'
                && digits == 2
                && behind.strip_prefix('-').is_some_and(|day| leading_digits(day) == (2, true));
            let may_stand = before.map_or(behind.is_empty(), |before| is_one_of(before, RELEASES));
            let is_last = may_stand
                && ends
                && (digits == 2 || sign == '-')
                && !behind.trim_start_matches(['-', '.']).starts_with(is_digit);
            Some((month(number)?, if is_day { 3 } else { digits })).filter(|_| is_day || is_last)
        }
        // "03/2025" is "mars 2025".
        '/' if digits == 4 && ends && run.len() == 2 && number.starts_with("20") => Some((month(run)?, 0)),
        // "9/04" is "9 avril". "3/5" may be a fraction, "9/11" a score, "06/10" a page unless the word before says that it is a date.
        '/' if digits == 2 && ends && run.len() <= 2 => {
            let day = run.parse::<usize>().ok().filter(|day| (1..=31).contains(day))?;
            let dated = run.starts_with('0') && before.is_some_and(|before| is_one_of(before, DATED));
            Some((month(number)?, digits)).filter(|_| dated || number.starts_with('0') || day > 12)
        }
        _ => None,
    }
}
