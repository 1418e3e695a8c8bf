//! Tags of answers, and answers that are confirmed.

use serde_json::json;

use crate::live::{
    answer::{HostAnswer, Trial},
    fact::facts,
    suite::Suite,
};

facts! {
    "an answer has a tag", "asking again without reading it all again (upstream.revalidate)", |suite| {
        let (seen, tag) = read(suite, &suite.fixed.call("/issues")).await?;
        let is_tag = tag.trim_start_matches("W/").len() > 2 && tag.ends_with('"');
        if is_tag { Ok(()) } else { seen.differs("an ETag in quotes", &tag) }
    };
    "an answer that is known is a 304 without a body", "the same", |suite| {
        let path = suite.fixed.call("/issues?order_by=updated_at");
        let (_, tag) = read(suite, &path).await?;
        let again = suite.host.get_unless(&path, &tag).await?.is(304)?;
        if again.text().is_empty() { Ok(()) } else { again.differs("no body", &again.text()) }
    };
    "a 304 has the headers of its page", "knowing whether a confirmed list is whole", |suite| {
        let path = suite.fixed.call("/issues?per_page=1");
        let (_, tag) = read(suite, &path).await?;
        suite.host.get_unless(&path, &tag).await?.is(304)?.has_header("x-next-page", "2")
    };
    "a changed object has another tag", "never taking old data for new", |suite| {
        let iid = suite.issue("Banc cassé place du marché").await?;
        let (_, tag) = read(suite, &suite.open.call(&format!("/issues/{iid}"))).await?;
        let change = json!({ "title": "Banc réparé place du marché" });
        suite.host.update(&suite.open, &format!("/issues/{iid}"), change).await?.is(200)?;
        let again = suite.host.get_unless(&suite.open.call(&format!("/issues/{iid}")), &tag).await?;
        again.is(200)?.has("/title", "Banc réparé place du marché")
    };
}

async fn read(suite: &Suite, path: &str) -> Trial<(HostAnswer, String)> {
    let seen = suite.host.see(path).await?;
    match seen.header("etag").map(str::to_owned) {
        Some(tag) => Ok((seen, tag)),
        None => seen.differs("an ETag", "none"),
    }
}
