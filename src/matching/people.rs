//! Whether a hint names one person (decisions, People): letters are chosen in a name, so there are no forms or meanings.
//!
//! Accents, hyphens and a surname that comes first do not tell people apart. Each word of the hint is a whole part of the name or of the username, or the initial of one
//! beside another that is whole. "Jean-Paul" is one part: "Paul" is another name. Beside a whole part one slip is harmless where no name is known that it makes.

use super::{
    letters::is_swap,
    lexicon::{self, Class},
    normalise,
    reading::{is_known_name, is_of_woman, is_one_of, says_nothing},
};

/// The name of a person.
#[derive(Debug, Clone)]
pub(super) struct PersonName {
    /// Its parts: words, those joined by hyphens together.
    parts: Vec<Vec<String>>,
    /// The words of name and username.
    words: [Vec<String>; 2],
}

/// Words that a surname begins with.
const PARTICLES: &str = "le la l du des mc mac saint st";

/// What says that somebody else is meant, or nobody, though people say it around names too.
const TELLING: &str = "partie other others another autre autres may elle forget let presque almost trop gens people someone quelqu talk next was etait nah";

/// What people put before a name, of whomever.
const TITLES: &str = "a the to le la pour for dr assign assigne affecte attribue give mets";
/// The same of a woman.
const OF_WOMEN: &str = "madame mme mlle mademoiselle mrs ms miss";
/// The same of a man.
const OF_MEN: &str = "monsieur mr m";

/// Whether a word is one that people put before a name.
fn is_title(word: &str) -> bool {
    [TITLES, OF_WOMEN, OF_MEN].iter().any(|titles| is_one_of(word, titles))
}

fn words(text: &str) -> Vec<String> {
    normalise(text).split_whitespace().map(str::to_owned).collect()
}

impl PersonName {
    /// Reads a name and a username.
    pub(super) fn new(name: &str, username: &str) -> Self {
        let mut parts: Vec<Vec<String>> = Vec::new();
        for part in name.split_whitespace().map(words).filter(|part| !part.is_empty()) {
            let count = parts.len();
            match parts.last_mut() {
                // "Guy Le Roux" is not Guy Roux.
                Some(last) if count > 1 && last.iter().all(|word| is_one_of(word, PARTICLES)) => {
                    last.extend(part);
                }
                _ => parts.push(part),
            }
        }
        Self { parts, words: [name, username].map(words) }
    }

    /// Whether these words are the whole name, or a username that is of the name, with its gaps: "s. durand" may be another than @sdurand.
    fn is_called(&self, said: &SpokenName) -> bool {
        let [name, username] = &self.words;
        (is_glued(&said.words, name) || *username == said.words) && is_named_by(said, &self.parts, false)
    }

    /// Whether an honorific says that it is somebody else: "Mr Hollis" is not Margaret.
    fn is_of_other(&self, said: &SpokenName) -> bool {
        let names = || self.parts.iter().filter_map(|part| part.first());
        // What the hint says of the name is no first name that it leaves open.
        let open = names().filter(|name| !said.words.contains(name));
        let sexes: Vec<bool> = open.filter_map(|name| is_of_woman(name)).collect();
        let may_be_m = names().any(|name| name.starts_with('m') && is_of_woman(name) == Some(true));
        said.words.iter().enumerate().any(|(place, word)| {
            let woman = is_one_of(word, OF_WOMEN);
            // "Alice M" and "M. Hollis" may be initials.
            let initial = word == "m" && (place > 0 || may_be_m);
            let honorific = woman || is_one_of(word, OF_MEN) && !initial;
            honorific && !sexes.is_empty() && !sexes.contains(&woman)
        })
    }

    /// Whether these words name this person, perhaps with a slip.
    fn is_named(&self, said: &SpokenName, slip: bool) -> bool {
        let [_, username] = &self.words;
        // "jean-paul" of a name is one part of "jean.paul.martin" too.
        let is_whole = |word: &&String| !self.parts.iter().any(|part| part.len() > 1 && part.contains(word));
        let username: Vec<_> = username.iter().filter(is_whole).map(|word| vec![word.clone()]).collect();
        let named = || is_named_by(said, &username, false) || is_named_by(said, &self.parts, slip);
        self.words.iter().any(|words| is_glued(&said.words, words)) || !self.is_of_other(said) && named()
    }
}

