//! From the text to the module: the top level, then bodies and nodes in parallel, joined in order.

use super::{ParseOptions, Parser};
use crate::error::{Diagnostic, Diagnostics};
use bctk_ir::module::Module;

pub(super) fn parse(text: &[u8], options: &ParseOptions) -> Result<Module, Diagnostics> {
    let parser = Parser::top_level(text, options, None);
    Err(Diagnostics(vec![*parser.error("not yet").0 as Diagnostic]))
}
