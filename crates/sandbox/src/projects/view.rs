//! A project as the API shows it.

use serde_json::{Map, Value, json};

use crate::{
    access,
    call::Call,
    models::{Namespace, Owner, Project, Visibility},
    users,
    world::World,
};

/// A secret that administrators get with a project. The bridge must never pass it on.
const RUNNERS_TOKEN: &str = "sandbox-runners-secret";

/// The simple form, for `simple=true` and for callers without a token.
pub(super) fn simple(world: &World, call: &Call, project: &Project) -> Value {
    let mut shown = basic(world, call, project);
    if !world.rules.simple_visibility
        && let Value::Object(fields) = &mut shown
    {
        fields.remove("visibility");
    }
    shown
}

fn basic(world: &World, call: &Call, project: &Project) -> Value {
    let path = &project.path_with_namespace;
    let web_url = call.web_url(path);
    let host = call.host().split(':').next().unwrap_or_default();
    let branch = &project.default_branch;
    json!({
        "id": project.id,
        "description": project.description,
        "name": project.name,
        "name_with_namespace": project.name_with_namespace,
        "path": project.path,
        "path_with_namespace": path,
        "created_at": project.created_at,
        "default_branch": branch,
        "tag_list": [],
        "topics": [],
        "ssh_url_to_repo": format!("git@{host}:{path}.git"),
        "http_url_to_repo": format!("{web_url}.git"),
        "readme_url": branch.as_ref().map(|branch| format!("{web_url}/-/blob/{branch}/README.md")),
        "web_url": web_url,
        "forks_count": 0,
        "avatar_url": null,
        "star_count": 0,
        "last_activity_at": project.last_activity_at,
        "visibility": project.visibility,
        "namespace": namespace(world, call, project.namespace),
    })
}

fn namespace(world: &World, call: &Call, namespace: Namespace) -> Value {
    match namespace {
        Namespace::Group(id) => world.groups.get(&id).map(|group| {
            json!({
                "id": group.id,
                "name": group.name,
                "path": group.path,
                "kind": "group",
                "full_path": group.full_path,
                "parent_id": group.parent_id,
                "avatar_url": null,
                "web_url": call.web_url(&format!("groups/{}", group.full_path)),
            })
        }),
        Namespace::User(id) => world.users.get(&id).map(|user| {
            json!({
                "id": user.id,
                "name": user.name,
                "path": user.username,
                "kind": "user",
                "full_path": user.username,
                "parent_id": null,
                "avatar_url": null,
                "web_url": call.web_url(&user.username),
            })
        }),
    }
    .unwrap_or_default()
}

/// The full form, for lists.
pub(super) fn full(world: &World, call: &Call, project: &Project) -> Value {
    let mut shown = basic(world, call, project);
    if let Value::Object(fields) = &mut shown {
        fields.extend(state(world, call, project));
        fields.extend(features(project));
        fields.extend(merging());
        fields.extend(pipelines(call, project));
        if let Namespace::User(id) = project.namespace {
            fields.insert("owner".to_owned(), users::basic(world, call, id));
        }
    }
    shown
}

/// The full form with the caller's permissions.
pub(super) fn with_access(world: &World, call: &Call, project: &Project) -> Value {
    let mut shown = full(world, call, project);
    if let Value::Object(fields) = &mut shown {
        fields.insert("permissions".to_owned(), permissions(world, call, project));
        if call.caller.is_some_and(|user| world.project_access(user, project) >= access::MAINTAINER) {
            fields.insert("runners_token".to_owned(), json!(RUNNERS_TOKEN));
        }
    }
    shown
}

fn permissions(world: &World, call: &Call, project: &Project) -> Value {
    let level = |owner| call.caller.and_then(|user| world.members.get(&(owner, user)));
    let shown =
        |level: Option<&u8>| level.map(|level| json!({ "access_level": level, "notification_level": 3 }));
    let group =
        world.owners(project).filter(|owner| matches!(owner, Owner::Group(_))).filter_map(level).max();
    json!({ "project_access": shown(level(Owner::Project(project.id))), "group_access": shown(group) })
}

fn state(world: &World, call: &Call, project: &Project) -> Map<String, Value> {
    let mut fields = object(json!({
        "_links": links(call, project.id),
        "archived": project.archived,
        "creator_id": project.creator_id,
        "description_html": "",
        "empty_repo": project.default_branch.is_none(),
        "import_status": "none",
        "import_type": null,
        "import_error": null,
        "marked_for_deletion_at": project.marked_for_deletion_on,
        "marked_for_deletion_on": project.marked_for_deletion_on,
        "shared_with_groups": [],
        "updated_at": project.last_activity_at,
    }));
    if project.issues_enabled {
        fields.insert("open_issues_count".to_owned(), json!(world.open_issues_count(project.id)));
    }
    if project.visibility == Visibility::Public {
        fields.insert("public".to_owned(), json!(true));
    }
    fields
}

