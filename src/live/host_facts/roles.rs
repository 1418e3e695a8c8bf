//! What a guest may do: the host drops the rest in silence, or refuses.

use serde_json::json;

use crate::live::fact::facts;

facts! {
    "a guest's new label on a new issue vanishes in silence", "comparing answers with what was sent", |fixture| {
        let body = json!({ "title": "Haie haute", "labels": "inconnu" });
        fixture.guest().await?.make(&fixture.open, "/issues", body).await?.has("/labels", json!([]))
    };
    "a guest's known label on a new issue stays", "the same", |fixture| {
        let body = json!({ "title": "Haie basse", "labels": "bug" });
        fixture.guest().await?.make(&fixture.open, "/issues", body).await?.has("/labels", json!(["bug"]))
    };
    "a guest's change of labels vanishes in silence", "telling that a label was not set", |fixture| {
        let guest = fixture.guest().await?;
        let made = guest.make(&fixture.open, "/issues", json!({ "title": "Haie sèche" })).await?;
        let path = format!("/issues/{}", made.number("/iid")?);
        let seen = guest.update(&fixture.open, &path, json!({ "labels": "bug" })).await?;
        seen.is(200)?.has("/labels", json!([]))
    };
    "a guest makes no label", "telling callers what the host says", |fixture| {
        let body = json!({ "name": "invité", "color": "#336699" });
        fixture.guest().await?.create(&fixture.open, "/labels", body).await?.is(403)?.has_text("/message")
    };
    "a guest changes no issue of others", "the same", |fixture| {
        let iid = fixture.issue("Haie taillée").await?;
        let guest = fixture.guest().await?;
        let seen = guest.update(&fixture.open, &format!("/issues/{iid}"), json!({ "title": "Autre" })).await?;
        seen.is(403)?.has_text("/message")
    };
}
