//! What a sign between digits makes of them: decimals, thousands, dates.

use crate::matching::{normalise::is_alphanumeric, reading::is_one_of};

/// The months, in their order.
const MONTHS: [&str; 12] = [
    "janvier",
    "fevrier",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "aout",
    "septembre",
    "octobre",
    "novembre",
    "decembre",
];

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

/// The month of a date behind its year, and how many characters of the rest say it: "2024-03-25" is "2024 mars 25". "2026.03" is "2026 mars" where the
/// word before is one for a release, or where nothing else is said.
pub(super) fn iso_month(
    run: &str,
    sign: char,
    rest: &str,
    before: Option<&str>,
) -> Option<(&'static str, usize)> {
    let (digits, ends) = leading_digits(rest);
    let (month, day) = rest.split_at_checked(digits).filter(|_| matches!(sign, '-' | '.') && digits <= 2)?;
    let is_year = run.len() == 4 && run.starts_with("20") && run.chars().all(is_digit);
    let is_day = sign == '-'
        && digits == 2
        && day.strip_prefix('-').is_some_and(|day| leading_digits(day) == (2, true));
    let may_stand = before.map_or(day.is_empty(), |before| is_one_of(before, RELEASES));
    let is_last = may_stand
        && ends
        && (digits == 2 || sign == '-')
        && !day.trim_start_matches(['-', '.']).starts_with(is_digit);
    let month = MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?).filter(|_| is_year)?;
    (is_day || is_last).then_some((*month, if is_day { 3 } else { digits }))
}

/// The month that a "/" between digits tells, and how many characters of the rest say it: "9/04" is "9 avril", and in "03/2025" the run itself is
/// "mars". "3/5" may be a fraction, "9/11" a score, "06/10" a page unless the word before says that it is a date.
pub(super) fn month(run: &str, rest: &str, dated: bool) -> Option<(&'static str, usize)> {
    let name = |month: &str| MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?).copied();
    let (digits, ends) = leading_digits(rest);
    let behind = rest.get(..digits).filter(|_| ends)?;
    let day: usize = run.parse().ok().filter(|_| run.len() <= 2)?;
    match digits {
        4 if behind.starts_with("20") && run.len() == 2 => Some((name(run)?, 0)),
        2 if (1..=31).contains(&day)
            && (dated && run.starts_with('0') || behind.starts_with('0') || day > 12) =>
        {
            Some((name(behind)?, digits))
        }
        _ => None,
    }
}
