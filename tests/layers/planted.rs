//! Tests the layer test itself: adds a forbidden line to correct sources, and checks that it is found.

use crate::{rules::offences, sources::modules};

/// Sources of the service's shape.
const SOURCES: &[(&str, &str)] = &[
    ("lib.rs", "pub mod api; mod app; mod gitlab; mod matching; pub mod service; mod settings;"),
    ("main.rs", "mod commands; mod log; use passerelle::settings;"),
    ("commands.rs", "mod demo;"),
    ("commands/demo.rs", "use passerelle::{api::{self, PREFIX}, app::{state}}; use crate::log;"),
    ("log.rs", ""),
    (
        "app.rs",
        "use crate::{api::{self, Call as C, faces}, service}; fn state() { axum::serve(service::labels::f) }",
    ),
    (
        "api.rs",
        "mod faces; mod gate; mod issues; mod wire; pub use {gate::Call, wire::answer::Status}; pub const PREFIX: &str = \"\";",
    ),
    ("api/faces.rs", "use super::{gate::Call, wire};"),
    ("api/gate.rs", "use super::wire::answer;"),
    ("api/issues.rs", "mod close { use super::super::wire::{self, answer::Status}; }"),
    ("api/wire.rs", "pub mod answer; use answer::Status;"),
    ("api/wire/answer.rs", "use crate::service::{self, labels};"),
    ("service.rs", "mod intent; pub mod labels;"),
    ("service/intent.rs", "use crate::gitlab::{self, Writer};"),
    ("service/labels.rs", "use crate::{gitlab::Page, matching}; use super::intent::Intent;"),
    (
        "gitlab.rs",
        "mod client; mod page; mod reading; pub use {client::{Client, Writer}, page::Page, reading::Listing};",
    ),
    ("gitlab/client.rs", "use super::Page; pub struct Writer;"),
    ("gitlab/page.rs", "pub struct Page;"),
    ("gitlab/reading.rs", "use super::{Client, client::Request};"),
    ("matching.rs", ""),
    ("settings.rs", ""),
];

const PAGE: &str = "gitlab/page.rs";
const LABELS: &str = "service/labels.rs";

/// What the rules forbid once this line stands at the end of this file.
fn found(file: &str, line: &str) -> Vec<String> {
    let text_of = |read: &str| {
        let source = SOURCES.iter().find(|(file, _)| *file == read);
        let (_, text) = source.unwrap_or_else(|| panic!("there is no {read}"));
        if read == file { format!("{text}\n{line}\n") } else { (*text).to_owned() }
    };
    offences(&modules(&text_of)).into_iter().collect()
}

#[test]
fn sources_that_hold_every_rule_have_no_offence() {
    assert_eq!(found("lib.rs", ""), [""; 0]);
}

#[test]
fn an_upward_import_is_found_however_it_is_written() {
    for (file, line, offence) in [
        (PAGE, "use crate::service::Service;", "gitlab::page names service::Service"),
        (PAGE, "use crate::{matching, service::{Service}};", "gitlab::page names service::Service"),
        (PAGE, "use crate::service::labels::{self};", "gitlab::page names service::labels"),
        (PAGE, "use crate::service as rules;", "gitlab::page names service"),
        (PAGE, "use crate::service::*;", "gitlab::page names service"),
        (PAGE, "use super::super::service;", "gitlab::page names service"),
        (PAGE, "use crate as all; use all::service;", "gitlab::page names service"),
        (PAGE, "mod inner { use super::super::super::app; }", "gitlab::page::inner names app"),
        ("gitlab.rs", "pub use crate::service::Service;", "gitlab names service::Service"),
        ("matching.rs", "use self::super::gitlab;", "matching names gitlab"),
        (LABELS, "use crate::api::Status;", "service::labels names api::wire::answer::Status"),
        ("api/wire/answer.rs", "use crate::api::gate;", "api::wire::answer names api::gate"),
        ("api/gate.rs", "use super::{faces::http};", "api::gate names api::faces::http"),
        ("api/issues.rs", "use crate::api::{gate::Call};", "api::issues names api::gate::Call"),
        ("log.rs", "use crate::commands;", "main::log names main::commands"),
        ("commands/demo.rs", "use passerelle::{app, service::{self}};", "main::commands::demo names service"),
    ] {
        let found = found(file, line);
        assert!(found.contains(&offence.to_owned()), "{file}: {line}: {found:?}");
    }
}

