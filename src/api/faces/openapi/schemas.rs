//! The schemas of the document: those of requests and answers, and what they share.

use schemars::{
    Schema, SchemaGenerator,
    generate::{Contract, SchemaSettings},
};

use super::SCHEMAS;
use crate::{api::faces::prelude::*, messages::words};

/// The schemas of requests and answers, and what they share.
pub(super) struct Schemas {
    language: Language,
    requests: SchemaGenerator,
    answers: SchemaGenerator,
    own: Map<String, Value>,
}

impl Schemas {
    /// Starts without schemas; labels will be in this language.
    pub(super) fn new(language: Language) -> Self {
        let generator = |contract| {
            let settings = SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.contract = contract;
            });
            settings.into_generator()
        };
        Self {
            language,
            requests: generator(Contract::Deserialize),
            answers: generator(Contract::Serialize),
            own: Map::from_iter([("Failure".to_owned(), failure_schema())]),
        }
    }

    /// Keeps the schemas of an operation; returns the references to that of its request and that of its answer.
    pub(super) fn of(&mut self, entry: &Entry) -> [Value; 2] {
        let request = entry.request_schema(&mut self.requests);
        let answer = entry.response_schema(&mut self.answers);
        [self.keep(entry, "Request", request, OF_REQUESTS), self.keep(entry, "Answer", answer, OF_ANSWERS)]
    }

    /// Keeps a schema under a name of its own; returns the reference to it.
    fn keep(&mut self, entry: &Entry, role: &str, mut schema: Schema, labels: &[Label]) -> Value {
        // Callers have no use for the name of a Rust type.
        schema.remove("title");
        schema.remove("description");
        let name = format!("{}{role}", camel_case(entry.name));
        let mut schema = schema.to_value();
        label(&mut schema, self.language, labels);
        self.own.insert(name.clone(), schema);
        json!({ "$ref": format!("{SCHEMAS}/{name}") })
    }

    /// All that was kept, and what it refers to.
    pub(super) fn into_components(mut self) -> Map<String, Value> {
        for (mut generator, labels) in [(self.requests, OF_REQUESTS), (self.answers, OF_ANSWERS)] {
            let mut shared = generator.take_definitions(true);
            shared.values_mut().for_each(|schema| label(schema, self.language, labels));
            self.own.extend(shared);
        }
        self.own
    }
}

fn failure_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "success": { "const": false },
            "detail": { "type": "string", "description": "A sentence for people, in the language of `messages.language`" },
            "code": { "type": "string", "description": "A stable word for programs" },
        },
        "required": ["success", "detail", "code"],
    })
}

/// `AssistantCloseIssue` for `assistant_close_issue`
fn camel_case(name: &'static str) -> String {
    let capitalised = |word: &'static str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters)
    };
    name.split('_').flat_map(capitalised).collect()
}

/// A member of a field's schema, and the table of its text.
type Label = (&'static str, &'static str);
/// What the fields of a request get, for the form in which people fill it in.
const OF_REQUESTS: &[Label] = &[("x-label", "request"), ("x-help", "help")];
/// What the fields of an answer and of its records get.
const OF_ANSWERS: &[Label] = &[("x-label", "answer")];

fn label(schema: &mut Value, language: Language, labels: &[Label]) {
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for (name, property) in properties {
        let Some(property) = property.as_object_mut() else { continue };
        property.extend(labels.iter().filter_map(|(member, table)| {
            Some(((*member).to_owned(), words::of(table, name)?.say(language).into()))
        }));
    }
}
