//! One word, number or sign of a text, and sets of them.

use crate::matching::lexicon::{Class, Lexeme};

/// A set of tokens of one text, a bit each.
pub(in crate::matching) type Set = u64;

/// The set of one token.
pub(in crate::matching) const fn only(place: usize) -> Set {
    1 << place
}

/// The places in a set, ascending.
pub(in crate::matching) fn places(mut set: Set) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros() as usize;
            set &= set - 1;
            place
        })
    })
}

/// The values of one kind of qualifier, by their names in the table.
macro_rules! values {
    ($(#[$about:meta])* $name:ident: $($value:ident)*) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::matching) enum $name { $($value),* }

        impl $name {
            pub(super) fn named(name: &str) -> Option<Self> {
                let all = [$((stringify!($value), Self::$value)),*];
                all.into_iter().find(|(value, _)| value.eq_ignore_ascii_case(name)).map(|(_, value)| value)
            }
        }
    };
}

values!(
    /// How something is compared.
    Compare: More Less Least Most Same Other About Plus Minus
);
values!(
    /// How many there are, or how often it is.
    Quantity: All Half Enough One Some Several Too Almost Barely Most Few Only Always Sometimes Often Rarely Also Even
);
values!(
    /// How it is related to what stands before it.
    Link: Of Owner To Toward Until From In Inside Out With Without Before After Following Once During On Under For Against By At About Home Among Near Despite Because As Instead Than And Then Or When While Unless Although Beside Front According Ago Above
);

values!(
    /// Whether it is so, was, may be or has to be, is done or has done.
    Modality: May Might Must Should Will Is Was Has Been Need Want
);

/// What is said of a word by the small words beside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::matching) struct Qualifier {
    pub(in crate::matching) compare: Option<Compare>,
    pub(in crate::matching) quantity: Option<Quantity>,
    pub(in crate::matching) link: Option<Link>,
}

/// What a small word or a sign says of the word behind it.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::matching) struct SmallWord {
    pub(in crate::matching) says: Qualifier,
    /// That it is not so.
    pub(in crate::matching) negates: bool,
    /// Whether what it stands before is so.
    pub(super) modality: Option<Modality>,
    /// What it says of a number alone: "supérieur à 5".
    pub(super) of_number: Option<Compare>,
}

/// Where in an object's names a token stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::matching) enum TextField {
    /// The name or the title.
    Name,
    /// The last segment of the full path, where the name lacks it.
    Slug,
    /// The groups above.
    Namespace,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::matching) enum TokenKind {
    /// Letters, perhaps with digits: "k8s".
    Word,
    /// A number or a version: "12", "4.1".
    Number,
    /// A sign that parts sentences: "," or, where it joins as well, "-".
    Sign,
    /// A sign that says something: "<", "→", "✅".
    Symbol,
}

/// A stretch of the reading's letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: u16,
    pub(super) end: u16,
}

/// One word, number or sign of a text.
#[derive(Debug, Clone, Copy)]
pub(in crate::matching) struct Token {
    pub(super) word: Span,
    pub(super) raw: Span,
    /// The hash of the word: two words are equal where theirs is.
    pub(in crate::matching) key: u64,
    /// The hash of its sounds; zero where it has too few.
    pub(in crate::matching) sound: u64,
    /// Which letters occur, a bit each.
    pub(in crate::matching) letters: u32,
    /// What the tables say of it.
    pub(in crate::matching) lexeme: &'static Lexeme,
    /// Word, number or sign.
    pub(in crate::matching) kind: TokenKind,
    /// Where it stands.
    pub(in crate::matching) field: TextField,
    /// The segment of the namespace that it stands in.
    pub(in crate::matching) segment: u8,
    pub(super) marks: u16,
    /// A hash of its letters with accents; zero if it has none.
    pub(in crate::matching) accents: u32,
    /// What the small words before it say of it.
    pub(in crate::matching) qualifier: Qualifier,
    /// What it says of the word behind it, if it is a small word or a sign.
    pub(in crate::matching) small: Option<SmallWord>,
}

/// What the text says of a token.
#[derive(Debug, Clone, Copy)]
pub(in crate::matching) enum Said {
    /// It stands in capitals in a text that does not: an acronym.
    Capital = 1,
    /// It is said not to be: "sans clonage".
    Negated = 2,
    /// It is excluded by a contrast: "la cantine, pas le menu".
    Denied = 4,
    /// The same of a word of an object's name.
    Contrasted = 2048,
    /// It is a number in digits, or one that is said with a point.
    Firm = 8,
    /// It names though it is a small word: there is nothing else.
    Kept = 16,
    /// It begins with a capital.
    Large = 32,
    /// It follows letters or digits without a gap: the 42 of "ERR42".
    Glued = 64,
    /// A sentence, a part in brackets or the like begins with it.
    First = 512,
    /// It has a capital.
    Upper = 256,
    /// It is a name or an acronym, whose letters are chosen.
    Proper = 128,
    /// It has capitals among small letters, as `CoC` has; `Proper` is said of more.
    Mixed = 4096,
    /// The team says what it means.
    Defined = 1024,
    /// It was said before the speaker took it back: "le bac jaune, non pardon le vert".
    Corrected = 8192,
    /// A hyphen joins it to the word before: the "vous" of "rendez-vous".
    Hyphened = 16384,
}

impl Token {
    /// Whether the text says this of it.
    pub(in crate::matching) fn is(&self, said: Said) -> bool {
        self.marks & said as u16 != 0
    }

    pub(super) fn mark(&mut self, said: Said) {
        self.marks |= said as u16;
    }

    /// Whether it is an article, a preposition or the like, in a text that has more than these.
    pub(in crate::matching) fn is_small(&self) -> bool {
        self.kind == TokenKind::Word
            && (self.lexeme.class == Class::Stop || self.small.is_some())
            && !self.is(Said::Kept)
            && !self.is(Said::Capital)
    }

    /// Whether it names something: it is no sign and no small word.
    pub(in crate::matching) fn is_naming(&self) -> bool {
        self.is_spoken() && !self.is_small()
    }

    /// How many or how often it says that things are, as a small word.
    pub(in crate::matching) fn quantity(&self) -> Option<Quantity> {
        self.small.and_then(|small| small.says.quantity)
    }

    /// How it compares, if it is a small word that does.
    pub(in crate::matching) fn compare(&self) -> Option<Compare> {
        self.small.and_then(|small| small.says.compare)
    }

    /// How it links what follows to what stands before it, if it is a small word that does.
    pub(in crate::matching) fn link(&self) -> Option<Link> {
        self.small.and_then(|small| small.says.link)
    }

    /// Whether it is a small word that says no.
    pub(in crate::matching) fn negates(&self) -> bool {
        self.small.is_some_and(|small| small.negates)
    }

    /// Whether the text itself says that it is not this: "sans", "hors", "au lieu de".
    pub(in crate::matching) fn is_contrasted(&self) -> bool {
        let Qualifier { compare, link, .. } = self.qualifier;
        self.is(Said::Negated)
            || self.is(Said::Contrasted)
            || compare == Some(Compare::Other)
            || matches!(link, Some(Link::Out | Link::Instead | Link::Without))
    }

    /// Whether it is a word or a number.
    pub(in crate::matching) fn is_spoken(&self) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Number)
    }

    /// Whether it may have a digit in it.
    pub(in crate::matching) fn has_digit(&self) -> bool {
        self.letters >> super::LETTERS != 0
    }

    /// How many bytes its word has.
    pub(in crate::matching) fn len(&self) -> usize {
        usize::from(self.word.end - self.word.start)
    }
}
