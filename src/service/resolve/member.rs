//! A member of a project or a group by name, by username or by their confirmed id (decisions, People).

use crate::service::{prelude::*, resolve::prelude::*};

/// Which member of a project a caller means: by a username, also as `@name`, or a name; or by a confirmed id.
pub type MemberChoice = Target<String, UserId>;

impl OneProject<'_> {
    /// The user of a target, and the member if it was read, among those who are active. Of a confirmed one the host's answer to the
    /// change shows whether they are a member; a preview, which gets no such answer, reads them.
    ///
    /// # Errors
    /// What the hint left open, or a failed call.
    pub(crate) async fn meant_member(
        self,
        choice: &MemberChoice,
    ) -> Resolved<(UserId, Option<Member>), Member> {
        let Self { service, .. } = self;
        match (choice, service.intent()) {
            (MemberChoice::Hint(hint), _) => {
                let member = resolve_person(service, Holder::Project(self.id()), hint).await?;
                Ok((member.id, Some(member)))
            }
            (MemberChoice::Confirmed(id), Intent::Act) => {
                service.note_resolved(Object::User(id.0), None);
                Ok((*id, None))
            }
            (MemberChoice::Confirmed(id), Intent::Preview) => {
                Ok((*id, service.gitlab.member(self.id(), *id).await?.filter(Member::is_active)))
            }
        }
    }
}

/// The active member of a project or a group that a hint means.
///
/// # Errors
/// What the hint left open, or a failed call.
pub(crate) async fn resolve_person(service: &Service, holder: Holder, hint: &str) -> Resolved<Member> {
    let username = hint.strip_prefix('@');
    let text = username.unwrap_or(hint);
    let members = service.gitlab.members(holder);
    let is_too_many = |_: &[_], total| total > Some(LOOKED_AT);
    let first = read_until(service, members, (FULL_PAGE, LOOKED_AT), is_too_many).await?;
    let (words, rules) = (service.hint(text), Rules::shown(Purpose::Change));
    let mut source = MemberSource { service, holder, text };
    let (pool, verdict) = resolve_one(service, (first, &mut source), &words, rules).await;
    let verdict = match username {
        Some(username) => with_username(&pool, username, verdict),
        None => ask_about_partial_names(text, verdict),
    };
    Ok(verdict.map_err(Halt::Unresolved)?.noted(service).item)
}

/// `@name` means exactly that username; otherwise the verdict becomes a question.
fn with_username(pool: &Pool<Member>, username: &str, verdict: Verdict<Member>) -> Verdict<Member> {
    let is_named = |member: &&Member| member.username.to_lowercase() == username.to_lowercase();
    if let Some(member) = pool.items.iter().find(is_named) {
        return Ok(Chosen::named(member.clone()));
    }
    let Chosen { candidates, .. } = verdict?;
    Err(Unresolved::asking(candidates, Why::Doubt(Doubt::Weak)))
}

/// If a hint shares only a part of a name with members (first name or last name), or says a longer name ("Pauline" for Paul), "not found"
/// becomes a question about them.
fn ask_about_partial_names(hint: &str, verdict: Verdict<Member>) -> Verdict<Member> {
    let Err(Unresolved::NotFound(nearest)) = verdict else { return verdict };
    let said: Vec<String> = words(hint).collect();
    let says =
        |own: &String| said.iter().any(|said| said == own || own.len() > 3 && said.starts_with(own.as_str()));
    let shares_a_word = |member: &Member| words(&member.name).any(|own| says(&own));
    let candidates: Vec<_> =
        nearest.suggestions.iter().filter(|nearest| shares_a_word(&nearest.item)).cloned().collect();
    if candidates.is_empty() {
        return Err(Unresolved::NotFound(nearest));
    }
    Err(Unresolved::asking(candidates, Why::Doubt(Doubt::Weak)))
}

/// The words of a name, without initials.
fn words(name: &str) -> impl Iterator<Item = String> {
    let words: Vec<_> = normalise(name).split(' ').map(str::to_owned).collect();
    words.into_iter().filter(|word| word.chars().count() > 2)
}

impl Findable for Member {
    const KIND: Kind = Kind::Member;
    const NAME: &'static str = "member";

    fn identity(&self) -> (i64, &str, &str) {
        (self.id.0, &self.name, &self.username)
    }
}

/// The active members of a project or a group. People often share names, so the first look reads all pages; if there are too many, the
/// host's search adds members who fit the hint.
struct MemberSource<'a> {
    service: &'a Service,
    holder: Holder,
    text: &'a str,
}

impl Source for MemberSource<'_> {
    type Item = Member;

    async fn further(&mut self, number: u32, _: &[usize], more: bool) -> Option<Look<Member>> {
        if !(number == 1 && more) {
            return None;
        }
        let words = words_and_stems(self.text, WORDS);
        let members = || self.service.gitlab.members(self.holder);
        let searches = words.iter().map(|word| members().called(word).page(1, FULL_PAGE));
        Some(gathered(searches).await)
    }

    fn admits(&mut self, member: &Member) -> bool {
        member.is_active()
    }
}
