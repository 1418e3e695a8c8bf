use std::{
    hint,
    sync::LazyLock,
    time::{SystemTime, UNIX_EPOCH},
};

use proptest::prelude::*;
use serde_json::json;

use super::*;

const MINUTE: Duration = Duration::from_secs(60);
const BOUND_TO: &[u8] = b"Anyone\nassistant_close_issue\n{}";

static FORMS: LazyLock<FormSeal> = LazyLock::new(|| FormSeal::new(None, None, Duration::from_secs(3600)));
static SEALED: LazyLock<String> = LazyLock::new(|| FORMS.seal(&form(), BOUND_TO).unwrap());

fn form() -> Form {
    let form = json!({
        "id": { "name": "1", "lasts": MINUTE },
        "status": "issue_clarification_needed",
        "progress": { "settled": {}, "shown": [], "agreed": null, "forms": 1, "row_forms": 0 },
        "fields": [{ "name": "choice", "choices": [{ "name": "#1", "shows": [], "step": { "On": { "resolved_issue_iid": 1 } } }] }],
    });
    serde_json::from_value(form).unwrap()
}

/// What the clock shows.
fn milliseconds() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()
}

#[test]
fn a_form_is_opened_by_whom_it_is_bound_to_until_it_is_out_of_date() {
    let forms = FormSeal::new(None, None, MINUTE);
    let sealed = forms.seal(&form(), BOUND_TO).unwrap();
    assert_eq!(forms.open(&sealed, BOUND_TO), Some(form()));
    assert_eq!(forms.open(&sealed, b"Named(\"bob\")\nassistant_close_issue\n{}"), None);
    assert_eq!(FormSeal::new(None, None, MINUTE).open(&sealed, BOUND_TO), None);
    let at_once = FormSeal { time_to_live: Duration::ZERO, ..forms };
    let sealed = at_once.seal(&form(), BOUND_TO).unwrap();
    // It is late from the next millisecond of the clock on.
    let by_now = milliseconds();
    while milliseconds() <= by_now {
        hint::spin_loop();
    }
    assert_eq!(at_once.open(&sealed, BOUND_TO), None);
}

#[test]
fn a_form_outlives_its_process_only_where_replicas_share_what_was_answered() {
    let key = SecretSlice::from(vec![7; 32]);
    let store = crate::store::Store::in_memory(crate::store::tests::memory::Memory::default());
    for (store, is_opened) in [(None, false), (Some(store), true)] {
        let process = || FormSeal::new(Some(&key), store.clone(), MINUTE);
        let sealed = process().seal(&form(), BOUND_TO).unwrap();
        assert_eq!(process().open(&sealed, BOUND_TO).is_some(), is_opened);
    }
}

#[tokio::test]
async fn a_form_is_answered_once_but_for_the_same_answer_under_the_same_key() {
    let store = crate::store::Store::in_memory(crate::store::tests::memory::Memory::default());
    for store in [None, Some(store)] {
        // Two replicas, where there is a store.
        let forms = FormSeal::new(None, store.clone(), MINUTE);
        let other = FormSeal::new(None, store.clone(), MINUTE);
        let again = if store.is_some() { &other } else { &forms };
        let mut form = form();
        assert_eq!(forms.is_first_answer(&form, None).await, Ok(true));
        assert_eq!(again.is_first_answer(&form, None).await, Ok(false));
        form.id.name = "2".to_owned();
        let (yes, no) = (Some(["key", "yes"]), Some(["key", "no"]));
        assert_eq!(forms.is_first_answer(&form, no).await, Ok(true));
        for forms in [&forms, again] {
            assert_eq!(forms.is_first_answer(&form, yes).await, Ok(false));
            assert_eq!(forms.is_first_answer(&form, no).await, Ok(true));
            assert_eq!(forms.is_first_answer(&form, None).await, Ok(false));
        }
    }
}

#[tokio::test]
async fn a_form_whose_claim_the_store_did_not_confirm_can_be_answered_again_once() {
    let memory = crate::store::tests::memory::Memory::default();
    let forms = FormSeal::new(None, Some(crate::store::Store::in_memory(memory.clone())), MINUTE);
    let mut form = form();
    for keyed in [None, Some(["key", "yes"])] {
        memory.lose_one();
        assert!(forms.is_first_answer(&form, keyed).await.is_err());
        tokio::task::yield_now().await;
        assert_eq!(forms.is_first_answer(&form, keyed).await, Ok(true));
        assert_eq!(forms.is_first_answer(&form, None).await, Ok(false));
        form.id.name = "2".to_owned();
    }
}

#[tokio::test]
async fn an_answered_form_is_remembered_for_longer_than_any_clock_lets_it_last() {
    let memory = crate::store::tests::memory::Memory::default();
    let store = Some(crate::store::Store::in_memory(memory.clone()));
    let shorter = FormSeal::new(None, store, MINUTE / 10);
    assert_eq!(shorter.is_first_answer(&form(), None).await, Ok(true));
    // By a replica that asks for less time, and whose clock was set back meanwhile.
    memory.pass(CLOCKS_APART + MINUTE / 2);
    assert_eq!(shorter.is_first_answer(&form(), None).await, Ok(false));
}

/// What is done to a sealed form.
#[derive(Debug, Clone)]
enum Forgery {
    Replace(prop::sample::Index, char),
    Cut(prop::sample::Index),
    Insert(prop::sample::Index, char),
    Swap(prop::sample::Index, prop::sample::Index),
    Append(String),
    Invent(String),
}

fn forgery() -> impl Strategy<Value = Forgery> {
    let place = any::<prop::sample::Index>;
    let sign = || prop::char::ranges(vec!['A'..='Z', 'a'..='z', '0'..='9', '-'..='.', '_'..='_'].into());
    prop_oneof![
        (place(), sign()).prop_map(|(place, sign)| Forgery::Replace(place, sign)),
        place().prop_map(Forgery::Cut),
        (place(), sign()).prop_map(|(place, sign)| Forgery::Insert(place, sign)),
        (place(), place()).prop_map(|(one, other)| Forgery::Swap(one, other)),
        "[A-Za-z0-9._=-]{1,8}".prop_map(Forgery::Append),
        "rs[12]\\.[A-Za-z0-9_-]{0,200}\\.[A-Za-z0-9_-]{0,60}".prop_map(Forgery::Invent),
    ]
}

fn forged(sealed: &str, forgery: &Forgery) -> String {
    let mut signs: Vec<char> = sealed.chars().collect();
    let length = signs.len();
    match forgery {
        Forgery::Replace(place, sign) => signs[place.index(length)] = *sign,
        Forgery::Cut(place) => signs.truncate(place.index(length)),
        Forgery::Insert(place, sign) => signs.insert(place.index(length), *sign),
        Forgery::Swap(one, other) => signs.swap(one.index(length), other.index(length)),
        Forgery::Append(more) => signs.extend(more.chars()),
        Forgery::Invent(other) => return other.clone(),
    }
    signs.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn no_form_that_was_tampered_with_is_opened(forgeries in prop::collection::vec(forgery(), 1..4)) {
        let sealed = &SEALED;
        let other = forgeries.iter().fold(sealed.to_string(), |text, forgery| {
            if text.is_empty() { text } else { forged(&text, forgery) }
        });
        prop_assert!(other == **sealed || FORMS.open(&other, BOUND_TO).is_none());
    }

    #[test]
    fn no_form_is_opened_for_another_call(other in "[ -~\n]{0,80}") {
        prop_assert!(other.as_bytes() == BOUND_TO || FORMS.open(&SEALED, other.as_bytes()).is_none());
    }
}
