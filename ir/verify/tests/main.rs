//! Tests of the verifier as its users see it.
mod attributes;
mod calls;
mod casts;
mod globals;
mod instructions;
mod levels;

use bctk_ir::body::Body;
use bctk_ir::module::Module;
use bctk_textual::{ParseOptions, parse};

/// The module of a text that parses.
fn module(text: &str) -> Module {
    match parse(text.as_bytes(), &ParseOptions::default()) {
        Ok(module) => module,
        Err(errors) => panic!("{text}\n{errors}"),
    }
}

/// The local of a body with this name.
fn local(body: &Body, name: &str) -> u32 {
    let found = (0..body.local_types.len() as u32).find(|&local| body.local_name(local) == name.as_bytes());
    found.unwrap_or_else(|| panic!("no local {name}"))
}
