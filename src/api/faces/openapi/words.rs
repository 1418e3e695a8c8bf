//! What people read of the document on the bridge's own pages, in their language. It stands in `x-` members, which programs skip.

use serde_json::{Map, Value};

use crate::{
    language::Language,
    messages::{Sentence, words},
};

/// The values of statuses and choices, each with the label that people read.
pub(super) fn words(language: Language) -> Map<String, Value> {
    words::values().map(|(word, called)| (word.to_owned(), called.say(language).into())).collect()
}

/// Adds a label and a help text to each field of a request, for the form in which people fill it in.
pub(super) fn label_request(schema: &mut Value, language: Language) {
    label_properties(schema, language, |name| {
        [("x-label", words::of_request(name)), ("x-help", words::help(name))]
    });
}

/// Adds a label to each field of an answer and of its records.
pub(super) fn label_answer(schema: &mut Value, language: Language) {
    label_properties(schema, language, |name| [("x-label", words::of_answer(name))]);
}

fn label_properties<const N: usize>(
    schema: &mut Value,
    language: Language,
    labels: impl Fn(&str) -> [(&'static str, Option<Sentence>); N],
) {
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for (name, property) in properties {
        let Some(property) = property.as_object_mut() else { continue };
        let known = labels(name)
            .into_iter()
            .filter_map(|(member, text)| Some((member.to_owned(), text?.say(language).into())));
        property.extend(known);
    }
}
