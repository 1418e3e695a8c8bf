//! Rule 2: group by hint; a group by its confirmed path.

use crate::service::{prelude::*, resolve::prelude::*};

/// Which group a caller means: its full path is confirmed.
pub type GroupTarget = Target<GroupHint, FullPath>;

/// Loose words for a group, a restriction, and how many candidates to keep.
#[derive(Debug, Clone)]
pub struct GroupHint {
    /// The words.
    pub text: String,
    /// Where to look.
    pub root: Root,
    /// How many candidates to keep; also decides the size of the page that is read.
    pub limit: Limit,
}

impl GroupHint {
    /// The group of a find, whose own `limit` is one of issues or projects.
    pub fn of_find(text: String, root: Root) -> Self {
        Self { text, root, limit: Limit::literal::<20>() }
    }
}

/// The group that a hint means.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn resolve_group(service: &Service, hint: &GroupHint, purpose: Purpose) -> Meant<Group> {
    if let Some(path) = service.path_at_address(&hint.text) {
        return at_place(&path, &hint.root, async |path| group_at(service, &path).await).await;
    }
    let text = trim_path(&hint.text);
    let called = service.group_called(text, &hint.root).await?;
    let words = service.hint(text).calling(called.as_ref().map(|group| &*group.full_path));
    let (items, begun) = begin(service.gitlab.groups(), hint.limit.search_page_size()).await?;
    let first = Look::of(called.into_iter().chain(items).collect(), begun.more);
    let rules = Rules { purpose, limit: hint.limit.get() };
    let mut source = Groups { service, hint, begun };
    let (_, verdict) = resolve_one(service, (first, &mut source), &words, rules).await;
    Ok(verdict.map_err(Halt::Unresolved)?.noted(service))
}

/// The group at a path, inside the roots.
///
/// # Errors
/// The path is outside the roots; the group has no `id`, or with roots no path; a failed call (the host's 404 included).
pub(crate) async fn group_at(service: &Service, path: &FullPath) -> Result<Group> {
    service.roots.allow(path)?;
    let group = service.gitlab.group(path).await.map_err(|error| match error.fault {
        Fault::WithoutId => Error::Incomplete(HostObject::Namespace),
        _ => error.into(),
    })?;
    match &*group.full_path {
        told if service.roots.hold(told) => {}
        "" => return Err(Error::Incomplete(HostObject::Namespace)),
        _ => return Err(Error::OutsideRoots(path.to_string())),
    }
    service.note_resolved(group.object(), None);
    Ok(group)
}

impl Findable for Group {
    const KIND: Kind = Kind::Group;
    const NAME: &'static str = "group";

    fn identity(&self) -> (i64, &str, &str) {
        (self.id.0, &self.name, &self.full_path)
    }
}

/// The groups that the token can see: after one page the others up to a bound; then, where there are more, the one at this path
/// and a search.
struct Groups<'a> {
    service: &'a Service,
    hint: &'a GroupHint,
    /// The listing of all groups.
    begun: Begun<'a, Group>,
}

impl Source for Groups<'_> {
    type Item = Group;

    async fn further(&mut self, number: u32, _: &[usize], more: bool) -> Option<Look<Group>> {
        match number {
            1 if more => Some(self.begun.read_on(self.service, GROUPS_LOOKED_AT).await),
            2 if more => Some(self.beyond().await),
            _ => None,
        }
    }

    fn admits(&mut self, group: &Group) -> bool {
        self.service.is_seen(&self.hint.root, group)
    }
}

impl Groups<'_> {
    /// What is past the pages: the group at this path, and what one search finds. A host finds a short word by the whole name.
    async fn beyond(&self) -> Look<Group> {
        let (service, text) = (self.service, &self.hint.text);
        let path =
            FullPath::parse(text).ok().filter(|path| !text.contains(' ') && service.sees(path.as_str()));
        let at_path = path.iter().map(async |path| found(service.gitlab.group(path).await));
        let word = most_telling_word(text).unwrap_or(text);
        let search = first_page(service.gitlab.groups().search(word), FULL_PAGE);
        let searched = gathered([async { search.await.map(Some) }]);
        let (at_path, searched) = join!(gathered(at_path), searched);
        let searched = Look { failure: searched.failure, ..searched.items.into_iter().collect() };
        [at_path, searched].into_iter().collect()
    }
}
