//! Where values end: steps over strings, numbers and whole containers without decoding them.

use memchr::memchr2;
use serde::de::Error as _;
use serde_json::Error;
use wide::u8x16;

/// Bytes that one look takes in.
const WINDOW: usize = 16;
/// Bytes of a container that one step takes in: a bit each in a word.
const BLOCK: usize = 64;

/// What is left of a body.
#[derive(Clone)]
pub(super) struct Scanner<'de> {
    rest: &'de [u8],
}

/// A string as it stands.
pub(super) struct Quoted<'de> {
    /// With its quotes.
    pub(super) text: &'de [u8],
    escaped: bool,
    /// Whether it holds control characters; not looked at yet in a long one, which most often nobody reads.
    controls: Option<bool>,
}

impl<'de> Quoted<'de> {
    /// The text between the quotes where that is all there is to it: no escapes, no control characters.
    pub(super) fn plain(&self) -> Option<&'de [u8]> {
        let text = self.text.get(1..self.text.len().checked_sub(1)?)?;
        let controls = || text.iter().copied().min().is_some_and(|least| least < b' ');
        (!self.escaped && !self.controls.unwrap_or_else(controls)).then_some(text)
    }
}

impl<'de> Scanner<'de> {
    pub(super) fn new(body: &'de [u8]) -> Self {
        Self { rest: body }
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.trim_ascii_start().is_empty()
    }

    /// The first byte of what comes next.
    #[inline]
    pub(super) fn peek(&mut self) -> Result<u8, Error> {
        while let [b' ' | b'\n' | b'\t' | b'\r', rest @ ..] = self.rest {
            self.rest = rest;
        }
        self.rest.first().copied().ok_or_else(cut_off)
    }

    /// Steps over one byte.
    #[inline]
    pub(super) fn bump(&mut self) {
        self.rest = self.rest.get(1..).unwrap_or_default();
    }

    /// Steps over what comes next if it is this sign.
    #[inline]
    pub(super) fn take(&mut self, sign: u8) -> bool {
        let is_next = self.peek().is_ok_and(|next| next == sign);
        if is_next {
            self.bump();
        }
        is_next
    }

    /// Steps over a string, of which the opening quote comes next.
    #[inline]
    pub(super) fn string(&mut self) -> Result<Quoted<'de>, Error> {
        // Most end within one look; for the longer ones a search is worth its set-up.
        if let Some(window) = self.rest.get(1..).and_then(|text| text.first_chunk::<WINDOW>()) {
            let end = first(equal(window, b'"') | equal(window, b'\\'));
            if window.get(end) == Some(&b'"') {
                let controls = controls(window) & !(u64::MAX << end) != 0;
                return Ok(Quoted { text: self.advance(end + 2)?, escaped: false, controls: Some(controls) });
            }
        }
        self.long_string()
    }

    #[inline(never)]
    fn long_string(&mut self) -> Result<Quoted<'de>, Error> {
        let (mut end, mut escaped) = (1, false);
        loop {
            let text = self.rest.get(end..).ok_or_else(cut_off)?;
            end += memchr2(b'"', b'\\', text).ok_or_else(cut_off)?;
            if self.rest.get(end) == Some(&b'"') {
                return Ok(Quoted { text: self.advance(end + 1)?, escaped, controls: None });
            }
            escaped = true;
            end += 2;
        }
    }

    /// Steps over a number or a word inside a container.
    pub(super) fn scalar(&mut self) -> Result<&'de [u8], Error> {
        let is_end = |byte: &u8| matches!(byte, b',' | b']' | b'}' | b' ' | b'\n' | b'\t' | b'\r');
        match self.rest.iter().position(is_end) {
            // Whether it goes on can't be told.
            None => Err(cut_off()),
            Some(0) => Err(Error::custom("expected a value")),
            Some(end) => self.advance(end),
        }
    }

    /// Steps over a value, which is not judged beyond its quotes and brackets.
    #[inline]
    pub(super) fn skip(&mut self) -> Result<&'de [u8], Error> {
        match self.peek()? {
            b'"' => self.string().map(|string| string.text),
            b'{' | b'[' => self.container(),
            _ => self.scalar(),
        }
    }

    /// Steps over a list or an object, block by block, however deep it is.
    #[inline(never)]
    fn container(&mut self) -> Result<&'de [u8], Error> {
        let mut strings = Strings::default();
        let mut depth = 0;
        let mut blocks = 0;
        loop {
            let rest = self.rest.get(blocks * BLOCK..).filter(|rest| !rest.is_empty()).ok_or_else(cut_off)?;
            let block = rest.first_chunk().copied().unwrap_or_else(|| padded(rest));
            let brackets = strings.brackets(&block);
            if let Some(end) = brackets.close_all(&mut depth) {
                return self.advance(blocks * BLOCK + end + 1);
            }
            blocks += 1;
        }
    }

    /// Steps over this many bytes.
    #[inline]
    fn advance(&mut self, bytes: usize) -> Result<&'de [u8], Error> {
        let (passed, rest) = self.rest.split_at_checked(bytes).ok_or_else(cut_off)?;
        self.rest = rest;
        Ok(passed)
    }
}

