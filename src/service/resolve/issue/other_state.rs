//! Repeated requests: if a hint fits an issue of the other state better, that issue was changed before, and the request must
//! not change the next best one (decisions, section 5).

use std::sync::Arc;

use super::{IssueVerdict, PoolState, pool::first_page};
use crate::{
    gitlab::{Issue, ProjectId},
    matching::{Hint, Kind, Score, Scored, Text},
    service::{
        Limit, Service,
        resolve::{
            NotFound, Question, Unresolved, Why,
            driver::{ReadHint, rank_apart, texts_of},
        },
    },
};

/// Compares the verdicts on issues of one state with the first page of the other state. Nothing is read if every hint names its
/// issue exactly or ends in a question anyway, or if the verdicts are on issues of every state.
pub(super) async fn compare(
    service: &Service,
    project: ProjectId,
    (state, limit): (PoolState, Limit),
    hints: &[ReadHint],
    verdicts: Vec<IssueVerdict>,
) -> Vec<IssueVerdict> {
    let Some(other) = state.other().filter(|_| verdicts.iter().any(is_in_doubt)) else { return verdicts };
    let page = first_page(service, project, other, limit).await;
    let page =
        page.inspect_err(|error| tracing::warn!(%error, "issues of the other state could not be read"));
    let others = page.ok().map(|page| page.items);
    let texts = texts_of(others.as_deref().unwrap_or_default()).await;
    let mut compared = Vec::with_capacity(verdicts.len());
    for (verdict, hint) in verdicts.into_iter().zip(hints) {
        compared.push(match &others {
            _ if !is_in_doubt(&verdict) => verdict,
            Some(others) => better(&hint.hint, verdict, others, &texts).await,
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

/// The verdict, unless an issue of the other state fits better. If nothing was found, the evidence must name that issue for
/// sure.
async fn better(hint: &Hint, verdict: IssueVerdict, others: &[Issue], texts: &[Arc<Text>]) -> IssueVerdict {
    let ranking = rank_apart(hint, Kind::Issue, texts).await;
    let Some(top) = ranking.top() else { return verdict };
    let Some(other) = others.get(top.item) else { return verdict };
    let fits = match &verdict {
        Ok(chosen) => chosen.score().is_some_and(|score| score < top.score),
        Err(_) => !hint.is_vague() && ranking.doubt().is_none(),
    };
    if !fits {
        return verdict;
    }
    let suggestions = vec![Scored { item: other.clone(), score: top.score }];
    Err(Unresolved::NotFound(NotFound { suggestions, in_other_state: true }))
}

/// The verdict if the other state could not be read: anything less than an exact match becomes a question.
fn unread(verdict: IssueVerdict) -> IssueVerdict {
    let chosen = verdict?;
    Err(Unresolved::Ambiguous(Question { candidates: chosen.candidates, why: Why::Unread }))
}
