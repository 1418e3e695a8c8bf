//! `passerelle names`: a file of a team's own words to fill in.

use std::io::{self, Write};

use http::Method;
use passerelle::{app, gitlab::RawCall, matching::normalise, settings::Settings};
use serde_json::Value;

use super::CommandResult;

/// Most pages of projects that are read.
const PAGES: usize = 10;

const HEAD: &str = "\
# A team's own words, for resolution.names_file. Write between the quotes what your team calls a project, and take the # away.
# A group has its path likewise. Words of one meaning are a list: \"GRU\" = [\"gestion de la relation usager\"]";

const NONE: &str = "# The token's user is a member of no project whose name says something else than its path: write the paths yourself.";

/// Prints the projects of the token's user whose names say something else than the last segments of their paths, a line each.
pub(crate) async fn names(settings: &Settings) -> CommandResult {
    let state = app::state(settings)?;
    let (instance, token) = (&state.shared.instance, state.shared.instance.technical_token());
    let mut out = io::stdout();
    writeln!(out, "{HEAD}")?;
    let mut is_empty = true;
    for page in 1..=PAGES {
        let path =
            format!("/projects?membership=true&simple=true&order_by=path&sort=asc&per_page=100&page={page}");
        let failed = |why: &str| format!("{why}; passerelle check says more");
        let answer = instance.raw(&token, RawCall::new(Method::GET, path)).await;
        let answer = answer.map_err(|error| failed(&error.fault.to_string()))?;
        if !answer.status.is_success() {
            return Err(failed(&format!("the host answers {}", answer.status)).into());
        }
        let projects: Vec<Value> = serde_json::from_slice(&answer.body)?;
        for project in &projects {
            let text = |field: &str| project.get(field).and_then(Value::as_str).unwrap_or_default();
            let (name, path) = (text("name"), text("path_with_namespace"));
            let last = path.rsplit('/').next().unwrap_or_default();
            if normalise(name) != normalise(last) && app::is_within_roots(settings, path) {
                writeln!(out, "# \"\" = {path:?} # {}", instance.clean(name))?;
                is_empty = false;
            }
        }
        if projects.is_empty() {
            break;
        }
    }
    if is_empty {
        writeln!(out, "{NONE}")?;
    }
    Ok(())
}
