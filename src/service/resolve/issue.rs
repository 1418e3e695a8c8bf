//! Rule 3: issue by hint, by reference or by its confirmed number.

mod named;

use named::{NamedIssue, absent};

use crate::service::{prelude::*, resolve::prelude::*};

/// Which issue of which project a caller means.
#[derive(Debug, Clone)]
pub struct IssueTarget {
    /// The project.
    pub project: ProjectTarget,
    /// The issue inside it.
    pub issue: IssueChoice,
}

/// Which issue of a project a caller means: by a hint, or by its number, which is confirmed.
pub type IssueChoice = Target<IssueHint, Iid>;

/// Loose words for an issue, or a reference.
#[derive(Debug, Clone)]
pub struct IssueHint {
    /// The words.
    pub text: String,
    /// How many issues to look through.
    pub limit: Limit,
}

/// What a hint for an issue left open.
#[derive(Debug)]
pub enum UnresolvedIssue {
    /// The hint for the project.
    Project(UnresolvedProject),
    /// The hint for the issue, inside this project.
    Issue {
        /// The project.
        project: Chosen<Project>,
        /// What the hint left open.
        issue: Unresolved<Issue>,
        /// Issues of other projects that it may mean.
        elsewhere: Vec<NearIssue>,
    },
}

/// What an operation on one issue did; or what its hints left open, or a failure.
pub type OnIssue<T> = Result<T, Halt<UnresolvedIssue>>;

impl From<Halt<UnresolvedProject>> for Halt<UnresolvedIssue> {
    fn from(halt: Halt<UnresolvedProject>) -> Self {
        halt.map(UnresolvedIssue::Project)
    }
}

impl IssueTarget {
    /// What it names, which helps to find its project.
    pub(crate) fn named(&self, state: PoolState) -> Named<'_> {
        let issues = match &self.issue {
            IssueChoice::Hint(hint) => Some((std::slice::from_ref(&hint.text), state)),
            IssueChoice::Confirmed(_) => None,
        };
        Named { issues, ..Named::default() }
    }
}

/// An issue that is meant.
#[derive(Debug, Clone)]
pub enum MeantIssue {
    /// It was confirmed by its number and not read yet.
    Confirmed(Iid),
    /// A hint means it: as it was read, with its candidates.
    Read(Chosen<Issue>),
}

impl MeantIssue {
    /// An issue that was read.
    pub(crate) fn read(issue: Issue) -> Self {
        Self::Read(Chosen::confirmed(issue))
    }

    /// The issue's number.
    pub fn iid(&self) -> Iid {
        self.key().iid
    }

    /// The issue's number, and its id if it was read.
    pub(crate) fn key(&self) -> IssueKey {
        match self {
            Self::Confirmed(iid) => (*iid).into(),
            Self::Read(chosen) => IssueKey::of(&chosen.item),
        }
    }

    /// The issue as a candidate, with its score; empty if it was confirmed.
    pub(crate) fn candidates(&self) -> Vec<Scored<Issue>> {
        match self {
            Self::Confirmed(_) => Vec::new(),
            Self::Read(chosen) => chosen.clone().only_candidate(),
        }
    }
}

/// The project and the issue of a target, among the issues of this state.
///
/// # Errors
/// What the hints left open, or a failed call.
pub async fn resolve_issue(
    service: &Service,
    target: &IssueTarget,
    state: PoolState,
) -> OnIssue<(Chosen<Project>, MeantIssue)> {
    let named = target.named(state);
    let project = resolve_project_naming(service, &target.project, state.purpose(), &named).await?;
    let meant = service.about(&project).meant_issue(target, state).await?;
    Ok((project, meant))
}

impl Unresolved<Issue> {
    /// Whether the project has no such issue, for all that is known.
    pub(crate) fn is_lost(&self) -> bool {
        match self {
            Self::NotFound(found) => !found.in_other_state,
            Self::Ambiguous(question) => question.is_guess(),
        }
    }
}

