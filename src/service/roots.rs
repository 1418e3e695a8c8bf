//! The groups and projects that the bridge may read and change (`policy.roots`).

use std::sync::Arc;

use futures_util::future::join_all;

use super::Service;
use crate::{
    error::{Error, Result},
    gitlab::{self, FullPath},
};

/// If there are more roots than this, the whole host is asked once instead of each root.
pub(super) const ROOTS_ASKED: usize = 10;

/// Full-path prefixes of whole segments; `None` means everything. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Roots(Option<Arc<[String]>>);

impl Roots {
    /// Roots from the settings: slashes around them are removed; an empty list means everything. Case does not count, as on the
    /// host.
    pub fn new(roots: &[String]) -> Self {
        Self((!roots.is_empty()).then(|| roots.iter().map(|root| root.to_lowercase()).collect()))
    }

    /// The intersection of these roots and others.
    pub fn within(&self, others: &Self) -> Self {
        let (Some(own), Some(theirs)) = (&self.0, &others.0) else {
            return if self.0.is_some() { self.clone() } else { others.clone() };
        };
        let inner = own.iter().filter(|root| others.hold(root));
        let outer = theirs.iter().filter(|root| self.hold(root));
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
        roots.iter().any(|root| {
            path.strip_prefix(root.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// Refuses a path that a caller named outside of the roots.
    ///
    /// # Errors
    /// [`Error::OutsideRoots`].
    pub fn allow(&self, path: &FullPath) -> Result<()> {
        if self.hold(path.as_str()) { Ok(()) } else { Err(Error::OutsideRoots(path.to_string())) }
    }
}

/// Asks inside each root, and of the whole host if there are no roots or too many, or if one is no group: the host does not find it,
/// since it is a project or a user's namespace.
///
/// # Errors
/// A failed call.
pub(super) async fn in_each_root<T, F: Future<Output = gitlab::Result<T>>>(
    service: &Service,
    ask: impl Fn(FullPath) -> F,
    everywhere: impl Future<Output = gitlab::Result<T>>,
) -> gitlab::Result<Vec<T>> {
    let prefixes = service.roots.prefixes().unwrap_or_default().iter();
    let mut groups: Vec<_> = prefixes.filter_map(|root| FullPath::parse(root).ok()).collect();
    groups.dedup();
    if groups.len() > ROOTS_ASKED {
        groups.clear();
    }
    let (mut inside, mut is_everywhere) = (Vec::new(), groups.is_empty());
    let asked = join_all(groups.iter().cloned().map(ask)).await;
    for (found, root) in asked.into_iter().zip(&groups) {
        match found {
            Ok(found) => inside.push(found),
            Err(error) if error.is_not_found() && !service.is_group(root) => is_everywhere = true,
            Err(error) => return Err(error),
        }
    }
    if is_everywhere {
        inside.push(everywhere.await?);
    }
    Ok(inside)
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
