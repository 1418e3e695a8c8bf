//! A page for people behind each `web_url`: what the host stores about an object. It stands outside of the API, needs no token,
//! and shows what the user of the first token sees.

use bytes::Bytes;
use http::{Method, Request, header};

use super::{
    World,
    answer::Answer,
    api_call::{self, ApiCall},
    models::{Group, Issue, IssueState, Milestone, Owner, Project},
    params::Params,
};

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
    state: Option<Bilingual>,
    /// Names and values; those without a value are left out.
    facts: Vec<(Bilingual, String)>,
    text: String,
    heading: Option<Bilingual>,
    /// Texts, each with the path of its own page if it has one.
    entries: Vec<(String, Option<String>)>,
}

/// The page that a request asks for; `None` if it asks for something else, or for nothing that there is.
pub(super) fn answer(world: &World, request: &Request<Bytes>) -> Option<Answer> {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return None;
    }
    let path = urlencoding::decode(request.uri().path()).ok()?;
    let reader = ApiCall {
        method: Method::GET,
        origin: api_call::origin(request),
        target: String::new(),
        segments: Vec::new(),
        params: Params::default(),
        caller: Some(world.token_user()),
        token: None,
    };
    let page = find(world, &reader, path.trim_matches('/'))?;
    let languages = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Some(Answer::html(page.written(usize::from(languages.is_some_and(|tags| tags.starts_with("en"))))))
}

fn find(world: &World, reader: &ApiCall, path: &str) -> Option<ObjectPage> {
    let Some((place, rest)) = path.split_once("/-/") else {
        return match path.strip_prefix("groups/") {
            Some(path) => Some(group_page(world, reader, group_at(world, reader, path)?)),
            None => match project_at(world, reader, path) {
                Some(project) => Some(project_page(world, reader, project)),
                None => user_page(world, path),
            },
        };
    };
    let (kind, iid) = rest.split_once('/')?;
    let iid = iid.parse().ok()?;
    let group = place.strip_prefix("groups/");
    match kind {
        "issues" if group.is_none() => issue(world, reader, project_at(world, reader, place)?, iid),
        "milestones" => {
            let owner = match group {
                Some(path) => Owner::Group(group_at(world, reader, path)?.id),
                None => Owner::Project(project_at(world, reader, place)?.id),
            };
            milestone(world, owner, iid)
        }
        _ => None,
    }
}

fn project_at<'world>(world: &'world World, reader: &ApiCall, path: &str) -> Option<&'world Project> {
    world.find_project(path).filter(|project| world.shows_project(reader.caller, project))
}

fn group_at<'world>(world: &'world World, reader: &ApiCall, path: &str) -> Option<&'world Group> {
    world.find_group(path).filter(|group| world.shows_group(reader.caller, group))
}

fn project_page(world: &World, reader: &ApiCall, project: &Project) -> ObjectPage {
    let path = &project.path_with_namespace;
    let issues = world.visible_issues(reader.caller, project);
    let open = issues.into_iter().rev().filter(|issue| issue.state == IssueState::Opened);
    let entries = open.map(|one| (name_of(one), Some(format!("{path}/-/issues/{}", one.iid)))).collect();
    ObjectPage {
        title: project.name.clone(),
        facts: vec![(PATH, path.clone())],
        text: project.description.clone().unwrap_or_default(),
        heading: Some(["Tickets", "Issues"]),
        entries,
        ..ObjectPage::default()
    }
}

fn group_page(world: &World, reader: &ApiCall, group: &Group) -> ObjectPage {
    let is_shown = |project: &&Project| {
        world.owners(project).any(|owner| owner == Owner::Group(group.id))
            && world.shows_project(reader.caller, project)
    };
    let projects = world.projects.values().filter(is_shown);
    ObjectPage {
        title: group.name.clone(),
        facts: vec![(PATH, group.full_path.clone())],
        text: group.description.clone(),
        heading: Some(["Projets", "Projects"]),
        entries: projects.map(|one| (one.name.clone(), Some(one.path_with_namespace.clone()))).collect(),
        ..ObjectPage::default()
    }
}

fn issue(world: &World, reader: &ApiCall, project: &Project, iid: u64) -> Option<ObjectPage> {
    let issue = world.visible_issue(reader.caller, project, iid).filter(|_| project.issues_enabled)?;
    let milestone = issue.milestone_id.and_then(|id| world.milestones.get(&id));
    let assignee = issue.assignee_id.and_then(|id| world.find_user(id));
    let labels: Vec<_> = issue.labels.iter().map(String::as_str).collect();
    Some(ObjectPage {
        title: name_of(issue),
        state: Some(if issue.state == IssueState::Opened {
            ["Ouvert", "Open"]
        } else {
            ["Fermé", "Closed"]
        }),
        facts: vec![
            (PATH, project.path_with_namespace.clone()),
            (["Étiquettes", "Labels"], labels.join(", ")),
            (["Jalon", "Milestone"], milestone.map(|one| one.title.clone()).unwrap_or_default()),
            (["Responsable", "Assignee"], assignee.map(|one| one.name.clone()).unwrap_or_default()),
            (DUE, issue.due_date.clone().unwrap_or_default()),
        ],
        text: issue.description.clone().unwrap_or_default(),
        heading: (!issue.notes.is_empty()).then_some(["Commentaires", "Comments"]),
        entries: issue.notes.iter().map(|note| (note.body.clone(), None)).collect(),
    })
}

fn milestone(world: &World, owner: Owner, iid: u64) -> Option<ObjectPage> {
    let is_meant = |one: &&Milestone| one.owner == owner && one.iid == iid;
    let milestone = world.milestones.values().find(is_meant)?;
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
        let title = escaped(&self.title);
        let state = self.state.map(|word| format!("<p>{}</p>", say(word))).unwrap_or_default();
        let facts = self.facts.iter().filter(|(_, value)| !value.is_empty());
        let facts: Vec<_> = facts
            .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>", say(*name), escaped(value)))
            .collect();
        let facts = facts.concat();
        let heading = self.heading.map(|word| format!("<h2>{}</h2>", say(word))).unwrap_or_default();
        let entries: String = self.entries.iter().map(|(text, path)| entry(text, path.as_deref())).collect();
        format!(
            "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
             <title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1>{state}<dl>{facts}</dl>\
             <p class=\"text\">{}</p>{heading}<ul>{entries}</ul><footer>{}</footer></body></html>\n",
            say(["fr", "en"]),
            escaped(&self.text),
            say(FOOT),
        )
    }
}

fn entry(text: &str, path: Option<&str>) -> String {
    let text = escaped(text);
    match path {
        Some(path) => format!("<li><a href=\"/{}\">{text}</a></li>", escaped(path)),
        None => format!("<li class=\"text\">{text}</li>"),
    }
}

/// A text as it stands between the tags or in an attribute of a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
