//! What a form shows, in the protocol's words.

use rmcp::model::{
    ConstTitle, ElicitRequestParams, ElicitationSchema, EnumSchema, LegacyEnumSchema,
    PrimitiveSchemaDefinition, ProtocolVersion, SingleSelectEnumSchema, TitledSingleSelectEnumSchema,
};

/// A thing to choose, as it is shown.
#[derive(Debug)]
pub(super) struct ShownField {
    /// Its name in the answer.
    pub(super) name: String,
    /// What it is called.
    pub(super) title: String,
    /// What may be chosen.
    pub(super) choices: Vec<ConstTitle>,
}

/// How the titles of choices are written, which revisions of the protocol do in two ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Titles {
    /// Beside each choice: 2025-11-25 and later.
    Beside,
    /// In a list of their own: 2025-06-18.
    Apart,
}

impl Titles {
    /// As a client of this revision reads them.
    pub(in super::super) fn of(version: Option<ProtocolVersion>) -> Self {
        match version {
            Some(version) if version >= ProtocolVersion::V_2025_11_25 => Self::Beside,
            _ => Self::Apart,
        }
    }
}

/// The form, each of its fields needed.
pub(super) fn params(message: &str, fields: Vec<ShownField>, titles: Titles) -> ElicitRequestParams {
    let names: Vec<_> = fields.iter().map(|field| field.name.clone()).collect();
    let properties = fields.into_iter().map(|field| (field.name.clone(), property(field, titles)));
    let mut requested_schema = ElicitationSchema::new(properties.collect()).with_required(names.clone());
    requested_schema.property_order = Some(names);
    ElicitRequestParams::FormElicitationParams { meta: None, message: message.to_owned(), requested_schema }
}

fn property(ShownField { title, choices, .. }: ShownField, titles: Titles) -> PrimitiveSchemaDefinition {
    let title = Some(title.into());
    PrimitiveSchemaDefinition::Enum(match titles {
        Titles::Beside => {
            let mut schema = TitledSingleSelectEnumSchema::new(choices);
            schema.title = title;
            EnumSchema::Single(SingleSelectEnumSchema::Titled(schema))
        }
        Titles::Apart => {
            let (names, read) = choices.into_iter().map(|choice| (choice.const_, choice.title)).unzip();
            let mut schema = LegacyEnumSchema::new(names);
            (schema.title, schema.enum_names) = (title, Some(read));
            EnumSchema::Legacy(schema)
        }
    })
}
