//! Universal binaries: their slices, and the names of architectures.
//!
//! The checks, their order and their words are those of LLVM's `MachOUniversalBinary` (`lib/Object/MachOUniversal.cpp`, LLVM 22).
use super::bytes::{Bytes, Fault};

/// A part for one processor.
pub struct Slice<'a> {
    /// Its number among all.
    pub number: u32,
    /// The processor, as Mach-O numbers it.
    pub cpu: u32,
    variant: u32,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// Processor, variant, name (`MachOObjectFile::getArchTriple`).
const ARCHITECTURES: [(u32, u32, &str); 18] = [
    (7, 3, "i386"),
    (0x0100_0007, 3, "x86_64"),
    (0x0100_0007, 8, "x86_64h"),
    (12, 5, "armv4t"),
    (12, 7, "armv5e"),
    (12, 8, "xscale"),
    (12, 6, "armv6"),
    (12, 14, "armv6m"),
    (12, 9, "armv7"),
    (12, 16, "armv7em"),
    (12, 12, "armv7k"),
    (12, 15, "armv7m"),
    (12, 11, "armv7s"),
    (0x0100_000C, 0, "arm64"),
    (0x0100_000C, 2, "arm64e"),
    (0x0200_000C, 1, "arm64_32"),
    (18, 0, "ppc"),
    (0x0100_0012, 0, "ppc64"),
];

/// The bits of a variant that encode features.
const FEATURES: u32 = 0xFF00_0000;

/// The name of a processor, or nothing.
pub fn architecture((cpu, variant): (u32, u32)) -> &'static str {
    let same = |known: &&(u32, u32, &str)| known.0 == cpu && known.1 == variant & !FEATURES;
    ARCHITECTURES.iter().find(same).map_or("", |known| known.2)
}

impl Slice<'_> {
    /// The name of its processor, or nothing.
    pub fn architecture(&self) -> &'static str {
        architecture((self.cpu, self.variant))
    }
}

fn malformed(message: String) -> Fault {
    format!("truncated or malformed fat file ({message})").into()
}

/// The slices of a universal binary.
///
/// # Errors
/// The fault in its headers.
pub fn slices(data: &[u8]) -> Result<Vec<Slice<'_>>, Fault> {
    // As large as LLVM lets sections be aligned.
    const MOST_ALIGNED: u32 = 15;
    let file = Bytes { data, big: true };
    let (Some(magic), Some(count)) = (file.u32(0), file.u32(4)) else {
        return Err(Fault { message: "File too small to be a Mach-O universal file".into(), not_an_object: true });
    };
    if count == 0 {
        return Err(malformed("contains zero architecture types".into()));
    }
    let wide = magic == 0xCAFE_BABF;
    let entry = if wide { 32 } else { 20 };
    let headers = 8 + entry * u64::from(count);
    if headers > data.len() as u64 {
        let word = if wide { "fat_arch_64" } else { "fat_arch" };
        return Err(malformed(format!("{word} structs would extend past the end of the file")));
    }
    // Where each begins and how long it is.
    let mut places: Vec<(u64, u64)> = Vec::new();
    let mut slices: Vec<Slice<'_>> = Vec::new();
    for number in 0..count {
        let at = 8 + entry * u64::from(number);
        let word = |place: u64| file.u32(at + place).unwrap_or(0);
        let long = |place: u64| file.u64(at + place).unwrap_or(0);
        let (cpu, variant) = (word(0), word(4));
        let (offset, size, align) = match wide {
            true => (long(8), long(16), word(24)),
            false => (word(8).into(), word(12).into(), word(16)),
        };
        let who = format!("cputype ({cpu}) cpusubtype ({})", variant & !FEATURES);
        let Some(bytes) = file.get(offset, size) else {
            return Err(malformed(format!("offset plus size of {who} extends past the end of the file")));
        };
        if align > MOST_ALIGNED {
            return Err(malformed(format!("align (2^{align}) too large for {who} (maximum 2^{MOST_ALIGNED})")));
        }
        if offset % (1 << align) != 0 {
            return Err(malformed(format!("offset: {offset} for {who} not aligned on it's alignment (2^{align})")));
        }
        if offset < headers {
            return Err(malformed(format!("{who} offset {offset} overlaps universal headers")));
        }
        places.push((offset, size));
        slices.push(Slice { number, cpu, variant, bytes });
    }
    for (at, (one, &(start, size))) in slices.iter().zip(&places).enumerate() {
        for (other, &(other_start, other_size)) in slices.iter().zip(&places).skip(at + 1) {
            let who = |slice: &Slice<'_>| (slice.cpu, slice.variant & !FEATURES);
            let (cpu, variant) = who(one);
            if who(one) == who(other) {
                return Err(malformed(format!("contains two of the same architecture (cputype ({cpu}) cpusubtype ({variant}))")));
            }
            let (end, other_end) = (start + size, other_start + other_size);
            let overlaps = start >= other_start && start < other_end
                || end > other_start && end < other_end
                || start <= other_start && end >= other_end;
            if overlaps {
                let (other_cpu, other_variant) = who(other);
                return Err(malformed(format!(
                    "cputype ({cpu}) cpusubtype ({variant}) at offset {start} with a size of {size}, overlaps cputype ({other_cpu}) cpusubtype \
                     ({other_variant}) at offset {other_start} with a size of {other_size}"
                )));
            }
        }
    }
    Ok(slices)
}
