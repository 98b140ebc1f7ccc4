//! Finds the calls of a function, with file and line, and the calls into which they were inlined:
//! `cargo run --example find_calls -- FILE FUNCTION`.
fn main() -> Result<(), bctk::Error> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc").into());
    let wanted = args.next().unwrap_or_else(|| "twice".into());
    let module = bctk::read(path)?;
    for function in module.view().functions() {
        let calls = function.instructions().filter_map(|inst| inst.as_call());
        for call in calls.filter(|call| call.callee_name().is_some_and(|name| name == wanted)) {
            match call.location() {
                None => println!("{}: no location", function.name_str()),
                Some(location) => {
                    let chain: Vec<String> = location.inlined_chain().map(|location| location.to_string()).collect();
                    println!("{}: {}", function.name_str(), chain.join(", inlined at "));
                }
            }
        }
    }
    Ok(())
}
