//! Reads numbers and strings at arbitrary positions of a file, and formats messages about files.

/// The fault in a file.
#[derive(Clone, Debug, Default)]
pub struct Fault {
    /// LLVM's message.
    pub message: String,
    /// Whether it is no object file at all. LLVM leaves out members of archives that are none.
    pub not_an_object: bool,
}

impl From<String> for Fault {
    fn from(message: String) -> Fault {
        Fault { message, not_an_object: false }
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Fault {
        message.to_owned().into()
    }
}

/// LLVM's message for a file of an unknown type.
pub const UNKNOWN: &str = "The file was not recognized as a valid object file";

impl Fault {
    /// A file of no kind that LLVM knows.
    pub fn unknown() -> Fault {
        Fault { message: UNKNOWN.into(), not_an_object: true }
    }
}

/// A file and its byte order.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a> {
    /// All of it.
    pub data: &'a [u8],
    /// Whether high bytes come first.
    pub big: bool,
}

impl<'a> Bytes<'a> {
    /// The bytes of a place, if all of it lies in the file.
    pub fn get(&self, at: u64, size: u64) -> Option<&'a [u8]> {
        let start = usize::try_from(at).ok()?;
        let end = usize::try_from(at.checked_add(size)?).ok()?;
        self.data.get(start..end)
    }

    fn number(&self, at: u64, size: u64) -> Option<u64> {
        let bytes = self.get(at, size)?;
        let fold = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
        Some(if self.big { bytes.iter().fold(0, fold) } else { bytes.iter().rev().fold(0, fold) })
    }

    /// The byte at a place.
    pub fn u8(&self, at: u64) -> Option<u8> {
        self.get(at, 1).map(|bytes| bytes[0])
    }

    /// The number of 16 bits at a place.
    pub fn u16(&self, at: u64) -> Option<u16> {
        self.number(at, 2).map(|value| value as u16)
    }

    /// The number of 32 bits at a place.
    pub fn u32(&self, at: u64) -> Option<u32> {
        self.number(at, 4).map(|value| value as u32)
    }

    /// The number of 64 bits at a place.
    pub fn u64(&self, at: u64) -> Option<u64> {
        self.number(at, 8)
    }

    /// The text that begins at a place and ends before a zero, or with the file.
    pub fn text(&self, at: u64) -> Option<&'a [u8]> {
        let from = self.data.get(usize::try_from(at).ok()?..)?;
        Some(until_zero(from))
    }
}

/// The part before the first zero.
pub fn until_zero(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// Decimal digits, all of them (`StringRef::getAsInteger`).
pub fn decimal(text: &[u8]) -> Option<u64> {
    text.iter().all(u8::is_ascii_digit).then(|| std::str::from_utf8(text).ok()?.parse().ok()).flatten()
}

/// Text with everything but printable ASCII escaped (`raw_ostream::write_escaped`).
pub fn escaped(text: &[u8]) -> String {
    let mut out = String::new();
    for &byte in text {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'\t' => out.push_str("\\t"),
            b'\n' => out.push_str("\\n"),
            b'"' => out.push_str("\\\""),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out
}

/// Text for a message.
pub fn shown(text: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(text)
}
