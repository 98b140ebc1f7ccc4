//! Links the programs at fixed addresses where that is known to work: a program that can be anywhere has eighteen thousand pointers in its
//! tables, which are set at each start. That is a quarter of the time that `--version` takes. The build script of `bctk`, whose program is this
//! crate's, is told of it by `links` in `Cargo.toml`.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).as_deref() == Ok(value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && is("CARGO_CFG_TARGET_ARCH", "x86_64") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
        println!("cargo:link_arg=-no-pie");
    }
}
