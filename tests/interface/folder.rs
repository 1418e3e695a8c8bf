//! Files that a test writes, and that go away with it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use passerelle::settings::{Settings, SettingsError};
use tempfile::TempDir;

/// A folder that goes away at the end.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with this file.
    pub(crate) fn with(name: &str, text: &str) -> Self {
        let folder = Self::new();
        folder.write(name, text);
        folder
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file in one step, as tools that replace secrets do.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let aside = self.path(&format!("{name}.new"));
        fs::write(&aside, text).unwrap();
        fs::rename(aside, self.path(name)).unwrap();
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

/// The settings of a file of this text, and of these overrides.
pub(crate) fn settings_of(text: &str, overrides: &[(&str, &str)]) -> Result<Settings, SettingsError> {
    let folder = Folder::with("passerelle.toml", text);
    Settings::load(Some(Path::new(&folder.path("passerelle.toml"))), overrides)
}

/// The files of the repository below a folder whose names end so, with their texts.
pub(crate) fn files_below(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.flat_map(|path| {
        let is_built = ["target", "node_modules", ".git"].iter().any(|name| path.ends_with(name));
        if path.is_dir() && !is_built {
            files_below(&path, ending)
        } else if path.extension().is_some_and(|kind| kind == ending) {
            vec![(path.clone(), fs::read_to_string(path).unwrap())]
        } else {
            Vec::new()
        }
    });
    files.collect()
}
