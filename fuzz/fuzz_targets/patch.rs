//! Patches: between any two files there is one that makes one of the other, and bytes that are none do no harm.
#![no_main]

use bctk_bitcode::patch::{Patch, apply, diff};

libfuzzer_sys::fuzz_target!(|data: (&[u8], &[u8], &[u8])| {
    let (canonical, original, noise) = data;
    let patch = diff(canonical, original).expect("a patch");
    let decoded = Patch::from_bytes(&patch.to_bytes()).expect("the same patch");
    assert!(decoded == patch);
    let applied = apply(canonical, &decoded).expect("a patched file");
    assert!(applied.bytes == original && applied.exact);
    // To another file it applies in part or not at all.
    let _ = apply(noise, &patch);
    if let Ok(patch) = Patch::from_bytes(noise) {
        let _ = apply(canonical, &patch);
    }
});