#[test]
fn an_upward_path_in_code_is_found() {
    for line in [
        "fn f() { crate::app::state(); }",
        "fn f() -> Vec<crate::app::state> { vec![] }",
        "fn f() { println!(\"{}\", crate::app::state()); }",
        "fn f() { super::super::app::state(); }",
        "fn f() { use crate as whole; whole::app::state() }",
        "#[serde(with = \"crate::app::state\")] struct S;",
        "macro_rules! m { () => { $crate::app::state() } }",
    ] {
        let found = found(LABELS, line);
        assert!(found.contains(&"service::labels names app::state".to_owned()), "{line}: {found:?}");
    }
}

#[test]
fn a_circle_of_siblings_is_found_also_through_others_and_through_what_their_parent_shows() {
    for (file, line, circle) in [
        (PAGE, "use super::client;", "circle in gitlab: client → page"),
        (PAGE, "fn f() { super::Client::new() }", "circle in gitlab: client → page"),
        (
            PAGE,
            "use super::Listing;",
            "circle in gitlab: client → page (gitlab::client names gitlab::page::Page), page → reading",
        ),
        ("lib.rs", "mod a { use crate::b; } mod b { mod c { use crate::a; } }", "circle in : a → b"),
        (PAGE, "mod a { use super::b::f; } mod b { use super::a::g; }", "circle in gitlab::page: a → b"),
    ] {
        let found = found(file, line);
        assert!(found.iter().any(|offence| offence.starts_with(circle)), "{file}: {line}: {found:?}");
    }
}

#[test]
fn a_parent_and_its_child_may_use_each_other() {
    assert_eq!(found(PAGE, "use super::CONSTANT; use crate::gitlab;"), [""; 0]);
    assert_eq!(found("gitlab.rs", "use client::Request; fn f() { page::Page::new() }"), [""; 0]);
}

#[test]
fn a_crate_is_named_only_where_it_may_be() {
    for (file, line, offence) in [
        (LABELS, "use axum::{http::StatusCode};", "service::labels names axum::http::StatusCode"),
        (LABELS, "use serde::Serialize;", "service::labels names serde::Serialize"),
        (LABELS, "use ::serde_json as json;", "service::labels names serde_json"),
        ("matching.rs", "fn f() { tokio::spawn(g()); }", "matching names tokio::spawn"),
        ("gitlab.rs", "use gitlab_sandbox::World;", "gitlab names gitlab_sandbox::World"),
        ("commands.rs", "use axum::Router;", "main::commands names axum::Router"),
    ] {
        assert_eq!(found(file, line), [offence], "{file}: {line}");
    }
}

#[test]
fn there_is_one_way_to_the_hosts_writes() {
    for (file, line, offence) in [
        (
            LABELS,
            "use crate::gitlab::{Page, Writer as Sender};",
            "service::labels names gitlab::client::Writer",
        ),
        (LABELS, "use super::intent::Writer;", "service::labels names gitlab::client::Writer"),
        (
            "api/issues.rs",
            "fn f() { crate::gitlab::Writer::new(c) }",
            "api::issues names gitlab::client::Writer",
        ),
    ] {
        assert_eq!(found(file, line), [offence], "{file}: {line}");
    }
}

#[test]
fn a_new_room_needs_a_row() {
    assert_eq!(found("lib.rs", "mod extra {}"), ["extra has no row in LAYERS"]);
}

#[test]
fn a_test_may_use_everything() {
    for line in [
        "#[cfg(test)] mod more_tests { use crate::app; }",
        "#[cfg(test)] mod never_read;",
        "#[cfg(test)] use crate::{app, api};",
        "#[cfg(test)] #[derive(Debug)] struct S(crate::app::Layered);",
    ] {
        assert_eq!(found(LABELS, line), [""; 0], "{line}");
    }
}

#[test]
fn the_path_of_a_visibility_is_no_use_of_a_module() {
    assert_eq!(found("api/wire/answer.rs", "pub(in crate::api) fn f() -> impl A + use<'_> {}"), [""; 0]);
}
