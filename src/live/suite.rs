//! The objects that the facts look at, and the bridge in front of them.

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use axum::{
    Router,
    body::{Body, to_bytes},
};
use http::{Request, StatusCode, header::CONTENT_TYPE};
use secrecy::SecretString;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::{
    CannotBegin, PREFIX,
    answer::{HostAnswer, Trial, Unmet},
    host::TrialHost,
    own_object::OwnObject,
    within,
};
use crate::{
    app,
    gitlab::{Credential, FullPath, Version},
    settings::Settings,
    stop_signal::StopSignal,
};

/// Largest answer of an operation, in bytes.
const LARGEST_ANSWER: usize = 8 << 20;
/// For how many days the token of a guest is valid.
const TOKEN_DAYS: u64 = 7;

/// A suite that is ready: what it made, and a bridge that sees nothing else.
#[derive(Debug, Clone)]
pub struct Suite {
    pub(super) host: TrialHost,
    /// The subgroup that holds all the rest. It has the label `Accueil` and the milestone `Programme 2030`.
    pub(super) root: OwnObject,
    /// A group in the root, "Services municipaux", with the project "Guichet unique".
    pub(super) services: OwnObject,
    /// A project that stays as it is, "Portail citoyen": three issues, of which the last one is closed; label and milestone.
    pub(super) fixed: OwnObject,
    /// A project in which facts and operations write, "Voirie".
    pub(super) open: OwnObject,
    /// The id of the milestone "Sprint 1" of the fixed project.
    pub(super) sprint: i64,
    /// The id of the milestone of the root.
    pub(super) programme: i64,
    /// The id and the username of the token's user.
    pub(super) user: (i64, String),
    /// Major and minor version of the host; `None` if it does not say.
    version: Option<(u32, u32)>,
    /// The full paths of subgroups that earlier runs left, or that runs under way use.
    pub left_before: Vec<String>,
    bridge: Router,
}

impl Suite {
    /// Makes a subgroup in `group`, and in it what the facts look at. If that fails half-way, or `stop` is given, what was made is
    /// removed.
    ///
    /// # Errors
    /// [`CannotBegin`]. What could not be removed is named.
    pub async fn begin(
        settings: &Settings,
        group: &FullPath,
        mut stop: StopSignal,
    ) -> Result<Self, CannotBegin> {
        let instance = Arc::clone(&app::state(settings)?.shared.instance);
        // No other run has this name.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{PREFIX}{:x}", now.as_micros());
        let host = TrialHost::new(instance, &format!("Made by passerelle check: {name}"));
        let left = host.subgroups(group, PREFIX).await;
        let above = host.group(group.as_str()).await?;
        if above.status() == StatusCode::NOT_FOUND {
            return Err(CannotBegin::NoGroup(group.to_string()));
        }
        let made = host.make_root(above, &name).await;
        // The host may have made it although its answer was lost or wrong.
        let root = match &made {
            Ok(root) => Some(root.clone()),
            Err(_) => host.find_root(group, &name).await,
        };
        let begun = async {
            let root = made?;
            let bridge = app::router(app::state(&within(settings, root.path()))?);
            Ok(Self { left_before: left, ..Self::create_objects(host.clone(), root, bridge).await? })
        };
        let begun = tokio::select! {
            biased;
            () = stop.given() => Err(CannotBegin::Stopped),
            begun = begun => begun,
        };
        match (begun, root) {
            (Err(error), Some(root)) => Err(match remove(&host, &root).await.unwrap_or_else(Some) {
                None => error,
                Some(left) => CannotBegin::Left(Box::new(error), left),
            }),
            (begun, _) => begun,
        }
    }

    async fn create_objects(host: TrialHost, root: OwnObject, bridge: Router) -> Trial<Self> {
        let services = host.make_group(&root, "services", "Services municipaux").await?;
        host.make_project(&services, "guichet", "Guichet unique").await?;
        host.make_project(&root, "livres", "Médiathèque").await?;
        let open = host.make_project(&root, "voirie", "Voirie").await?;
        let fixed = host.make_project(&root, "portail-citoyen", "Portail citoyen").await?;
        host.make(&root, "/labels", json!({ "name": "Accueil", "color": "#336699" })).await?;
        for project in [&fixed, &open] {
            host.make(project, "/labels", json!({ "name": "bug", "color": "#cc0033" })).await?;
        }
        let milestone = json!({ "title": "Programme 2030" });
        let programme = host.make(&root, "/milestones", milestone).await?.number("/id")?;
        let milestone = json!({ "title": "Sprint 1" });
        host.make(&open, "/milestones", milestone.clone()).await?;
        let sprint = host.make(&fixed, "/milestones", milestone).await?.number("/id")?;
        let user = user_of(&host, &fixed).await?;
        fill(&host, &fixed, sprint, user.0).await?;
        let version = serde_json::from_value::<Version>(host.get("/version").await?.json);
        let version = version.ok().and_then(|version| version.numbers());
        let left_before = Vec::new();
        Ok(Self { host, root, services, fixed, open, sprint, programme, user, version, left_before, bridge })
    }

    /// The full path of the subgroup.
    pub fn group(&self) -> &str {
        self.root.path()
    }

    /// Whether the host is of this version or a later one; `true` if it does not say.
    pub(super) fn is_from(&self, major: u32, minor: u32) -> bool {
        self.version.is_none_or(|version| version >= (major, minor))
    }

