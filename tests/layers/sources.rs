//! Reads the sources: the modules, and what each names of others in `use` trees and in paths of its code.
//!
//! The tokens are walked, not the syntax tree, because a tree holds the arguments of a macro as bare tokens. What `#[cfg(test)]`
//! guards is left out: a test may use everything.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::UseTree;

/// Segments of a path. An absolute one starts with `passerelle` (the library) or `main` (the program).
pub(crate) type Segments = Vec<String>;

/// A name that a `use` tree brings into a module.
#[derive(Debug)]
pub(crate) struct Import {
    /// The name in the module; `*` for all of what the path holds.
    pub(crate) name: String,
    /// The path as it is written.
    pub(crate) path: Segments,
    /// Whether other modules may name it too.
    pub(crate) public: bool,
}

/// What one module names of others.
#[derive(Debug, Default)]
pub(crate) struct Module {
    pub(crate) imports: Vec<Import>,
    /// Paths of two or more segments, as they are written in the code.
    pub(crate) paths: Vec<Segments>,
}

/// Every module of the library and of the program, by its absolute path.
pub(crate) type Modules = BTreeMap<Segments, Module>;

/// Reads the modules of both crates, following their `mod` lines.
///
/// `text_of` gives the text of a file below `src`, such as `api/wire.rs`.
pub(crate) fn modules(text_of: &dyn Fn(&str) -> String) -> Modules {
    let mut reader = Reader { text_of, modules: library(text_of) };
    reader.read_file("main.rs", &vec!["main".to_owned()]);
    reader.modules
}

/// Reads the modules of a library alone.
pub(crate) fn library(text_of: &dyn Fn(&str) -> String) -> Modules {
    let mut reader = Reader { text_of, modules: Modules::new() };
    reader.read_file("lib.rs", &vec!["passerelle".to_owned()]);
    reader.modules
}

struct Reader<'a> {
    text_of: &'a dyn Fn(&str) -> String,
    modules: Modules,
}

impl Reader<'_> {
    fn read_file(&mut self, file: &str, path: &Segments) {
        let text = (self.text_of)(file);
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        self.read_module(tokens, path);
    }

    fn read_module(&mut self, tokens: TokenStream, path: &Segments) {
        let mut module = Module::default();
        self.read_tokens(tokens, path, &mut module);
        self.modules.insert(path.clone(), module);
    }

    fn read_tokens(&mut self, tokens: TokenStream, path: &Segments, module: &mut Module) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut rest = &tokens[..];
        let mut public = false;
        while let Some((first, after)) = rest.split_first() {
            let was_public = std::mem::take(&mut public);
            rest = match (first, after) {
                (TokenTree::Punct(hash), [TokenTree::Group(group), after @ ..]) if hash.as_char() == '#' => {
                    self.read_tokens(group.stream(), path, module);
                    if guards_a_test(group) { after_item(after) } else { after }
                }
                // The path in `pub(in path)` is a visibility, not a use.
                (word, [TokenTree::Group(_), after @ ..]) if is_word(word, "pub") => {
                    public = true;
                    after
                }
                (word, after) if is_word(word, "pub") => {
                    public = true;
                    after
                }
                (word, [TokenTree::Ident(name), body, after @ ..]) if is_word(word, "mod") => {
                    self.read_child(&name.to_string(), body, path);
                    after
                }
                // Not the `use<…>` of a signature.
                (word, after) if is_word(word, "use") && !is_sign(after.first(), '<') => {
                    let end = after.iter().position(|token| is_sign(Some(token), ';')).unwrap_or(after.len());
                    let tree = after[..end].iter().cloned().collect();
                    module.imports.extend(imports(tree, was_public));
                    &after[end..]
                }
                (TokenTree::Group(group), after) => {
                    self.read_tokens(group.stream(), path, module);
                    after
                }
                // An attribute may name a function in a text: `#[serde(with = "path::to")]`.
                (TokenTree::Literal(text), after) => {
                    module.paths.extend(path_in_text(&text.to_string()));
                    after
                }
                (TokenTree::Ident(start), after) => {
                    let (written, after) = path_from(start.to_string(), after);
                    module.paths.extend((written.len() > 1).then_some(written));
                    after
                }
                (TokenTree::Punct(_), after) => after,
            };
        }
    }

    /// Reads the module that a parent declares: from its own file, or from the braces after its name.
    fn read_child(&mut self, name: &str, body: &TokenTree, parent: &Segments) {
        let path = [&parent[..], &[name.to_owned()]].concat();
        match body {
            TokenTree::Group(body) => self.read_module(body.stream(), &path),
            _ => self.read_file(&format!("{}.rs", path[1..].join("/")), &path),
        }
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if *ident == word)
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn guards_a_test(attribute: &Group) -> bool {
    let text: String = attribute.stream().to_string().split_whitespace().collect();
    text.starts_with("cfg(test") || text.starts_with("cfg(all(test")
}

/// What comes after the item that stands first: it ends with `;` or with its braces.
fn after_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let ends = |token: &TokenTree| {
        is_sign(Some(token), ';')
            || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    tokens.iter().position(ends).map_or(&[], |end| &tokens[end + 1..])
}

/// The path that a word begins, as far as `::` and words follow each other, and what comes after it.
fn path_from(start: String, mut rest: &[TokenTree]) -> (Segments, &[TokenTree]) {
    let mut segments = vec![start];
    while let [first, second, TokenTree::Ident(next), after @ ..] = rest {
        if !is_sign(Some(first), ':') || !is_sign(Some(second), ':') {
            break;
        }
        segments.push(next.to_string());
        rest = after;
    }
    (segments, rest)
}

fn path_in_text(literal: &str) -> Option<Segments> {
    let text = literal.strip_prefix('"')?.strip_suffix('"')?;
    let path = text.contains("::").then(|| syn::parse_str::<syn::Path>(text).ok())??;
    Some(path.segments.iter().map(|segment| segment.ident.to_string()).collect())
}

/// Each name that a `use` tree brings in, groups unfolded.
fn imports(tree: TokenStream, public: bool) -> Vec<Import> {
    let text = tree.to_string();
    let tree =
        syn::parse2(without_leading_colons(tree)).unwrap_or_else(|error| panic!("use {text}: {error}"));
    let mut found = Vec::new();
    unfold(&tree, &mut Vec::new(), &mut |name, path| found.push(Import { name, path, public }));
    found
}

fn without_leading_colons(tree: TokenStream) -> TokenStream {
    tree.into_iter().skip_while(|token| is_sign(Some(token), ':')).collect()
}

fn unfold(tree: &UseTree, above: &mut Segments, found: &mut impl FnMut(String, Segments)) {
    let mut end = |name: String, last: Option<String>| {
        // `a::{self}` is `a`, under its own name.
        let path: Segments =
            above.iter().cloned().chain(last.filter(|last| last != "self" || above.is_empty())).collect();
        let name = if name == "self" { path.last().cloned().unwrap_or(name) } else { name };
        found(name, path);
    };
    match tree {
        UseTree::Path(path) => {
            above.push(path.ident.to_string());
            unfold(&path.tree, above, found);
            above.pop();
        }
        UseTree::Name(name) => end(name.ident.to_string(), Some(name.ident.to_string())),
        UseTree::Rename(rename) => end(rename.rename.to_string(), Some(rename.ident.to_string())),
        UseTree::Glob(_) => end("*".to_owned(), None),
        UseTree::Group(group) => group.items.iter().for_each(|tree| unfold(tree, above, found)),
    }
}
