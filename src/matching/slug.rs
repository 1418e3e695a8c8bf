//! A project's path from its name.
