//! Counts second looks, for Prometheus.

use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};

use crate::gitlab::Labels;

/// Counts second looks. Clones share the counts.
#[derive(Clone, Debug, Default)]
pub(super) struct SecondLooks(Family<Labels<2>, Counter>);

impl SecondLooks {
    /// Counts a second look for objects of this kind, and whether it found any.
    pub(super) fn note(&self, object: &'static str, found: bool) {
        self.0.get_or_create(&[("object", object.into()), ("found", found.to_string().into())]).inc();
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "second_looks",
            "Looks past the first page, by what was looked for",
            self.0.clone(),
        );
    }
}
