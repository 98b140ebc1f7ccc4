//! Links the program as the command line's own ones are linked, which `cli/build.rs` decides.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=DEP_BCTK_CLI_LINK_ARG");
    if let Ok(arg) = std::env::var("DEP_BCTK_CLI_LINK_ARG") {
        println!("cargo:rustc-link-arg-bins={arg}");
    }
}
