//! How long the technical token is still good for, asked of the host from time to time.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant, SystemTime},
};

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::{MetricType, gauge::ConstGauge},
    registry::Registry,
};

use crate::gitlab::Instance;

/// How long an answer is taken for true.
const FRESH: Duration = Duration::from_secs(60 * 60);
/// How long to wait where there was none.
const AGAIN: Duration = Duration::from_secs(60);
const DAY: f64 = 24.0 * 60.0 * 60.0;

/// What is known of it. Clones share what they know.
#[derive(Debug, Clone, Default)]
pub(in crate::api) struct TokenExpiry(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    expires: Option<SystemTime>,
    look_again: Option<Instant>,
}

impl TokenExpiry {
    pub(in crate::api) fn register(&self, registry: &mut Registry) {
        registry.register_collector(Box::new(self.clone()));
    }

    /// Asks the host where the answer is old, without waiting for it: the next one who reads the metrics sees it.
    pub(in crate::api) fn refresh(&self, instance: &Arc<Instance>) {
        if !self.is_due() {
            return;
        }
        let (known, instance) = (self.clone(), Arc::clone(instance));
        tokio::spawn(async move {
            match instance.token().await {
                Ok(token) => known.learn(token.and_then(|token| token.expires())),
                Err(error) => tracing::warn!(%error, "the expiry of the token is unknown"),
            }
        });
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is time to ask. Where it is, it is not again for [`AGAIN`].
    fn is_due(&self) -> bool {
        let (mut known, now) = (self.known(), Instant::now());
        let due = known.look_again.is_none_or(|due| due <= now);
        if due {
            known.look_again = Some(now + AGAIN);
        }
        due
    }

    fn learn(&self, expires: Option<SystemTime>) {
        *self.known() = Known { expires, look_again: Some(Instant::now() + FRESH) };
    }
}

impl Collector for TokenExpiry {
    /// Nothing for a token that does not expire, or whose host does not tell.
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let Some(expires) = self.known().expires else { return Ok(()) };
        let days = match expires.duration_since(SystemTime::now()) {
            Ok(left) => left.as_secs_f64() / DAY,
            Err(past) => -past.duration().as_secs_f64() / DAY,
        };
        let help = "Days until the technical token expires; below zero once it has";
        let encoder = encoder.encode_descriptor("token_expiry_days", help, None, MetricType::Gauge)?;
        ConstGauge::new(days).encode(encoder)
    }
}
