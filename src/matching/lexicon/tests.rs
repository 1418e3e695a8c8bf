//! What every line of the tables keeps to, so that a word added to one undoes no other.

use std::collections::{BTreeSet, HashMap};

use super::{
    Class,
    forms::in_singular,
    look_up,
    reader::{EQUAL, NEAR, OPPOSITES, Reader, TWINS, entries},
    table::lines,
};

/// The entries of a line, each in the singular as it is looked up.
fn forms(line: &str) -> Vec<String> {
    let singular = |entry: String| {
        let words: Vec<_> = entry.split(' ').map(|word| in_singular(word).into_owned()).collect();
        words.join(" ")
    };
    entries(line).map(singular).collect()
}

/// Every two single words of a line.
fn pairs(line: &str) -> Vec<(String, String)> {
    let words: Vec<String> = forms(line).into_iter().filter(|form| !form.contains(' ')).collect();
    let others = |place: usize| words.iter().skip(place + 1);
    words
        .iter()
        .enumerate()
        .flat_map(|(place, one)| others(place).map(|other| (one.clone(), other.clone())))
        .collect()
}

#[test]
fn a_line_names_two_things_at_least_and_none_twice() {
    for line in lines(EQUAL) {
        let forms = forms(line);
        let distinct: BTreeSet<&String> = forms.iter().collect();
        assert!(
            distinct.len() > 1 && distinct.len() == forms.len() && !forms.contains(&String::new()),
            "{line}"
        );
    }
}

#[test]
fn no_line_holds_what_a_colleague_tells_apart() {
    let held: Vec<BTreeSet<String>> = lines(EQUAL).map(|line| forms(line).into_iter().collect()).collect();
    for (one, others) in lines(include_str!("apart.txt")).filter_map(|line| line.split_once(" | ")) {
        for (mine, other) in forms(others).into_iter().map(|other| (forms(one).concat(), other)) {
            let same = mine != other && held.iter().any(|line| line.contains(&mine) && line.contains(&other));
            assert!(!same, "{mine} is no {other}");
        }
    }
}

#[test]
fn a_thing_is_near_the_words_that_describe_it() {
    let known = |words: &'static str| {
        let words = entries(words).filter(|word| !word.contains(' '));
        words.map(|word| (look_up(&word, &in_singular(&word)), word)).collect::<Vec<_>>()
    };
    for (names, described) in lines(NEAR).filter_map(|line| line.split_once(" | ")) {
        for (name, written) in known(names) {
            for (word, other) in known(described) {
                assert!(name.is_near(word) && word.is_near(name), "{written}, {other}");
            }
        }
    }
}

#[test]
fn no_word_is_in_more_groups_than_are_counted() {
    let most = lines(EQUAL).chain(lines(NEAR)).flat_map(|line| line.split('|').flat_map(entries));
    let fields = |word: String| look_up(&word, &in_singular(&word)).fields();
    assert!(most.map(fields).all(|fields| fields < u8::MAX));
}

#[test]
fn no_line_is_held_by_another() {
    let sets: Vec<BTreeSet<String>> = lines(EQUAL).map(|line| forms(line).into_iter().collect()).collect();
    let mut lines_with: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, set) in sets.iter().enumerate() {
        for form in set {
            lines_with.entry(form).or_default().push(place);
        }
    }
    for (place, set) in sets.iter().enumerate() {
        let beside = set.first().and_then(|form| lines_with.get(form.as_str())).into_iter().flatten();
        for other in beside.filter(|other| **other != place) {
            assert!(!set.is_subset(&sets[*other]), "{set:?} stands in {:?}", sets[*other]);
        }
    }
}

#[test]
fn words_of_one_meaning_neither_exclude_each_other_nor_are_taken_for_each_other() {
    for (one, other) in lines(EQUAL).flat_map(pairs) {
        let (mine, theirs) = (look_up(&one, &one), look_up(&other, &other));
        assert!(!mine.excludes(theirs), "{one} and {other} are equal and opposite");
        assert!(!mine.is_twin_of(theirs), "{one} and {other} are equal and twins");
    }
}

#[test]
fn a_small_word_has_a_meaning_only_where_capitals_or_an_accent_make_it_a_name() {
    for written in lines(EQUAL).flat_map(|line| line.split(',')) {
        let word: String = entries(written).collect();
        let small = look_up(&word, &in_singular(&word)).class == Class::Stop;
        let named = !written.contains(char::is_lowercase) || !written.is_ascii();
        assert!(!small || named, "{written} is a small word");
    }
}

#[test]
fn a_line_of_opposites_or_of_twins_has_two_sides_and_no_word_twice() {
    for line in lines(OPPOSITES) {
        let sides: Vec<Vec<String>> = line.split('|').map(forms).collect();
        let words: Vec<&String> = sides.iter().flatten().collect();
        let distinct: BTreeSet<&&String> = words.iter().collect();
        assert!(sides.len() > 1 && distinct.len() == words.len(), "{line}");
    }
    for line in lines(TWINS) {
        let words = forms(line);
        let distinct: BTreeSet<&String> = words.iter().collect();
        assert!(words.len() > 1 && distinct.len() == words.len(), "{line}");
    }
}

#[test]
fn the_program_holds_what_the_tables_say() {
    assert!(Reader::read().source() == include_str!(concat!(env!("OUT_DIR"), "/lexicon.rs")));
}
