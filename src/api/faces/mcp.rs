//! The operations as MCP tools, for models: the same declarations and the same gate as the routes, over HTTP and over
//! standard input and output.

mod console_link;
mod elicitation;
mod http;
mod lines;
mod open_questions;
mod picker;
mod prelude;
mod question_stream;
mod recent_questions;
mod session;
mod short_text;
mod stdio;
mod tool;
mod tool_call;
mod untrusted;

use rmcp::ServerHandler;
use tokio_util::sync::CancellationToken;

use self::{
    elicitation::seal::FormSeal, prelude::*, question_stream::Introduced, recent_questions::RecentQuestions,
    tool_call::ToolCall,
};
pub use self::{http::routes, stdio::speak, tool::listing};
use crate::messages::tool as words;

/// The context of a request: who sent it, and how.
type Context = RequestContext<RoleServer>;
/// What a client gets, or an error of the protocol.
type Answer<T> = Result<T, ErrorData>;
/// Which page of a list is asked for: all have one page.
type Page = Option<PaginatedRequestParams>;

/// How long a list of tools may be kept, in milliseconds: the settings that decide on it change seldom.
const LIST_TTL_MS: u64 = 300_000;

/// The tools of a bridge.
#[derive(Clone)]
struct Tools {
    bridge: Arc<AppState>,
    forms: Arc<FormSeal>,
    recent_questions: Arc<RecentQuestions>,
    /// Cancelled once standard input has ended.
    input_ended: CancellationToken,
}

impl Tools {
    fn new(bridge: Arc<AppState>) -> Self {
        // A form's answer may come again under its key: then the outcome must still be stored.
        let lasts = bridge.mcp.form_ttl.min(bridge.server.idempotency_ttl);
        let forms = FormSeal::new(bridge.key.as_ref(), bridge.shared.store.clone(), lasts);
        let recent_questions = Arc::new(RecentQuestions::new(bridge.mcp.form_ttl));
        Self { bridge, forms: Arc::new(forms), recent_questions, input_ended: CancellationToken::new() }
    }

    /// A tool for each operation that this caller may use. Made at the first request: all the schemas take as long as the rest of
    /// the start, and 5 MiB, which a bridge without MCP clients does not need.
    fn served<'a>(&'a self, access: &'a Access) -> impl Iterator<Item = &'a (Entry, Tool)> {
        static ALL: LazyLock<Vec<(Entry, Tool)>> =
            LazyLock::new(|| operations().into_iter().map(|entry| (entry, tool::of(&entry))).collect());
        let toolset = self.bridge.mcp.toolset;
        ALL.iter()
            .filter(move |(entry, _)| access.policy.serves(entry.name) && tool::is_listed(toolset, entry))
    }

    /// The language of the sentences for a request: its own over HTTP, the configured one over standard input and output.
    fn language(&self, context: &Context) -> Language {
        noted(context).copied().or(self.bridge.language).unwrap_or_default()
    }

    /// The caller: over HTTP the one whom the guards let in, else the user who started this process.
    fn access(&self, context: &Context) -> Arc<Access> {
        noted(context).map_or_else(|| Arc::clone(&self.bridge.callers().anyone), Arc::clone)
    }
}

/// What the layers in front of a route noted on a request; nothing over standard input and output.
fn noted<T: Send + Sync + 'static>(context: &Context) -> Option<&T> {
    context.extensions.get::<Parts>()?.extensions.get()
}

