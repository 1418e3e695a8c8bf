//! Rule 1: project by hint; rule 5: by its confirmed path.

use std::pin::pin;

use futures_util::future::{Either, select};

use crate::service::{prelude::*, resolve::prelude::*};

/// Most projects that are asked about because the issue stands there.
const MOST_ELSEWHERE: usize = 2;

/// Which project a caller means: its full path is confirmed.
pub type ProjectTarget = Target<ProjectHint, FullPath>;

/// Loose words for a project, and a restriction.
#[derive(Debug, Clone)]
pub struct ProjectHint {
    /// The words.
    pub text: String,
    /// Where to look.
    pub root: Root,
}

/// The project of a target, to read something of it.
///
/// # Errors
/// What the hint left open, or a failure.
pub async fn resolve_project(service: &Service, target: &ProjectTarget) -> Meant<Project> {
    Ok(resolve_project_naming(service, target, Purpose::Read, &Named::default()).await?)
}

/// The project of a target in a call that names more than the project: the rest of the call says which of several projects is
/// meant, and what to suggest if none is found (decisions, section 5, "A call is heard as a whole").
///
/// # Errors
/// What the hint left open, or a failure.
pub async fn resolve_project_naming(
    service: &Service,
    target: &ProjectTarget,
    purpose: Purpose,
    named: &Named<'_>,
) -> Result<Chosen<Project>, Halt<UnresolvedProject>> {
    let ProjectHint { text, root } = match target {
        ProjectTarget::Confirmed(path) => return Ok(Chosen::confirmed(project_at(service, path).await?)),
        ProjectTarget::Hint(hint) => hint,
    };
    let (verdict, looked) = verdict_on(service, text, root, Rules::shown(purpose)).await?;
    let (verdict, issues) = match (verdict, &looked) {
        // Not a question as for other kinds: there are too many candidates to ask about (decisions, section 5).
        (Err(Unresolved::Ambiguous(vague)), _) if vague.why == Why::Doubt(Doubt::Vague) => {
            (Err(Unresolved::NotFound(NotFound::suggesting(vague.candidates))), None)
        }
        (Err(Unresolved::Ambiguous(question)), Some((_, hint))) => {
            let heard = heard_as_a_whole(service, question, (text, hint), root, named).await;
            (heard.0, Some(heard.1))
        }
        // The issue's words are only a little like the name.
        (Ok(chosen), _) if named.is_called(text) && chosen.score().is_some_and(Score::is_guess) => {
            (Err(Unresolved::guessing(chosen.candidates)), None)
        }
        (Ok(chosen), _) => (Ok(chosen), Some(Vec::new())),
        (not_found, _) => (not_found, None),
    };
    let verdict = match looked {
        Some((source, _)) if purpose == Purpose::Change => source.ask_unless_member(verdict),
        _ => verdict,
    };
    let open = match verdict {
        Ok(chosen) => return Ok(chosen.noted(service)),
        Err(open) => open,
    };
    let project = note_group(service, text, open).await;
    let issues = match issues {
        Some(issues) => issues,
        None => named.elsewhere(service, root).await,
    };
    Err(Halt::Unresolved(UnresolvedProject { project, issues }))
}

/// The projects that a hint finds: those that its resolution would choose among, one more than `limit` at most, and whether the
/// host has more, or may have: a part of it could not be read.
///
/// # Errors
/// A failed call, or a path outside the roots.
pub(crate) async fn find_projects(
    service: &Service,
    hint: &ProjectHint,
    limit: Limit,
) -> Result<(Verdict<Project>, bool)> {
    let rules = Rules { purpose: Purpose::Read, limit: limit.get() + 1 };
    let (verdict, looked) = verdict_on(service, &hint.text, &hint.root, rules).await?;
    Ok((verdict, looked.is_some_and(|(source, _)| source.more)))
}

