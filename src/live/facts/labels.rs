//! Labels of a project.

use serde_json::json;

use crate::live::{
    fact::facts,
    outcome::{Held, Unmet},
    scene::Scene,
    seen::Seen,
};

facts! {
    "a new label has the name that is stored", "label resolution", stored;
    "a taken label is 409", "labels that somebody else just made", taken;
    "a label of a group above is taken too", "labels past the first page", taken_above;
    "a name with a comma is refused with its field", "never sending one", comma;
    "a label is found by its encoded name", "labels that the host calls taken", by_name;
    "a project's labels have those of the groups above", "label resolution", of_groups;
    "labels come without counts", "lists that cost the host little", without_counts;
}

async fn make(scene: &Scene, name: &str) -> Result<Seen, Unmet> {
    scene.host.post(&scene.open, "/labels", json!({ "name": name, "color": "#428BCA" })).await
}

async fn stored(scene: &Scene) -> Held {
    make(scene, "très urgent").await?.is(201)?.has("/name", "très urgent").map(drop)
}

async fn taken(scene: &Scene) -> Held {
    make(scene, "bug").await?.is(409)?.has_text("/message").map(drop)
}

async fn taken_above(scene: &Scene) -> Held {
    make(scene, "Accueil").await?.is(409)?.has_text("/message").map(drop)
}

async fn comma(scene: &Scene) -> Held {
    make(scene, "un,deux").await?.is(400)?.has_text("/message/title/0").map(drop)
}

async fn by_name(scene: &Scene) -> Held {
    make(scene, "à relire / à voir").await?.is(201)?;
    let path = format!("/labels/{}", urlencoding::encode("à relire / à voir"));
    scene.host.get(scene.open.call(&path)).await?.is(200)?.has("/name", "à relire / à voir").map(drop)
}

async fn of_groups(scene: &Scene) -> Held {
    let seen = scene.host.get(scene.fixed.call("/labels?per_page=100")).await?.is(200)?;
    seen.lists_one("name", "bug", true)?.lists_one("name", "Accueil", true).map(drop)
}

async fn without_counts(scene: &Scene) -> Held {
    let seen = scene.host.get(scene.fixed.call("/labels")).await?.is(200)?;
    seen.has_text("/0/color")?.lacks("/0/open_issues_count").map(drop)
}
