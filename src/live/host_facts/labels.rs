//! Labels of a project.

use serde_json::json;

use crate::live::{
    answer::{HostAnswer, Trial},
    fact::facts,
    suite::Suite,
};

facts! {
    "a new label has the name that is stored", "label resolution",
        |suite| make(suite, "très urgent").await?.is(201)?.has("/name", "très urgent");
    "a taken label is 409", "labels that somebody else just made",
        |suite| make(suite, "bug").await?.is(409)?.has_text("/message");
    "a label of a group above is taken too", "labels past the first page",
        |suite| make(suite, "Accueil").await?.is(409)?.has_text("/message");
    "a name with a comma is refused with its field", "never sending one",
        |suite| make(suite, "un,deux").await?.is(400)?.has_text("/message/title/0");
    "a label is found by its encoded name", "labels that the host calls taken", |suite| {
        make(suite, "à relire / à voir").await?.is(201)?;
        let path = format!("/labels/{}", urlencoding::encode("à relire / à voir"));
        suite.host.see(suite.open.call(&path)).await?.has("/name", "à relire / à voir")
    };
    "a project's labels have those of the groups above", "label resolution",
        |suite| suite.read("/labels?per_page=100").await?
            .lists_one("name", "bug", true)?.lists_one("name", "Accueil", true);
    "labels come without counts", "lists that cost the host little",
        |suite| suite.read("/labels").await?.has_text("/0/color")?.lacks("/0/open_issues_count");
}

async fn make(suite: &Suite, name: &str) -> Trial<HostAnswer> {
    suite.host.create(&suite.open, "/labels", json!({ "name": name, "color": "#428BCA" })).await
}
