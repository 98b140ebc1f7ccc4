//! Entries of type identifiers, and of the virtual tables compatible with them.

use super::Parser;
use crate::error::Result;
use crate::token::Tok;
use bctk_ir::strings::Str;
use bctk_ir::summary::{ArgResolution, CompatibleVtables, DevirtResolution, TypeIdSummary, guid_of, words};

impl Parser<'_, '_> {
    /// `(name: "…", `, which starts both kinds of entries; returns the name and its GUID.
    fn type_name(&mut self, number: u32) -> Result<(Str, u64)> {
        self.next();
        self.colon()?;
        self.open()?;
        self.key("name")?;
        let name = self.string()?;
        self.then_comma()?;
        let guid = guid_of(&name);
        self.gathered().type_numbers.insert(number, guid);
        Ok((self.strings.push(&name), guid))
    }

    /// `typeid: (name: "…", summary: (…))`; the current token is `typeid`.
    pub(super) fn type_id_entry(&mut self, number: u32) -> Result<()> {
        let (name, guid) = self.type_name(number)?;
        let mut id = TypeIdSummary {
            name,
            guid,
            kind: 0,
            size_m1_bit_width: 0,
            align_log2: 0,
            size_m1: 0,
            bit_mask: 0,
            inline_bits: 0,
            resolutions: Vec::new(),
        };
        self.key("summary")?;
        self.open()?;
        self.key("typeTestRes")?;
        self.open()?;
        self.key("kind")?;
        id.kind = self.one_of(&words::TYPE_TEST, "unexpected TypeTestResolution kind")? as u64;
        self.then_comma()?;
        self.key("sizeM1BitWidth")?;
        id.size_m1_bit_width = u64::from(self.u32()?);
        while self.eat(Tok::Comma) {
            if self.eat_key(b"alignLog2")? {
                id.align_log2 = self.u64()?;
            } else if self.eat_key(b"sizeM1")? {
                id.size_m1 = self.u64()?;
            } else if self.eat_key(b"bitMask")? {
                id.bit_mask = self.u32()? as u8;
            } else if self.eat_key(b"inlineBits")? {
                id.inline_bits = self.u64()?;
            } else {
                return Err(self.error("expected optional TypeTestResolution field"));
            }
        }
        self.close()?;
        if self.eat(Tok::Comma) {
            self.key("wpdResolutions")?;
            self.list(|p| {
                let resolution = p.devirt_resolution()?;
                id.resolutions.retain(|there| there.offset != resolution.offset);
                id.resolutions.push(resolution);
                Ok(())
            })?;
            id.resolutions.sort_by_key(|resolution| resolution.offset);
        }
        self.close()?;
        self.close()?;
        self.gathered().summary.type_ids.push(id);
        Ok(())
    }

    /// `(offset: 0, wpdRes: (kind: indir, …))`
    fn devirt_resolution(&mut self) -> Result<DevirtResolution> {
        self.open()?;
        self.key("offset")?;
        let offset = self.u64()?;
        self.then_comma()?;
        self.key("wpdRes")?;
        self.open()?;
        self.key("kind")?;
        let kind = self.one_of(&words::DEVIRT, "unexpected WholeProgramDevirtResolution kind")? as u64;
        let mut resolution = DevirtResolution { offset, kind, single_impl: Str::EMPTY, by_arg: Vec::new() };
        while self.eat(Tok::Comma) {
            if self.eat_key(b"singleImplName")? {
                let name = self.string()?;
                resolution.single_impl = self.strings.push(&name);
            } else if self.eat_key(b"resByArg")? {
                self.list(|p| {
                    let by_arg = p.by_arg()?;
                    resolution.by_arg.retain(|there: &ArgResolution| there.args != by_arg.args);
                    resolution.by_arg.push(by_arg);
                    Ok(())
                })?;
            } else {
                return Err(self.error("expected optional WholeProgramDevirtResolution field"));
            }
        }
        resolution.by_arg.sort_by(|a, b| a.args.cmp(&b.args));
        self.close()?;
        self.close()?;
        Ok(resolution)
    }

    /// `args: (1), byArg: (kind: indir, …)`
    fn by_arg(&mut self) -> Result<ArgResolution> {
        let args = self.summary_args()?;
        self.then_comma()?;
        self.key("byArg")?;
        self.open()?;
        self.key("kind")?;
        let kind = self.one_of(&words::DEVIRT_BY_ARG, "unexpected WholeProgramDevirtResolution::ByArg kind")? as u64;
        let mut by_arg = ArgResolution { args, kind, info: 0, byte: 0, bit: 0 };
        while self.eat(Tok::Comma) {
            if self.eat_key(b"info")? {
                by_arg.info = self.u64()?;
            } else if self.eat_key(b"byte")? {
                by_arg.byte = self.u32()?;
            } else if self.eat_key(b"bit")? {
                by_arg.bit = self.u32()?;
            } else {
                return Err(self.error("expected optional whole program devirt field"));
            }
        }
        self.close()?;
        Ok(by_arg)
    }

    /// `typeidCompatibleVTable: (name: "…", summary: ((offset: 16, ^3)))`; the current token is the keyword.
    pub(super) fn vtable_entry(&mut self, number: u32) -> Result<()> {
        let (name, guid) = self.type_name(number)?;
        self.key("summary")?;
        let mut tables = Vec::new();
        self.list(|p| {
            p.open()?;
            p.key("offset")?;
            let offset = p.u64()?;
            p.then_comma()?;
            tables.push((offset, p.value_number()?));
            p.close()
        })?;
        self.close()?;
        self.gathered().summary.vtables.push(CompatibleVtables { name, guid, tables });
        Ok(())
    }
}
