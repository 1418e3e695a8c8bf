//! A page for people behind each `web_url`: what the host stores about an object. It stands outside of the API, needs no token,
//! and shows what the user of the first token sees.

use bytes::Bytes;
use http::{Method, Request, header};

use super::prelude::*;

const STYLE: &str = "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}\
                     dt,footer{opacity:.75}dd{margin:0 0 .6rem}.text{white-space:pre-wrap}";

/// A word in French and in English.
type Bilingual = [&'static str; 2];

const PATH: Bilingual = ["Chemin", "Path"];
const DUE: Bilingual = ["Échéance", "Due date"];
const FOOT: Bilingual = [
    "Page de l’hôte d’essai\u{a0}: ses données sont en mémoire, et s’oublient à son arrêt.",
    "A page of the sandbox host: its data are in memory, and forgotten when it stops.",
];

/// What a page shows.
#[derive(Default)]
struct ObjectPage {
    title: String,
    /// Names and values; those without a value are left out.
    facts: Vec<(Bilingual, String)>,
    state: Option<Bilingual>,
    text: String,
    heading: Option<Bilingual>,
    /// Texts, each with the path of its own page; an empty one if it has none.
    entries: Vec<(String, String)>,
}

/// The page that a request asks for; `None` if it asks for something else, or for nothing that there is.
pub(super) fn answer(world: &World, request: &Request<Bytes>) -> Option<ApiResponse> {
    if request.method() != Method::GET {
        return None;
    }
    let path = urlencoding::decode(request.uri().path()).ok()?;
    let page = find(world, path.trim_matches('/'))?;
    let languages = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let html = page.written(usize::from(languages.is_some_and(|tags| tags.starts_with("en"))));
    let mut answer = typed(StatusCode::OK, "text/html; charset=utf-8", html);
    // It runs no script and loads nothing.
    add_header(&mut answer, "content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
    Some(answer)
}

fn find(world: &World, path: &str) -> Option<ObjectPage> {
    let caller = world.token_user();
    let (place, rest) = path.split_once("/-/").unwrap_or((path, ""));
    let group = place.strip_prefix("groups/").and_then(|path| world.find_group(path));
    let group = group.filter(|group| world.shows_group(caller, group));
    let project = world.find_project(place).filter(|project| world.shows_project(caller, project));
    let owner = project.map(|project| Owner::Project(project.id));
    let owner = owner.or(group.map(|group| Owner::Group(group.id)));
    match (rest.split_once('/'), group, project) {
        (Some(("issues", iid)), _, _) => issue_page(world, project?, iid.parse().ok()?),
        (Some(("milestones", iid)), _, _) => milestone_page(world, owner?, iid.parse().ok()?),
        _ if !rest.is_empty() => None,
        (_, Some(group), _) => Some(group_page(world, group)),
        (_, _, Some(project)) => Some(project_page(world, project)),
        _ => user_page(world, path),
    }
}

fn project_page(world: &World, project: &Project) -> ObjectPage {
    let path = &project.path_with_namespace;
    let issues = world.visible_issues(world.token_user(), project).into_iter().rev();
    let open = issues.filter(|issue| issue.state == IssueState::Opened);
    ObjectPage {
        title: project.name.clone(),
        facts: vec![(PATH, path.clone())],
        text: project.description.clone().unwrap_or_default(),
        heading: Some(["Tickets", "Issues"]),
        entries: open.map(|one| (name_of(one), format!("{path}/-/issues/{}", one.iid))).collect(),
        ..ObjectPage::default()
    }
}

fn group_page(world: &World, group: &Group) -> ObjectPage {
    let below = world.projects_below(world.token_user(), group).into_iter();
    ObjectPage {
        title: group.name.clone(),
        facts: vec![(PATH, group.full_path.clone())],
        text: group.description.clone(),
        heading: Some(["Projets", "Projects"]),
        entries: below.map(|one| (one.name.clone(), one.path_with_namespace.clone())).collect(),
        ..ObjectPage::default()
    }
}

fn issue_page(world: &World, project: &Project, iid: u64) -> Option<ObjectPage> {
    let mut issues = world.visible_issues(world.token_user(), project).into_iter();
    let issue = issues.find(|issue| issue.iid == iid)?;
    let is_open = issue.state == IssueState::Opened;
    let milestone = issue.milestone_id.and_then(|id| world.milestones.get(&id));
    let assignee = issue.assignee_id.and_then(|id| world.users.get(&id));
    let labels: Vec<_> = issue.labels.iter().map(String::as_str).collect();
    Some(ObjectPage {
        title: name_of(issue),
        state: Some(if is_open { ["Ouvert", "Open"] } else { ["Fermé", "Closed"] }),
        facts: vec![
            (PATH, project.path_with_namespace.clone()),
            (["Étiquettes", "Labels"], labels.join(", ")),
            (["Jalon", "Milestone"], milestone.map(|one| one.title.clone()).unwrap_or_default()),
            (["Responsable", "Assignee"], assignee.map(|one| one.name.clone()).unwrap_or_default()),
            (DUE, issue.due_date.clone().unwrap_or_default()),
        ],
        text: issue.description.clone().unwrap_or_default(),
        heading: (!issue.notes.is_empty()).then_some(["Commentaires", "Comments"]),
        entries: issue.notes.iter().map(|note| (note.body.clone(), String::new())).collect(),
    })
}

fn milestone_page(world: &World, owner: Owner, iid: u64) -> Option<ObjectPage> {
    let milestone = world.milestones.values().find(|one| one.owner == owner && one.iid == iid)?;
    Some(ObjectPage {
        title: milestone.title.clone(),
        facts: vec![(DUE, milestone.due_date.clone().unwrap_or_default())],
        text: milestone.description.clone(),
        ..ObjectPage::default()
    })
}

fn user_page(world: &World, username: &str) -> Option<ObjectPage> {
    let user = world.find_username(username)?;
    Some(ObjectPage { title: format!("{} (@{})", user.name, user.username), ..ObjectPage::default() })
}

fn name_of(issue: &Issue) -> String {
    format!("#{} {}", issue.iid, issue.title)
}

impl ObjectPage {
    /// The page as HTML, in French (0) or English (1).
    fn written(&self, language: usize) -> String {
        let say = |word: Bilingual| word.get(language).copied().unwrap_or_default();
        let facts = self.facts.iter().filter(|(_, value)| !value.is_empty());
        let facts = facts.map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>", say(*name), escaped(value)));
        let entries = self.entries.iter().map(|(text, path)| match path.as_str() {
            "" => format!("<li class=\"text\">{}</li>", escaped(text)),
            path => format!("<li><a href=\"/{}\">{}</a></li>", escaped(path), escaped(text)),
        });
        format!(
            "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
             <title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1>{}<dl>{}</dl>\
             <p class=\"text\">{}</p>{}<ul>{}</ul><footer>{}</footer></body></html>\n",
            say(["fr", "en"]),
            self.state.map(|word| format!("<p>{}</p>", say(word))).unwrap_or_default(),
            facts.collect::<String>(),
            escaped(&self.text),
            self.heading.map(|word| format!("<h2>{}</h2>", say(word))).unwrap_or_default(),
            entries.collect::<String>(),
            say(FOOT),
            title = escaped(&self.title),
        )
    }
}

/// A text as it stands between the tags or in an attribute of a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
