//! Which module uses which, and the circles among siblings.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::{Modules, Segments};

/// The library's name, by which the program calls it.
const LIBRARY: &str = "passerelle";
/// More steps than any chain of re-exports needs.
const STEPS: usize = 20;

/// One module names another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Use {
    /// The module that names.
    pub(crate) from: Segments,
    /// The module in which the named item is declared, past all re-exports.
    pub(crate) to: Segments,
    /// The item, without what belongs to it, such as a variant.
    pub(crate) item: Segments,
}

/// Children of one module that use each other, directly or through others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Circle {
    pub(crate) parent: Segments,
    pub(crate) children: BTreeSet<String>,
}

/// What the modules use of each other, and what they name of other crates.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) uses: BTreeSet<Use>,
    /// A module and a path in it that leads out of the two crates, or to an item of its own.
    pub(crate) foreign: BTreeSet<(Segments, Segments)>,
}

impl Graph {
    pub(crate) fn of(modules: &Modules) -> Self {
        let mut graph = Self::default();
        for (from, module) in modules {
            for import in &module.imports {
                graph.add(modules, from, &import.path, import.public);
            }
            for path in &module.paths {
                graph.add(modules, from, path, false);
            }
        }
        graph
    }

    /// Adds what a module uses. With `shown` the module only re-exports the item: showing the items of its children is not using
    /// them.
    fn add(&mut self, modules: &Modules, from: &Segments, path: &Segments, shown: bool) {
        let Some(item) = resolve(modules, from, path, STEPS) else {
            self.foreign.insert((from.clone(), path.clone()));
            return;
        };
        let to = module_of(modules, &item);
        let item = item.into_iter().take(to.len() + 1).collect();
        if to != *from && !(shown && to.starts_with(from)) {
            self.uses.insert(Use { from: from.clone(), to, item });
        }
    }

    /// Every circle among the children of one module.
    pub(crate) fn circles(&self) -> BTreeSet<Circle> {
        let mut families: BTreeMap<&[String], BTreeMap<&String, BTreeSet<&String>>> = BTreeMap::new();
        for (parent, user, used) in self.uses.iter().filter_map(Use::siblings) {
            families.entry(parent).or_default().entry(user).or_default().insert(used);
        }
        families.iter().flat_map(|(parent, users)| circles_of(parent, users)).collect()
    }
}

impl Use {
    /// The module that holds both, and its children that hold one each; `None` if one of the two holds the other.
    pub(crate) fn siblings(&self) -> Option<(&[String], &String, &String)> {
        let depth = self.from.iter().zip(&self.to).take_while(|(from, to)| from == to).count();
        Some((&self.from[..depth], self.from.get(depth)?, self.to.get(depth)?))
    }
}

fn circles_of(parent: &[String], users: &BTreeMap<&String, BTreeSet<&String>>) -> BTreeSet<Circle> {
    let reach: BTreeMap<_, _> = users.keys().map(|user| (*user, reached_from(user, users))).collect();
    let circle = |(user, reached): (&&String, &BTreeSet<&String>)| {
        let back = |other: &&&String| reach.get(**other).is_some_and(|further| further.contains(*user));
        let children: BTreeSet<_> = reached.iter().filter(back).map(ToString::to_string).collect();
        (!children.is_empty()).then(|| Circle { parent: parent.to_vec(), children })
    };
    reach.iter().filter_map(circle).collect()
}

fn reached_from<'a>(
    start: &'a String,
    users: &BTreeMap<&'a String, BTreeSet<&'a String>>,
) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(user) = open.pop() {
        let used = users.get(user).into_iter().flatten();
        open.extend(used.filter(|used| reached.insert(**used)));
    }
    reached
}

/// The item that a path names where a module writes it; `None` if it belongs to neither crate, or to the module itself.
fn resolve(modules: &Modules, from: &[String], path: &[String], steps: usize) -> Option<Segments> {
    let steps = steps.checked_sub(1)?;
    let (first, rest) = path.split_first()?;
    let start = match first.as_str() {
        "crate" => from[..1].to_vec(),
        "self" if rest.first().is_some_and(|next| next == "super") => {
            return resolve(modules, from, rest, steps);
        }
        "self" => from.to_vec(),
        "super" => {
            let (_, parent) = from.split_last()?;
            let path = [&["self".to_owned()], rest].concat();
            return resolve(modules, parent, &path, steps);
        }
        LIBRARY if from[0] != LIBRARY => vec![LIBRARY.to_owned()],
        name => member(modules, from, name, steps)?,
    };
    Some(descend(modules, start, rest, steps))
}

/// Follows a path down from a module, through what its imports stand for.
fn descend(modules: &Modules, at: Segments, rest: &[String], steps: usize) -> Segments {
    let Some((first, below)) = rest.split_first() else { return at };
    match member(modules, &at, first, steps) {
        Some(next) => descend(modules, next, below, steps),
        None => [&at, rest].concat(),
    }
}

/// The module or item of another module that goes by this name in a module; `None` if that declares it or does not know it.
fn member(modules: &Modules, at: &[String], name: &str, steps: usize) -> Option<Segments> {
    let child = [at, &[name.to_owned()]].concat();
    if modules.contains_key(&child) {
        return Some(child);
    }
    let imports = &modules.get(at)?.imports;
    let import = imports.iter().find(|import| import.name == name)?;
    resolve(modules, at, &import.path, steps)
}

fn module_of(modules: &Modules, item: &Segments) -> Segments {
    let is_module = |length: &usize| modules.contains_key(&item[..*length]);
    (1..=item.len()).rev().find(is_module).map_or_else(|| item.clone(), |length| item[..length].to_vec())
}
