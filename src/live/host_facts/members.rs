//! Members of a project.

use crate::live::fact::facts;

facts! {
    "members of the groups above are members", "issues/assistant-assign",
        |suite| suite.read("/members/all?per_page=100").await?
            .lists_one("username", &suite.user.1, true);
    "members are found by a part of their username", "the same", |suite| {
        let part: String = suite.user.1.chars().skip(1).collect();
        let path = format!("/members/all?per_page=100&query={}", urlencoding::encode(&part));
        suite.read(&path).await?.lists_one("username", &suite.user.1, true)
    };
    "a member is found by their id", "resolved_assignee_id",
        |suite| suite.read(&format!("/members/all/{}", suite.user.0)).await?
            .has("/username", suite.user.1.as_str());
    "who is no member is 404", "refusing strangers",
        |suite| suite.host.get(suite.fixed.call("/members/all/2000000000")).await?.is(404);
}
