use serde_json::json;

use super::{get, one_project, post, send_as, send_put};
use crate::{HostVersion, Owner, Sandbox, TOKEN, Visibility, World, access};

fn portals() -> Sandbox {
    let mut world = World::empty();
    world.project("ville/portail-citoyen", "Portail citoyen");
    world.project("ville/portail-agents", "Portail agents");
    let id = world.project("region/facturation", "Facturation");
    world.projects.get_mut(&id).unwrap().description = Some("Remplace le portail des impôts".to_owned());
    world.project("region/ia", "IA");
    Sandbox::new(world)
}

fn search(sandbox: &Sandbox, query: &str) -> Vec<String> {
    let got = get(sandbox, &format!("/projects?simple=true&sort=asc&search={}", urlencoding::encode(query)));
    got.all("path").iter().map(|path| (*path).to_owned()).collect()
}

#[test]
fn every_word_must_be_in_one_column() {
    let sandbox = portals();
    assert_eq!(search(&sandbox, "PORTAIL"), ["portail-citoyen", "portail-agents", "facturation"]);
    assert_eq!(search(&sandbox, "citoyen portail"), ["portail-citoyen"]);
    assert_eq!(search(&sandbox, "projet portail"), [""; 0]);
    assert_eq!(search(&sandbox, "le portail de"), search(&sandbox, "portail"));
}

#[test]
fn accents_count() {
    assert_eq!(search(&portals(), "impots"), [""; 0]);
    assert_eq!(search(&portals(), "impôts"), ["facturation"]);
}

#[test]
fn short_words_alone_must_equal_the_column() {
    assert_eq!(search(&portals(), "ia"), ["ia"]);
    assert_eq!(search(&portals(), "i"), [""; 0]);
}

#[test]
fn the_plain_search_does_not_look_at_namespaces() {
    let sandbox = portals();
    assert_eq!(search(&sandbox, "ville/portail"), [""; 0]);
    let got = get(&sandbox, "/projects?search=ville%2Fportail-c&search_namespaces=true&simple=true");
    assert_eq!(got.all("path"), ["portail-citoyen"]);
}

#[test]
fn the_newest_come_first() {
    let got = get(&portals(), "/projects?simple=true&per_page=2");
    assert_eq!(got.all("path"), ["ia", "facturation"]);
    let got = get(&portals(), "/projects?order_by=name&sort=asc");
    assert_eq!(got.all("name"), ["Facturation", "IA", "Portail agents", "Portail citoyen"]);
    assert_eq!(
        get(&portals(), "/projects?order_by=size").body["error"],
        "order_by does not have a valid value"
    );
}

#[test]
fn the_simple_form_lacks_counts_and_on_older_hosts_the_visibility() {
    let (sandbox, _) = one_project();
    let row = &get(&sandbox, "/projects?simple=true").body[0];
    for absent in ["open_issues_count", "archived", "issues_enabled", "marked_for_deletion_on"] {
        assert!(row.get(absent).is_none(), "{absent}");
    }
    assert_eq!(row["visibility"], "private");
    sandbox.edit(|world| world.rules.version = HostVersion::new(17, 11, 0));
    assert!(get(&sandbox, "/projects?simple=true").body[0].get("visibility").is_none());
    assert_eq!(get(&sandbox, "/projects").body[0]["visibility"], "private");
}

#[test]
fn archived_projects_are_in() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.projects.get_mut(&id).unwrap().archived = true);
    assert_eq!(get(&sandbox, "/projects").body.as_array().unwrap().len(), 1);
}

#[test]
fn membership_leaves_out_what_is_only_visible() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        let group = world.find_group("ville").unwrap().id;
        world.members.remove(&(Owner::Group(group), world.token_user()));
        world.projects.get_mut(&id).unwrap().visibility = Visibility::Public;
    });
    assert_eq!(get(&sandbox, "/projects").body.as_array().unwrap().len(), 1);
    assert_eq!(get(&sandbox, "/projects?membership=true").body, json!([]));
}

#[test]
fn a_project_is_found_by_id_and_by_path_in_any_case() {
    let (sandbox, id) = one_project();
    for reference in [id.to_string(), "ville%2Fportail".to_owned(), "Ville%2FPORTAIL".to_owned()] {
        let got = get(&sandbox, &format!("/projects/{reference}"));
        assert_eq!(got.body["path_with_namespace"], "ville/portail");
        assert_eq!(got.body["web_url"], "http://host:8081/ville/portail");
    }
}

