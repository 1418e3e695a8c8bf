//! What a guest may do: the host drops the rest in silence, or refuses.

use serde_json::json;

use crate::live::fact::facts;

facts! {
    "a guest's new label on a new issue vanishes in silence", "comparing answers with what was sent", |suite| {
        let body = json!({ "title": "Haie haute", "labels": "inconnu" });
        suite.guest().await?.make(&suite.open, "/issues", body).await?.has("/labels", json!([]))
    };
    "a guest's known label on a new issue stays", "the same", |suite| {
        let body = json!({ "title": "Haie basse", "labels": "bug" });
        suite.guest().await?.make(&suite.open, "/issues", body).await?.has("/labels", json!(["bug"]))
    };
    "a guest's change of labels vanishes in silence", "telling that a label was not set", |suite| {
        let guest = suite.guest().await?;
        let made = guest.make(&suite.open, "/issues", json!({ "title": "Haie sèche" })).await?;
        let path = format!("/issues/{}", made.number("/iid")?);
        let seen = guest.update(&suite.open, &path, json!({ "labels": "bug" })).await?;
        seen.is(200)?.has("/labels", json!([]))
    };
    "a guest makes no label", "telling callers what the host says", |suite| {
        let body = json!({ "name": "invité", "color": "#336699" });
        suite.guest().await?.create(&suite.open, "/labels", body).await?.is(403)?.has_text("/message")
    };
    "a guest changes no issue of others", "the same", |suite| {
        let iid = suite.issue("Haie taillée").await?;
        let guest = suite.guest().await?;
        let seen = guest.update(&suite.open, &format!("/issues/{iid}"), json!({ "title": "Autre" })).await?;
        seen.is(403)?.has_text("/message")
    };
}