/// The instructions for models about all tools, under this policy.
fn instructions(policy: &CallerPolicy) -> String {
    let read_only = if policy.read_only { words::READ_ONLY } else { "" };
    let person_confirms = policy.confirmation == Confirmation::Person;
    let confirmation = if person_confirms { words::PERSON_CONFIRMS } else { "" };
    format!("{}{read_only}{confirmation}", words::INSTRUCTIONS)
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")))
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Context,
    ) -> Answer<InitializeResult> {
        context.peer.set_peer_info(request.clone());
        let mut info = self.negotiate_initialize(&request)?;
        let start = session::start_of_session(&request.capabilities, &info.protocol_version);
        if let Some((introduced, start)) = noted::<Introduced>(&context).zip(start) {
            let _ = introduced.set(start);
        }
        if session::shows_pages(&request.capabilities) {
            picker::announce(&mut info.capabilities);
        }
        Ok(info.with_instructions(instructions(&self.access(&context).policy)))
    }

    async fn discover(&self, context: Context) -> Answer<DiscoverResult> {
        let mut info = self.get_info().with_instructions(instructions(&self.access(&context).policy));
        if picker::is_shown(&context) {
            picker::announce(&mut info.capabilities);
        }
        let versions = ServerHandler::supported_protocol_versions(self).into_owned();
        Ok(DiscoverResult::from_server_info(versions, info))
    }

    async fn list_tools(&self, _: Page, context: Context) -> Answer<ListToolsResult> {
        let (language, access) = (self.language(&context), self.access(&context));
        let shows_picker = picker::is_shown(&context);
        let titled = |(entry, tool): &(Entry, Tool)| {
            let tool = tool::for_reader(tool.clone(), entry, language, access.policy.read_only);
            if shows_picker { picker::linked(tool, entry) } else { tool }
        };
        let tools = self.served(&access).map(titled);
        let tools = tools.chain(shows_picker.then(|| picker::answer_tool(language)));
        let list = ListToolsResult::with_all_items(tools.collect());
        // Earlier revisions know no such hints.
        if context.protocol_version().is_none_or(|version| version < ProtocolVersion::V_2026_07_28) {
            return Ok(list);
        }
        // Callers with tokens may be served different tools.
        let scope = if self.bridge.callers().need_token() { CacheScope::Private } else { CacheScope::Public };
        Ok(list.with_ttl_ms(LIST_TTL_MS).with_cache_scope(scope))
    }

    /// Messages that the library can't read as a known method. A known one with other parameters than its own is one of them.
    async fn on_custom_request(&self, request: CustomRequest, context: Context) -> Answer<CustomResult> {
        let expected = match &*request.method {
            "tools/call" => "a call has a name, and an object of arguments",
            "resources/read" if picker::is_shown(&context) => "a resource has a uri",
            _ => {
                // The library logs it.
                let method = self.bridge.shared.instance.hide_secrets(request.method);
                return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None));
            }
        };
        Err(ErrorData::invalid_params(expected, None))
    }

    // Features that are not advertised are refused: by default the library would answer with empty lists.

    async fn list_prompts(&self, _: Page, _: Context) -> Answer<ListPromptsResult> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn list_resources(&self, _: Page, context: Context) -> Answer<ListResourcesResult> {
        let list = picker::is_shown(&context).then(picker::listed);
        list.ok_or_else(ErrorData::method_not_found::<ListResourcesRequestMethod>)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Answer<ReadResourceResponse> {
        if !picker::is_shown(&context) {
            return Err(ErrorData::method_not_found::<ReadResourceRequestMethod>());
        }
        picker::read(&request.uri).map(Into::into)
    }

    async fn list_resource_templates(&self, _: Page, _: Context) -> Answer<ListResourceTemplatesResult> {
        Err(ErrorData::method_not_found::<ListResourceTemplatesRequestMethod>())
    }

    async fn complete(&self, _: CompleteRequestParams, _: Context) -> Answer<CompleteResult> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: Context) -> Answer<CallToolResponse> {
        let is_picked = request.name == picker::ANSWER && picker::is_shown(&context);
        let request = if is_picked { picker::answered_call(request.arguments)? } else { request };
        let access = self.access(&context);
        let served = self.served(&access).find(|(entry, _)| entry.name == request.name);
        let (entry, _) = served.ok_or_else(|| ErrorData::invalid_params("unknown tool", None))?;
        let call = ToolCall::new(self, &context, *entry, request.arguments.unwrap_or_default());
        call.run(request.request_state, request.input_responses).await
    }
}

impl Tools {
    /// What came of a call. A failure's text is its sentence, which may hold what the host said. An answer that was given before
    /// says so.
    fn result(Reply { outcome, replayed }: Reply, language: Language) -> CallToolResult {
        let answer = outcome.and_then(|answered| {
            let answer = serde_json::from_slice(&answered.json);
            Ok((answer.map_err(|_| Failure::internal_error())?, answered.prompts))
        });
        let mut result = match answer {
            Ok((answer, prompts)) => {
                let only = if let [prompt] = &*prompts { prompt.only() } else { None };
                Self::answer(answer, only.map_or("", |choice| &choice.beginning))
            }
            Err(failure) => {
                let mut result = CallToolResult::structured_error(failure.json(language));
                result.content = vec![ContentBlock::text(untrusted::marked(failure.detail.say(language)))];
                result
            }
        };
        if replayed {
            result.meta = Some(MetaObject(object!({ (REPLAYED.as_str()): true })));
        }
        result
    }

    /// An answer as structured content, and as text what a model needs of it, with what people wrote between marks: some clients
    /// show a model only the one, some only the other. Where one object alone is asked about, the text has the `beginning` of
    /// its description.
    fn answer(answer: Value, beginning: &str) -> CallToolResult {
        let mut text = short_text::shortened(&answer);
        if let Some(fields) = text.as_object_mut().filter(|_| !beginning.is_empty()) {
            fields.insert("description".to_owned(), beginning.into());
        }
        let text = untrusted::marked_json(&text);
        let mut result = CallToolResult::structured(answer);
        result.content = vec![ContentBlock::text(text)];
        result
    }
}
