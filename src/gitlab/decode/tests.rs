use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Map, json};

use super::*;
use crate::gitlab::{Issue, Project};

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Read {
    id: i64,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    part: Option<Box<Read>>,
    #[serde(default)]
    any: Value,
}

fn both(body: &[u8]) -> (Result<Vec<Read>, Fault>, Result<Vec<Read>, Error>) {
    (list(body), serde_json::from_slice(body))
}

/// The list that a body decodes to when it arrives in chunks of these sizes, over and over.
fn arriving<T: DeserializeOwned>(body: &[u8], sizes: &[usize]) -> Result<Vec<T>, Fault> {
    let (mut list, mut rest) = (List::default(), body);
    for size in sizes.iter().cycle() {
        let (chunk, left) = rest.split_at_checked(*size).unwrap_or((rest, &[]));
        list.push(chunk);
        rest = left;
        if rest.is_empty() {
            break;
        }
    }
    list.finish()
}

fn list<T: DeserializeOwned>(body: &[u8]) -> Result<Vec<T>, Fault> {
    arriving(body, &[usize::MAX])
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[ -~]{0,90}", r#"[\\"{}\[\],:é\n]{0,80}"#]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9..1e9).prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// An object with the fields that are read, right or wrong, among others.
fn object_of_the_host() -> impl Strategy<Value = Value> {
    let known = (
        prop_oneof![9 => any::<i64>().prop_map(Value::from), 1 => value()],
        prop::option::of(prop_oneof![9 => text().prop_map(Value::from), 1 => value()]),
        prop::option::of(prop::collection::vec(text(), 0..4).prop_map(Value::from)),
        prop::option::of(
            prop_oneof![3 => any::<i64>().prop_map(|id| json!({ "id": id, "x": [[]] })), 1 => value()],
        ),
        value(),
    );
    (known, prop::collection::vec((text(), value()), 0..8)).prop_map(
        |((id, title, tags, part, any), others)| {
            let mut fields: Map<_, _> = others.into_iter().collect();
            let known =
                [("id", Some(id)), ("title", title), ("tags", tags), ("part", part), ("any", Some(any))];
            fields.extend(known.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
            Value::Object(fields)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn decodes_json_as_serde_json_does(
        objects in prop::collection::vec(object_of_the_host(), 0..4),
        pretty in any::<bool>(),
    ) {
        let body = if pretty { serde_json::to_vec_pretty(&objects) } else { serde_json::to_vec(&objects) };
        let (ours, theirs) = both(&body.unwrap());
        prop_assert_eq!(ours.ok(), theirs.ok());
    }

    #[test]
    fn what_it_makes_of_a_broken_body_is_what_serde_json_makes_of_it_or_more(
        objects in prop::collection::vec(object_of_the_host(), 1..4),
        place in any::<prop::sample::Index>(),
        byte in prop::sample::select(&br#"{}[]",:\ x0"#[..]),
        cut in any::<bool>(),
    ) {
        let mut body = serde_json::to_vec(&objects).unwrap();
        let place = place.index(body.len());
        if cut { body.truncate(place) } else { body[place] = byte }
        if let (ours, Ok(theirs)) = both(&body) {
            prop_assert_eq!(ours.ok(), Some(theirs));
        }
    }

    #[test]
    fn a_list_is_the_same_however_it_arrives(
        objects in prop::collection::vec(object_of_the_host(), 0..20),
        sizes in prop::collection::vec(prop_oneof![1..9_usize, 1..9_000_usize], 1..5),
        broken in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut body = serde_json::to_vec(&objects).unwrap();
        if let Some(place) = broken {
            let place = place.index(body.len());
            body[place] = b'"';
        }
        prop_assert_eq!(arriving::<Read>(&body, &sizes).ok(), list::<Read>(&body).ok());
        if let Ok(theirs) = serde_json::from_slice::<Vec<Read>>(&body) {
            prop_assert_eq!(arriving::<Read>(&body, &sizes).ok(), Some(theirs));
        }
    }

    #[test]
    fn no_bytes_make_it_panic(body in prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        prop::collection::vec(prop::sample::select(&br#"{}[]"",:\ idn01"#[..]), 0..200),
    ]) {
        let _ = (both(&body), list::<Read>(&body));
    }
}

#[test]
fn a_body_that_is_cut_anywhere_is_refused() {
    let body =
        json!([{ "id": 7, "iid": 1, "title": "a \" b", "deep": [{ "x": "}]" }, 1.5], "labels": ["é"] }]);
    let body = body.to_string();
    assert_eq!(list::<Issue>(body.as_bytes()).unwrap().len(), 1);
    for end in 0..body.len() {
        assert!(matches!(list::<Issue>(&body.as_bytes()[..end]), Err(Fault::Unusable(_))), "{end}");
    }
}

#[test]
fn what_is_no_json_where_it_is_read_is_refused() {
    for body in [
        r#"[{"id":1,}]"#,
        r#"[{"id":1},]"#,
        r#"[{"id":1}]]"#,
        r#"[{"id":1} {"id":2}]"#,
        r#"[{"id" 1}]"#,
        "[{id:1}]",
        r#"[{"id":01}]"#,
        r#"[{"id":1,"name":"\x"}]"#,
        "[{\"id\":1,\"name\":\"a\nb\"}]",
        r#"[{"id":1,"name":"a"b}]"#,
        r#"[{"id":1,"other":}]"#,
        "<html>",
        "",
    ] {
        assert!(matches!(list::<Project>(body.as_bytes()), Err(Fault::Unusable(_))), "{body}");
    }
}

#[test]
fn a_list_in_place_of_an_object_is_read_as_serde_json_reads_it() {
    for body in
        ["[[7]]", r#"[[7, "t"]]"#, r#"[[7, "t", [], null, 1]]"#, r#"[[7, "t", [], null, 1, 8]]"#, "[[]]"]
    {
        let (ours, theirs) = both(body.as_bytes());
        assert_eq!(ours.ok(), theirs.ok(), "{body}");
        assert_eq!(list::<Read>(body.as_bytes()).ok(), both(body.as_bytes()).1.ok(), "{body}");
    }
}

#[test]
fn a_shape_that_does_not_fit_is_told_from_what_is_no_json() {
    assert!(matches!(list::<Project>(br#"{"message":"no"}"#), Err(Fault::Misshapen(_))));
    assert!(matches!(list::<Project>(br#"[{"id":"seven"}]"#), Err(Fault::Misshapen(_))));
    assert!(matches!(object::<Project>(br#"[7, "a", "b"]"#), Err(Fault::Misshapen(_))));
    assert!(matches!(object::<Project>(br#"{"name":"a"}"#), Err(Fault::WithoutId)));
    assert!(matches!(object::<Project>(br#"{"id":7,"id":8}"#), Err(Fault::Misshapen(_))));
}

#[test]
fn no_depth_exhausts_the_stack() {
    let deep = "[".repeat(1 << 20) + &"]".repeat(1 << 20);
    let unread = format!(r#"[{{"id":7,"unread":{deep}}}]"#);
    assert_eq!(list::<Project>(unread.as_bytes()).unwrap().len(), 1);
    assert!(list::<Read>(format!(r#"[{{"id":7,"any":{deep}}}]"#).as_bytes()).is_err());
}

#[test]
fn a_list_that_comes_byte_by_byte_costs_little_more() {
    let issue = json!({ "id": 7, "iid": 1, "description": "x".repeat(200_000) });
    let body = json!([issue, issue]).to_string();
    assert_eq!(arriving::<Issue>(body.as_bytes(), &[1]).unwrap().len(), 2);
}

#[test]
fn a_list_of_numbers_is_not_cut_between_digits() {
    assert_eq!(arriving::<i64>(b"[12, 345]", &[2]).unwrap(), [12, 345]);
}