fn links(call: &Call, id: u64) -> Value {
    let link = |rest: &str| call.api_url(&format!("/projects/{id}{rest}"));
    json!({
        "self": link(""),
        "issues": link("/issues"),
        "merge_requests": link("/merge_requests"),
        "repo_branches": link("/repository/branches"),
        "labels": link("/labels"),
        "events": link("/events"),
        "members": link("/members"),
        "cluster_agents": link("/cluster_agents"),
    })
}

fn features(project: &Project) -> Map<String, Value> {
    let issues = if project.issues_enabled { "enabled" } else { "disabled" };
    object(json!({
        "analytics_access_level": "enabled",
        "auto_devops_enabled": false,
        "builds_access_level": "enabled",
        "can_create_merge_request_in": true,
        "container_registry_access_level": "enabled",
        "container_registry_enabled": true,
        "emails_disabled": false,
        "emails_enabled": true,
        "environments_access_level": "enabled",
        "feature_flags_access_level": "enabled",
        "forking_access_level": "enabled",
        "group_runners_enabled": true,
        "infrastructure_access_level": "enabled",
        "issues_access_level": issues,
        "issues_enabled": project.issues_enabled,
        "jobs_enabled": true,
        "lfs_enabled": true,
        "merge_requests_access_level": "enabled",
        "merge_requests_enabled": true,
        "monitor_access_level": "enabled",
        "packages_enabled": true,
        "pages_access_level": "private",
        "public_jobs": true,
        "releases_access_level": "enabled",
        "repository_access_level": "enabled",
        "request_access_enabled": true,
        "security_and_compliance_access_level": "private",
        "service_desk_enabled": false,
        "shared_runners_enabled": true,
        "snippets_access_level": "enabled",
        "snippets_enabled": true,
        "wiki_access_level": "enabled",
        "wiki_enabled": true,
    }))
}

fn merging() -> Map<String, Value> {
    object(json!({
        "allow_merge_on_skipped_pipeline": null,
        "autoclose_referenced_issues": true,
        "auto_cancel_pending_pipelines": "enabled",
        "enforce_auth_checks_on_uploads": true,
        "issue_branch_template": null,
        "merge_commit_template": null,
        "merge_method": "merge",
        "only_allow_merge_if_all_discussions_are_resolved": false,
        "only_allow_merge_if_pipeline_succeeds": false,
        "printing_merge_request_link_enabled": true,
        "remove_source_branch_after_merge": true,
        "repository_object_format": "sha1",
        "requirements_access_level": "enabled",
        "requirements_enabled": false,
        "resolve_outdated_diff_discussions": false,
        "squash_commit_template": null,
        "squash_option": "default_off",
        "suggestion_commit_message": null,
        "warn_about_potentially_unwanted_characters": true,
    }))
}

fn pipelines(call: &Call, project: &Project) -> Map<String, Value> {
    let host = call.host();
    object(json!({
        "allow_pipeline_trigger_approve_deployment": false,
        "auto_devops_deploy_strategy": "continuous",
        "build_git_strategy": "fetch",
        "build_timeout": 3600,
        "ci_allow_fork_pipelines_to_run_in_parent_project": true,
        "ci_config_path": null,
        "ci_default_git_depth": 20,
        "ci_forward_deployment_enabled": true,
        "ci_forward_deployment_rollback_allowed": true,
        "ci_job_token_scope_enabled": false,
        "ci_pipeline_variables_minimum_override_role": "developer",
        "ci_push_repository_for_job_token_allowed": false,
        "ci_restrict_pipeline_cancellation_role": "developer",
        "ci_separated_caches": true,
        "compliance_frameworks": [],
        "container_expiration_policy": { "cadence": "1d", "enabled": false, "keep_n": 10, "older_than": "90d" },
        "container_registry_image_prefix": format!("{host}/{}", project.path_with_namespace),
        "external_authorization_classification_label": null,
        "import_url": null,
        "keep_latest_artifact": true,
        "pre_receive_secret_detection_enabled": false,
        "restrict_user_defined_variables": true,
        "runner_token_expiration_interval": null,
        "security_and_compliance_enabled": true,
    }))
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
