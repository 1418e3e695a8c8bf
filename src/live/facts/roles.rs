//! What a guest may do: the host drops the rest in silence, or refuses.

use serde_json::json;

use crate::live::{fact::facts, outcome::Held, scene::Scene};

facts! {
    "a guest's new label on a new issue vanishes in silence", "comparing answers with what was sent", new_label;
    "a guest's known label on a new issue stays", "the same", known_label;
    "a guest's change of labels vanishes in silence", "telling that a label was not set", changed_labels;
    "a guest makes no label", "telling callers what the host says", no_label;
    "a guest changes no issue of others", "the same", others;
}

async fn new_label(scene: &Scene) -> Held {
    let body = json!({ "title": "Haie haute", "labels": "inconnu" });
    let seen = scene.guest().await?.post(&scene.open, "/issues", body).await?;
    seen.is(201)?.has("/labels", json!([])).map(drop)
}

async fn known_label(scene: &Scene) -> Held {
    let body = json!({ "title": "Haie basse", "labels": "bug" });
    let seen = scene.guest().await?.post(&scene.open, "/issues", body).await?;
    seen.is(201)?.has("/labels", json!(["bug"])).map(drop)
}

async fn changed_labels(scene: &Scene) -> Held {
    let guest = scene.guest().await?;
    let iid = guest
        .post(&scene.open, "/issues", json!({ "title": "Haie sèche" }))
        .await?
        .is(201)?
        .number("/iid")?;
    let seen = guest.put(&scene.open, &format!("/issues/{iid}"), json!({ "labels": "bug" })).await?;
    seen.is(200)?.has("/labels", json!([])).map(drop)
}

async fn no_label(scene: &Scene) -> Held {
    let body = json!({ "name": "invité", "color": "#336699" });
    scene.guest().await?.post(&scene.open, "/labels", body).await?.is(403)?.has_text("/message").map(drop)
}

async fn others(scene: &Scene) -> Held {
    let iid = scene.issue("Haie taillée").await?;
    let guest = scene.guest().await?;
    let seen = guest.put(&scene.open, &format!("/issues/{iid}"), json!({ "title": "Autre" })).await?;
    seen.is(403)?.has_text("/message").map(drop)
}
