//! The interface, sentence by sentence: each test is named for the rule that it holds.

mod http;
mod stage;
