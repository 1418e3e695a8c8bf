//! The picker: a page inside the conversation, for clients that show pages of a server and no forms (MCP Apps, SEP-1865). A
//! question shows there as buttons. A click calls a tool that hosts keep from the model, with the sealed form, which they give to
//! the page and not to the model.

use super::{
    LIST_TTL_MS,
    elicitation::FORM,
    prelude::*,
    session::{EXTENSION, MEDIA_TYPE, WITH_PAGES, session_name, shows_pages},
};
use crate::messages::{form as words, tool};

/// The page.
const PAGE: &str = include_str!("picker.html");
const URI: &str = "ui://passerelle/picker.html";
/// The tool that the page calls.
pub(super) const ANSWER: &str = "answer_question";
/// Where a result has its question, for the page.
const QUESTION: &str = "passerelle/question";

/// A call that asks, as the page sends it back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AskingCall {
    pub(super) tool: String,
    pub(super) arguments: JsonObject,
    /// The form, sealed.
    pub(super) state: String,
}

/// What the page says of the person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PickedAnswer {
    call: AskingCall,
    content: JsonObject,
}

/// The call that asked, with what the page sent as the answer of a form.
///
/// # Errors
/// No page would send this.
pub(super) fn answered_call(sent: Option<JsonObject>) -> Result<CallToolRequestParams, ErrorData> {
    let picked = sent.and_then(|sent| serde_json::from_value(Value::Object(sent)).ok());
    let PickedAnswer { call, content } =
        picked.ok_or_else(|| ErrorData::invalid_params("a page would not send this", None))?;
    let answer = json!({ "action": "accept", "content": content });
    Ok(CallToolRequestParams::new(call.tool)
        .with_arguments(call.arguments)
        .with_request_state(call.state)
        .with_input_responses([(FORM.to_owned(), answer)].into()))
}

/// Whether the client of a request shows the picker. Over HTTP, clients of earlier revisions say so in their session.
pub(super) fn is_shown(context: &RequestContext<RoleServer>) -> bool {
    let session = context.extensions.get::<Parts>().and_then(|head| session_name(&head.headers));
    context.client_capabilities().is_some_and(|own| shows_pages(&own))
        || session.is_some_and(|session| session.starts_with(WITH_PAGES))
}

/// Announces the page among what the bridge can do.
pub(super) fn announce(capabilities: &mut ServerCapabilities) {
    capabilities.resources = Some(ResourcesCapability::default());
    capabilities.extensions = Some([(EXTENSION.to_owned(), JsonObject::new())].into());
}

/// The tool of an operation, which names the page where it may ask something.
pub(super) fn linked(tool: Tool, entry: &Entry) -> Tool {
    if entry.answers_status() { tool.with_meta(meta(&json!({ "resourceUri": URI }))) } else { tool }
}

/// The tool that the page alone may call.
pub(super) fn answer_tool(language: Language) -> Tool {
    let fields = json!({ "call": { "type": "object" }, "content": { "type": "object" } });
    let schema = object!({ "type": "object", "properties": fields, "required": ["call", "content"] });
    Tool::new(ANSWER, tool::ANSWER_QUESTION, schema)
        .with_title(words::ANSWER.say(language))
        .with_annotations(ToolAnnotations::new().open_world(false).read_only(false).destructive(true))
        .with_meta(meta(&json!({ "resourceUri": URI, "visibility": ["app"] })))
}

fn meta(page: &Value) -> MetaObject {
    MetaObject(object!({ "ui": page }))
}

/// The page among the resources.
pub(super) fn listed() -> ListResourcesResult {
    let page = Resource::new(URI, "picker").with_mime_type(MEDIA_TYPE);
    let list = ListResourcesResult::with_all_items(vec![page]);
    list.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Public)
}

/// The page, which loads nothing and connects to nothing.
///
/// # Errors
/// There is no such resource.
pub(super) fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    if uri != URI {
        return Err(ErrorData::resource_not_found("unknown resource", None));
    }
    let page = ResourceContents::text(PAGE, URI).with_mime_type(MEDIA_TYPE);
    let page = page.with_meta(meta(&json!({ "prefersBorder": true })));
    let read = ReadResourceResult::new(vec![page]);
    Ok(read.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Public))
}

/// Puts a question into the result of the call that asks it; the model is told that the person has it.
pub(super) fn ask(
    result: &mut CallToolResult,
    form: &ElicitRequestParams,
    call: &AskingCall,
    language: Language,
) {
    let said = |sentence: crate::messages::Sentence| sentence.say(language).to_owned();
    let question = json!({
        "form": form,
        "call": call,
        "language": language.tag(),
        "words": { "send": said(words::SEND), "sending": said(words::SENDING), "failed": said(words::NOT_SENT) },
    });
    result.meta.get_or_insert_default().0.insert(QUESTION.to_owned(), question);
    result.content.push(ContentBlock::text(tool::ASKED_ON_PAGE));
}
