use serde_json::json;

use super::{get, get_as_stranger, send_as};
use crate::{Owner, Sandbox, TOKEN, Visibility, World, access};

/// Projects `ville/portail`, `ville/agents/paie` (archived), `region/agenda` (of strangers, public), an issue in each.
fn three() -> Sandbox {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    let paie = world.project("ville/agents/paie", "Paie");
    let agenda = world.project("region/agenda", "Agenda");
    let region = world.find_group("region").map(|group| group.id).unwrap_or_default();
    let agent = world.user("agent", "Agent");
    world.members.remove(&(Owner::Group(region), world.token_user()));
    world.members.insert((Owner::Group(region), agent), access::DEVELOPER);
    world.groups.get_mut(&region).unwrap().visibility = Visibility::Public;
    world.projects.get_mut(&agenda).unwrap().visibility = Visibility::Public;
    world.issue_with(portail, json!({ "title": "a", "due_date": "2030-01-01" })).unwrap();
    world.issue(paie, "b");
    world.issue_with(agenda, json!({ "title": "c", "assignee": "agent" })).unwrap();
    world.projects.get_mut(&paie).unwrap().archived = true;
    Sandbox::new(world)
}

fn titles(sandbox: &Sandbox, path: &str) -> String {
    get(sandbox, path).all("title").join(" ")
}

#[test]
fn the_issues_of_a_group_are_those_of_what_is_below_it_too() {
    let sandbox = three();
    assert_eq!(titles(&sandbox, "/groups/ville/issues"), "a", "what is archived is left out");
    assert_eq!(titles(&sandbox, "/groups/region/issues?assignee_username=agent"), "c");
    assert_eq!(get(&sandbox, "/groups/ville%2Fportail/issues").status, 404);
}

#[test]
fn all_issues_are_those_of_visible_projects_and_without_a_scope_ones_own() {
    let sandbox = three();
    assert_eq!(titles(&sandbox, "/issues?scope=all&order_by=due_date&sort=asc"), "a c");
    assert_eq!(titles(&sandbox, "/issues"), titles(&sandbox, "/issues?scope=created_by_me"));
    assert_eq!(get_as_stranger(&sandbox, "/issues?scope=all").all("title"), ["c"]);
    assert_eq!(get_as_stranger(&sandbox, "/issues").body, json!([]));
}

#[test]
fn members_of_a_group_are_those_of_the_groups_above_too() {
    let mut world = World::empty();
    let (ville, agents) = (world.group("ville", "Ville"), world.group("ville/agents", "Agents"));
    let (one, two) = (world.user("un", "Un"), world.user("deux", "Deux"));
    world.members.insert((Owner::Group(ville), one), access::REPORTER);
    world.members.insert((Owner::Group(agents), two), access::DEVELOPER);
    let sandbox = Sandbox::new(world);
    let names = |path: &str| get(&sandbox, path).all("username").join(" ");
    assert!(names("/groups/ville%2Fagents/members/all?query=un").contains("un"));
    assert!(names("/groups/ville%2Fagents/members/all").contains("deux"));
    assert!(!names("/groups/ville/members/all").contains("deux"));
    assert_eq!(send_as(&sandbox, TOKEN, "GET", "/groups/nulle-part/members/all", None).status, 404);
}

#[test]
fn milestones_of_a_group_come_with_those_above_and_below_if_asked_for() {
    let mut world = World::empty();
    let portail = world.project("ville/agents/portail", "Portail");
    let id = |world: &World, path: &str| world.find_group(path).map(|group| group.id).unwrap_or_default();
    let (ville, agents) = (id(&world, "ville"), id(&world, "ville/agents"));
    world.group_milestone(ville, "Ville");
    world.group_milestone(agents, "Agents");
    world.milestone(portail, "Portail");
    let sandbox = Sandbox::new(world);
    let titles = |query: &str| titles(&sandbox, &format!("/groups/ville%2Fagents/milestones{query}"));
    assert_eq!(titles(""), "Agents");
    assert_eq!(titles("?include_ancestors=true"), "Ville Agents");
    assert_eq!(titles("?include_descendants=true"), "Agents Portail");
}
