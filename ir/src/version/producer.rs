//! Maps a producer or compiler to its LLVM: `LLVM22.1.8`, `rustc version 1.94.0`, `APPLE_1_1600.0.26.6_0`, `zig 0.14.1`.
use super::LlvmVersion;

/// The release of a producer: `LLVM22.1.8`, `LLVM21.1.8-rust-1.93.0-stable` and the like; for a build of Apple's clang, the release that it
/// is based on, which its number begins with (`APPLE_1_1600.0.26.6_0`); or that of Zig, which has its own bitcode writer since 0.12 (`zig
/// 0.14.1`).
pub fn producer_version(producer: &[u8]) -> Option<LlvmVersion> {
    let after = |prefix: &[u8]| number_after(producer, prefix);
    let apple = || mapped(&APPLE, after(b"APPLE_1_")?);
    let zig = || mapped(&ZIG, after(b"zig 0.").filter(|_| producer.starts_with(b"zig 0."))?);
    match after(b"LLVM").or_else(apple).or_else(zig)? {
        3 => Some(LlvmVersion::three(after(b"LLVM3.").unwrap_or(8))),
        major => Some(LlvmVersion::new(major)),
    }
}

/// The number that follows the first `prefix` in a text.
fn number_after(text: &[u8], prefix: &[u8]) -> Option<u32> {
    let at = text.windows(prefix.len()).position(|window| window == prefix)? + prefix.len();
    let digits = text[at..].iter().take_while(|c| c.is_ascii_digit()).count();
    std::str::from_utf8(&text[at..at + digits]).ok()?.parse::<u32>().ok()
}

/// Looks up the LLVM version of a release in a table of first release and version, descending.
fn mapped(table: &[(u32, u32)], release: u32) -> Option<u32> {
    table.iter().find(|(from, _)| release >= *from).map(|(_, llvm)| *llvm)
}

/// LLVM by build of Apple's clang, the first number of `clang-1205.0.22.11`: Xcode 12.5 has this one, which is based on LLVM 11.
const APPLE: [(u32, u32); 15] = [
    (1700, 19),
    (1600, 17),
    (1500, 16),
    (1403, 15),
    (1400, 14),
    (1316, 13),
    (1300, 12),
    (1205, 11),
    (1200, 10),
    (1103, 9),
    (1100, 8),
    (1001, 7),
    (1000, 6),
    (900, 5),
    (800, 4),
];

/// LLVM version by Zig release (without the leading `0.`): the version that its compiler is linked with.
const ZIG: [(u32, u32); 5] = [(16, 21), (15, 20), (14, 19), (13, 18), (12, 17)];

/// The release of LLVM that a compiler is based on, from its identification in `!llvm.ident`.
///
/// Clang and flang have LLVM's numbers; rustc and Apple's clang have their own (rustc: its release notes; Apple: the LLVM version that a
/// release branched from).
pub fn compiler_release(ident: &[u8]) -> Option<LlvmVersion> {
    // (First version of the compiler, version of LLVM), descending.
    const RUSTC: [(u32, u32); 12] =
        [(94, 22), (91, 21), (87, 20), (82, 19), (78, 18), (73, 17), (70, 16), (65, 15), (60, 14), (56, 13), (52, 12), (47, 11)];
    let after = |prefix: &[u8]| number_after(ident, prefix);
    if let Some(minor) = after(b"rustc version 1.") {
        return mapped(&RUSTC, minor).map(LlvmVersion::new);
    }
    if ident.starts_with(b"Apple ") {
        return mapped(&APPLE, after(b"(clang-")?).map(LlvmVersion::new);
    }
    match after(b"clang version ").or_else(|| after(b"flang version ")).or_else(|| after(b"flang-new version "))? {
        3 => Some(LlvmVersion::three(after(b"clang version 3.")?)),
        major => Some(LlvmVersion::new(major)),
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn producers() {
        assert_eq!(producer_version(b"LLVM22.1.8"), Some(LlvmVersion::new(22)));
        assert_eq!(producer_version(b"LLVM21.1.8-rust-1.93.0-stable"), Some(LlvmVersion::new(21)));
        assert_eq!(producer_version(b"APPLE_1_1600.0.26.6_0"), Some(LlvmVersion::new(17)));
        assert_eq!(producer_version(b"APPLE_1_902.0.39.2_0"), Some(LlvmVersion::new(5)));
        assert_eq!(producer_version(b"APPLE_1_1403.0.22.14_0"), Some(LlvmVersion::new(15)));
        assert_eq!(producer_version(b"zig 0.13.0"), Some(LlvmVersion::new(18)));
        assert_eq!(producer_version(b"zig 0.15.2"), Some(LlvmVersion::new(20)));
        assert_eq!(producer_version(b"someone"), None);
    }

    #[test]
    fn compilers() {
        assert_eq!(compiler_release(b"Debian clang version 14.0.6"), Some(LlvmVersion::new(14)));
        assert_eq!(compiler_release(b"rustc version 1.78.0 (9b00956e5 2024-04-29)"), Some(LlvmVersion::new(18)));
        assert_eq!(compiler_release(b"Apple clang version 15.0.0 (clang-1500.3.9.4)"), Some(LlvmVersion::new(16)));
        assert_eq!(compiler_release(b"Apple clang version 12.0.5 (clang-1205.0.22.11)"), Some(LlvmVersion::new(11)));
        assert_eq!(compiler_release(b"Apple LLVM version 10.0.1 (clang-1001.0.46.4)"), Some(LlvmVersion::new(7)));
        assert_eq!(compiler_release(b"Apple clang"), None);
        assert_eq!(compiler_release(b"someone's compiler 3"), None);
        assert_eq!(compiler_release(b"clang version 3.7.0 (tags/RELEASE_370/final)"), Some(LlvmVersion::three(7)));
    }
}
