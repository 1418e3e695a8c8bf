//! What models read beside the words of the operations: in English, whatever language people read.

/// What a model reads before it looks at the tools.
pub const INSTRUCTIONS: &str = "\
These tools act on the projects and issues of one GitLab host. Fill the hint fields with the person's own words, in French or \
English: the bridge finds the object that is meant, so never make up a path or a number. `status` says what came of a call, \
`message` says it in a sentence for the person. \
not_found: nothing was done, ask for other words. \
clarification_needed, ambiguous: nothing was done, show the candidates and ask which one is meant. \
duplicate_warning: nothing was created, show the similar issues and ask whether to go on. \
Then call again with confirm=true and the resolved_* fields taken from the chosen candidate, which guesses nothing. \
A tool error has a `detail` to tell the person; when it says that a change may have been made, look before you call again.";

/// What it reads besides where `policy.read_only` is set.
pub const READ_ONLY: &str =
    " This bridge is read-only: tools that change something work only with dry_run=true.";

/// What to do once a person has chosen a candidate; `fields` are the arguments that the choice settles.
#[must_use]
pub fn after_clarification(fields: &[&str]) -> String {
    match fields {
        [] => String::new(),
        [field] => format!(" After a clarification, call again with confirm=true and {field} of the choice."),
        [fields @ .., last] => format!(
            " After a clarification, call again with confirm=true, {} and {last} of the choice; while one is unknown, put \
             the choice's path, #number or title in its hint.",
            fields.join(", ")
        ),
    }
}
