//! What the token reads, tried call by call, and whether most of what it sees belongs to others.

use http::{HeaderMap, Method, StatusCode};
use passerelle::{
    gitlab::{Credential, Instance, RawAnswer, RawCall},
    matching::Names,
    settings::Policy,
};
use serde_json::Value;

use super::{Checked, Problem, ProblemKind, odd, print, right};

const MEMBER_PROJECTS: &str = "/projects?membership=true&simple=true&per_page=1";
const VISIBLE_PROJECTS: &str = "/projects?simple=true&per_page=1";
const GROUPS: &str = "/groups?per_page=1";
/// What is read of a project: the path of the call, and the permission that a fine-grained token needs for it.
const OF_A_PROJECT: [(&str, &str); 4] = [
    ("/issues?per_page=1", "Work Item: Read"),
    ("/labels?per_page=1", "Label: Read"),
    ("/milestones?per_page=1", "Milestone: Read"),
    ("/members/all?per_page=1", "Member: Read"),
];
/// What the operations need beside what is read above.
const OTHERS: &str = "Project: Create, Project: Delete, Work Item: Create, Work Item: Update, Work Item Note: Create, \
                      Label: Create, Metadata: Read, User: Read";

/// Prints the permissions that a fine-grained token needs for all operations.
pub(super) fn permissions() {
    let reads = OF_A_PROJECT.map(|(_, permission)| permission).join(", ");
    print(&format!("        all operations need: Project: Read, Group: Read, {reads}, {OTHERS}"));
}

/// Tries one read of each kind; a problem if none works, or if none of a project does.
pub(super) async fn check(instance: &Instance, token: &Credential, policy: &Policy) -> Checked {
    let (mut worked, mut refused) = (0, Vec::new());
    let mut note = |answer: &RawAnswer, permission: &str| match answer.status {
        status if status.is_success() => worked += 1,
        status => refused.push(format!("{permission} ({})", status.as_u16())),
    };
    let own = read(instance, token, MEMBER_PROJECTS.to_owned()).await?;
    note(&own, "Project: Read");
    note(&read(instance, token, GROUPS.to_owned()).await?, "Group: Read");
    let first: Value = serde_json::from_slice(&own.body).unwrap_or_default();
    if let Some(id) = first.pointer("/0/id").and_then(Value::as_i64) {
        for (path, permission) in OF_A_PROJECT {
            note(&read(instance, token, format!("/projects/{id}{path}")).await?, permission);
        }
    }
    if worked == 0 || own.status == StatusCode::FORBIDDEN {
        let mend = "give the token's user a role in a project or group, and the token what is named";
        let told = if worked == 0 {
            "none works"
        } else {
            "those of projects are refused, which most operations need"
        };
        let line = format!("{told}: {}", refused.join(", "));
        return Err(Problem::new(ProblemKind::Token, "reads", line, mend));
    }
    if refused.is_empty() {
        right("reads", &format!("all {worked} that were tried work"));
    } else {
        odd("reads", &format!("{worked} that were tried work; refused: {}", refused.join(", ")));
    }
    if policy.roots.is_empty() {
        return strangers(instance, token, &own.headers).await;
    }
    roots(instance, token, "policy.roots", &policy.roots).await
}

/// Reports the roots of a setting that the token does not see: below a misspelt root nothing is found.
pub(super) async fn roots(instance: &Instance, token: &Credential, key: &str, roots: &[String]) -> Checked {
    for root in roots {
        if !is_seen(instance, token, root).await? {
            let line = format!("{key}: the token sees no group or project {root:?}");
            odd("roots", &format!("{line}; nothing will be found there"));
        }
    }
    Ok(())
}

/// Reports names that stand for nothing: a hint that is such a name is read as loose words.
pub(super) async fn names(instance: &Instance, names: &Names) -> Checked {
    let token = instance.technical_token();
    let (mut all, mut gone) = (0, 0);
    for (name, path) in names.paths() {
        all += 1;
        if !is_seen(instance, &token, path).await? {
            gone += 1;
            odd("names", &format!("{name:?}: the token sees no group or project {path:?}"));
        }
    }
    if all > 0 && gone == 0 {
        right("names", &format!("all {all} stand for a project or a group"));
    }
    Ok(())
}

/// Whether the token sees a group or a project at a path.
async fn is_seen(instance: &Instance, token: &Credential, path: &str) -> Checked<bool> {
    let path = urlencoding::encode(path);
    for call in [format!("/groups/{path}?with_projects=false"), format!("/projects/{path}")] {
        if read(instance, token, call).await?.status != StatusCode::NOT_FOUND {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn read(instance: &Instance, token: &Credential, path: String) -> Checked<RawAnswer> {
    let answer = instance.raw(token, RawCall::new(Method::GET, path)).await;
    answer.map_err(|error| Problem::of("reads", &error))
}

/// Reports if the token's user is a member of less than half of the projects that the token sees: an exact name of another
/// project would be found.
async fn strangers(instance: &Instance, token: &Credential, own: &HeaderMap) -> Checked {
    let visible = read(instance, token, VISIBLE_PROJECTS.to_owned()).await?;
    if visible.status != StatusCode::OK {
        return Ok(());
    }
    let Some(own) = total(own) else { return Ok(()) };
    let visible = match total(&visible.headers) {
        Some(visible) if visible <= own.saturating_mul(2) => return Ok(()),
        Some(visible) => visible.to_string(),
        None => "more than 10,000".to_owned(),
    };
    let line = format!("the token sees {visible} projects and is a member of {own}");
    odd("reach", &format!("{line}: policy.roots keeps it to your own"));
    Ok(())
}

/// The number of rows of a list; `None` if the host gives none, as above 10,000.
fn total(headers: &HeaderMap) -> Option<usize> {
    headers.get("x-total")?.to_str().ok()?.parse().ok()
}
