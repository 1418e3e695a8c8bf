//! The languages of answers.

/// A language of `message`, `detail` and the pages. The default is that of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub enum Language {
    /// French.
    #[default]
    Fr,
    /// English.
    En,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Fr, Self::En];

    /// Its tag, as `Accept-Language` and `lang` write it.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Fr => "fr",
            Self::En => "en",
        }
    }
}
