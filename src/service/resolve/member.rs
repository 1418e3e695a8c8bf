//! A member of a project by name, by username or by their confirmed id.

use super::{
    Unresolved,
    look::Look,
    second_look::{self, PAGES, extend_unique},
};
use crate::{
    audit::{Ground, Object},
    error::Error,
    gitlab::{FULL_PAGE, Member, Project, ProjectId, UserId},
    matching::{Matcher, Ranked, Score, rank::SHOWN_CANDIDATES},
    service::{Halt, Intent, Service, side_by_side},
};

/// Which member of a project a caller means.
#[derive(Debug, Clone)]
pub enum MemberChoice {
    /// A username, also as `@name`, or a name.
    Hint(String),
    /// An id that the caller confirmed.
    Confirmed(UserId),
}

/// A member that is meant.
#[derive(Debug, Clone)]
pub enum MeantMember {
    /// Not read: the host's answer to the change says whether it is one.
    Confirmed(UserId),
    /// As read.
    Read(Member),
}

impl MeantMember {
    /// The user's id.
    #[must_use]
    pub fn id(&self) -> UserId {
        match self {
            Self::Confirmed(id) => *id,
            Self::Read(member) => member.id,
        }
    }
}

/// The member that is meant, among those who can work. A preview, which gets no answer to a change, reads a confirmed one.
///
/// # Errors
/// What the hint left open, or a failure: no such member, or a failed call.
pub async fn member(
    service: &Service,
    project: &Project,
    choice: &MemberChoice,
) -> Result<MeantMember, Halt<Unresolved<Member>>> {
    match (choice, service.intent()) {
        (MemberChoice::Hint(hint), _) => by_hint(service, project.id, hint).await.map(MeantMember::Read),
        (MemberChoice::Confirmed(id), Intent::Act) => {
            service.note_resolved(Object::User(id.0), Ground::Named);
            Ok(MeantMember::Confirmed(*id))
        }
        (MemberChoice::Confirmed(id), Intent::Preview) => {
            let found = service.gitlab.member(project.id, *id).await?;
            found.filter(Member::is_active).map(MeantMember::Read).ok_or_else(|| {
                let project = project.path_with_namespace.clone();
                Error::MemberNotFound { project, id: *id }.into()
            })
        }
    }
}

async fn by_hint(
    service: &Service,
    project: ProjectId,
    hint: &str,
) -> Result<Member, Halt<Unresolved<Member>>> {
    let members = members(service, project, hint).await?;
    let mut name = Name::new(hint);
    let active = members.iter().filter(|member| member.is_active());
    let ranked = Ranked::by_score(active, |member| name.score(member));
    let look = Look::new(&name.matcher, ranked);
    let chosen = look.decide(service, SHOWN_CANDIDATES).map_err(Halt::Unresolved)?;
    Ok(chosen.item)
}

impl From<&Member> for Object {
    fn from(member: &Member) -> Self {
        Self::User(member.id.0)
    }
}

/// The members of a project, each once. Namesakes are common, so all pages count, not the first alone; where there are too
/// many, the host's search adds those who fit the hint.
async fn members(service: &Service, project: ProjectId, hint: &str) -> Result<Vec<Member>, Error> {
    let first = service.gitlab.members(project, 1).await?;
    let further = match first.total_pages() {
        Some(total) if total <= PAGES => {
            let pages = (2..=total).map(|number| service.gitlab.members(project, number));
            let pages = side_by_side(service.fan_out, pages).await;
            let pages: Vec<_> = pages.into_iter().collect::<Result<_, _>>()?;
            pages.into_iter().flat_map(|page| page.items).collect()
        }
        _ if service.widen && first.continues(FULL_PAGE) => {
            second_look::members(service, project, hint).await
        }
        _ => Vec::new(),
    };
    let mut members = first.items;
    extend_unique(&mut members, further, |member| member.id);
    Ok(members)
}

/// What a hint calls a person.
struct Name {
    matcher: Matcher,
    /// `@name` is a username and nothing else.
    only_username: bool,
}

impl Name {
    fn new(hint: &str) -> Self {
        let username = hint.strip_prefix('@');
        Self { matcher: Matcher::new(username.unwrap_or(hint)), only_username: username.is_some() }
    }

    /// Similarity with the name or the username; at least 95 where the hint stands inside the name, else 90 inside the
    /// username. A hint that names nobody fits everybody: there is something to choose from.
    fn score(&mut self, member: &Member) -> Score {
        if self.matcher.is_vague() {
            return self.matcher.compare(&member.name).similarity.max(Score::WITHIN_NAME);
        }
        let username = self.matcher.compare(&member.username);
        let by_username = if username.within { Score::WITHIN_PATH } else { Score::default() };
        let by_username = by_username.max(username.similarity);
        if self.only_username {
            return by_username;
        }
        let name = self.matcher.compare(&member.name);
        let by_name = if name.within { Score::WITHIN_NAME } else { Score::default() };
        by_username.max(by_name).max(name.similarity)
    }
}
