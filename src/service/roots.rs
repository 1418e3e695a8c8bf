//! The groups and projects that the bridge may read and change (`policy.roots`).

use std::sync::Arc;

use crate::{
    error::{Error, Result},
    gitlab::FullPath,
};

/// Full-path prefixes of whole segments; `None` means everything. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Roots(Option<Arc<[String]>>);

impl Roots {
    /// Roots from the settings: slashes around them are removed; an empty list means everything. Case does not count, as on the
    /// host. One that lies in another is dropped, so that nothing is read twice.
    pub fn new(roots: &[String]) -> Self {
        let mut outer: Vec<String> = Vec::new();
        for root in roots.iter().map(|root| root.to_lowercase()) {
            if !outer.iter().any(|other| lies_in(&root, other)) {
                outer.retain(|other| !lies_in(other, &root));
                outer.push(root);
            }
        }
        Self((!outer.is_empty()).then(|| outer.into()))
    }

    /// The intersection of these roots and others.
    pub fn within(&self, others: &Self) -> Self {
        let (Some(own), Some(theirs)) = (&self.0, &others.0) else {
            return Self(self.0.clone().or_else(|| others.0.clone()));
        };
        let inner = own.iter().filter(|root| others.hold(root));
        let outer = theirs.iter().filter(|root| self.hold(root) && !own.contains(root));
        Self(Some(inner.chain(outer).cloned().collect()))
    }

    /// The prefixes, in lower case; `None` for everything.
    pub fn prefixes(&self) -> Option<&[String]> {
        self.0.as_deref()
    }

    /// Whether an object at this full path is within a root.
    pub fn hold(&self, full_path: &str) -> bool {
        let Some(roots) = &self.0 else { return true };
        let path = full_path.to_lowercase();
        roots.iter().any(|root| lies_in(&path, root))
    }

    /// Refuses a path that a caller named outside of the roots.
    ///
    /// # Errors
    /// [`Error::OutsideRoots`].
    pub fn allow(&self, path: &FullPath) -> Result<()> {
        if self.hold(path.as_str()) { Ok(()) } else { Err(Error::OutsideRoots(path.to_string())) }
    }
}

/// Whether a path is a root's or below it; both are in lower case.
fn lies_in(path: &str, root: &str) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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

    #[test]
    fn a_root_that_lies_in_another_is_dropped() {
        let roots = ["h/x", "H", "g/y", "h/x/z", "g/y", "hh"].map(str::to_owned);
        assert_eq!(Roots::new(&roots).prefixes(), Some(["h", "g/y", "hh"].map(str::to_owned).as_slice()));
    }

    #[test]
    fn roots_within_others_hold_what_both_hold() {
        let roots =
            |paths: &[&str]| Roots::new(&paths.iter().map(|&path| path.to_owned()).collect::<Vec<_>>());
        let both = roots(&["ville", "region/culture"]).within(&roots(&["ville/dsi", "region", "autre"]));
        for inside in ["ville/dsi", "ville/dsi/portail", "region/culture/agenda"] {
            assert!(both.hold(inside), "{inside}");
        }
        for outside in ["ville", "ville/rh", "region", "region/sport", "autre"] {
            assert!(!both.hold(outside), "{outside}");
        }
        assert!(!roots(&["a"]).within(&roots(&["b"])).hold("a"), "nothing is in both");
        assert!(roots(&["a"]).within(&Roots::default()).hold("a/b"));
        assert!(!Roots::default().within(&roots(&["a"])).hold("b"));
    }
}
