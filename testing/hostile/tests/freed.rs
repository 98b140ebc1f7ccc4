//! Operations of the library, over and over: a program that converts many files takes no more memory for each.
use bctk::{AssembleOptions, CopyOptions, DisassembleOptions};
use cap::Cap;
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

const BITCODE: &[u8] = include_bytes!("../../../corpus/v22/rustc-debug.bc");

/// How much more memory is in use after `runs` runs of `operation` than after the first ones, which may fill caches.
fn growth(runs: usize, operation: &dyn Fn()) -> usize {
    (0..3).for_each(|_| operation());
    let before = ALLOCATOR.allocated();
    (0..runs).for_each(|_| operation());
    ALLOCATOR.allocated().saturating_sub(before)
}

#[test]
fn modules_are_freed() {
    let bitcode = || bctk::open_bytes("a.bc", BITCODE).expect("bitcode");
    let text = bctk::disassemble(&bitcode(), &DisassembleOptions::default()).expect("text");
    let plain = bctk::disassemble(&bitcode(), &DisassembleOptions { plain: true, ..Default::default() }).expect("plain text");
    let assembled = |text: &[u8]| {
        let file = bctk::open_bytes("a.ll", text).expect("text");
        bctk::assemble(&file, &AssembleOptions::default()).expect("bitcode")
    };
    assert_eq!(assembled(&text), BITCODE);
    let operations: [(&str, &dyn Fn()); 4] = [
        ("copy", &|| drop(bctk::copy(&bitcode(), &CopyOptions::default()).expect("a copy"))),
        ("disassemble", &|| drop(bctk::disassemble(&bitcode(), &DisassembleOptions::default()).expect("text"))),
        ("assemble", &|| drop(assembled(&text))),
        ("assemble plain text", &|| drop(assembled(&plain))),
    ];
    for (name, operation) in operations {
        // Less than a copy of the input for each run.
        let grown = growth(10, operation);
        assert!(grown < BITCODE.len(), "{name}: {grown} bytes more in use after ten runs on {} bytes", BITCODE.len());
    }
}
