//! Repeated requests: an issue of the other state that fits a hint better was changed before, and the next best one must not be changed
//! in its place; one that fits as well is a question (decisions, section 5).

use std::sync::Arc;

use super::IssueVerdict;
use crate::service::{
    prelude::*,
    resolve::{
        NotFound, Question, Unresolved, Why,
        driver::{Findable, ReadHint, rank_apart, read_hints, texts_of},
        pool::{PoolState, first_page, shown_before},
    },
};

/// A first page of issues.
pub(super) type FirstPage = Result<Page<Issue>, gitlab::Error>;

/// The first page of the other state, read beside the pool if it will probably be needed: no issue that a caller was shown last
/// has exactly the title that a hint says.
pub(super) async fn read_early(
    service: &Service,
    project: ProjectId,
    (state, limit): (PoolState, Limit),
    hints: &[String],
) -> Option<FirstPage> {
    let other = state.other()?;
    let texts = texts_of(&shown_before(service, project, state, limit)?).await;
    for hint in read_hints(|words| ReadHint::new(service, words), hints.iter()).await {
        let ranking = rank_apart(&hint.hint, Kind::Issue, &texts).await;
        if ranking.top().is_none_or(|top| top.score != Score::EXACT) {
            return Some(first_page(service, project, other, limit).await);
        }
    }
    None
}

/// Compares the verdicts on issues of one state with the first page of the other state, which may have been read `early`. Nothing
/// is read if every hint names its issue exactly or ends in a question anyway, or if the verdicts are on issues of every state.
pub(super) async fn compare(
    service: &Service,
    project: ProjectId,
    (state, limit): (PoolState, Limit),
    early: Option<FirstPage>,
    hints: &[ReadHint],
    verdicts: Vec<IssueVerdict>,
) -> Vec<IssueVerdict> {
    let Some(other) = state.other().filter(|_| verdicts.iter().any(is_in_doubt)) else { return verdicts };
    let page = match early {
        Some(page) => page,
        None => first_page(service, project, other, limit).await,
    };
    let page =
        page.inspect_err(|error| tracing::warn!(%error, "issues of the other state could not be read"));
    let others = page.ok().map(|page| page.items);
    let texts = texts_of(others.as_deref().unwrap_or_default()).await;
    let mut compared = Vec::with_capacity(verdicts.len());
    for (verdict, hint) in verdicts.into_iter().zip(hints) {
        compared.push(match &others {
            _ if !is_in_doubt(&verdict) => verdict,
            Some(others) => weigh(&hint.hint, verdict, others, &texts).await,
            None => unread(verdict),
        });
    }
    compared
}

/// Whether an issue of the other state could be meant instead: the hint is not exactly the found title, or nothing was found.
fn is_in_doubt(verdict: &IssueVerdict) -> bool {
    match verdict {
        Ok(chosen) => chosen.score().is_some_and(|score| score != Score::EXACT),
        Err(Unresolved::NotFound(_)) => true,
        Err(Unresolved::Ambiguous(_)) => false,
    }
}

/// The verdict, unless an issue of the other state fits better or as well. If nothing was found, the evidence must name that issue
/// for sure.
async fn weigh(hint: &Hint, verdict: IssueVerdict, others: &[Issue], texts: &[Arc<Text>]) -> IssueVerdict {
    let chosen = match verdict {
        Ok(chosen) => chosen,
        Err(unresolved) => {
            let ranking = rank_apart(hint, Kind::Issue, texts).await;
            let fits = !hint.is_vague() && ranking.doubt().is_none();
            let other = ranking.top().filter(|_| fits).and_then(|top| scored(top, others));
            return Err(other.map_or(unresolved, changed_before));
        }
    };
    // The chosen issue comes first, so that it stays first among equals.
    let items: Vec<Issue> = std::iter::once(&chosen.item).chain(others).cloned().collect();
    let texts: Vec<_> = std::iter::once(chosen.item.text()).chain(texts.iter().cloned()).collect();
    let ranking = rank_apart(hint, Kind::Issue, &texts).await;
    if let Some(better) = ranking.top().filter(|top| top.item != 0).and_then(|top| scored(top, &items)) {
        return Err(changed_before(better));
    }
    if ranking.doubt().is_none() {
        return Ok(chosen);
    }
    let shown = ranking.candidates().iter().take(SHOWN_CANDIDATES);
    let candidates = shown.filter_map(|candidate| scored(candidate, &items)).collect();
    Err(Unresolved::Ambiguous(Question { candidates, why: Why::OtherState }))
}

fn scored(candidate: &Candidate<usize>, issues: &[Issue]) -> Option<Scored<Issue>> {
    let item = issues.get(candidate.item)?.clone();
    Some(Scored { item, score: candidate.score })
}

fn changed_before(other: Scored<Issue>) -> Unresolved<Issue> {
    Unresolved::NotFound(NotFound {
        suggestions: vec![other],
        in_other_state: true,
        was_searched: false,
        group: None,
    })
}

/// The verdict if the other state could not be read: anything less than an exact match becomes a question.
fn unread(verdict: IssueVerdict) -> IssueVerdict {
    let chosen = verdict?;
    Err(Unresolved::Ambiguous(Question { candidates: chosen.candidates, why: Why::Unread }))
}
