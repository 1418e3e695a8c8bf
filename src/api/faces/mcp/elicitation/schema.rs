//! What a form shows, in the protocol's words.

use super::FormField;
use crate::api::faces::mcp::prelude::*;

/// The form, each of its fields needed. The title of a choice stands beside it, or in a list apart as 2025-06-18 has it.
pub(super) fn params(message: &str, fields: &[FormField], has_titles_beside: bool) -> ElicitRequestParams {
    let names: Vec<_> = fields.iter().map(|field| field.name.clone()).collect();
    let properties = fields.iter().map(|field| (field.name.clone(), property(field, has_titles_beside)));
    let mut requested_schema = ElicitationSchema::new(properties.collect()).with_required(names.clone());
    requested_schema.property_order = Some(names);
    ElicitRequestParams::FormElicitationParams { meta: None, message: message.to_owned(), requested_schema }
}

fn property(field: &FormField, has_titles_beside: bool) -> PrimitiveSchemaDefinition {
    let title = Some(field.title.clone().into());
    let choices = field.choices.iter();
    PrimitiveSchemaDefinition::Enum(if has_titles_beside {
        let read = choices.map(|choice| ConstTitle::new(&choice.name, &choice.title));
        let mut schema = TitledSingleSelectEnumSchema::new(read.collect());
        schema.title = title;
        EnumSchema::Single(SingleSelectEnumSchema::Titled(schema))
    } else {
        let (names, read) = choices.map(|choice| (choice.name.clone(), choice.title.clone())).unzip();
        let mut schema = LegacyEnumSchema::new(names);
        (schema.title, schema.enum_names) = (title, Some(read));
        EnumSchema::Legacy(schema)
    })
}
