use futures_util::FutureExt;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::gitlab::{Issue, MOST_LABELS, Project, UpdatedIssue};

const MOST: usize = 100;

fn projects(body: &str) -> Result<Vec<Project>, Fault> {
    list(body.as_bytes(), MOST)
}

/// JSON of any shape, not deep.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_list_ends_at_the_page_size(
        objects in prop::collection::vec(value(), 0..12),
        most in 0..12_usize,
        pretty in any::<bool>(),
    ) {
        let body = if pretty { serde_json::to_vec_pretty(&objects) } else { serde_json::to_vec(&objects) };
        let first: Vec<_> = objects.into_iter().take(most).collect();
        prop_assert_eq!(list::<Value>(&body.unwrap(), most), Ok(first));
    }

    #[test]
    fn a_body_that_is_cut_or_spoiled_is_told_from_json_of_another_shape(
        other in value(),
        place in any::<prop::sample::Index>(),
        byte in prop::sample::select(&br#"{}[]",:\ x0"#[..]),
        cut in any::<bool>(),
    ) {
        let mut body = json!([{ "id": 7, "iid": 1, "title": "a \" b", "other": other, "labels": ["é"] }])
            .to_string()
            .into_bytes();
        let place = place.index(body.len());
        if cut { body.truncate(place) } else { body[place] = byte }
        let is_json = serde_json::from_slice::<IgnoredAny>(&body).is_ok();
        match list::<Issue>(&body, MOST) {
            Ok(_) | Err(Fault::Misshapen(_)) => prop_assert!(is_json),
            Err(fault) => prop_assert!(!is_json && matches!(fault, Fault::Unusable(_)), "{}", fault),
        }
    }
}

#[test]
fn what_follows_the_last_object_of_a_page_is_json_too() {
    let first = r#"{"id":1}"#;
    assert_eq!(list::<Project>(format!("[{first},7,[]]").as_bytes(), 1).unwrap().len(), 1);
    for rest in ["", ",", ",]", ",x]", "]]", "] x", ",{]"] {
        let body = format!("[{first}{rest}");
        assert!(matches!(list::<Project>(body.as_bytes(), 1), Err(Fault::Unusable(_))), "{body}");
    }
}