fn is_named_by(SpokenName { words: said, names }: &SpokenName, parts: &[Vec<String>], slip: bool) -> bool {
    let mut rest = said.clone();
    let mut open: Vec<&Vec<String>> = parts.iter().collect();
    // Whole parts first, the longest at once: what is left may be initials.
    open.retain(|part| !take(&mut rest, part));
    let whole = open.len() < parts.len();
    open.retain(|part| {
        let initials: Vec<String> =
            part.iter().filter_map(|word| word.chars().next()).map(String::from).collect();
        !(take(&mut rest, &initials) || take(&mut rest, &[initials.concat()]))
    });
    // "the grant for rivers" is nobody: what says nothing stands around a name, not in it.
    let place = |word: &String| said.iter().position(|other| other == word);
    let named = || said.iter().filter(|word| !rest.contains(word)).filter_map(place);
    let name = named().min().unwrap_or_default()..=named().max().unwrap_or_default();
    rest.retain(|word| {
        let says_nothing = says_nothing(word) || lexicon::look_up(word, word).class == Class::Filler;
        let tells = is_known_name(word) || is_one_of(word, TELLING);
        let is_name = names.contains(word) || says_nothing && tells;
        let is_inside = place(word).is_some_and(|place| name.contains(&place));
        is_name || is_inside || !says_nothing && !is_title(word)
    });
    let mistyped = |said: &String| {
        slip && open.iter().any(|part| matches!(part.as_slice(), [name] if is_mistyped(said, name)))
    };
    whole
        && !is_reordered(said, parts)
        && (rest.is_empty() || matches!(rest.as_slice(), [one] if mistyped(one)))
}

/// "Ali Mohamed Benali" for "Mohamed Ali Benali": the surname may come first, but first names keep their order.
fn is_reordered(said: &[String], parts: &[Vec<String>]) -> bool {
    let place = |part: &Vec<String>| said.windows(part.len()).position(|window| window == part);
    let places: Vec<usize> = parts.iter().filter_map(place).collect();
    let steps_back = places.iter().zip(places.iter().cycle().skip(1)).filter(|(one, next)| one > next);
    steps_back.count() > 1
}

/// Whether a word is a name with two letters swapped inside. Another letter, or another end, makes another name: "Christian",
/// "Christina".
fn is_mistyped(said: &str, name: &str) -> bool {
    let same_end = said.bytes().next_back() == name.bytes().next_back();
    said.len() > 4 && is_swap(said, name) && same_end && !is_known_name(said)
}

/// Takes these neighbouring words out of others, if they are there.
fn take(from: &mut Vec<String>, words: &[String]) -> bool {
    let place = from.windows(words.len().max(1)).position(|window| window == words);
    if let Some(place) = place {
        from.drain(place..place + words.len());
    }
    place.is_some()
}

/// The words of a hint, and those written as a name or an initial though they are small words: "Will", "J.".
struct SpokenName {
    words: Vec<String>,
    names: Vec<String>,
}

impl SpokenName {
    fn new(hint: &str) -> Self {
        let last = hint.split_whitespace().count().saturating_sub(1);
        let is_written = |place: usize, word: &str| {
            let initial =
                matches!(word.as_bytes(), [b'A'..=b'Z'] | [b'A'..=b'Z', b'.']) && !word.starts_with('M');
            // An article ends no name: "Hoa Le".
            let led = place < last && is_title(&normalise(word));
            initial || place > 0 && word.len() > 1 && word.starts_with(char::is_uppercase) && !led
        };
        // The first word has a capital anyway.
        let names = hint.split_whitespace().enumerate().filter(|(place, word)| is_written(*place, word));
        Self { words: words(hint), names: names.flat_map(|(_, word)| words(word)).collect() }
    }
}

/// Whether words are the same without their gaps, of which neither has one where the other does not: "Michel Leroy" is not "Michelle Roy".
fn is_glued(said: &[String], words: &[String]) -> bool {
    let ends = |words: &[String]| -> Vec<usize> {
        let end = |count| words.iter().take(count).map(String::len).sum();
        (1..=words.len()).map(end).collect()
    };
    let (ours, theirs) = (ends(said), ends(words));
    let within = |some: &[usize], all: &[usize]| some.iter().all(|end| all.contains(end));
    said.concat() == words.concat() && (within(&ours, &theirs) || within(&theirs, &ours))
}

/// The places of those whom a hint names; one alone who is called just so.
pub(super) fn named<'a>(
    hint: &str,
    people: &(impl Iterator<Item = Option<&'a PersonName>> + Clone),
) -> Vec<usize> {
    let said = SpokenName::new(hint);
    let all = |fits: &dyn Fn(&PersonName) -> bool| -> Vec<usize> {
        let fitting = people.clone().enumerate().filter(|(_, person)| person.is_some_and(fits));
        fitting.map(|(place, _)| place).collect()
    };
    let called = all(&|person| person.is_called(&said));
    if called.len() == 1 {
        return called;
    }
    let named = all(&|person| person.is_named(&said, false));
    if named.is_empty() { all(&|person| person.is_named(&said, true)) } else { named }
}
