//! Whether a new title says what an existing one says (issues assistant-create, "Duplicate score").
