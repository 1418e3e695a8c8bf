//! Texts of an object that are prepared for comparison with hints, kept with the object.

use std::{
    any::Any,
    fmt,
    sync::{Arc, OnceLock},
};

/// A value that is made from an object once. Clones of the object share it, so the value is reused for further hints as long as
/// the object's page is kept.
#[derive(Clone, Default)]
pub struct Prepared(Arc<OnceLock<Arc<dyn Any + Send + Sync>>>);

impl Prepared {
    /// Whether a value was made before.
    #[must_use]
    pub fn is_made(&self) -> bool {
        self.0.get().is_some()
    }

    /// The value that was made before, or else the result of `make`.
    pub fn get_or_make<P: Send + Sync + 'static>(&self, make: impl Fn() -> P) -> Arc<P> {
        let prepared = Arc::clone(self.0.get_or_init(|| Arc::new(make())));
        // If a value of another type was stored first, this one is not stored.
        prepared.downcast().unwrap_or_else(|_| Arc::new(make()))
    }
}

/// Always equal: the value follows from the object's other fields.
impl PartialEq for Prepared {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Prepared {}

impl fmt::Debug for Prepared {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Prepared")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_made_once_for_all_clones() {
        let prepared = Prepared::default();
        let clone = prepared.clone();
        assert!(!clone.is_made());
        assert_eq!(*prepared.get_or_make(|| 5), 5);
        assert!(clone.is_made());
        assert_eq!(*clone.get_or_make(|| 6), 5);
        assert_eq!(*clone.get_or_make(|| "of another type"), "of another type");
    }
}
