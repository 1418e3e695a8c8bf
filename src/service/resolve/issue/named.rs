//! Issues that a reference names by number, path or address: they are fetched, never guessed (decisions, References).

use std::iter;

use crate::service::{prelude::*, resolve::prelude::*};

/// What a hint names.
pub(super) enum NamedIssue {
    /// It is loose words.
    Loose,
    /// It says a number, which a title may hold too.
    Numbered(Numbered),
    /// It is a reference, and this came of it.
    Settled(Meant),
}

/// A number that a hint says, bare or beside words.
pub(super) struct Numbered {
    iid: Iid,
    /// The issue of this number, if there is one.
    issue: Option<Issue>,
    /// Whether the words beside it name that issue or its project; `None` for a bare number.
    pub(super) fits: Option<bool>,
}

impl OneProject<'_> {
    /// Fetches the issues that references name, side by side.
    pub(super) async fn fetch(self, references: &[Option<IssueReference>]) -> Vec<NamedIssue> {
        let fetched = references.iter().map(async |reference| match reference {
            Some(reference) => {
                let fetched = self.fetch_one(reference).await;
                fetched.unwrap_or_else(|error| NamedIssue::Settled(Err(Halt::Failed(error))))
            }
            None => NamedIssue::Loose,
        });
        join_all(fetched).await
    }

    /// A question about the issues whose numbers stand in words that name none of them alone: "#1 et #2", "is #1 done?".
    pub(super) async fn ask_mentioned(self, hint: &str) -> Option<Unresolved<Issue>> {
        let mentioned = mentions(hint).into_iter().take(SHOWN_CANDIDATES);
        let read = mentioned.map(|iid| self.service.gitlab.issue::<Issue>(self.project.item.id, iid.into()));
        let found = join_all(read).await.into_iter().filter_map(|issue| issue.ok().flatten());
        let candidates: Vec<_> = found.map(|item| Scored { item, score: Score::NAMED }).collect();
        let why = if candidates.len() > 1 { Why::Several { unshown: 0 } } else { Why::Doubt(Doubt::Weak) };
        (!candidates.is_empty()).then(|| Unresolved::asking(candidates, why))
    }

    async fn fetch_one(self, reference: &IssueReference) -> Result<NamedIssue> {
        let project = &self.project.item;
        let fetch = async |iid: Iid| self.service.gitlab.issue::<Issue>(project.id, iid.into()).await;
        let iid = match reference {
            IssueReference::Perhaps(iid) => {
                let issue = fetch(*iid).await?;
                return Ok(NamedIssue::Numbered(Numbered { iid: *iid, issue, fits: None }));
            }
            IssueReference::Beside(words, iid) => {
                let Some(issue) = fetch(*iid).await? else { return Ok(NamedIssue::Loose) };
                let fits = self.fits(words, project) || self.fits(words, &issue);
                return Ok(match Hint::new(words).excludes() {
                    // "Page de connexion, pas le #1" ("not #1") means none, even if #1 has that title.
                    true if fits => NamedIssue::Settled(absent(None)),
                    true => NamedIssue::Loose,
                    false => {
                        NamedIssue::Numbered(Numbered { iid: *iid, issue: Some(issue), fits: Some(fits) })
                    }
                });
            }
            IssueReference::Number(iid) => *iid,
            IssueReference::Named(name, iid) if self.is_called(name) => *iid,
            IssueReference::Full(path, iid) if self.is_at(path).await? => *iid,
            IssueReference::Named(..) | IssueReference::Full(..) | IssueReference::NoIssue => {
                return Ok(NamedIssue::Settled(absent(None)));
            }
        };
        let issue = fetch(iid).await?.map(Chosen::named);
        Ok(NamedIssue::Settled(issue.map_or_else(|| absent(Some(iid)), Ok)))
    }

    /// Whether the project is called so, by its name, the end of its path, or the team: nothing is guessed from "portail-bugs#12".
    fn is_called(self, name: &str) -> bool {
        let (own, path) = (&*self.project.item.name, &*self.project.item.path_with_namespace);
        let slug = path.rsplit('/').next().unwrap_or_default();
        let is_own = [own, slug].into_iter().any(|own| normalise(own) == normalise(name));
        is_own || self.service.team_path(name).is_some_and(|called| called.eq_ignore_ascii_case(path))
    }

    /// Whether words, which may be the team's, name this object. Those before "pas le #1" leave a doubt, since they exclude nothing by its name.
    fn fits<T: Findable>(self, words: &str, item: &T) -> bool {
        let path = &*self.project.item.path_with_namespace;
        let called = self.service.team_path(words).filter(|called| called.eq_ignore_ascii_case(path));
        let hint = self.service.hint(words).calling(called.map(|_| path));
        let ranking = Ranking::of(&hint, T::KIND, [((), &*text_of(item))]);
        let is_sure = ranking.doubt().is_none() || hint.excludes();
        is_sure && ranking.top().is_some_and(|top| !top.score.is_guess())
    }

    /// Whether this path leads to the project: its own path, or one from which it was moved.
    async fn is_at(self, path: &FullPath) -> Result<bool> {
        let project = &self.project.item;
        if path.as_str().eq_ignore_ascii_case(&project.path_with_namespace) {
            return Ok(true);
        }
        match project_at(self.service, path).await {
            Ok(other) => Ok(other.id == project.id),
            Err(Error::ProjectNotFound(_) | Error::ProjectWithoutId(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Nothing fits; the project has no issue of this number, if one was named.
pub(super) fn absent(number: Option<Iid>) -> Meant {
    let found = NotFound { absent: number, ..NotFound::suggesting(Vec::new()) };
    Err(Halt::Unresolved(Unresolved::NotFound(found)))
}

impl Numbered {
    /// What it means: the issue of this number, unless a title of the pool holds the number too, with all that the hint says beside it.
    /// `None` for loose words: a title is the hint, or the words beside the number do not fit its issue.
    pub(super) async fn weigh(self, hint: &str, pool: &Pool<Issue>) -> Option<Meant> {
        let Self { iid, issue, fits } = self;
        let said = fits.map_or_else(|| Hint::new(&iid.to_string()), |_| Hint::new(hint));
        let others: Vec<_> = pool.items.iter().filter(|other| other.iid != iid).cloned().collect();
        let ranking = rank_items(&said, &others).await;
        // Matching reads words, and not the digits of every script.
        let holds = |title: &Issue| fits.is_none() && holds_number(&title.title, iid.0);
        let is_rival =
            |rival: &&Scored<usize>| !rival.score.is_guess() || others.get(rival.item).is_some_and(holds);
        let rivals = ranking.nearest(usize::MAX).iter().filter(is_rival);
        let rivals = scored(rivals.take(SHOWN_CANDIDATES - 1), &others);
        let Some(issue) = issue else {
            if !rivals.is_empty() {
                // "404" is the whole title, "ticket 404" is not.
                let is_whole = rivals.iter().any(|rival| normalise(&rival.item.title) == normalise(hint));
                let asks = || Err(Halt::Unresolved(Unresolved::asking(rivals, Why::Number)));
                return (!is_whole).then(asks);
            }
            let suggestions = pool.nearest(&Hint::new(hint));
            let found = NotFound { absent: Some(iid), ..NotFound::suggesting(suggestions) };
            return Some(Err(Halt::Unresolved(Unresolved::NotFound(found))));
        };
        let why = match rivals.first() {
            // The words tell, where a title has the number with its sign: "Plan B #2".
            Some(rival) if fits == Some(false) && holds_sign(&rival.item.title, iid) => return None,
            Some(_) => Why::Number,
            None if fits == Some(false) => return None,
            None if fits.is_none() && pool.missed => Why::Unread,
            None => return Some(Ok(Chosen::named(issue))),
        };
        let candidates = iter::once(Scored { item: issue, score: Score::EXACT }).chain(rivals).collect();
        Some(Err(Halt::Unresolved(Unresolved::asking(candidates, why))))
    }
}

/// Whether a text has this number behind a `#`.
fn holds_sign(text: &str, iid: Iid) -> bool {
    let is_it = |rest: &str| {
        rest.split(|character: char| !character.is_ascii_digit()).next() == Some(&*iid.to_string())
    };
    text.split('#').skip(1).any(is_it)
}