/// What a hint for a project means by itself; and where it was looked for, if it is loose words.
async fn verdict_on<'a>(
    service: &'a Service,
    text: &str,
    root: &'a Root,
    rules: Rules,
) -> Result<(Verdict<Project>, Option<(Projects<'a>, Hint)>)> {
    let reference = service.reference(text);
    let path = match &reference {
        Some(IssueReference::Full(path, _)) => Some(path.to_string()),
        _ => None,
    };
    if let Some(path) = service.path_at_address(text).or(path) {
        let at_path = at_place(&path, root, async |path| project_at(service, &path).await);
        return Ok((split_failure(at_path.await)?, None));
    }
    let words = match reference {
        Some(IssueReference::Number(_) | IssueReference::NoIssue) => "",
        // The words before `#` name the project.
        Some(reference) if reference.behind_project(text).is_some() => {
            text.rsplit_once(['#', '＃']).map_or(text, |(name, _)| name)
        }
        _ => text,
    };
    if normalise(text).is_empty() || words.is_empty() {
        return Ok((Err(Unresolved::nothing()), None));
    }
    let (first, mut source, hint) = Projects::read(service, words, root).await?;
    let (pool, verdict) = resolve_one(service, (first, &mut source), &hint, rules).await;
    source.more |= pool.missed;
    Ok((verdict, Some((source, hint))))
}

/// The project at a path. Both this path and the path to which the host redirects must be inside the roots.
///
/// # Errors
/// Outside the roots, absent, without `id`, or a failed call.
pub(crate) async fn project_at(service: &Service, path: &FullPath) -> Result<Project> {
    service.roots.allow(path)?;
    let project = service.gitlab.project::<Project>(path).await.map_err(|error| match error.fault {
        Fault::WithoutId => Error::ProjectWithoutId(path.to_string()),
        _ => error.into(),
    })?;
    let project = project.ok_or_else(|| Error::ProjectNotFound(path.to_string()))?;
    // A group, to which a redirection may lead, has a name and no such path.
    if !project.name.is_empty() && project.path_with_namespace.is_empty() {
        return Err(Error::Incomplete(HostObject::Project));
    }
    if !service.roots.hold(&project.path_with_namespace) {
        return Err(Error::OutsideRoots(path.to_string()));
    }
    service.note_resolved(project.object(), None);
    Ok(project)
}

/// If nothing was found, notes that the words are the path or the address of a group.
async fn note_group(service: &Service, text: &str, open: Unresolved<Project>) -> Unresolved<Project> {
    let Unresolved::NotFound(mut found) = open else { return open };
    let path = service.path_at_address(text).unwrap_or_else(|| text.to_owned());
    if path.contains('/')
        && let Ok(path) = FullPath::parse(&path)
        && service.sees(path.as_str())
        && let Ok(group) = service.gitlab.group(&path).await
        && service.sees(&group.full_path)
    {
        found.group = Some(group.full_path);
    }
    Unresolved::NotFound(found)
}

/// What the rest of the call says where a hint leaves several projects. The first candidate is taken if only the hint's further
/// words speak against it and it alone has what the call names; otherwise the candidates that have it come first. If the matching
/// alone doubts the project, or no candidate has all that its hint says, and none has the issue, the projects where it stands come first
/// among those that are asked about. Also returns the issues that the call may mean: those of the candidates and, if the hint is the
/// issue's own or the project is doubted, of any project.
async fn heard_as_a_whole(
    service: &Service,
    question: Question<Project>,
    (text, hint): (&str, &Hint),
    root: &Root,
    named: &Named<'_>,
) -> (Verdict<Project>, Vec<NearIssue>) {
    // The words for the project are those of the issue if the call has no words for the project alone.
    let is_anywhere = named.is_called(text);
    let is_guess = question.is_guess();
    let Question { mut candidates, why } = question;
    let is_doubted = is_guess && !is_anywhere || matches!(&why, Why::Doubt(doubt) if !doubt.is_denial());
    // There may be more candidates than are shown and read.
    let says_more = !is_anywhere
        && candidates.len() < SHOWN_CANDIDATES
        && matches!(why, Why::Doubt(Doubt::Unsaid { .. }));
    let (joint, anywhere) = {
        let look = pin!(named.look(service, &candidates));
        let search = pin!(async {
            if is_anywhere || is_doubted { named.elsewhere(service, root).await } else { Vec::new() }
        });
        match select(look, search).await {
            // A project that is taken does not wait for the search.
            Either::Left((joint, _)) if says_more && joint.names_the_first() => (joint, Vec::new()),
            Either::Left((joint, search)) => (joint, search.await),
            Either::Right((anywhere, look)) => (look.await, anywhere),
        }
    };
    if let Some(first) = candidates.first().filter(|_| says_more && joint.names_the_first()) {
        let item = first.item.clone();
        let ranking = Ranking::of(hint, Kind::Project, [((), &*text_of(&item))]);
        let evidence = ranking.top().map(|_| ranking.evidence());
        return (Ok(Chosen { item, candidates, evidence }), Vec::new());
    }
    let first = |candidates: &[Scored<Project>]| candidates.first().map(|first| first.item.id);
    let (doubted, is_lost) = (first(&candidates), is_doubted && !is_anywhere && joint.lacks_the_issue());
    candidates = joint.ordered(candidates);
    if is_lost {
        let mut found = projects_of(&anywhere, hint).await;
        found.retain(|found| candidates.iter().all(|known| known.item.id != found.item.id));
        candidates.truncate(SHOWN_CANDIDATES - found.len());
        // The issue makes them candidates, and a candidate has at least 40 (rule 1).
        let asked = |found: Scored<Project>| Scored { score: found.score.max(Score::MINIMUM), ..found };
        candidates.splice(0..0, found.into_iter().map(asked));
    }
    // A doubt is about what was the first candidate.
    let is_moved = is_doubted && first(&candidates) != doubted;
    let why = if is_moved { Why::Several { unshown: 0 } } else { why };
    let mut issues = joint.issues;
    issues.extend(anywhere.into_iter().filter(|_| is_anywhere || is_lost));
    issues.sort_by_key(|issue| Reverse(issue.score));
    let mut seen = HashSet::new();
    issues.retain(|found| seen.insert(found.item.issue.id));
    issues.truncate(SHOWN_CANDIDATES);
    // The issue's words are only a little like these names: no project was named.
    let open = if is_guess && is_anywhere {
        Unresolved::guessing(candidates)
    } else {
        Unresolved::asking(candidates, why)
    };
    (Err(open), issues)
}

/// The projects of the issues that the call most likely means, a few, with their scores for the project's hint.
async fn projects_of(issues: &[NearIssue], hint: &Hint) -> Vec<Scored<Project>> {
    let best = issues.first().map(|best| best.score).unwrap_or_default();
    let meant = issues.iter().filter(|issue| !issue.score.is_guess() && near_to(best, issue.score));
    let mut seen = HashSet::new();
    let projects = meant.map(|issue| &issue.item.project).filter(|project| seen.insert(project.id));
    let projects: Vec<Project> = projects.take(MOST_ELSEWHERE).cloned().collect();
    scored(rank_items(hint, &projects).await.nearest(MOST_ELSEWHERE), &projects)
}

impl Findable for Project {
    const KIND: Kind = Kind::Project;
    const NAME: &'static str = "project";

    fn identity(&self) -> (i64, &str, &str) {
        (self.id.0, &self.name, &self.path_with_namespace)
    }
}

/// The projects that the host finds for the hint; then for each of its words; then those of which the token is a member.
struct Projects<'a> {
    service: &'a Service,
    /// The hint, and the same in other words of the team.
    texts: Vec<String>,
    root: &'a Root,
    /// The project that the team calls by this hint.
    called: Option<Project>,
    /// Whether the host has more results for the whole hint, or may have: a part of it could not be read.
    more: bool,
    /// The projects of which the token is a member; `None` unless all of them were read.
    own: Option<HashSet<ProjectId>>,
}

