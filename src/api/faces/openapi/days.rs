//! The days in the examples. They were written down on one day, and move along with today: a due date ahead stays ahead.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A calendar day: how many days after 1 January 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day(pub u64);

/// The day on which the examples are written down, 15 January 2030: one that does not look past where they stand as they are.
pub const RECORDED: Day = Day(21_929);

impl Day {
    /// Today by the machine's clock, in UTC.
    #[must_use]
    pub fn today() -> Self {
        Self(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / DAY.as_secs())
    }

    /// The day of a text such as `2030-01-15`; `None` if it is no such text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_shaped = text.len() == 10 && [4, 7].iter().all(|at| text.as_bytes().get(*at) == Some(&b'-'));
        let midnight =
            is_shaped.then(|| humantime::parse_rfc3339(&format!("{text}T00:00:00Z")).ok()).flatten()?;
        Some(Self(midnight.duration_since(UNIX_EPOCH).ok()?.as_secs() / DAY.as_secs()))
    }

    /// The day that is as far from `to` as this one is from `from`.
    fn moved(self, from: Self, to: Self) -> Self {
        Self((self.0 + to.0).saturating_sub(from.0))
    }

    fn written(self) -> String {
        let midnight = humantime::format_rfc3339_seconds(
            UNIX_EPOCH + DAY.saturating_mul(self.0.try_into().unwrap_or(u32::MAX)),
        );
        midnight.to_string().chars().take("YYYY-MM-DD".len()).collect()
    }
}

/// An example with all its days as of another day than [`RECORDED`].
pub(super) fn as_of(day: Day, example: Value) -> Value {
    match example {
        Value::String(text) => Value::String(text_as_of(day, &text)),
        Value::Array(items) => items.into_iter().map(|item| as_of(day, item)).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, as_of(day, value))).collect(),
        other => other,
    }
}

fn text_as_of(day: Day, mut rest: &str) -> String {
    let mut moved = String::with_capacity(rest.len());
    while let Some((at, found)) =
        (0..rest.len()).find_map(|at| Some((at, Day::parse(rest.get(at..at + 10)?)?)))
    {
        let (before, from) = rest.split_at(at);
        moved.push_str(before);
        moved.push_str(&found.moved(RECORDED, day).written());
        rest = from.get("YYYY-MM-DD".len()..).unwrap_or_default();
    }
    moved + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    proptest! {
        #[test]
        fn every_day_of_a_text_moves_as_far_and_the_rest_stays(offset in 0_u64..20_000, today in 20_000_u64..60_000) {
            let [recorded, due, now] = [RECORDED, Day(RECORDED.0 + offset), Day(today)].map(Day::written);
            let text = |first: &str, second: &str| format!("é {first} « {second}T08:00:00.000Z » 2030-13-01");
            let moved = as_of(Day(today), json!({ "a": [text(&recorded, &due), 3] }));
            prop_assert_eq!(moved, json!({ "a": [text(&now, &Day(today + offset).written()), 3] }));
            prop_assert_eq!(Day::parse(&now), Some(Day(today)));
        }
    }

    #[test]
    fn the_recorded_day_moves_nothing() {
        let example = json!({ "due_date": "2030-02-07", "none": null });
        assert_eq!(as_of(RECORDED, example.clone()), example);
    }
}
