//! Module-level inline assembly: ASM records, each after the ASM_PROPERTY records about it.
use bctk_bitstream::{Error, Result};
use bctk_ir::module::{AsmFragment, Module};
use bctk_ir::strings::Strings;

/// The inline assembly so far.
#[derive(Default)]
pub(super) struct Assembly {
    text: Vec<u8>,
    fragments: Vec<AsmFragment>,
    /// Properties of the next part.
    next: AsmFragment,
}

impl Assembly {
    /// A property of the next part: name and value, with a zero byte between.
    pub(super) fn property(&mut self, text: &[u8], strings: &mut Strings) -> Result<()> {
        let mut parts = text.splitn(2, |&byte| byte == 0);
        let (Some(name), Some(value)) = (parts.next(), parts.next()) else {
            return Err(Error::malformed("expected name and value of a property of module assembly, with a zero byte between"));
        };
        match self.next.set(name, strings.push(value)) {
            true => Ok(()),
            false => Err(Error::unsupported(format!("the property `{}` of module assembly", String::from_utf8_lossy(name)))),
        }
    }

    /// A part.
    pub(super) fn part(&mut self, chars: &[u64]) {
        self.text.extend(chars.iter().map(|&c| c as u8));
        let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.fragments.push(AsmFragment { end, ..std::mem::take(&mut self.next) });
    }

    /// Stores the assembly in the module.
    pub(super) fn settle(self, module: &mut Module) {
        if self.text.is_empty() {
            return;
        }
        module.inline_asm = module.strings.push(&self.text);
        let has_properties = |fragment: &AsmFragment| fragment.properties().iter().any(|value| !value.is_empty());
        if self.fragments.iter().any(has_properties) {
            module.asm_fragments = self.fragments;
        }
    }
}