/// Which bytes of a block are brackets, a bit each.
struct Brackets {
    open: u64,
    close: u64,
}

impl Brackets {
    /// Where the bracket closes that brings the depth to zero; else the depth behind the block.
    #[inline]
    fn close_all(self, depth: &mut u32) -> Option<usize> {
        let mut left = self.open | self.close;
        while left != 0 {
            let bracket = left & left.wrapping_neg();
            if self.open & bracket != 0 {
                *depth += 1;
            } else {
                *depth = depth.saturating_sub(1);
                if *depth == 0 {
                    return Some(bracket.trailing_zeros() as usize);
                }
            }
            left ^= bracket;
        }
        None
    }
}

/// What the strings of one block say of the next.
#[derive(Default)]
struct Strings {
    /// All ones where a string goes on.
    open: u64,
    /// One where the next byte is escaped.
    escaped: u64,
}

impl Strings {
    /// The brackets of a block that stand in no string.
    #[inline]
    fn brackets(&mut self, block: &[u8; BLOCK]) -> Brackets {
        let (mut quotes, mut backslashes, mut open, mut close) = (0, 0, 0, 0);
        let (windows, _) = block.as_chunks::<WINDOW>();
        for (place, window) in windows.iter().enumerate() {
            let bits = |bits: u64| bits << (place * WINDOW);
            // "{" and "[" are one bit apart, as are "}" and "]".
            let folded = window.map(|byte| byte | 0x20);
            quotes |= bits(equal(window, b'"'));
            backslashes |= bits(equal(window, b'\\'));
            open |= bits(equal(&folded, b'{'));
            close |= bits(equal(&folded, b'}'));
        }
        if backslashes | self.escaped != 0 {
            quotes &= !self.escapes(backslashes);
        }
        let outside = !self.inside(quotes);
        Brackets { open: open & outside, close: close & outside }
    }

    /// The bytes inside of strings: from each opening quote up to its closing one.
    fn inside(&mut self, quotes: u64) -> u64 {
        let inside = [1, 2, 4, 8, 16, 32].iter().fold(quotes, |bits, shift| bits ^ bits << shift) ^ self.open;
        self.open = if inside >> (BLOCK - 1) == 1 { u64::MAX } else { 0 };
        inside
    }

    /// The bytes that a backslash stands before, unless it is escaped itself.
    #[cold]
    fn escapes(&mut self, backslashes: u64) -> u64 {
        let mut escaped = std::mem::take(&mut self.escaped);
        let mut left = backslashes & !escaped;
        while left != 0 {
            let backslash = left & left.wrapping_neg();
            let next = backslash << 1;
            escaped |= next;
            left &= !(backslash | next);
            if next == 0 {
                self.escaped = 1;
            }
        }
        escaped
    }
}

/// Which bytes of a window are this one, a bit each.
#[inline]
fn equal(window: &[u8; WINDOW], byte: u8) -> u64 {
    u64::from(u8x16::new(*window).simd_eq(u8x16::splat(byte)).to_bitmask())
}

/// Which bytes of a window are control characters, a bit each.
#[inline]
fn controls(window: &[u8; WINDOW]) -> u64 {
    let bytes = u8x16::new(*window);
    u64::from(bytes.min(u8x16::splat(b' ' - 1)).simd_eq(bytes).to_bitmask())
}

/// The place of the first bit; past the window where there is none.
#[inline]
fn first(bits: u64) -> usize {
    bits.trailing_zeros() as usize
}

/// The end of a body as a block.
fn padded(rest: &[u8]) -> [u8; BLOCK] {
    let mut block = [b' '; BLOCK];
    block.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
    block
}

fn cut_off() -> Error {
    Error::custom("the body ends too early")
}