#[test]
fn a_shape_that_does_not_fit_is_told_from_what_is_no_json() {
    for body in [r#"{"message":"no"}"#, r#"[{"id":"seven"}]"#, r#"[{"name":"a"}]"#, "[null]", "7"] {
        assert!(matches!(projects(body), Err(Fault::Misshapen(_))), "{body}");
    }
    for body in [r#"[{"id":1},]"#, r#"[{"id":1} {"id":2}]"#, "[{\"id\":1,\"name\":\"a\nb\"}]", "<html>", ""] {
        assert!(matches!(projects(body), Err(Fault::Unusable(_))), "{body}");
    }
    assert!(matches!(object::<Project>(br#"[7, "a", "b"]"#), Err(Fault::Misshapen(_))));
    assert!(matches!(object::<Project>(br#"{"id":7,"id":8}"#), Err(Fault::Misshapen(_))));
    assert!(matches!(object::<Project>(b"{\"id\":7"), Err(Fault::Unusable(_))));
    assert!(matches!(object::<Project>(b"<html>"), Err(Fault::Unusable(_))));
    for body in [r#"{"name":"a"}"#, r#" {"id":null}"#] {
        assert!(matches!(object::<Project>(body.as_bytes()), Err(Fault::WithoutId)), "{body}");
    }
}

#[test]
fn no_depth_exhausts_the_stack() {
    let deep = "[".repeat(1 << 20) + &"]".repeat(1 << 20);
    assert_eq!(projects(&format!(r#"[{{"id":7,"unread":{deep}}}]"#)).unwrap().len(), 1);
    assert!(projects(&format!(r#"[{{"id":7,"name":{deep}}}]"#)).is_err());
}

#[test]
fn names_and_paths_are_cut_between_characters() {
    let long = "é".repeat(20_000);
    let body = json!([{ "id": 1, "name": long, "path_with_namespace": long, "visibility": "public" }]);
    let project = projects(&body.to_string()).unwrap().remove(0);
    assert_eq!(project.name.chars().count(), 1_024);
    assert_eq!(project.path_with_namespace.chars().count(), 8_192);
    assert_eq!(project.visibility, "public");
}

#[test]
fn one_label_more_is_kept_of_an_issue_than_are_sent_back() {
    let issue = |labels: Value| json!({ "id": 1, "iid": 1, "labels": labels }).to_string();
    let read = |labels| object::<Issue>(issue(labels).as_bytes());
    let long = "x".repeat(5_000);
    assert_eq!(read(json!([long, "b"])).unwrap().label_names(), [long, "b".to_owned()]);
    for (given, kept) in [(MOST_LABELS, MOST_LABELS), (5_000, MOST_LABELS + 1)] {
        assert_eq!(read(json!(vec!["a"; given])).unwrap().label_names().len(), kept);
    }
    assert_eq!(read(Value::Null).unwrap().labels, None);
}

#[test]
fn an_update_says_what_the_host_said_and_nothing_else() {
    let read = |body: Value| object::<UpdatedIssue>(body.to_string().as_bytes());
    let silent = read(json!({ "id": 1, "iid": 2, "title": "a" })).unwrap();
    assert_eq!((&*silent.issue.title, silent.due_date, silent.assignees), ("a", None, None));
    let cleared = read(json!({ "id": 1, "iid": 2, "due_date": null, "assignees": [] })).unwrap();
    assert_eq!((cleared.due_date, cleared.assignees), (Some(String::new()), Some(Vec::new())));
    assert!(matches!(read(json!({ "iid": 2 })), Err(Fault::WithoutId)));
}

#[tokio::test]
async fn a_large_body_waits_for_a_place_and_a_small_one_does_not() {
    let places = Arc::new(Semaphore::new(LARGE_AT_ONCE));
    let large = async |most: usize| {
        let mut body = Body::with_capacity(usize::MAX);
        body.add(&vec![b'x'; SMALL + 1], most, &places).await.map(|()| body)
    };
    let mut held = Vec::new();
    for _ in 0..LARGE_AT_ONCE {
        held.push(large(2 * SMALL).await.unwrap());
    }
    assert!(large(2 * SMALL).now_or_never().is_none(), "it waits");
    assert!(Body::default().add(b"small", 5, &places).now_or_never().is_some());
    assert_eq!(large(SMALL).await.unwrap_err(), Fault::TooLarge, "refused without a wait");
    held.pop();
    assert!(large(2 * SMALL).now_or_never().is_some());
}

#[tokio::test]
async fn the_room_of_a_large_body_is_made_once() {
    let (mut body, places) = (Body::default(), Arc::new(Semaphore::new(LARGE_AT_ONCE)));
    let most = 3 * SMALL;
    body.add(&vec![b'x'; 2 * SMALL], most, &places).await.unwrap();
    let room = body.bytes.as_ptr();
    body.add(&vec![b'x'; SMALL], most, &places).await.unwrap();
    assert_eq!((body.bytes.as_ptr(), body.bytes.len()), (room, most));
    assert_eq!(body.add(b"x", most, &places).await, Err(Fault::TooLarge));
}

#[tokio::test]
async fn a_large_body_keeps_its_permit_while_it_is_decoded_though_nobody_waits() {
    let (mut body, places) = (Body::default(), Arc::new(Semaphore::new(LARGE_AT_ONCE)));
    body.add(&vec![b' '; SOON_DECODED + 1], 2 * SOON_DECODED, &places).await.unwrap();
    let (begun, begins) = tokio::sync::oneshot::channel();
    let (go_on, waits) = std::sync::mpsc::channel();
    let decoding = apart(body, move |_| {
        begun.send(()).unwrap();
        waits.recv().unwrap();
        Ok(())
    });
    tokio::select! {
        _ = decoding => unreachable!("it waits"),
        begun = begins => begun.unwrap(),
    }
    assert_eq!(places.available_permits(), LARGE_AT_ONCE - 1);
    go_on.send(()).unwrap();
    let _all = places.acquire_many(u32::try_from(LARGE_AT_ONCE).unwrap()).await.unwrap();
}
