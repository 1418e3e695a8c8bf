use serde_json::json;

use super::{get, one_project};
use crate::{MilestoneState, Sandbox};

fn milestones() -> (Sandbox, u64, u64) {
    let (sandbox, id) = one_project();
    let above = sandbox.edit(|world| {
        let group = world.group("ville", "Ville");
        world.milestone(id, "Sans date");
        let late = world.milestone(id, "Sprint 2");
        world.milestones.get_mut(&late).unwrap().due_date = Some("2025-12-01".to_owned());
        let early = world.milestone(id, "Sprint 1");
        let early = world.milestones.get_mut(&early).unwrap();
        early.due_date = Some("2025-08-01".to_owned());
        early.state = MilestoneState::Closed;
        world.group_milestone(group, "Rentrée")
    });
    (sandbox, id, above)
}

#[test]
fn milestones_go_by_due_date_and_those_of_groups_must_be_asked_for() {
    let (sandbox, id, _) = milestones();
    let titles =
        |query: &str| get(&sandbox, &format!("/projects/{id}/milestones?{query}")).all("title").join(", ");
    assert_eq!(titles(""), "Sprint 1, Sprint 2, Sans date");
    assert_eq!(titles("include_ancestors=true"), "Sprint 1, Sprint 2, Sans date, Rentrée");
    assert_eq!(titles("state=active"), "Sprint 2, Sans date");
    assert_eq!(titles("state=closed"), "Sprint 1");
    assert_eq!(titles("search=sprint"), "Sprint 1, Sprint 2");
    assert_eq!(get(&sandbox, &format!("/projects/{id}/milestones?state=x")).status, 400);
}

#[test]
fn a_milestone_of_a_group_is_not_found_in_the_project() {
    let (sandbox, id, above) = milestones();
    let got = get(&sandbox, &format!("/projects/{id}/milestones/{above}"));
    assert_eq!((got.status.as_u16(), got.body), (404, json!({ "message": "404 Not found" })));
    let own = get(&sandbox, &format!("/projects/{id}/milestones")).body[0].clone();
    assert_eq!(get(&sandbox, &format!("/projects/{id}/milestones/{}", own["id"])).body, own);
    assert_eq!((&own["expired"], &own["project_id"]), (&json!(true), &json!(id)));
}
