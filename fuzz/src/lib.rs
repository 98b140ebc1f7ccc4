//! Turns a row of `bctk_hostile::targets` into a libFuzzer target: it runs the oracles of the row, or a function that is named, and every
//! other mutation is structural.
pub use bctk_hostile::targets::Target;
pub use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

/// The target with this name.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        $crate::target!($name, |data: &[u8]| target().run(data));
    };
    ($name:literal, $run:expr) => {
        fn target() -> &'static $crate::Target {
            $crate::Target::named($name).expect("a target of this name")
        }
        $crate::fuzz_target!(|data: &[u8]| $run(data));
        $crate::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::mutate(target(), data, size, max_size, seed)
        });
    };
}

/// Mutates the first `size` bytes of `data` to at most `max_size` bytes and returns their number: by structure or, half of the time and if
/// no structural mutation fits, as libFuzzer does.
pub fn mutate(target: &Target, data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let by_structure = if seed.is_multiple_of(2) { target.input.mutate(&data[..size], u64::from(seed)) } else { None };
    match by_structure {
        Some(changed) if !changed.is_empty() && changed.len() <= max_size => {
            data[..changed.len()].copy_from_slice(&changed);
            changed.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
}
