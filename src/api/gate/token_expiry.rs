//! How long the technical token is still valid, asked of the host from time to time.

use std::time::SystemTime;

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::{MetricType, gauge::ConstGauge},
};

use super::prelude::*;
use crate::gitlab::Instance;

/// How long an answer of the host is used.
const FRESH: Duration = Duration::from_secs(60 * 60);
/// How long to wait after a failed read.
const RETRY_AFTER: Duration = Duration::from_secs(60);
const DAY: f64 = 24.0 * 60.0 * 60.0;

/// The expiry as last read from the host, and when to ask again. Clones share it.
#[derive(Debug, Clone, Default)]
pub(in crate::api) struct TokenExpiry(Arc<Mutex<(Option<SystemTime>, Option<Instant>)>>);

impl TokenExpiry {
    /// Asks the host again if its answer is old, without waiting: the next scrape of the metrics shows the new one.
    pub(in crate::api) fn refresh(&self, instance: &Arc<Instance>) {
        let now = Instant::now();
        let mut cached = self.0.lock();
        if cached.1.is_some_and(|due| due > now) {
            return;
        }
        cached.1 = Some(now + RETRY_AFTER);
        drop(cached);
        let (expiry, instance) = (self.clone(), Arc::clone(instance));
        tokio::spawn(async move {
            match instance.token(&instance.technical_token()).await {
                Ok(token) => {
                    let expires = token.and_then(|token| token.expires());
                    *expiry.0.lock() = (expires, Some(Instant::now() + FRESH));
                }
                Err(error) => tracing::warn!(%error, "the expiry of the token is unknown"),
            }
        });
    }
}

impl Collector for TokenExpiry {
    /// Writes no sample for a token that does not expire, or if the host gives no expiry.
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let Some(expires) = self.0.lock().0 else { return Ok(()) };
        let days = match expires.duration_since(SystemTime::now()) {
            Ok(left) => left.as_secs_f64() / DAY,
            Err(past) => -past.duration().as_secs_f64() / DAY,
        };
        let help = "Days until the technical token expires; below zero once it has";
        let encoder = encoder.encode_descriptor("token_expiry_days", help, None, MetricType::Gauge)?;
        ConstGauge::new(days).encode(encoder)
    }
}