    /// What the host shows of the project that stays as it is.
    pub(super) async fn read(&self, rest: &str) -> Trial<HostAnswer> {
        self.host.see(self.fixed.call(rest)).await
    }

    /// Makes an issue in the project for writes; its number.
    pub(super) async fn issue(&self, title: &str) -> Trial<i64> {
        self.create(json!({ "title": title })).await?.number("/iid")
    }

    /// Makes an issue in the project for writes, with these fields.
    pub(super) async fn create(&self, body: Value) -> Trial<HostAnswer> {
        self.host.make(&self.open, "/issues", body).await
    }

    /// Asks for a change of an issue there; the answer may be a refusal.
    pub(super) async fn send_change(&self, iid: i64, body: Value) -> Trial<HostAnswer> {
        self.host.update(&self.open, &format!("/issues/{iid}"), body).await
    }

    /// Changes an issue there.
    pub(super) async fn change(&self, iid: i64, body: Value) -> Trial<HostAnswer> {
        self.send_change(iid, body).await?.is(200)
    }

    /// The same suite as a guest of the project for writes sees it.
    pub(super) async fn guest(&self) -> Trial<Self> {
        let until = SystemTime::now() + std::time::Duration::from_secs(TOKEN_DAYS * 24 * 60 * 60);
        let until: String = humantime::format_rfc3339(until).to_string().chars().take(10).collect();
        let body = json!({ "name": "guest", "scopes": ["api"], "access_level": 10, "expires_at": until });
        let made = self.host.create(&self.open, "/access_tokens", body).await?;
        let token = made.json.get("token").and_then(Value::as_str);
        let token = token.and_then(|token| Credential::new(&SecretString::from(token)).ok());
        let refused = || Unmet::Untried(format!("the host makes no token of a guest: {}", made.status()));
        let host = self.host.with(token.ok_or_else(refused)?);
        Ok(Self { host, ..self.clone() })
    }

    /// What the bridge answers to a request of an operation, by its path `/api/v1/…`.
    pub(super) async fn ask(&self, path: &str, body: &Value) -> Trial<(StatusCode, Value)> {
        let request =
            Request::post(path).header(CONTENT_TYPE, "application/json").body(Body::from(body.to_string()));
        let request = request.map_err(|error| Unmet::Untried(error.to_string()))?;
        let Ok(response) = self.bridge.clone().oneshot(request).await;
        let status = response.status();
        let bytes = to_bytes(response.into_body(), LARGEST_ANSWER).await.unwrap_or_default();
        Ok((status, serde_json::from_slice(&bytes).unwrap_or_default()))
    }

    /// Removes the subgroup with all that is in it. Says what is left where the host keeps what is deleted for a while.
    ///
    /// # Errors
    /// What the host said if it refused.
    pub async fn end(self) -> Result<Option<String>, String> {
        remove(&self.host, &self.root).await
    }
}

/// The id and the username of the token's user. If the token may not ask for them: of the member of what it made.
async fn user_of(host: &TrialHost, project: &OwnObject) -> Trial<(i64, String)> {
    let (mut seen, mut place) = (host.get("/user").await?, "");
    if seen.status() != StatusCode::OK {
        (seen, place) = (host.see(project.call("/members/all")).await?, "/0");
    }
    let name = seen.json.pointer(&format!("{place}/username")).and_then(Value::as_str).unwrap_or_default();
    Ok((seen.number(&format!("{place}/id"))?, name.to_owned()))
}

/// The issues of the fixed project.
async fn fill(host: &TrialHost, project: &OwnObject, milestone: i64, user: i64) -> Trial {
    let terminals = "Connecting the café terminals";
    let issues = [
        json!({ "title": terminals, "labels": "bug", "milestone_id": milestone, "assignee_ids": [user] }),
        json!({ "title": "Borne wifi de la gare", "due_date": "2020-01-31" }),
        json!({ "title": "Fontaine en panne" }),
    ];
    for issue in issues {
        host.make(project, "/issues", issue).await?;
    }
    host.update(project, "/issues/3", json!({ "state_event": "close" })).await?.is(200)?;
    Ok(())
}

/// Deletes the subgroup, and removes it for good where the host would keep it.
async fn remove(host: &TrialHost, root: &OwnObject) -> Result<Option<String>, String> {
    let told = |unmet: Unmet| match unmet {
        Unmet::Differs { seen, .. } | Unmet::Untried(seen) => format!("{} is left: {seen}", root.path()),
    };
    host.delete(root, "").await.and_then(|seen| seen.has_one_of(&[200, 202, 204])).map_err(told)?;
    let seen = host.get(root.call("?with_projects=false")).await.map_err(told)?;
    let field = |name: &str| seen.json.get(name).and_then(Value::as_str).unwrap_or_default();
    // A host that deletes at once may not have finished yet.
    let (path, date) = (field("full_path"), field("marked_for_deletion_on"));
    if path.is_empty() || date.is_empty() {
        return Ok(None);
    }
    // Removes it for good.
    let query = format!("?permanently_remove=true&full_path={}", urlencoding::encode(path));
    let is_kept = !host.delete(root, &query).await.map_err(told)?.status().is_success();
    let left =
        || format!("{path} is left: its deletion was asked for on {date}, and the host keeps it for a while");
    Ok(is_kept.then(left))
}
