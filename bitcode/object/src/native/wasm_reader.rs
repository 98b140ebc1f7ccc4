//! Reads numbers, strings and small expressions of WebAssembly modules.
//!
//! Limits and words of messages are those of LLVM's `WasmObjectFile` (`lib/Object/WasmObjectFile.cpp`, LLVM 22).
use super::bytes::Fault;

/// A place in a module, or in a part of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    data: &'a [u8],
    at: usize,
    /// The end of the part.
    end: usize,
}

/// The relevant facts about a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValType {
    Number,
    Reference,
}

/// The value of an initializer, if it is one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Init {
    Constant(u64),
    Other,
}

impl<'a> Reader<'a> {
    pub(super) fn new(data: &'a [u8]) -> Reader<'a> {
        Reader { data, at: 0, end: data.len() }
    }

    /// The place from the start of the module.
    pub(super) fn at(&self) -> u64 {
        self.at as u64
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.end
    }

    /// The bytes that are left.
    pub(super) fn left(&self) -> u64 {
        self.end.saturating_sub(self.at) as u64
    }

    /// Passes over bytes that are there.
    pub(super) fn skip(&mut self, size: u64) {
        self.at += size.min(self.left()) as usize;
    }

    /// A reader of the next bytes, which are passed over.
    pub(super) fn part(&mut self, size: u64) -> Option<Reader<'a>> {
        let size = usize::try_from(size).ok().filter(|size| *size as u64 <= self.left())?;
        let part = Reader { end: self.at + size, ..*self };
        self.at += size;
        Some(part)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Fault> {
        let byte = self.data[..self.end].get(self.at).copied().ok_or("EOF while reading uint8")?;
        self.at += 1;
        Ok(byte)
    }

    /// Four bytes.
    pub(super) fn word(&mut self) -> Result<u32, Fault> {
        let bytes = self.fixed(4, "EOF while reading uint32")?;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }

    fn fixed(&mut self, size: usize, message: &str) -> Result<&'a [u8], Fault> {
        let bytes = self.data[..self.end].get(self.at..).and_then(|rest| rest.get(..size)).ok_or(message)?;
        self.at += size;
        Ok(bytes)
    }

    /// A number in groups of seven bits.
    pub(super) fn u64(&mut self) -> Result<u64, Fault> {
        let mut value = 0u64;
        let mut shift = 0;
        loop {
            let byte = self.data[..self.end].get(self.at).copied().ok_or("malformed uleb128, extends past end")?;
            self.at += 1;
            let bits = u64::from(byte & 0x7F);
            if shift >= 64 && bits != 0 || shift < 64 && (bits << shift) >> shift != bits {
                return Err("uleb128 too big for uint64".into());
            }
            if shift < 64 {
                value |= bits << shift;
            }
            shift += 7;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
    }

    pub(super) fn u32(&mut self) -> Result<u32, Fault> {
        u32::try_from(self.u64()?).map_err(|_| "LEB is outside Varuint32 range".into())
    }

    /// A signed number in groups of seven bits.
    pub(super) fn i64(&mut self) -> Result<i64, Fault> {
        let mut value = 0i64;
        let mut shift = 0;
        loop {
            let byte = self.data[..self.end].get(self.at).copied().ok_or("malformed sleb128, extends past end")?;
            self.at += 1;
            let bits = i64::from(byte & 0x7F);
            let sign = if value < 0 { 0x7F } else { 0 };
            if shift >= 64 && bits != sign || shift == 63 && bits != 0 && bits != 0x7F {
                return Err("sleb128 too big for int64".into());
            }
            if shift < 64 {
                value |= bits << shift;
            }
            shift += 7;
            if byte & 0x80 == 0 {
                if shift < 64 && byte & 0x40 != 0 {
                    value |= -1 << shift;
                }
                return Ok(value);
            }
        }
    }

    pub(super) fn i32(&mut self) -> Result<i32, Fault> {
        i32::try_from(self.i64()?).map_err(|_| "LEB is outside Varint32 range".into())
    }

    /// 0 or 1.
    pub(super) fn flag(&mut self) -> Result<bool, Fault> {
        match self.i64()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err("LEB is outside Varuint1 range".into()),
        }
    }

