//! Answers pairs of texts with scores, line by line: how the matching is measured from outside.
//!
//! `{"a": hint, "b": text}` is answered with the similarity, 0 to 100 or 110 for equal texts; `{"norm": text}` with
//! the form that decides whether a hint stands within a text, as a JSON string.

use std::{
    borrow::Cow,
    io::{self, BufRead, BufReader, BufWriter, Write},
};

use passerelle::matching::{Matcher, similarity::canonical_form};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(untagged)]
enum Question<'a> {
    Pair {
        #[serde(borrow)]
        a: Cow<'a, str>,
        #[serde(borrow)]
        b: Cow<'a, str>,
    },
    Norm {
        #[serde(borrow)]
        norm: Cow<'a, str>,
    },
}

fn main() -> io::Result<()> {
    let mut questions = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut answers = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut line = String::new();
    let mut hint = String::new();
    let mut matcher = Matcher::new("");
    while questions.read_line(&mut line)? > 0 {
        match serde_json::from_str(&line)? {
            Question::Pair { a, b } => {
                if a != hint {
                    hint = a.into_owned();
                    matcher = Matcher::new(&hint);
                }
                writeln!(answers, "{}", matcher.compare(&b).similarity.value())?;
            }
            Question::Norm { norm } => {
                serde_json::to_writer(&mut answers, &canonical_form(&norm))?;
                writeln!(answers)?;
            }
        }
        line.clear();
    }
    answers.flush()
}
