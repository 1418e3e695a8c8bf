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

use http::HeaderName;

fn head(headers: &[(&'static str, &'static str)]) -> HeaderMap {
    let parsed =
        headers.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
    parsed.collect()
}

#[test]
fn a_304_confirms_what_it_names_if_it_says_enough() {
    let kept = |headers: &[_]| KeptAnswer::new(&head(headers), Arc::new(())).unwrap();
    let object = kept(&[("etag", "W/\"a\"")]);
    assert!(object.is_confirmed_by(&head(&[("etag", "\"a\"")])), "compared as weak tags");
    for other in [&[][..], &[("etag", "W/\"b\"")], &[("etag", "a")], &[("etag", "")]] {
        assert!(!object.is_confirmed_by(&head(other)), "{other:?}");
    }
    let page = kept(&[("etag", "\"a\""), ("x-next-page", "2"), ("x-total", "300")]);
    assert!(page.is_confirmed_by(&head(&[("etag", "\"a\""), ("x-next-page", "")])), "more pages are gone");
    assert!(!page.is_confirmed_by(&head(&[("etag", "\"a\"")])), "it says nothing of other pages");
    assert!(KeptAnswer::new(&head(&[]), Arc::new(())).is_none());
}

fn tag(text: &str) -> Option<EntityTag> {
    EntityTag::of(&HeaderMap::from_iter([(ETAG, text.parse().unwrap())]))
}

#[test]
fn a_tag_is_quoted_and_may_be_weak() {
    for text in [r#""abc""#, r#"W/"abc""#, r#""""#, r#"W/"1-é""#] {
        assert_eq!(tag(text).map(|tag| tag.header()), Some(text.parse().unwrap()), "{text}");
    }
    for text in
        ["", "abc", r#""abc"#, r#"abc""#, "\"", r#"w/"abc""#, r#""a"c""#, r#""a", "b""#, "*", r#""a b""#]
    {
        assert!(tag(text).is_none(), "{text}");
    }
    assert!(tag(&format!("\"{}\"", "x".repeat(LONGEST_TAG))).is_none());
}

#[test]
fn of_several_tags_none_is_believed() {
    let mut headers = HeaderMap::from_iter([(ETAG, HeaderValue::from_static("\"a\""))]);
    headers.append(ETAG, r#""b""#.parse().unwrap());
    assert!(EntityTag::of(&headers).is_none());
}

#[test]
fn tags_are_compared_as_weak_ones() {
    let same = |one: &str, other: &str| tag(one).unwrap().matches(&tag(other).unwrap());
    assert!(same(r#"W/"a""#, r#""a""#) && same(r#""a""#, r#""a""#) && same(r#"W/"a""#, r#"W/"a""#));
    assert!(!same(r#""a""#, r#""b""#) && !same(r#"W/"a""#, r#"W/"A""#));
}

fn page(headers: &[(&'static str, &'static str)], items: usize) -> Page<()> {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        map.insert(*name, value.parse().unwrap());
    }
    Page::new(vec![(); items], PageCounts::of(&map), 1)
}

#[test]
fn the_next_page_header_decides_when_it_is_there() {
    assert!(page(&[("x-next-page", "2")], 3).truncated());
    assert!(!page(&[("x-next-page", ""), ("x-total-pages", "9")], 3).truncated());
    assert!(!page(&[("x-next-page", "")], 100).continues(100));
}

#[test]
fn the_total_decides_when_only_that_is_said() {
    assert!(page(&[("x-total-pages", "2")], 3).truncated());
    assert!(!page(&[("x-total-pages", "1")], 3).truncated());
    assert!(page(&[("x-total", "250")], 100).truncated());
    assert!(!page(&[("x-total", "100")], 100).continues(100));
}

#[test]
fn a_link_to_the_next_page_tells_of_more() {
    let links = r#"<https://gitlab.example.com/api/v4/projects?page=1>; rel="first", <https://gitlab.example.com/api/v4/projects?page=2>; rel="next""#;
    assert!(page(&[("link", links)], 3).truncated());
    assert!(!page(&[("link", links), ("x-next-page", "")], 3).truncated());
}

#[test]
fn the_number_of_objects_is_the_hosts_word_or_what_one_whole_page_shows() {
    assert_eq!(page(&[("x-total", "42"), ("x-next-page", "2")], 1).total, Some(42));
    assert_eq!(page(&[("x-next-page", "")], 3).total, Some(3));
    assert_eq!(page(&[("x-next-page", "2")], 1).total, None, "above 10,000 the host says nothing");
    assert_eq!(page(&[], 1).total, None);
}

#[test]
fn without_a_word_of_the_host_full_pages_go_on_and_nothing_is_called_truncated() {
    assert!(page(&[], 100).continues(100));
    assert!(!page(&[], 99).continues(100));
    assert!(page(&[], 100).continues(1_000), "the host gives 100 at most");
    assert!(!page(&[("x-total-pages", "many")], 100).truncated());
}