    pub(super) fn string(&mut self) -> Result<&'a [u8], Fault> {
        // LLVM keeps 32 bits of the length.
        let length = (self.u64()? & 0xFFFF_FFFF) as usize;
        self.fixed(length, "EOF while reading string")
    }

    /// Limits of a memory or a table; returns whether addresses have 64 bits.
    pub(super) fn limits(&mut self) -> Result<bool, Fault> {
        const HAS_MAXIMUM: u32 = 1;
        const IS_64: u32 = 4;
        let flags = self.u32()?;
        self.u64()?;
        if flags & HAS_MAXIMUM != 0 {
            self.u64()?;
        }
        Ok(flags & IS_64 != 0)
    }

    /// What follows the `code` of a type.
    pub(super) fn value_type(&mut self, code: u32) -> Result<ValType, Fault> {
        const NULLABLE: u32 = 0x63;
        const NOT_NULLABLE: u32 = 0x64;
        match code {
            0x7B..=0x7F => Ok(ValType::Number),
            NULLABLE | NOT_NULLABLE => self.i64().map(|_| ValType::Reference),
            _ => Ok(ValType::Reference),
        }
    }

    /// An initializer expression.
    pub(super) fn init(&mut self) -> Result<Init, Fault> {
        const END: u8 = 0x0B;
        let start = self.at;
        let simple = match self.byte()? {
            0x41 => Some(Init::Constant(i64::from(self.i32()?) as u64)),
            0x42 => Some(Init::Constant(self.i64()? as u64)),
            0x43 => self.fixed(4, "EOF while reading float64").map(|_| Some(Init::Other))?,
            0x44 => self.fixed(8, "EOF while reading float64").map(|_| Some(Init::Other))?,
            0x23 => self.u64().map(|_| Some(Init::Other))?,
            0xD0 => {
                let code = self.u32()?;
                self.value_type(code).map(|_| Some(Init::Other))?
            }
            _ => None,
        };
        if let Some(value) = simple
            && self.byte()? == END
        {
            return Ok(value);
        }
        self.at = start;
        loop {
            match self.byte()? {
                0x41 | 0x42 | 0x23 | 0xD0 | 0xD2 | 0x00 | 0x01 | 0x06 | 0x07 => drop(self.u64()?),
                0x08 => {
                    self.u64()?;
                    self.u64()?;
                }
                0x43 => drop(self.fixed(4, "EOF while reading float64")?),
                0x44 => drop(self.fixed(8, "EOF while reading float64")?),
                0x6A..=0x6C | 0x7C..=0x7E | 0xFB | 0x1C => {}
                END => return Ok(Init::Other),
                code => return Err(format!("invalid opcode in init_expr: {code}").into()),
            }
        }
    }

    /// Reads parts, each with its kind and size.
    pub(super) fn subsections(&mut self, name: &str, mut read: impl FnMut(u8, &mut Reader<'a>) -> Result<(), Fault>) -> Result<(), Fault> {
        let early = || Fault::from(format!("{name} sub-section ended prematurely"));
        while !self.at_end() {
            let kind = self.byte()?;
            let size = u64::from(self.u32()?);
            let mut part = self.part(size).ok_or_else(early)?;
            read(kind, &mut part)?;
            if !part.at_end() {
                return Err(early());
            }
        }
        Ok(())
    }

    /// Checks that nothing is left.
    pub(super) fn end(&self, what: &str, kind: &str) -> Result<(), Fault> {
        if self.at_end() { Ok(()) } else { Err(format!("{what} {kind} ended prematurely").into()) }
    }
}
