//! An outcome as it is written down for other replicas.

use super::Recorded;
use crate::api::gate::prelude::*;

/// The number of the format that this version writes. An answer of another one is not read: the outcome of the write is then unknown, and
/// it is not done again.
const FORMAT: u32 = 2;

/// What the store keeps of an outcome, as JSON: an answer with its status, or a failure.
#[derive(Serialize, Deserialize)]
struct Stored {
    format: u32,
    concerned: Arc<[String]>,
    outcome: Result<(Option<Status>, String), StoredFailure>,
}

#[derive(Serialize, Deserialize)]
struct StoredFailure {
    status: u16,
    code: String,
    fr: String,
    en: String,
}

/// `None` if the outcome can't be written down; none is known that can't.
pub(super) fn encode(recorded: &Recorded) -> Option<Vec<u8>> {
    let outcome = match &recorded.outcome {
        // What asks the user something changed nothing, and is not kept.
        Ok(Answered { status, json, .. }) => Ok((*status, String::from_utf8(json.to_vec()).ok()?)),
        Err(failure) => Err(StoredFailure {
            status: failure.status.as_u16(),
            code: failure.code.to_string(),
            fr: failure.detail.say(Language::Fr).to_owned(),
            en: failure.detail.say(Language::En).to_owned(),
        }),
    };
    let concerned = Arc::clone(&recorded.concerned);
    serde_json::to_vec(&Stored { format: FORMAT, concerned, outcome }).ok()
}

/// `None` for what was not written down by [`encode`].
pub(super) fn decode(stored: &[u8]) -> Option<Recorded> {
    let stored: Stored = serde_json::from_slice(stored).ok()?;
    let outcome = match stored.outcome {
        _ if stored.format != FORMAT => return None,
        Ok((status, json)) => Ok(Answered { status, json: json.into(), ..Answered::default() }),
        Err(StoredFailure { status, code, fr, en }) => {
            let (status, detail) = (StatusCode::from_u16(status).ok()?, Sentence::made(fr, en));
            Err(Failure { status, code: code.into(), detail, retry_after: None })
        }
    };
    Some(Recorded { outcome, concerned: stored.concerned, is_kept: true, is_replayed: true })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{error::Error, gitlab::Iid};

    #[test]
    fn what_is_written_down_is_read_back_as_it_was() {
        let (status, json) = (Some(Status::Created), "{\"é\":1}".into());
        let answered = Answered { status, json, ..Answered::default() };
        let failed = Failure::from(Error::IssueNotFound { project: "a/b".to_owned(), iid: Iid(1) });
        for outcome in [Ok(answered), Err(failed)] {
            let concerned: Arc<[String]> = ["a/b".to_owned()].into();
            let recorded = Recorded { outcome, concerned, is_kept: true, is_replayed: false };
            let read = decode(&encode(&recorded).unwrap()).unwrap();
            assert_eq!((read.outcome, read.concerned), (recorded.outcome, recorded.concerned));
            assert!(read.is_kept && read.is_replayed);
        }
        assert!(decode(b"{}").is_none());
    }

    #[test]
    fn answers_in_the_format_of_another_version_are_not_read() {
        let answer = |format: u32| {
            format!(
                r#"{{"format":{format},"later":true,"concerned":[],"outcome":{{"Ok":["closed","{{}}"]}}}}"#
            )
        };
        assert!(decode(answer(FORMAT).as_bytes()).is_some());
        assert!(decode(answer(FORMAT + 1).as_bytes()).is_none());
    }

    #[test]
    fn a_code_of_a_newer_replica_is_read_as_it_was_written() {
        let newer = br#"{"format":2,"concerned":[],"outcome":{"Err":{"status":502,"code":"new","fr":"f","en":"e","retry_after":null}}}"#;
        assert_eq!(decode(newer).unwrap().outcome.unwrap_err().code, "new");
    }
}
