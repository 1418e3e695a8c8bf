//! Questions that go to the person: forms over MCP, and what their answers lead to.

use axum::Router;
use gitlab_sandbox::World;
use http::StatusCode;
use passerelle::{
    api,
    messages::{form, unclear::in_other_state},
    stop_signal::StopSignal,
};
use serde_json::{Value, json};

use crate::{
    folder::Folder,
    mcp::{message, meta, posted_with, text},
    stage::{Stage, fr, says, send},
    world::{PORTAIL, hinted, portail, with},
};

const CLOSE: &str = "assistant_close_issue";
const VERSION: &str = "2026-07-28";

/// A client of the stateless revision, whose user can be shown forms or not.
pub(crate) struct Client<'a> {
    pub(crate) bridge: &'a Router,
    pub(crate) shows_forms: bool,
    pub(crate) token: Option<&'a str>,
    pub(crate) key: Option<&'static str>,
}

/// A form that the bridge put to the person, and the call that it belongs to.
pub(crate) struct Form {
    pub(crate) tool: String,
    pub(crate) arguments: Value,
    pub(crate) message: String,
    /// `requestedSchema`
    pub(crate) schema: Value,
    pub(crate) state: String,
}

/// How a call ended.
pub(crate) enum Outcome {
    Done(Value),
    Asks(Box<Form>),
}

impl Outcome {
    /// The structured content of an answer.
    #[track_caller]
    pub(crate) fn done(self) -> Value {
        match self {
            Self::Done(result) => {
                assert_eq!(result["isError"], false, "{result}");
                result["structuredContent"].clone()
            }
            Self::Asks(form) => unreachable!("asks: {}", form.message),
        }
    }

    /// The code of a tool error.
    #[track_caller]
    pub(crate) fn refused(self) -> String {
        match self {
            Self::Done(result) => {
                assert_eq!(result["isError"], true, "{result}");
                result["structuredContent"]["code"].as_str().unwrap().to_owned()
            }
            Self::Asks(form) => unreachable!("asks: {}", form.message),
        }
    }

    #[track_caller]
    pub(crate) fn form(self) -> Form {
        match self {
            Self::Asks(form) => *form,
            Self::Done(result) => unreachable!("does not ask: {result}"),
        }
    }
}

impl Form {
    /// The fields, each with what may be chosen: name and title.
    pub(crate) fn fields(&self) -> Vec<(String, Vec<(String, String)>)> {
        let properties = self.schema["properties"].as_object().unwrap();
        let choices = |field: &Value| {
            let choices = field["oneOf"].as_array().unwrap().iter();
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            choices.map(|choice| (text(&choice["const"]), text(&choice["title"]))).collect()
        };
        properties.iter().map(|(name, field)| (name.clone(), choices(field))).collect()
    }

    /// The choices of its one field.
    pub(crate) fn choices(&self) -> Vec<(String, String)> {
        let [(_, choices)]: [_; 1] = self.fields().try_into().unwrap();
        choices
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.choices().into_iter().map(|(name, _)| name).collect()
    }
}

/// The answer of a person who filled a form in.
pub(crate) fn accepted(content: Value) -> Value {
    let mut answer = json!({ "action": "accept" });
    answer["content"] = content;
    answer
}

pub(crate) fn yes() -> Value {
    accepted(json!({ "consent": "yes" }))
}

pub(crate) fn no() -> Value {
    accepted(json!({ "consent": "no" }))
}

pub(crate) fn choice(name: &str) -> Value {
    accepted(json!({ "choice": name }))
}

impl<'a> Client<'a> {
    pub(crate) fn of(stage: &'a Stage) -> Self {
        Self::before(&stage.bridge)
    }

    /// A client that shows no forms.
    pub(crate) fn plain(stage: &'a Stage) -> Self {
        Self { shows_forms: false, ..Self::of(stage) }
    }

