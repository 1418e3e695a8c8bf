//! A team's own words in one process, and what they stand for at the host (decisions, section 1).

use parking_lot::Mutex;

use super::prelude::*;
use crate::gitlab::Result;

/// A team's own words, and which of their paths were logged as gone.
#[derive(Debug, Default)]
pub(super) struct TeamNames {
    pub(super) names: Names,
    pub(super) told: Mutex<HashSet<FullPath>>,
}

impl Service {
    /// Reads a hint, in the team's own words too.
    pub(super) fn hint(&self, words: &str) -> Hint {
        Hint::of_team(words, &self.names.names)
    }

    /// The hint itself, and the same in other words of the team.
    pub(super) fn readings(&self, hint: &str) -> Vec<String> {
        self.names.names.readings(hint)
    }

    /// The project that the team calls so.
    ///
    /// # Errors
    /// A failed call: without its answer another project could be taken.
    pub(super) async fn project_called(&self, hint: &str, root: &Root) -> Result<Option<Project>> {
        let Some(path) = self.path_called(hint) else { return Ok(None) };
        let project: Option<Project> = self.gitlab.project(&path).await?;
        if project.is_none() && matches!(found(self.gitlab.group(&path).await), Ok(None)) {
            self.tell_gone(&path);
        }
        Ok(project.filter(|project| self.is_seen(root, project)))
    }

    /// The group that the team calls so.
    ///
    /// # Errors
    /// As above.
    pub(super) async fn group_called(&self, hint: &str, root: &Root) -> Result<Option<Group>> {
        let Some(path) = self.path_called(hint) else { return Ok(None) };
        let group = found(self.gitlab.group(&path).await)?;
        if group.is_none() && self.gitlab.project::<Project>(&path).await?.is_none() {
            self.tell_gone(&path);
        }
        Ok(group.filter(|group| self.is_seen(root, group)))
    }

    /// The path of what the team calls so, as its file has it.
    pub(super) fn team_path(&self, hint: &str) -> Option<&str> {
        self.names.names.path(hint)
    }

    fn path_called(&self, hint: &str) -> Option<FullPath> {
        let path = FullPath::parse(self.team_path(hint)?).ok()?;
        self.roots.allow(&path).is_ok().then_some(path)
    }

    fn tell_gone(&self, path: &FullPath) {
        if self.names.told.lock().insert(path.clone()) {
            tracing::warn!(%path, "resolution.names_file: no project or group is there, or the token does not see it");
        }
    }
}
