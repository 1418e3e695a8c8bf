//! Members of a project.

use crate::live::fact::facts;

facts! {
    "members of the groups above are members", "issues/assistant-assign",
        |fixture| fixture.read("/members/all?per_page=100").await?
            .lists_one("username", &fixture.user.1, true);
    "members are found by a part of their username", "the same", |fixture| {
        let part: String = fixture.user.1.chars().skip(1).collect();
        let path = format!("/members/all?per_page=100&query={}", urlencoding::encode(&part));
        let seen = fixture.read(&path).await?;
        seen.lists_one("username", &fixture.user.1, true)
    };
    "a member is found by their id", "resolved_assignee_id",
        |fixture| fixture.read(&format!("/members/all/{}", fixture.user.0)).await?
            .has("/username", fixture.user.1.as_str());
    "who is no member is 404", "refusing strangers",
        |fixture| fixture.host.get(fixture.fixed.call("/members/all/2000000000")).await?.is(404);
}