    /// A client of one bridge among several.
    pub(crate) fn before(bridge: &'a Router) -> Self {
        Self { bridge, shows_forms: true, token: None, key: None }
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Outcome {
        self.send(tool, arguments, json!({})).await
    }

    /// Sends the call of a form again, with the person's answer.
    pub(crate) async fn answer(&self, form: &Form, answer: Value) -> Outcome {
        self.answer_as(&form.tool, &form.arguments, &form.state, answer).await
    }

    async fn answer_as(&self, tool: &str, arguments: &Value, state: &str, answer: Value) -> Outcome {
        let more = json!({ "requestState": state, "inputResponses": { "form": answer } });
        self.send(tool, arguments.clone(), more).await
    }

    async fn send(&self, tool: &str, arguments: Value, more: Value) -> Outcome {
        let mut params = json!({ "name": tool, "arguments": arguments });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        outcome(tool, arguments, self.request("tools/call", Some(tool), params).await)
    }

    /// The result of a request.
    async fn request(&self, method: &str, name: Option<&str>, mut params: Value) -> Value {
        let capabilities =
            if self.shows_forms { json!({ "elicitation": { "form": {} } }) } else { json!({}) };
        params["_meta"] = meta(VERSION, &capabilities);
        let token = self.token.map(|token| format!("Bearer {token}"));
        let own = [("mcp-protocol-version", VERSION), ("mcp-method", method)];
        let others = [("mcp-name", name), ("authorization", token.as_deref()), ("idempotency-key", self.key)];
        let others = others.into_iter().filter_map(|(header, value)| Some((header, value?)));
        let headers: Vec<_> = own.into_iter().chain(others).collect();
        let mut answer = send(self.bridge, posted_with(&headers, &message(method, &params))).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        assert!(answer.body["error"].is_null(), "{}", answer.body);
        answer.body["result"].take()
    }
}

fn outcome(tool: &str, arguments: Value, result: Value) -> Outcome {
    if result["resultType"] != "input_required" {
        assert_eq!(result["resultType"], "complete", "{result}");
        return Outcome::Done(result);
    }
    let request = &result["inputRequests"]["form"];
    assert_eq!(request["method"], "elicitation/create", "{result}");
    let params = &request["params"];
    assert_eq!((&params["mode"], &params["requestedSchema"]["type"]), (&json!("form"), &json!("object")));
    Outcome::Asks(Box::new(Form {
        tool: tool.to_owned(),
        arguments,
        message: params["message"].as_str().unwrap().to_owned(),
        schema: params["requestedSchema"].clone(),
        state: result["requestState"].as_str().unwrap().to_owned(),
    }))
}

#[tokio::test]
async fn a_model_is_told_who_confirms() {
    for (settings, tells) in [(&[][..], false), (&[("policy.confirmation", "person")][..], true)] {
        let stage = Stage::set(World::empty(), settings).await;
        let told = Client::of(&stage).request("server/discover", None, json!({})).await;
        let instructions = told["instructions"].as_str().unwrap();
        assert_eq!(instructions.contains("only the person confirms"), tells, "{instructions}");
    }
}

#[tokio::test]
async fn a_list_of_tools_says_how_long_and_for_whom_it_may_be_kept() {
    for (settings, token, scope) in
        [(&[][..], None, "public"), (&[("server.auth_tokens", "alice:one")][..], Some("one"), "private")]
    {
        let stage = Stage::set(World::empty(), settings).await;
        let list = Client { token, ..Client::of(&stage) }.request("tools/list", None, json!({})).await;
        assert_eq!((&list["ttlMs"], &list["cacheScope"]), (&json!(300_000), &json!(scope)));
    }
}

/// A call that leaves open which of two issues is meant.
fn unclear_issue() -> (&'static str, Value) {
    (CLOSE, json!({ "project_hint": "portail citoyen", "issue_hint": "erreur 500" }))
}

#[tokio::test]
async fn a_question_is_a_form_with_a_title_for_each_choice_and_none_of_these_last() {
    let stage = Stage::with(World::sample()).await;
    let client = Client::of(&stage);
    let (tool, arguments) = unclear_issue();
    let form = client.call(tool, arguments).await.form();
    assert!(form.message.contains("erreur 500"), "{}", form.message);
    assert_eq!(form.schema["required"], json!(["choice"]));
    assert_eq!(form.schema["properties"]["choice"]["title"], "Votre choix");
    let choices = form.choices();
    let (last, issues) = choices.split_last().unwrap();
    assert_eq!(*last, ("none".to_owned(), "Aucun de ceux-là".to_owned()));
    assert!(issues.len() > 1);
    assert!(issues.iter().all(|(name, title)| title.starts_with(&format!("{name} « "))), "{issues:?}");
    assert_eq!(stage.writes(), [""; 0]);

    let closed = client.answer(&form, choice(&issues[1].0)).await.done();
    assert_eq!(closed["status"], "closed");
    assert_eq!(format!("#{}", closed["issue"]["iid"]), issues[1].0);
    assert_eq!(stage.writes().len(), 1);
}

#[tokio::test]
async fn a_group_of_that_name_is_not_taken_for_none_of_these() {
    let mut world = World::empty();
    for (path, name) in [("none", "Dossiers alpha"), ("usagers", "Dossiers beta")] {
        world.group(path, name);
    }
    let stage = Stage::with(world).await;
    let client = Client::of(&stage);
    let arguments = json!({ "project_name": "Nouveau", "target_group_hint": "Dossiers" });
    let form = client.call("assistant_create_project", arguments).await.form();
    let names: Vec<_> = form.choices().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names.last().unwrap(), "/none", "{names:?}");
    assert!(names.contains(&"none".to_owned()), "{names:?}");
    let told = client.answer(&form, choice("/none")).await.done();
    assert_eq!((&told["status"], stage.writes()), (&json!("clarification_needed"), vec![]), "{told}");
}