impl<'a> Projects<'a> {
    /// The first look, where to look further, and the hint.
    async fn read(
        service: &'a Service,
        text: &str,
        root: &'a Root,
    ) -> gitlab::Result<(Look<Project>, Self, Hint)> {
        let called = service.project_called(text, root).await?;
        let path = called.as_ref().map(|project| &*project.path_with_namespace);
        let hint = service.hint(text).calling(path);
        let texts = service.readings(text);
        let search = async |text: &String| search_projects(service, text, PROJECTS_READ).await;
        let found = join_all(texts.iter().map(search)).await;
        let found = found.into_iter().collect::<Result<Look<_>, _>>()?;
        // Before a change, another project that is really called so is looked for by each word.
        let more = found.more || called.is_some();
        let first = Look::of(called.clone().into_iter().chain(found.items).collect(), more);
        Ok((first, Self { service, texts, root, called, more: found.more, own: None }, hint))
    }
}

impl Source for Projects<'_> {
    type Item = Project;

    async fn further(&mut self, number: u32, open: &[usize], _: bool) -> Option<Look<Project>> {
        match number {
            1 => Some(self.by_word(open).await),
            2 => Some(self.members_own().await),
            _ => None,
        }
    }

    fn admits(&mut self, project: &Project) -> bool {
        self.service.is_seen(self.root, project)
    }
}

impl Projects<'_> {
    /// Searches for each word. If even the narrowest search finds more than it shows, so that a project that has every word may be
    /// beyond, the open hints count as not searched.
    async fn by_word(&self, open: &[usize]) -> Look<Project> {
        // Each word is searched in each root, so the product of both numbers is bounded.
        let roots = self.service.roots.prefixes().map_or(1, <[_]>::len).clamp(1, ROOTS_ASKED);
        let most = (2 * WORDS / roots).clamp(1, WORDS);
        let mut seen = HashSet::new();
        let words = self.texts.iter().flat_map(|text| words_and_stems(text, most));
        let words: Vec<_> = words.filter(|word| seen.insert(word.clone())).collect();
        let search = async |word: &String| search_projects(self.service, word, FULL_PAGE).await.map(Some);
        let found = gathered(words.iter().map(search)).await;
        let is_cut = self.more && found.items.iter().all(|look| look.more);
        let unsearched = if is_cut { open.to_vec() } else { Vec::new() };
        Look { more: self.more, failure: found.failure, unsearched, ..found.items.into_iter().collect() }
    }

    async fn members_own(&mut self) -> Look<Project> {
        let own = read_all(self.service, self.service.gitlab.projects().own()).await;
        if own.failure.is_none() && !own.more {
            self.own = Some(own.items.iter().map(|project| project.id).collect());
        }
        Look { more: false, ..own }
    }

    /// Turns the verdict into a question if the token is no member of the chosen project, provided that its own projects are
    /// known: on a shared host, a project of somebody else may have exactly this name.
    fn ask_unless_member(&self, verdict: Verdict<Project>) -> Verdict<Project> {
        let chosen = verdict?;
        let is_called = self.called.as_ref().is_some_and(|called| called.id == chosen.item.id);
        let is_foreign = !is_called
            && self.own.as_ref().is_some_and(|own| !own.is_empty() && !own.contains(&chosen.item.id));
        if is_foreign && self.service.roots.prefixes().is_none() {
            return Err(Unresolved::asking(chosen.candidates, Why::NotMember));
        }
        Ok(chosen)
    }
}