#[test]
fn what_is_absent_or_hidden_is_not_found() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        let group = world.find_group("ville").unwrap().id;
        world.members.remove(&(Owner::Group(group), world.token_user()));
    });
    for reference in [id.to_string(), "portail".to_owned(), "ville%2Fautre".to_owned(), "999".to_owned()] {
        let got = get(&sandbox, &format!("/projects/{reference}"));
        assert_eq!((got.status.as_u16(), got.body), (404, json!({ "message": "404 Project Not Found" })));
    }
}

#[test]
fn a_moved_project_redirects_reads_and_refuses_writes() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.moved_project("dsi/portail", id));
    let got = get(&sandbox, "/projects/dsi%2FPortail/issues?state=opened");
    let location = format!("http://host:8081/api/v4/projects/{id}/issues?state=opened");
    assert_eq!((got.status.as_u16(), got.header("location")), (301, Some(location.as_str())));
    assert_eq!(got.header("content-type"), Some("text/plain"));
    let text = format!("This resource has been moved permanently to {location}");
    assert_eq!(got.response.body(), &text);
    let got = send_put(&sandbox, "/projects/dsi%2Fportail/issues/1", json!({ "title": "X" }));
    assert_eq!(got.status, 405);
    assert_eq!(got.body, json!({ "message": "Non GET methods are not allowed for moved projects" }));
}

fn create(sandbox: &Sandbox, name: &str, path: &str) -> super::Got {
    let group = sandbox.read(|world| world.find_group("ville").unwrap().id);
    post(
        sandbox,
        "/projects",
        json!({ "name": name, "path": path, "namespace_id": group, "visibility": "public" }),
    )
}

#[test]
fn a_new_project_is_no_easier_to_see_than_its_group() {
    let (sandbox, _) = one_project();
    let got = create(&sandbox, "Été 2026 – l’école", "ete-2026");
    assert_eq!(got.status, 201);
    assert_eq!(got.body["visibility"], "private");
    assert_eq!(got.body["path_with_namespace"], "ville/ete-2026");
    assert_eq!((&got.body["empty_repo"], &got.body["default_branch"]), (&json!(true), &json!(null)));
}

#[test]
fn names_and_paths_follow_the_rules() {
    let (sandbox, _) = one_project();
    for name in ["L'école", "a/b", "R&D", "(x)", "a, b", "oh!", "-x", ""] {
        let got = create(&sandbox, name, "chemin");
        assert_eq!(got.status, 400, "{name}");
        assert!(got.body["message"]["name"].is_array(), "{name}: {}", got.body);
    }
    for path in ["-a", "a-", ".a", "a--b", "a_-b", "a..b", "a.git", "a.atom", "new", "Wikis", "é", "a b", ""]
    {
        let got = create(&sandbox, "Nom", path);
        assert_eq!(got.status, 400, "{path}");
        assert!(got.body["message"]["path"].is_array(), "{path}: {}", got.body);
    }
    assert_eq!(create(&sandbox, "C++ 🚀 v1.0", "c.plus_plus").status, 201);
}

#[test]
fn a_name_or_path_in_use_is_a_bad_request() {
    let (sandbox, _) = one_project();
    let taken = json!(["has already been taken"]);
    let got = create(&sandbox, "Portail citoyen", "PORTAIL");
    assert_eq!(got.status, 400);
    assert_eq!(got.body["message"], json!({ "project_namespace.name": taken, "name": taken, "path": taken }));
    assert_eq!(create(&sandbox, "Autre", "portail").body["message"], json!({ "path": taken }));
}

#[test]
fn a_namespace_must_exist_and_take_projects() {
    let (sandbox, _) = one_project();
    let invalid = json!({ "message": { "namespace": ["is not valid"] } });
    let got = post(&sandbox, "/projects", json!({ "name": "X", "path": "x", "namespace_id": 4242 }));
    assert_eq!((got.status.as_u16(), &got.body), (400, &invalid));
    let foreign = sandbox.edit(|world| {
        let id = world.group("ailleurs", "Ailleurs");
        world.members.remove(&(Owner::Group(id), world.token_user()));
        id
    });
    let got = post(&sandbox, "/projects", json!({ "name": "X", "path": "x", "namespace_id": foreign }));
    assert_eq!((got.status.as_u16(), &got.body), (400, &invalid));
}

#[test]
fn a_project_needs_a_name_and_a_path() {
    let (sandbox, _) = one_project();
    let got = post(&sandbox, "/projects", json!({ "name": "x" }));
    assert_eq!(got.body, json!({ "error": "path is missing" }));
    let got = post(&sandbox, "/projects", json!({ "name": "x", "path": "x", "visibility": "secret" }));
    assert_eq!(got.body, json!({ "error": "visibility does not have a valid value" }));
}