#[tokio::test]
async fn every_question_of_every_example_is_a_form_whose_first_choice_settles_it() {
    for operation in api::operations() {
        for example in operation.examples() {
            let stage = Stage::with(World::sample()).await;
            let arguments: Value = serde_json::from_str(&example).unwrap();
            let plain = Client::plain(&stage);
            let mut before = arguments.clone();
            if operation.effect.writes() {
                before["dry_run"] = json!(true);
            }
            let told = plain.call(operation.name, before).await.done();
            let asks = has_choices(&told);
            let client = Client::of(&stage);
            let mut outcome = client.call(operation.name, arguments).await;
            assert_eq!(matches!(outcome, Outcome::Asks(_)), asks, "{}: {example}: {told}", operation.name);
            let mut forms = 0;
            while let Outcome::Asks(form) = outcome {
                assert_eq!(stage.writes(), [""; 0], "{}: {example}", operation.name);
                let answers = form.fields().into_iter().map(|(field, choices)| (field, json!(choices[0].0)));
                let answers = answers.collect::<serde_json::Map<_, _>>();
                outcome = client.answer(&form, accepted(answers.into())).await;
                forms += 1;
                assert!(forms <= 3, "{}: {example}: asks again", operation.name);
            }
            // A label may still be missing.
            let Outcome::Done(settled) = outcome else { unreachable!() };
            let settled = &settled["structuredContent"];
            let took_duplicate = told["status"] == "duplicate_warning";
            assert!(took_duplicate || !has_choices(settled), "{}: {example}: {settled}", operation.name);
        }
    }
}

/// Whether an answer leaves something to choose from.
fn has_choices(answer: &Value) -> bool {
    let status = answer["status"].as_str().unwrap_or_default();
    if status == "milestone_clarification_needed" || status == "duplicate_warning" {
        return true;
    }
    if let Some(rows) = answer["results"].as_array().filter(|rows| !rows.is_empty()) {
        return rows.iter().any(has_choices);
    }
    let holds = |list: &str| answer[list].as_array().is_some_and(|list| !list.is_empty());
    let kinds = ["projects", "groups", "issues", "milestones", "users"];
    let asks = status.ends_with("clarification_needed") || status == "ambiguous_group";
    let is_done = answer["message"].as_str().is_some_and(|message| message.contains("déjà"));
    (asks && kinds.iter().any(|kind| holds(&format!("candidate_{kind}"))))
        || (status.ends_with("not_found")
            && !is_done
            && kinds.iter().any(|kind| holds(&format!("suggested_{kind}"))))
}

