//! The world's own clock: moments and their days.

use std::{
    fmt,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Serialize, Serializer};

/// Seconds of a day.
const DAY: i64 = 86_400;

/// A point of the world's own clock, in seconds since 1970; shown as RFC 3339.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment(pub u64);

impl Moment {
    /// The present moment by the machine's clock; 1970 if the clock is earlier.
    pub fn now() -> Self {
        Self(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs())
    }

    /// The day, as `YYYY-MM-DD`.
    pub fn date(self) -> String {
        self.to_string().chars().take("YYYY-MM-DD".len()).collect()
    }

    /// The moment this many days later.
    pub(super) fn plus_days(self, days: i32) -> Self {
        Self(self.0.saturating_add_signed(i64::from(days) * DAY))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        humantime::format_rfc3339_millis(UNIX_EPOCH + Duration::from_secs(self.0)).fmt(formatter)
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Whether a text is a calendar date, `YYYY-MM-DD`.
pub(super) fn is_date(text: &str) -> bool {
    text.len() == "YYYY-MM-DD".len() && humantime::parse_rfc3339(&format!("{text}T00:00:00Z")).is_ok()
}
