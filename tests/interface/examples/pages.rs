//! The documents of the repository, and the code in them.

use std::path::{Path, PathBuf};

use crate::folder::files_below;

/// The root folder of the repository.
pub(super) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A document.
pub(super) struct Page {
    /// Its path in the repository.
    pub(super) path: String,
    pub(super) blocks: Vec<Block>,
    /// Texts between backticks, on one line each.
    pub(super) spans: Vec<String>,
    /// Where its links lead.
    pub(super) links: Vec<String>,
}

/// A fenced block.
pub(super) struct Block {
    /// The language that the fence names.
    pub(super) language: String,
    pub(super) text: String,
}

/// Every Markdown document.
pub(super) fn all() -> Vec<Page> {
    let of = |(path, text): (PathBuf, String)| {
        read(path.strip_prefix(ROOT).unwrap().to_str().unwrap().to_owned(), &text)
    };
    let pages: Vec<_> = files_below(Path::new(ROOT), "md").into_iter().map(of).collect();
    assert!(pages.len() > 15, "a document is lost");
    pages
}

fn read(path: String, text: &str) -> Page {
    let (mut blocks, mut prose) = (Vec::new(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let body: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block { language: language.to_owned(), text: body.join("\n") });
            prose.push('\n');
        } else {
            prose = prose + line + "\n";
        }
    }
    let targets = prose.split("](").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned()).collect();
    // A backtick without its partner spoils only its own paragraph.
    let paragraphs = prose.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    let spans =
        paragraphs.flat_map(|text| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    Page { spans: spans.collect(), path, blocks, links: targets }
}