#[tokio::test]
async fn a_form_that_is_declined_left_or_answered_with_none_of_these_changes_nothing_and_says_so() {
    let stage = Stage::with(World::sample()).await;
    let client = Client::of(&stage);
    for (answer, words) in [
        (json!({ "action": "decline" }), form::UNANSWERED),
        (json!({ "action": "cancel" }), form::UNANSWERED),
        (choice("none"), form::NOTHING_CHOSEN),
    ] {
        let (tool, arguments) = unclear_issue();
        let asked = client.call(tool, arguments).await.form();
        let told = client.answer(&asked, answer).await.done();
        assert_eq!((&told["success"], &told["status"]), (&json!(true), &json!("issue_clarification_needed")));
        assert_eq!(told["message"], fr(&words));
    }
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_client_that_shows_no_forms_gets_the_question_as_data() {
    let stage = Stage::with(World::sample()).await;
    let client = Client::plain(&stage);
    let (tool, arguments) = unclear_issue();
    let told = client.call(tool, arguments).await.done();
    assert_eq!(told["status"], "issue_clarification_needed");
    assert!(told["candidate_issues"].as_array().unwrap().len() > 1);
}

#[tokio::test]
async fn a_project_then_an_issue_are_asked_about_one_after_the_other() {
    let stage = Stage::with(World::sample()).await;
    let client = Client::of(&stage);
    let arguments = json!({ "project_hint": "portail", "issue_hint": "les agents déconnectés du wifi" });
    let form = client.call(CLOSE, arguments).await.form();
    assert!(form.names().contains(&"ville/numerique/portail-agents".to_owned()), "{:?}", form.names());
    let form = client.answer(&form, choice("ville/numerique/portail-agents")).await.form();
    let issue = form.names()[0].clone();
    assert!(issue.starts_with('#'), "{issue}");
    let closed = client.answer(&form, choice(&issue)).await.done();
    assert_eq!((&closed["status"], format!("#{}", closed["issue"]["iid"])), (&json!("closed"), issue));
    assert_eq!(stage.writes().len(), 1);
}

#[tokio::test]
async fn a_duplicate_is_taken_or_a_new_issue_created_all_the_same_in_its_milestone() {
    let arguments = json!({
        "project_hint": "portail citoyen",
        "title": "Erreur 500 sur le formulaire de contact",
        "milestone_hint": "sprint 3",
    });
    let stage = Stage::with(World::sample()).await;
    let client = Client::of(&stage);
    let form = client.call("assistant_create_issue", arguments.clone()).await.form();
    let choices = form.choices();
    let (last, issues) = choices.split_last().unwrap();
    assert_eq!(*last, ("create".to_owned(), "Créer quand même un nouveau ticket".to_owned()));
    let taken = client.answer(&form, choice(&issues[0].0)).await.done();
    assert_eq!((&taken["status"], &taken["issue"]), (&json!("duplicate_warning"), &Value::Null));
    assert_eq!(taken["duplicate_issues"].as_array().unwrap().len(), 1);
    assert_eq!(format!("#{}", taken["duplicate_issues"][0]["iid"]), issues[0].0);
    assert_eq!(stage.writes(), [""; 0]);

    let form = client.call("assistant_create_issue", arguments).await.form();
    let created = client.answer(&form, choice("create")).await.done();
    assert_eq!(created["status"], "created");
    assert!(created["message"].as_str().unwrap().contains("Sprint 3"), "{created}");
    assert!(stage.sent()[0]["milestone_id"].is_i64(), "{:?}", stage.sent());
}

#[tokio::test]
async fn the_rows_of_a_bulk_call_are_shown_in_one_form_and_none_of_these_leaves_all_of_them_alone() {
    let arguments = json!({
        "project_hint": "portail citoyen",
        "issue_hints": ["page de connexion", " ", "erreur 500", "xylophone violet"],
    });
    for says in ["first", "none", "leaves"] {
        let stage = Stage::with(World::sample()).await;
        let client = Client::of(&stage);
        let form = client.call("assistant_bulk_close_issues", arguments.clone()).await.form();
        assert_eq!(stage.writes(), [""; 0]);
        assert!(form.message.contains("page de connexion"), "the sure row is shown: {}", form.message);
        assert!(form.message.contains("1 ticket à fermer") && form.message.contains("sera fermé"));
        let fields = form.fields();
        assert_eq!(fields[0].0, "row_2");
        assert_eq!(form.schema["properties"]["row_2"]["title"], "erreur 500");
        // The sure row, and each row that was asked about.
        let closes = if says == "first" { 1 + fields.len() } else { 0 };
        let pick = |choices: &[(String, String)]| match says {
            "none" => "none".to_owned(),
            _ => choices[0].0.clone(),
        };
        let answers: serde_json::Map<_, _> =
            fields.iter().map(|(field, choices)| (field.clone(), json!(pick(choices)))).collect();
        let answer = if says == "leaves" { json!({ "action": "decline" }) } else { accepted(answers.into()) };
        let told = client.answer(&form, answer).await.done();
        assert_eq!(told["status"], if closes > 0 { "processed" } else { "preview" });
        assert_eq!(stage.writes().len(), closes, "{told}");
        if closes > 0 {
            assert_eq!(told["results"].as_array().unwrap().len(), 3, "every row is told: {told}");
        }
    }
}

/// A text whose last character is another one.
fn with_other_end(text: &str) -> String {
    let (rest, last) = text.split_at(text.len() - 1);
    format!("{rest}{}", if last == "A" { "B" } else { "A" })
}

#[tokio::test]
async fn a_form_belongs_to_one_caller_one_tool_and_one_set_of_arguments() {
    let stage = Stage::set(World::sample(), &[("server.auth_tokens", "alice:one,bob:two")]).await;
    let alice = Client { token: Some("one"), ..Client::of(&stage) };
    let bob = Client { token: Some("two"), ..Client::of(&stage) };
    let (tool, arguments) = unclear_issue();
    let form = alice.call(tool, arguments.clone()).await.form();
    let answer = || choice(&form.names()[0]);
    assert_eq!(bob.answer(&form, answer()).await.refused(), "invalid_form");
    let other = alice.answer_as("assistant_comment_issue", &arguments, &form.state, answer()).await;
    assert_eq!(other.refused(), "invalid_form");
    for (field, value) in [("issue_hint", json!("erreur")), ("confirm", json!(true)), ("limit", json!(7))] {
        let mut changed = arguments.clone();
        changed[field] = value;
        assert_eq!(alice.answer_as(tool, &changed, &form.state, answer()).await.refused(), "invalid_form");
    }
    for state in ["", "rs1.a.b", &with_other_end(&form.state), &form.state[1..]] {
        assert_eq!(alice.answer_as(tool, &arguments, state, answer()).await.refused(), "invalid_form");
    }
    for answer in [choice("#9999"), choice(""), accepted(json!({})), json!({ "action": "accept" }), json!(7)]
    {
        assert_eq!(alice.answer(&form, answer).await.refused(), "invalid_form");
    }
    assert_eq!(stage.writes(), [""; 0]);
    let mut reordered = json!({ "issue_hint": arguments["issue_hint"] });
    reordered["project_hint"] = arguments["project_hint"].clone();
    let closed = alice.answer_as(tool, &reordered, &form.state, answer()).await.done();
    assert_eq!(closed["status"], "closed", "the order of arguments means nothing");
}

#[tokio::test]
async fn a_form_is_answered_once_but_for_the_same_write_under_its_key() {
    let stage = Stage::with(World::sample()).await;
    let (tool, arguments) = unclear_issue();
    let plain = Client::of(&stage);
    let form = plain.call(tool, arguments.clone()).await.form();
    let first = || choice(&form.names()[0]);
    plain.answer(&form, first()).await.done();
    assert_eq!(plain.answer(&form, first()).await.refused(), "invalid_form");
    assert_eq!(stage.writes().len(), 1);

    let keyed = Client { key: Some("k-1"), ..Client::of(&stage) };
    let form = keyed.call("assistant_comment_issue", commenting(&arguments)).await.form();
    let first = || choice(&form.names()[0]);
    let (once, again) =
        (keyed.answer(&form, first()).await.done(), keyed.answer(&form, first()).await.done());
    assert_eq!(once, again);
    assert_eq!(keyed.answer(&form, choice("none")).await.refused(), "invalid_form");
    let other = Client { key: Some("k-2"), ..Client::of(&stage) };
    assert_eq!(other.answer(&form, first()).await.refused(), "invalid_form");
    assert_eq!(stage.writes().len(), 2);
}

fn commenting(arguments: &Value) -> Value {
    let mut arguments = arguments.clone();
    arguments["issue_hint"] = json!("formulaire");
    arguments["body"] = json!("Vu.");
    arguments
}

#[tokio::test]
async fn replicas_with_one_key_and_store_before_one_host_take_each_others_forms_and_others_do_not() {
    let folder = Folder::with("key", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
    let file = folder.path("key");
    let settings = [("store.key_file", &*file), ("store.url", "redis://127.0.0.1:1")];
    let (tool, arguments) = unclear_issue();
    let stage = Stage::set(World::sample(), &settings).await;
    let replica = stage.bridge_with(&settings, StopSignal::never());
    let without_key = stage.bridge_with(&settings[1..], StopSignal::never());
    let elsewhere = Stage::set(World::sample(), &settings).await;
    let form = Client::of(&stage).call(tool, arguments).await.form();
    for other in [&without_key, &elsewhere.bridge] {
        assert_eq!(
            Client::before(other).answer(&form, choice(&form.names()[0])).await.refused(),
            "invalid_form"
        );
    }
    // It is the form of all, and nobody can say whether it was answered.
    let answered = Client::before(&replica).answer(&form, choice(&form.names()[0])).await;
    assert_eq!(answered.refused(), "store_unavailable");
    assert_eq!([stage.writes(), elsewhere.writes()], [[""; 0]; 2]);
}

/// A close that a model confirmed on its own.
fn confirmed() -> Value {
    json!({
        "confirm": true,
        "resolved_project_path": "ville/numerique/portail-citoyen",
        "resolved_issue_iid": 1,
    })
}

#[tokio::test]
async fn where_the_person_confirms_a_model_that_says_so_itself_changes_nothing() {
    let stage = Stage::set(World::sample(), &[("policy.confirmation", "person")]).await;
    let plain = Client::plain(&stage);
    assert_eq!(plain.call(CLOSE, confirmed()).await.refused(), "confirmation_required");
    assert_eq!(stage.calls(), [""; 0]);
    let mut preview = confirmed();
    preview["dry_run"] = json!(true);
    assert_eq!(plain.call(CLOSE, preview).await.done()["status"], "preview");
    let read = json!({ "confirm": true, "resolved_project_path": "ville/numerique/portail-citoyen" });
    assert_eq!(plain.call("project_summary", read).await.done()["status"], "resolved");
    assert_eq!(stage.writes(), [""; 0]);
    let by_route = stage.post("issues/assistant-close", confirmed()).await.ok();
    assert_eq!(by_route["status"], "closed", "the routes are for programs");
}

#[tokio::test]
async fn where_the_person_confirms_their_consent_is_asked_for_by_what_would_be_done() {
    let stage = Stage::set(World::sample(), &[("policy.confirmation", "person")]).await;
    let client = Client::of(&stage);
    for answer in [no(), json!({ "action": "decline" })] {
        let form = client.call(CLOSE, confirmed()).await.form();
        assert!(form.message.contains("#1") && form.message.contains("fermé"), "{}", form.message);
        assert!(!form.message.contains("dry_run"), "{}", form.message);
        assert_eq!(form.names(), ["yes", "no"]);
        let told = client.answer(&form, answer).await.done();
        assert!(told["message"].as_str().unwrap().starts_with("Rien n'est fait"), "{told}");
    }
    assert_eq!(stage.writes(), [""; 0]);
    let form = client.call(CLOSE, confirmed()).await.form();
    let closed = client.answer(&form, yes()).await.done();
    assert_eq!((&closed["status"], &closed["issue"]["iid"]), (&json!("closed"), &json!(1)));
    let absent = json!({ "confirm": true, "resolved_project_path": "a/b", "resolved_issue_iid": 1 });
    assert_eq!(client.call(CLOSE, absent).await.refused(), "project_not_found");
}

#[tokio::test]
async fn where_the_person_confirms_words_that_name_one_object_still_act() {
    let place = "ville/numerique/portail-citoyen";
    let titled = json!({ "project_path": place, "title": "Panne", "description": "Texte" });
    for (tool, arguments, status) in [
        (CLOSE, json!({ "project_hint": place, "issue_hint": "#2" }), "closed"),
        ("create_issue", titled, ""),
    ] {
        let stage = Stage::set(World::sample(), &[("policy.confirmation", "person")]).await;
        let plain = Client::plain(&stage);
        let told = plain.call(tool, arguments).await.done();
        assert_eq!(told["status"].as_str().unwrap_or_default(), status, "{told}");
        assert_eq!(stage.writes().len(), 1, "{tool}");
    }
}

#[tokio::test]
async fn a_choice_in_a_form_is_consent_too() {
    let stage = Stage::set(World::sample(), &[("policy.confirmation", "person")]).await;
    let client = Client::of(&stage);
    let (tool, arguments) = unclear_issue();
    let form = client.call(tool, arguments).await.form();
    let closed = client.answer(&form, choice(&form.names()[0])).await.done();
    assert_eq!(closed["status"], "closed");
}

#[tokio::test]
async fn what_was_done_before_leaves_nothing_to_choose() {
    let mut world = portail();
    world.closed_issue(PORTAIL, "Export comptable");
    world.issue(PORTAIL, "Export comptable en PDF");
    let stage = Stage::with(world).await;
    let again = hinted(json!({ "issue_hint": "export comptable" }));
    let told = Client::of(&stage).call(CLOSE, again).await.done();
    let issue = json!({ "id": 1, "iid": 1, "title": "Export comptable", "state": "closed" });
    let issue = serde_json::from_value(issue).unwrap();
    assert!(says(&told, &in_other_state(&issue, "Portail", true)), "{told}");
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn one_object_in_doubt_is_asked_about_with_yes_or_no_and_the_beginning_of_its_description() {
    let stage = Stage::with(portail()).await;
    let described = "Sur  fond noir,\nle texte se lit mal. ".repeat(9);
    let new = json!({ "project_path": "ville/portail", "title": "Export comptable en PDF", "description": described });
    stage.post("issues/create", new).await.ok();
    let before = stage.writes().len();
    let call = || hinted(json!({ "issue_hint": "compta" }));
    let client = Client::of(&stage);
    let form = client.call(CLOSE, call()).await.form();
    let shown = form.message.replace('\u{a0}', " ");
    for part in ["Il dit aussi « PDF »", "« Sur fond noir, le texte se lit mal. Sur fond", "… »"] {
        assert!(shown.contains(part), "{part:?} is not in {shown}");
    }
    assert!(!shown.contains("lequel"), "{shown}");
    let choices = form.choices().into_iter().map(|(name, title)| (name, title.replace('\u{a0}', " ")));
    assert_eq!(
        choices.collect::<Vec<_>>(),
        [
            ("#1".to_owned(), "Oui : #1 « Export comptable en PDF »".to_owned()),
            ("none".to_owned(), "Non, ne rien faire".to_owned())
        ]
    );
    client.answer(&form, choice("none")).await.done();
    assert_eq!(stage.writes().len(), before);
    // A model reads the same, between marks.
    let without = Client { shows_forms: false, ..client };
    let Outcome::Done(result) = without.call(CLOSE, call()).await else { unreachable!() };
    let read: Value = serde_json::from_str(text(&result)).unwrap();
    let beginning = read["description"].as_str().unwrap();
    assert!(beginning.starts_with("⟦Sur fond noir, le texte") && beginning.ends_with("…⟧"), "{read}");
    assert!(beginning.chars().count() <= 303, "{read}");
}

#[tokio::test]
async fn the_form_of_a_dry_run_asks_for_no_consent() {
    let stage = Stage::with(World::sample()).await;
    let client = Client::of(&stage);
    let (tool, arguments) = unclear_issue();
    for (dry_run, asks_consent) in [(true, false), (false, true)] {
        let form = client.call(tool, with(arguments.clone(), json!({ "dry_run": dry_run }))).await.form();
        assert_eq!(form.message.contains("votre accord"), asks_consent, "{}", form.message);
    }
}
