//! What is made of an object's texts to compare it with hints, kept with the object.

use std::{
    any::Any,
    fmt,
    sync::{Arc, OnceLock},
};

/// A place for what is made of an object once. Clones of the object share it, so that what was made for one hint is there for the
/// next, as long as the object's page is kept.
#[derive(Clone, Default)]
pub struct Prepared(Arc<OnceLock<Arc<dyn Any + Send + Sync>>>);

impl Prepared {
    /// What was made before, or else what `make` makes now.
    pub fn get_or_make<P: Send + Sync + 'static>(&self, make: impl Fn() -> P) -> Arc<P> {
        let prepared = Arc::clone(self.0.get_or_init(|| Arc::new(make())));
        // Where something of another type was made first, there is no place for this one.
        prepared.downcast().unwrap_or_else(|_| Arc::new(make()))
    }
}

/// It is made of the object, so objects differ by their other fields alone.
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
        assert_eq!(*prepared.get_or_make(|| 5), 5);
        assert_eq!(*clone.get_or_make(|| 6), 5);
        assert_eq!(*clone.get_or_make(|| "of another type"), "of another type");
    }
}
