use super::*;
use crate::{
    api::wire::{fields::Limit, request::fields},
    app,
    gitlab::CallContext,
    service::{self, Roots},
    settings::Settings,
};

fields! {
    struct Nothing {
        /// How many.
        limit: Limit<1>,
    }
}

impl Response for () {}

static PANICS: About = About {
    name: "panics",
    path: "/api/v1/panics",
    effect: Effect::Reads,
    statuses: &[],
    example: "{}",
    variants: &[],
    title: Sentence::new("Paniquer", "Panic"),
    purpose: Sentence::new("Panique.", "Panic."),
    usage: "Never use it.",
};

async fn panics(_: &Service, Nothing { limit }: Nothing) -> Result<(), Error> {
    let _: service::Limit = limit;
    tokio::task::yield_now().await;
    panic!("nobody expected this");
}

#[tokio::test]
async fn a_panic_is_a_500_with_the_operations_sentence_and_the_service_goes_on() {
    let overrides = [("upstream.base_url", "http://127.0.0.1:9"), ("upstream.token", "t")];
    let state = app::state(&Settings::load(None, &overrides).unwrap()).unwrap();
    let service = state.shared.for_call(CallContext::for_test(), None, Roots::default());
    for _ in 0..2 {
        let entry = Entry::of(&PANICS, panics);
        let called = entry.call(&service, Intent::Act, Language::Fr, JsonObject::new());
        assert_eq!(
            called.await.unwrap_err(),
            Failure::new(Code::InternalError, messages::stopped(&PANICS.title))
        );
    }
}

#[test]
fn no_two_operations_share_a_name_or_a_path() {
    let operations = crate::api::operations();
    for (index, operation) in operations.iter().enumerate() {
        for other in operations.iter().skip(index + 1) {
            assert_ne!(operation.name, other.name);
            assert_ne!(operation.path, other.path);
        }
        assert!(operation.path.starts_with(crate::api::PREFIX), "{}", operation.path);
    }
}

#[test]
fn every_example_is_a_json_object() {
    for operation in crate::api::operations() {
        let done = serde_json::from_str::<serde_json::Value>(operation.about.example).unwrap();
        assert!(done.is_object(), "{}", operation.name);
        let requests = operation.examples();
        assert_eq!(requests[0], done.to_string());
    }
}
