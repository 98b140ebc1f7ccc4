//! Versions of the library, its interface, and LLVM.
use crate::types::{bctk_string, number};

/// The version of the interface in this header. The library has the same one, or a later one that works with it.
pub const BCTK_ABI_VERSION: u32 = 0;

/// The version of the interface of the library, to compare with `BCTK_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn bctk_abi_version() -> u32 {
    BCTK_ABI_VERSION
}

/// The version of bctk, such as `0.2.0`.
#[unsafe(no_mangle)]
pub extern "C" fn bctk_version() -> bctk_string {
    let text = concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes();
    bctk_string { data: text.as_ptr().cast(), size: text.len() - 1 }
}

/// A flag of `bctk_features`: the library has assembly and translations.
pub const BCTK_FEATURE_TEXT: u32 = 1;
/// A flag of `bctk_features`: the library has the verifier.
pub const BCTK_FEATURE_VERIFY: u32 = 2;

/// What the library was built with, as `BCTK_FEATURE_…` flags. Libraries for linkers do without much; calls that need it are `BCTK_NOT_BUILT`.
#[unsafe(no_mangle)]
pub extern "C" fn bctk_features() -> u32 {
    let of = |is_there: bool, flag: u32| if is_there { flag } else { 0 };
    of(cfg!(feature = "text"), BCTK_FEATURE_TEXT) | of(cfg!(feature = "verify"), BCTK_FEATURE_VERIFY)
}

/// The newest release of LLVM that bctk knows, which may be in development: 24 for LLVM 24.
#[unsafe(no_mangle)]
pub extern "C" fn bctk_newest_llvm() -> u32 {
    number(Some(bctk::LlvmVersion::NEWEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_library_has_the_version_of_its_interface() {
        for source in ["build.rs", "../xtask/src/capi.rs"] {
            let text = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(source)).expect("a source");
            assert!(text.contains(&format!("libbctk.so.{BCTK_ABI_VERSION}\"")), "{source}");
            assert!(text.contains(&format!("libbctk.{BCTK_ABI_VERSION}.dylib\"")), "{source}");
        }
    }

    #[test]
    fn releases_have_numbers() {
        for llvm in bctk::LlvmVersion::written() {
            assert_eq!(crate::types::release(number(Some(llvm))).ok(), Some(llvm));
        }
        assert_eq!(bctk_newest_llvm(), bctk::LlvmVersion::NEWEST.major);
        assert_eq!((number(Some(bctk::LlvmVersion::three(7))), number(None)), (307, 0));
        assert!([0, 3, 399].into_iter().all(|number| crate::types::release(number).is_err()));
    }
}
