//! How often the first page of the host was not enough.

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};

/// Counts second looks. Clones count in the same place.
#[derive(Clone, Debug, Default)]
pub(super) struct SecondLooks(Family<Look, Counter>);

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Look {
    object: &'static str,
    found: bool,
}

impl SecondLooks {
    /// A look for objects of this kind, and whether it found any.
    pub(super) fn note(&self, object: &'static str, found: bool) {
        self.0.get_or_create(&Look { object, found }).inc();
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "second_looks",
            "Looks past the first page, by what was looked for",
            self.0.clone(),
        );
    }
}