impl OneProject<'_> {
    /// The issue of a target inside a project.
    ///
    /// # Errors
    /// What the hint left open, or a failed call.
    pub(crate) async fn meant_issue(self, target: &IssueTarget, state: PoolState) -> OnIssue<MeantIssue> {
        let Self { service, project } = self;
        let hint = match &target.issue {
            IssueChoice::Confirmed(iid) => {
                service.note_resolved(Object::Issue(iid.0), None);
                return Ok(MeantIssue::Confirmed(*iid));
            }
            IssueChoice::Hint(hint) => hint,
        };
        // A number behind the project counts as well: `project_hint` may be the address of an issue.
        let behind = match &target.project {
            ProjectTarget::Hint(project) if project.text != hint.text => {
                service.reference(&project.text).and_then(|reference| reference.behind_project(&project.text))
            }
            _ => None,
        };
        // Its project is found already.
        let behind = behind.map(|iid| format!("#{iid}"));
        let own = Some(&hint.text).filter(|text| behind.is_none() || !normalise(text).is_empty());
        let hints: Vec<_> = own.cloned().into_iter().chain(behind).collect();
        let (meant, was_searched) = self.meant_issues(&hints, state, hint.limit).await?;
        let meant = meant.into_iter().reduce(agreed).unwrap_or_else(|| absent(None));
        let mut issue = match split_failure(meant)? {
            Ok(chosen) => return Ok(MeantIssue::Read(chosen)),
            Err(issue) => issue,
        };
        let elsewhere = match &target.project {
            ProjectTarget::Hint(hint) if issue.is_lost() && !was_searched => {
                self.elsewhere(&target.named(state), &hint.root, &mut issue).await
            }
            _ => Vec::new(),
        };
        Err(Halt::Unresolved(UnresolvedIssue::Issue { project: project.clone(), issue, elsewhere }))
    }

    /// The issues of other projects that a hint may mean which has none here. What is only a guess among this project's yields to them.
    pub(crate) async fn elsewhere(
        self,
        named: &Named<'_>,
        root: &Root,
        open: &mut Unresolved<Issue>,
    ) -> Vec<NearIssue> {
        let mut found = named.elsewhere(self.service, root).await;
        found.retain(|found| found.item.project.id != self.project.item.id);
        if let Unresolved::Ambiguous(guess) = open {
            if found.first().is_none_or(|best| best.score < Score::NAMED) {
                return Vec::new();
            }
            *open = Unresolved::guessing(std::mem::take(&mut guess.candidates));
        }
        found
    }

    /// The issues that several hints mean, in the order of the hints. References are fetched; a failed fetch concerns its own hint
    /// alone. The pool is read once, and only if a hint needs it. Also returns whether a search was sent, the only one that a hint may
    /// cost (decisions, section 6).
    ///
    /// # Errors
    /// The pool could not be read; the first failure if every hint failed.
    pub(crate) async fn meant_issues(
        self,
        hints: &[String],
        state: PoolState,
        limit: Limit,
    ) -> Result<(Vec<Meant>, bool)> {
        let Self { service, .. } = self;
        let wanted = IssuePool { service, project: self.id(), state, page_size: limit.page_size() };
        let rules = Rules { purpose: state.purpose(), limit: limit.get().min(SHOWN_CANDIDATES) };
        let mut source = IssueSource { pool: wanted, begun: None, hints: Vec::new(), searched: false };
        let references: Vec<_> = hints.iter().map(|hint| service.reference(hint)).collect();
        // Loose words are compared with titles; so are a bare number, which may be a part of one, and a number beside words.
        let needs_pool = references.iter().any(|reference| {
            matches!(reference, None | Some(IssueReference::Perhaps(_) | IssueReference::Beside(..)))
        });
        let pool = async { if needs_pool { Some(source.read().await) } else { None } };
        let of_other_state = async { if needs_pool { read_early(wanted, hints).await } else { None } };
        let (pool, named, early) = join!(pool, self.fetch(&references), of_other_state);
        let mut pool = pool.transpose()?;
        if let Some(pool) = &mut pool
            && rules.purpose == Purpose::Change
            && named.iter().any(|named| matches!(named, NamedIssue::Numbered(it) if it.fits != Some(true)))
        {
            // A title further on may hold the number too, and no words beside it confirm its issue.
            pool.widen(service, &mut source).await;
        }
        let mut meant: Vec<Option<Meant>> = Vec::with_capacity(hints.len());
        for (named, hint) in named.into_iter().zip(hints) {
            meant.push(match (named, &pool) {
                (NamedIssue::Numbered(number), Some(pool)) => number.weigh(hint, pool).await,
                (NamedIssue::Settled(meant), _) => Some(meant),
                (NamedIssue::Loose | NamedIssue::Numbered(_), _) => None,
            });
        }
        if let Some(pool) = &mut pool {
            let open = hints.iter().zip(&meant).filter(|(_, meant)| meant.is_none());
            source.hints = open.map(|(hint, _)| hint.as_str()).collect();
            let open = in_turns(&source.hints, |words| service.hint(words)).await;
            let verdicts = resolve_each(service, &mut source, pool, &open, rules).await;
            let verdicts = compare_states(wanted, early, (pool, &open), verdicts).await;
            let unset = meant.iter_mut().filter(|meant| meant.is_none());
            for ((meant, verdict), words) in unset.zip(verdicts).zip(&source.hints) {
                let verdict = match verdict {
                    Err(Unresolved::NotFound(found))
                        if found.absent.is_none() && !Hint::new(words).excludes() =>
                    {
                        Err(self.ask_mentioned(words).await.unwrap_or(Unresolved::NotFound(found)))
                    }
                    Ok(chosen) => match state.contrary(words, &chosen.item.title) {
                        Some(said) => {
                            let why = Why::Doubt(Doubt::Refused { said });
                            Err(Unresolved::asking(chosen.only_candidate(), why))
                        }
                        None => Ok(chosen),
                    },
                    open => open,
                };
                *meant = Some(verdict.map_err(Halt::Unresolved));
            }
        }
        let meant: Vec<_> = meant.into_iter().map(|meant| meant.unwrap_or_else(|| absent(None))).collect();
        if let Some(Err(Halt::Failed(first))) = meant.first()
            && meant.iter().all(|meant| matches!(meant, Err(Halt::Failed(_))))
        {
            return Err(first.clone());
        }
        let noted = meant.into_iter().map(|meant| meant.map(|chosen| chosen.noted(service)));
        Ok((noted.collect(), source.searched))
    }
}

/// What two hints of one call mean together, the second of which is a number behind the project: a question if they mean two issues.
fn agreed(meant: Meant, behind: Meant) -> Meant {
    let names_none = |open: &Halt<Unresolved<Issue>>| matches!(open, Halt::Unresolved(Unresolved::NotFound(found)) if found.absent.is_none());
    match (meant, behind) {
        (Ok(own), Ok(behind)) if own.item.iid != behind.item.iid => {
            let candidates = [behind, own].into_iter().flat_map(Chosen::only_candidate).collect();
            Err(Halt::Unresolved(Unresolved::asking(candidates, Why::Several { unshown: 0 })))
        }
        (Ok(_), Err(open)) if !names_none(&open) => Err(open),
        (meant, _) => meant,
    }
}
