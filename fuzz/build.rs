//! Compiles the C code of the target `capi`: the functions that the tests of the C API call on each input.

fn main() {
    println!("cargo:rerun-if-changed=fuzz_targets/capi.c");
    println!("cargo:rerun-if-changed=../capi/tests/c/each.h");
    println!("cargo:rerun-if-changed=../capi/include/bctk.h");
    cc::Build::new().file("fuzz_targets/capi.c").include("../capi/include").include("../capi/tests/c").compile("each");
}
