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

/// The parts of a name: words, those joined by hyphens together.
#[derive(Debug, Clone)]
pub(super) struct PersonName {
    parts: Vec<Part>,
    /// The words of name and username.
    words: [Vec<String>; 2],
}

#[derive(Debug, Clone)]
struct Part(Vec<String>);

/// What people put before a name, of whomever.
const TITLES: &str = "a the to le la pour for dr";
/// The same of a woman.
const OF_WOMEN: &str = "madame mme mlle mademoiselle mrs ms miss";
/// The same of a man.
const OF_MEN: &str = "monsieur mr m";

fn words(text: &str) -> Vec<String> {
    normalise(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

impl PersonName {
    /// Reads a name and a username.
    pub(super) fn new(name: &str, username: &str) -> Self {
        let parts = name.split_whitespace().map(|part| Part(words(part))).filter(|part| !part.0.is_empty());
        Self { parts: parts.collect(), words: [name, username].map(words) }
    }

    /// Whether these words are the whole name, or a username that is of the name, with its gaps: "s. durand" may be another than @sdurand.
    fn is_called(&self, said: &SpokenName) -> bool {
        (is_glued(said, &self.words[0]) || self.words[1] == said.words)
            && is_named_by(said, &self.parts, false)
    }

    /// Whether an honorific says that it is somebody else: "Mr Hollis" is not Margaret.
    fn is_of_other(&self, said: &SpokenName) -> bool {
        // What the hint says of the name is no first name that it leaves open.
        let open = self.parts.iter().filter_map(|part| part.0.first());
        let sexes: Vec<bool> =
            open.filter(|name| !said.words.contains(name)).filter_map(|name| is_of_woman(name)).collect();
        let of_woman =
            |part: &Part| part.0.first().and_then(|name| is_of_woman(name).filter(|_| name.starts_with('m')));
        let is_initial =
            |place: usize| place > 0 || self.parts.iter().any(|part| of_woman(part) == Some(true));
        said.words.iter().enumerate().any(|(place, word)| {
            let woman = is_one_of(word, OF_WOMEN);
            // "Alice M" and "M. Hollis" may be initials.
            let honorific = woman || is_one_of(word, OF_MEN) && !(word == "m" && is_initial(place));
            honorific && !sexes.is_empty() && !sexes.contains(&woman)
        })
    }

    /// Whether these words name this person, perhaps with a slip.
    fn is_named(&self, said: &SpokenName, slip: bool) -> bool {
        // "jean-paul" of a name is one part of "jean.paul.martin" too.
        let joined =
            |word: &&String| !self.parts.iter().any(|part| part.0.len() > 1 && part.0.contains(word));
        let usernames: Vec<Part> =
            self.words[1].iter().filter(joined).map(|word| Part(vec![word.clone()])).collect();
        let named = || is_named_by(said, &usernames, false) || is_named_by(said, &self.parts, slip);
        self.words.iter().any(|words| is_glued(said, words)) || !self.is_of_other(said) && named()
    }
}

fn is_named_by(SpokenName { words: said, names }: &SpokenName, parts: &[Part], slip: bool) -> bool {
    let mut rest = said.clone();
    let mut open: Vec<&Part> = parts.iter().collect();
    // Whole parts first, the longest at once: what is left may be initials.
    open.retain(|part| !take(&mut rest, &part.0));
    let whole = open.len() < parts.len();
    open.retain(|part| {
        let initials: Vec<String> =
            part.0.iter().filter_map(|word| word.chars().next()).map(String::from).collect();
        !(take(&mut rest, &initials) || take(&mut rest, &[initials.concat()]))
    });
    // "the grant for rivers" is nobody: what says nothing stands around a name, not in it.
    let place = |word: &String| said.iter().position(|other| other == word);
    let named = || said.iter().filter(|word| !rest.contains(word)).filter_map(place);
    let name = named().min().unwrap_or_default()..=named().max().unwrap_or_default();
    rest.retain(|word| {
        let honorific = is_one_of(word, OF_WOMEN) || is_one_of(word, OF_MEN);
        let says_nothing = says_nothing(word) || lexicon::look_up(word, word).class == Class::Filler;
        let tells = is_known_name(word) || is_one_of(word, "other autre may elle");
        let is_name = names.contains(word) || says_nothing && tells;
        let title = honorific || is_one_of(word, TITLES) || says_nothing;
        is_name || !title || place(word).is_some_and(|place| name.contains(&place))
    });
    let mistyped = |said: &String| {
        slip && open.iter().any(|part| matches!(part.0.as_slice(), [name] if is_mistyped(said, name)))
    };
    whole
        && !is_reordered(said, parts)
        && (rest.is_empty() || matches!(rest.as_slice(), [one] if mistyped(one)))
}

/// "Ali Mohamed Benali" for "Mohamed Ali Benali": the surname may come first, but first names keep their order.
fn is_reordered(said: &[String], parts: &[Part]) -> bool {
    let place = |part: &Part| said.windows(part.0.len()).position(|window| window == part.0);
    let places: Vec<usize> = parts.iter().filter_map(place).collect();
    let steps_back = places.iter().zip(places.iter().cycle().skip(1)).filter(|(one, next)| one > next);
    steps_back.count() > 1
}

/// Whether a word is a name with two letters swapped inside. Another letter, or another end, makes another name: "Christian",
/// "Christina".
fn is_mistyped(said: &str, name: &str) -> bool {
    let is_slip = said.len() == name.len() && said.len() > 4 && is_swap(said, name);
    is_slip && said.bytes().next_back() == name.bytes().next_back() && !is_known_name(said)
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
            let folded = normalise(word);
            // An article ends no name: "Hoa Le".
            let led =
                place < last && [TITLES, OF_WOMEN, OF_MEN].iter().any(|before| is_one_of(&folded, before));
            initial || place > 0 && word.len() > 1 && word.starts_with(char::is_uppercase) && !led
        };
        // The first word has a capital anyway.
        let names = hint.split_whitespace().enumerate().filter(|(place, word)| is_written(*place, word));
        Self { words: words(hint), names: names.flat_map(|(_, word)| words(word)).collect() }
    }
}

/// Whether words are the same without their gaps, of which neither has one where the other does not: "Michel Leroy" is not "Michelle Roy".
fn is_glued(said: &SpokenName, words: &[String]) -> bool {
    let gaps = |words: &[String]| -> Vec<usize> {
        words
            .iter()
            .scan(0, |end, word| {
                *end += word.len();
                Some(*end)
            })
            .collect()
    };
    let (ours, theirs) = (gaps(&said.words), gaps(words));
    let within = |some: &[usize], all: &[usize]| some.iter().all(|gap| all.contains(gap));
    said.words.concat() == words.concat() && (within(&ours, &theirs) || within(&theirs, &ours))
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
