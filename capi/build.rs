//! Gives the shared library the name that programs ask for at run time: `libbctk.so.0`, whatever the file of the build is called.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux" | "android" | "freebsd" | "netbsd" | "openbsd" | "dragonfly" | "illumos") => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libbctk.so.0");
        }
        Ok("macos" | "ios") => println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libbctk.0.dylib"),
        _ => {}
    }
}
