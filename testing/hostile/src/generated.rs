//! Properties of every generated module: round trips through bitcode, through text, and through both change nothing.
use bctk_bitcode::write::UseListOrders;
use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
use bctk_ir::module::Module;
use bctk_textual::{ParseOptions, PrintOptions, parse, print};

/// A property of generated modules; an error says what does not hold.
pub type Property = fn(&Module) -> Result<(), String>;

/// All of them, with their names.
pub const PROPERTIES: &[(&str, Property)] = &[
    ("bitcode keeps everything", bitcode_keeps_everything),
    ("text keeps everything", text_keeps_everything),
    ("both ways keep everything", both_ways_keep_everything),
];

/// The text of a module, with orders of uses or without.
pub fn text_of(module: &Module, orders: bool) -> Vec<u8> {
    print(module, &PrintOptions { preserve_uselistorder: orders, ..Default::default() })
}

fn bitcode_of(module: &Module) -> Result<Vec<u8>, String> {
    write(module, &WriteOptions::default()).map_err(|e| format!("not written: {e}"))
}

fn module_of(bitcode: &[u8]) -> Result<Module, String> {
    read(bitcode, &ReadOptions::default()).map_err(|e| format!("not read: {e}"))
}

fn parsed(text: &[u8]) -> Result<Module, String> {
    parse(text, &ParseOptions::default()).map_err(|faults| format!("not parsed: {faults}"))
}

/// An error that shows the first line in which two texts differ.
fn same_text(what: &str, want: &[u8], got: &[u8]) -> Result<(), String> {
    if want == got {
        return Ok(());
    }
    let (want, got) = (String::from_utf8_lossy(want), String::from_utf8_lossy(got));
    let number = want.lines().zip(got.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(number).unwrap_or("(end)").to_owned();
    Err(format!("{what}, line {}:\n- {}\n+ {}", number + 1, line(&want), line(&got)))
}

fn same_bytes(what: &str, want: &[u8], got: &[u8]) -> Result<(), String> {
    match want.iter().zip(got).position(|(a, b)| a != b) {
        None if want.len() == got.len() => Ok(()),
        at => Err(format!("{what}: {} and {} bytes, differ at {at:?}", want.len(), got.len())),
    }
}

/// read(write(m)) is m: it prints the same, has the same orders of uses, and writes the same bytes.
///
/// # Errors
/// The differences.
pub fn bitcode_keeps_everything(made: &Module) -> Result<(), String> {
    let bitcode = bitcode_of(made)?;
    let again = module_of(&bitcode)?;
    for (body, read) in made.bodies.iter().zip(&again.bodies) {
        // The writer adds some: LLVM does not foresee everything that its reader does to lists of uses. Where operand bundles are, it states
        // others.
        for order in body.provenance.use_orders.iter().filter(|_| body.bundles.is_empty()) {
            if !read.provenance.use_orders.contains(order) {
                return Err(format!("{order:?} is lost"));
            }
        }
    }
    same_text("text", &without_orders(&text_of(made, false)), &without_orders(&text_of(&again, false)))?;
    same_bytes("bitcode", &bitcode, &bitcode_of(&again)?)
}

/// A text without what depends on the uses of global values, constants and blocks: their orders, and the order in which predecessors are named.
/// Those LLVM itself does not keep from text to text, and what it printed of them it takes back only if all uses stand in the text.
fn without_outer_orders(text: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(text.len());
    for line in text.split(|&byte| byte == b'\n') {
        let outer = line.starts_with(b"uselistorder") || line.starts_with(b"  uselistorder label") || line == b"; uselistorder directives";
        if outer || line.is_empty() {
            continue;
        }
        let end = line.windows(9).position(|window| window == b"; preds =").unwrap_or(line.len());
        kept.extend_from_slice(&line[..end]);
        kept.push(b'\n');
    }
    kept
}

/// As [`without_outer_orders`], without any order of uses.
fn without_orders(text: &[u8]) -> Vec<u8> {
    let text = without_outer_orders(text);
    text.split_inclusive(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"  uselistorder")).flatten().copied().collect()
}

/// The verifier finds nothing in what the generator makes.
///
/// # Errors
/// What it finds.
pub fn is_valid(made: &Module) -> Result<(), String> {
    let report = bctk::verify(made, &bctk::VerifyOptions::default());
    match report.is_valid() {
        true => Ok(()),
        false => Err(bctk::verify::llvm_messages(made, &report)),
    }
}

/// parse(print(m)) is m: it prints the same, with the orders of uses that are stated in functions.
///
/// # Errors
/// The differences.
pub fn text_keeps_everything(made: &Module) -> Result<(), String> {
    let text = without_outer_orders(&text_of(made, true));
    let again = parsed(&text)?;
    same_text("text", &text, &without_outer_orders(&text_of(&again, true)))
}

/// From bitcode to text, back to bitcode and to text again: the second text is the first one, and so is the bitcode that is made of them.
///
/// # Errors
/// The differences.
pub fn both_ways_keep_everything(made: &Module) -> Result<(), String> {
    let first = module_of(&bitcode_of(made)?)?;
    let text = text_of(&first, false);
    let from_text = parsed(&text)?;
    let second = module_of(&bitcode_of(&from_text)?)?;
    let again = text_of(&second, false);
    same_text("text", &without_orders(&text), &without_orders(&again))?;
    let plain = WriteOptions { use_list_orders: UseListOrders::Drop, ..WriteOptions::default() };
    let bitcode = |module: &Module| write(module, &plain).map_err(|e| format!("not written: {e}"));
    same_bytes("bitcode of the text", &bitcode(&from_text)?, &bitcode(&parsed(&again)?)?)?;
    same_bytes("bitcode of the bitcode", &bitcode(&from_text)?, &bitcode(&second)?)
}
