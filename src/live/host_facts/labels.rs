//! Labels of a project.

use serde_json::json;

use crate::live::{
    answer::{HostAnswer, Trial},
    fact::facts,
    fixture::Fixture,
};

facts! {
    "a new label has the name that is stored", "label resolution",
        |fixture| make(fixture, "très urgent").await?.is(201)?.has("/name", "très urgent");
    "a taken label is 409", "labels that somebody else just made",
        |fixture| make(fixture, "bug").await?.is(409)?.has_text("/message");
    "a label of a group above is taken too", "labels past the first page",
        |fixture| make(fixture, "Accueil").await?.is(409)?.has_text("/message");
    "a name with a comma is refused with its field", "never sending one",
        |fixture| make(fixture, "un,deux").await?.is(400)?.has_text("/message/title/0");
    "a label is found by its encoded name", "labels that the host calls taken", |fixture| {
        make(fixture, "à relire / à voir").await?.is(201)?;
        let path = format!("/labels/{}", urlencoding::encode("à relire / à voir"));
        fixture.host.see(fixture.open.call(&path)).await?.has("/name", "à relire / à voir")
    };
    "a project's labels have those of the groups above", "label resolution",
        |fixture| fixture.read("/labels?per_page=100").await?
            .lists_one("name", "bug", true)?.lists_one("name", "Accueil", true);
    "labels come without counts", "lists that cost the host little",
        |fixture| fixture.read("/labels").await?.has_text("/0/color")?.lacks("/0/open_issues_count");
}

async fn make(fixture: &Fixture, name: &str) -> Trial<HostAnswer> {
    fixture.host.create(&fixture.open, "/labels", json!({ "name": name, "color": "#428BCA" })).await
}
