//! What every answer has: `success`, `status` and `message`.

use std::{fmt, mem};

use serde::Serializer;

use super::{prelude::*, prompt::Prompt, request::described};

/// What came of a call: the `status` of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, JsonSchema, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say what they mean")]
pub enum Status {
    AmbiguousGroup,
    Assigned,
    AssigneeClarificationNeeded,
    AssigneeNotFound,
    ClarificationNeeded,
    Closed,
    Commented,
    Completed,
    Created,
    DuplicateWarning,
    Error,
    Found,
    GroupClarificationNeeded,
    GroupNotFound,
    IssueClarificationNeeded,
    IssueNotFound,
    MilestoneClarificationNeeded,
    MilestoneNotFound,
    NotFound,
    NothingFound,
    Preview,
    Processed,
    ProjectClarificationNeeded,
    ProjectNotFound,
    Ready,
    Reopened,
    Resolved,
    Unchanged,
    Updated,
}

/// The snake-case word that callers read.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// In the language in which the answer is written.
impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

described!([] Sentence, |_| json_schema!({ "type": "string" }));

/// What an operation answers.
pub(in crate::api) trait Response: JsonSchema + Serialize + Send {
    /// What it says beside its JSON.
    fn aside(&mut self) -> Aside {
        Aside::default()
    }
}

/// What an answer says beside its JSON: its `status` for the metrics and the log; what it asks; and by their keys the objects that it
/// concerns beside those that its fields show.
pub(in crate::api) type Aside = (Option<Status>, Vec<Prompt>, Vec<String>);

/// What an operation goes on with; or the answer that ends it early, or a failure.
pub(in crate::api) type OrEnded<T, P> = Result<T, Halt<Box<Answer<P>>>>;

/// What most operations come to: an answer with these fields, as an error too where a hint is open.
pub(in crate::api) type Ran<P> = OrEnded<Answer<P>, P>;

/// What a rule came to, for an operation that goes on with it.
pub(in crate::api) trait OrAnswer<T, U> {
    /// What was done; else the answer that ends the operation, made of what is open.
    fn or_answer<P>(self, answer: impl FnOnce(U) -> Answer<P>) -> OrEnded<T, P>;
}

impl<T, U> OrAnswer<T, U> for Result<T, Halt<U>> {
    fn or_answer<P>(self, answer: impl FnOnce(U) -> Answer<P>) -> OrEnded<T, P> {
        self.map_err(|halt| halt.map(|open| Box::new(answer(open))))
    }
}

impl<P: JsonSchema + Serialize + Send> Response for Answer<P> {
    fn aside(&mut self) -> Aside {
        (Some(self.status), mem::take(&mut self.prompts), mem::take(&mut self.touches))
    }
}

/// An answer of an operation that has no statuses, save that of a preview.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct Plain<P> {
    success: bool,
    /// Only in a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    #[serde(flatten)]
    payload: P,
}

impl<P> Plain<P> {
    /// The answer of a call that acted, or of its preview.
    pub(in crate::api) fn done(intent: Intent, payload: P) -> Self {
        Self { success: true, status: (intent == Intent::Preview).then_some(Status::Preview), payload }
    }
}

impl<P: JsonSchema + Serialize + Send> Response for Plain<P> {
    fn aside(&mut self) -> Aside {
        (self.status, Vec::new(), Vec::new())
    }
}

/// An answer with a status: these three, and what the operation has to say.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct Answer<P> {
    success: bool,
    pub(in crate::api) status: Status,
    pub(in crate::api) message: Sentence,
    #[serde(flatten)]
    pub(in crate::api) payload: P,
    /// What it asks, for faces that can ask the person: one question, or one for each row of a bulk call that is open.
    #[serde(skip)]
    pub(in crate::api) prompts: Vec<Prompt>,
    /// What it concerns beside the objects that its fields show.
    #[serde(skip)]
    touches: Vec<String>,
}

impl<P> Answer<P> {
    pub(in crate::api) fn new(status: Status, message: Sentence, payload: P) -> Self {
        Self { success: true, status, message, payload, prompts: Vec::new(), touches: Vec::new() }
    }

    /// The answer of a call that acted, or of its preview.
    pub(in crate::api) fn done(intent: Intent, (status, message): (Status, Sentence), payload: P) -> Self {
        let (status, message) = status.meant(intent, message);
        Self::new(status, message, payload)
    }

    /// The same with another payload.
    pub(in crate::api) fn map<Q>(self, payload: impl FnOnce(P) -> Q) -> Answer<Q> {
        Answer::new(self.status, self.message, payload(self.payload)).asks(self.prompts)
    }

    /// The same, concerning these objects too, which its fields do not show.
    pub(in crate::api) fn touching(self, keys: impl IntoIterator<Item = String>) -> Self {
        Self { touches: keys.into_iter().collect(), ..self }
    }

    /// The same, saying this too.
    pub(in crate::api) fn adding(self, sentence: Option<Sentence>) -> Self {
        Self { message: self.message.then(sentence), ..self }
    }

    /// The same, asking otherwise.
    pub(in crate::api) fn asking(self, otherwise: impl Fn(Prompt) -> Prompt) -> Self {
        Self { prompts: self.prompts.into_iter().map(otherwise).collect(), ..self }
    }

    /// The same, asking this.
    pub(in crate::api) fn asks(self, prompts: impl IntoIterator<Item = Prompt>) -> Self {
        Self { prompts: prompts.into_iter().collect(), ..self }
    }
}

impl Status {
    /// Whether it says that no object fits the words.
    pub(in crate::api) fn is_not_found(self) -> bool {
        self == Self::NothingFound || self.to_string().ends_with("not_found")
    }

    /// The status and the sentence of a call that acted, or those of its preview.
    pub(in crate::api) fn meant(self, intent: Intent, message: Sentence) -> (Self, Sentence) {
        match intent {
            Intent::Act => (self, message),
            Intent::Preview => (Self::Preview, messages::preview(&message)),
        }
    }
}
