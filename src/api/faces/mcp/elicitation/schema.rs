//! What a form shows, in the protocol's words.

use super::FormField;
use crate::api::faces::mcp::prelude::*;

/// Where the titles of choices stand, which depends on the revision of the protocol.
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
pub(super) fn params(message: &str, fields: &[FormField], titles: Titles) -> ElicitRequestParams {
    let names: Vec<_> = fields.iter().map(|field| field.name.clone()).collect();
    let properties = fields.iter().map(|field| (field.name.clone(), property(field, titles)));
    let mut requested_schema = ElicitationSchema::new(properties.collect()).with_required(names.clone());
    requested_schema.property_order = Some(names);
    ElicitRequestParams::FormElicitationParams { meta: None, message: message.to_owned(), requested_schema }
}

fn property(field: &FormField, titles: Titles) -> PrimitiveSchemaDefinition {
    let title = Some(field.title.clone().into());
    let choices = field.choices.iter();
    PrimitiveSchemaDefinition::Enum(match titles {
        Titles::Beside => {
            let read = choices.map(|choice| ConstTitle::new(&choice.name, &choice.title));
            let mut schema = TitledSingleSelectEnumSchema::new(read.collect());
            schema.title = title;
            EnumSchema::Single(SingleSelectEnumSchema::Titled(schema))
        }
        Titles::Apart => {
            let (names, read) = choices.map(|choice| (choice.name.clone(), choice.title.clone())).unzip();
            let mut schema = LegacyEnumSchema::new(names);
            (schema.title, schema.enum_names) = (title, Some(read));
            EnumSchema::Legacy(schema)
        }
    })
}
