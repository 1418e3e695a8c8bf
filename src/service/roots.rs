//! What the bridge may touch (`policy.roots`).

use std::sync::Arc;

use crate::{error::Error, gitlab::FullPath};

/// Full-path prefixes of whole segments; none means everything. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Roots(Arc<[String]>);

impl Roots {
    /// Roots as set: without slashes around them. Case does not count, as on the host.
    #[must_use]
    pub fn new(roots: &[String]) -> Self {
        Self(roots.iter().map(|root| root.to_lowercase()).collect())
    }

    /// Whether an object at this full path is within a root.
    #[must_use]
    pub fn hold(&self, full_path: &str) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let path = full_path.to_lowercase();
        self.0.iter().any(|root| {
            path.strip_prefix(root.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// The roots; none means everything.
    #[must_use]
    pub fn paths(&self) -> &[String] {
        &self.0
    }

    /// Refuses a path that a caller named outside of the roots.
    ///
    /// # Errors
    /// [`Error::OutsideRoots`].
    pub fn allow(&self, path: &FullPath) -> Result<(), Error> {
        if self.hold(path.as_str()) { Ok(()) } else { Err(Error::OutsideRoots(path.to_string())) }
    }
}

#[cfg(test)]
mod tests {
    use super::Roots;

    #[test]
    fn a_root_holds_whole_segments_whatever_the_case() {
        let roots = Roots::new(&["Ville/Numerique".to_owned()]);
        for inside in ["ville/numerique", "ville/numerique/portail", "VILLE/Numerique/a/b"] {
            assert!(roots.hold(inside), "{inside}");
        }
        for outside in ["ville", "ville/numerique-bis", "ville/numerique2/a", "autre/ville/numerique", ""] {
            assert!(!roots.hold(outside), "{outside}");
        }
        assert!(Roots::default().hold("anything"));
    }
}
