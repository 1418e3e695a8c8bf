//! Repeated requests: an issue of the other state that fits a hint better was changed before, and the next best one must not be changed
//! in its place; one that fits as well is a question (decisions, section 5).

use crate::service::{prelude::*, resolve::prelude::*};

/// A first page of issues.
pub(super) type FirstPage = gitlab::Result<Page<Issue>>;

/// The first page of the other state, read beside the pool if it will probably be needed: no issue that a caller was shown last
/// has exactly the title that a hint says.
pub(super) async fn read_early(pool: IssuePool<'_>, hints: &[String]) -> Option<FirstPage> {
    let other = pool.other()?;
    let shown = pool.shown_before()?;
    for hint in in_turns(hints, |words| pool.service.hint(words)).await {
        let ranking = rank_items(&hint, &shown).await;
        if ranking.top().is_none_or(|top| top.score != Score::EXACT) {
            return Some(other.first_page().await);
        }
    }
    None
}

/// Compares the verdicts on issues of one state with the first page of the other state, which may have been read `early`. Nothing
/// is read if every hint names its issue exactly or ends in a question anyway, or if the verdicts are on issues of every state.
pub(super) async fn compare(
    pool: IssuePool<'_>,
    early: Option<FirstPage>,
    (read, hints): (&Pool<Issue>, &[Hint]),
    verdicts: Vec<Verdict<Issue>>,
) -> Vec<Verdict<Issue>> {
    let mut in_doubt = Vec::with_capacity(verdicts.len());
    for (verdict, hint) in verdicts.iter().zip(hints) {
        in_doubt.push(is_in_doubt(verdict, hint).await);
    }
    let Some(other) = pool.other().filter(|_| in_doubt.contains(&true)) else { return verdicts };
    let page = match early {
        Some(page) => page,
        None => other.first_page().await,
    };
    let page =
        page.inspect_err(|error| tracing::warn!(%error, "issues of the other state could not be read"));
    // An issue that was changed between the two reads is in both pages.
    let known: HashSet<_> = read.items.iter().map(|issue| issue.iid).collect();
    let is_other = |issue: &Issue| !known.contains(&issue.iid);
    let others: Option<Vec<_>> = page.ok().map(|page| page.items.into_iter().filter(is_other).collect());
    let mut compared = Vec::with_capacity(verdicts.len());
    for ((verdict, hint), in_doubt) in verdicts.into_iter().zip(hints).zip(in_doubt) {
        compared.push(match &others {
            _ if !in_doubt => verdict,
            Some(others) => weigh(hint, verdict, read, others).await,
            None => unread(verdict),
        });
    }
    compared
}

/// Whether an issue of the other state could be meant instead: the hint is not exactly the found title, or nothing was found, or
/// only what is a little alike.
async fn is_in_doubt(verdict: &Verdict<Issue>, hint: &Hint) -> bool {
    match verdict {
        Ok(chosen) => chosen.score().is_some_and(|score| score != Score::EXACT),
        Err(Unresolved::NotFound(_)) => true,
        Err(Unresolved::Ambiguous(Question { why: Why::Several { .. } | Why::Doubt(_), candidates })) => {
            let asked: Vec<_> = candidates.iter().map(|candidate| Arc::clone(&candidate.item)).collect();
            let ranking = rank_items(hint, &asked).await;
            // One whose title says more has all that the hint says too.
            !fits(hint, &ranking) && !matches!(ranking.doubt(), Some(Doubt::Unsaid { .. }))
        }
        Err(Unresolved::Ambiguous(_)) => false,
    }
}

/// Whether the first issue has all that the hint says; others may have it too. A hint that says nothing fits whatever there is.
fn fits(hint: &Hint, ranking: &Ranking<usize>) -> bool {
    hint.is_vague() || matches!(ranking.doubt(), None | Some(Doubt::Rival))
}

/// The verdict, unless an issue of the other state fits better or as well. If nothing was found that fits, those of the other
/// state that do are what comes nearest.
async fn weigh(hint: &Hint, verdict: Verdict<Issue>, pool: &Pool<Issue>, others: &[Issue]) -> Verdict<Issue> {
    let chosen = match verdict {
        Ok(chosen) => chosen,
        Err(unresolved) => {
            let ranking = rank_items(hint, others).await;
            let most = if ranking.is_ambiguous() { SHOWN_CANDIDATES } else { 1 };
            let few = scored(ranking.candidates().iter().take(most), others);
            let is_other = !hint.is_vague() && fits(hint, &ranking) && !few.is_empty();
            return Err(if is_other { changed_before(few) } else { unresolved });
        }
    };
    // What a contrast denies tells what it means: those of the pool are compared too.
    let beside = if hint.excludes() { pool.items.as_slice() } else { &[] };
    let beside: Vec<&Issue> = beside.iter().filter(|issue| issue.iid != chosen.item.iid).collect();
    // The chosen issue comes first, so that it stays first among equals.
    let items: Vec<Issue> = [&chosen.item].into_iter().chain(others).chain(beside).cloned().collect();
    let ranking = rank_items(hint, &items).await;
    let shown = ranking.candidates().iter().take(SHOWN_CANDIDATES);
    let is_other = |candidate: &Scored<usize>| (1..=others.len()).contains(&candidate.item);
    match ranking.top() {
        Some(top) if is_other(top) => Err(changed_before(scored([top], &items))),
        // Another doubt is none about the other state: its issues do not fit as well.
        _ if (ranking.is_ambiguous() || ranking.doubt() == Some(&Doubt::Rival))
            && shown.clone().any(is_other) =>
        {
            Err(Unresolved::asking(scored(shown, &items), Why::OtherState))
        }
        _ => Ok(chosen),
    }
}

fn changed_before(others: Vec<Scored<Issue>>) -> Unresolved<Issue> {
    Unresolved::NotFound(NotFound { in_other_state: true, ..NotFound::suggesting(others) })
}

/// The verdict if the other state could not be read: anything less than an exact match becomes a question.
fn unread(verdict: Verdict<Issue>) -> Verdict<Issue> {
    let chosen = verdict?;
    Err(Unresolved::asking(chosen.candidates, Why::Unread))
}