#[test]
fn a_description_has_a_bound() {
    let (sandbox, _) = one_project();
    let group = sandbox.read(|world| world.find_group("ville").unwrap().id);
    let body = json!({ "name": "x", "path": "x", "namespace_id": group, "description": "é".repeat(2001) });
    let got = post(&sandbox, "/projects", body);
    assert_eq!(got.body["message"]["description"], json!(["is too long (maximum is 2000 characters)"]));
}

#[test]
fn a_deletion_renames_and_frees_the_path() {
    let (sandbox, id) = one_project();
    let delete = |query: &str| send_as(&sandbox, TOKEN, "DELETE", &format!("/projects/{id}{query}"), None);
    let got = delete("");
    assert_eq!((got.status.as_u16(), got.body), (202, json!({ "message": "202 Accepted" })));
    assert_eq!(get(&sandbox, "/projects/ville%2Fportail").status, 404);
    let shown = get(&sandbox, &format!("/projects/{id}")).body;
    assert_eq!(shown["path"], format!("portail-deletion_scheduled-{id}"));
    assert_eq!(shown["name"], format!("Portail citoyen-deletion_scheduled-{id}"));
    assert_eq!(create(&sandbox, "Portail citoyen", "portail").status, 201);
    assert_eq!(delete("").status, 400);
    let query = format!("?permanently_remove=true&full_path=ville%2Fportail-deletion_scheduled-{id}");
    assert_eq!(delete(&query).status, 202);
    assert_eq!(get(&sandbox, &format!("/projects/{id}")).status, 404);
}

#[test]
fn members_are_listed_with_those_of_the_groups() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        let user = world.user("agent.accueil", "Agent d'accueil");
        world.members.insert((Owner::Project(id), user), access::DEVELOPER);
    });
    let got = get(&sandbox, &format!("/projects/{id}/members/all"));
    assert_eq!(got.all("username"), ["passerelle", "agent.accueil"]);
    assert_eq!(got.body[1]["access_level"], 30);
    let got = get(&sandbox, &format!("/projects/{id}/members/all?query=accueil"));
    assert_eq!(got.all("username"), ["agent.accueil"]);
}

#[test]
fn administrators_get_a_secret_with_a_project_but_not_in_lists() {
    let (sandbox, id) = one_project();
    assert!(get(&sandbox, &format!("/projects/{id}")).body["runners_token"].is_string());
    assert!(get(&sandbox, "/projects").body[0].get("runners_token").is_none());
}

#[test]
fn a_member_is_found_by_id_and_shows_whether_they_are_blocked() {
    let (sandbox, id) = one_project();
    let (member, stranger) = sandbox.edit(|world| {
        let (member, stranger) = (world.user("agent", "Agent"), world.user("inconnu", "Inconnu"));
        world.members.insert((Owner::Project(id), member), access::DEVELOPER);
        world.users.get_mut(&member).unwrap().blocked = true;
        (member, stranger)
    });
    let got = get(&sandbox, &format!("/projects/{id}/members/all/{member}")).body;
    assert_eq!((&got["username"], &got["state"]), (&json!("agent"), &json!("blocked")));
    assert_eq!(get(&sandbox, &format!("/projects/{id}/members/all/{stranger}")).status, 404);
}

#[test]
fn membership_narrows_a_search_to_what_the_user_belongs_to() {
    let sandbox = portals();
    sandbox.edit(|world| {
        let stranger = world.project("ailleurs/portail", "Portail");
        world.projects.get_mut(&stranger).unwrap().visibility = Visibility::Public;
        let group = world.find_group("ailleurs").unwrap().id;
        world.members.remove(&(Owner::Group(group), world.token_user()));
    });
    let ids = |query: &str| {
        get(&sandbox, &format!("/projects?simple=true&sort=asc&search=portail{query}"))
            .all("path_with_namespace")
            .join(" ")
    };
    let own = "ville/portail-citoyen ville/portail-agents region/facturation";
    assert_eq!(ids("&membership=true"), own);
    assert_eq!(ids(""), format!("{own} ailleurs/portail"));
}

#[test]
fn members_are_searched_by_any_part_of_their_names_however_short() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        let user = world.user("dev.front", "Éloïse Martin");
        world.members.insert((Owner::Project(id), user), access::DEVELOPER);
    });
    let found = |query: &str| {
        let path = format!("/projects/{id}/members/all?query={}", urlencoding::encode(query));
        get(&sandbox, &path).all("username").join(" ")
    };
    for query in ["@dev.front", "front", "éloïse", "ÉL", "v.f"] {
        assert_eq!(found(query), "dev.front", "{query}");
    }
    assert_eq!(found("eloise"), "", "accents count");
}
