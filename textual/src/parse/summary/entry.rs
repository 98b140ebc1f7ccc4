//! Parses the summaries of values: functions, variables and aliases.

use super::{Parser, TypeList, TypeUse};
use crate::error::Result;
use crate::scan::number;
use crate::token::{Kw, Tok};
use bctk_ir::keywords::{Linkage, Visibility};
use bctk_ir::summary::{
    Alloc, CallEdge, Callsite, Entry, EntryKind, FUNCTION_FLAGS, FunctionSummary, OffsetRange, ParamAccess, Ref, RefKind, ValueFlags,
    VirtualFunction, variable_flags, words,
};

/// A use of a type identifier by number: position in the text, and index in its list.
type Uses = Vec<(TypeList, usize, u32, std::ops::Range<usize>)>;

/// The flags of a value as they are read.
#[derive(Clone, Copy)]
pub(super) struct FlagsRead {
    flags: ValueFlags,
    has_promotion: bool,
    has_import_type: bool,
}

impl Parser<'_, '_> {
    /// `function: (…)`, `variable: (…)` or `alias: (…)`, one of the summaries of `value`.
    pub(super) fn summary_of(&mut self, value: u32) -> Result<()> {
        let what = self.text();
        if !matches!(what, b"function" | b"variable" | b"alias") {
            return Err(self.error("expected summary type"));
        }
        self.next();
        self.colon()?;
        self.open()?;
        self.key("module")?;
        let (module, at) = self.number_of("expected module ID")?;
        let Some(&module) = self.gathered().module_numbers.get(&module) else {
            return Err(self.error_at(at, format!("use of undefined module '^{module}'")));
        };
        self.then_comma()?;
        let flags = self.value_flags()?;
        self.then_comma()?;
        let mut refs = Vec::new();
        let mut uses = Uses::new();
        let kind = match what {
            b"function" => EntryKind::Function(Box::new(self.function_summary(&mut refs, &mut uses)?)),
            b"variable" => self.variable_summary(&mut refs)?,
            _ => {
                self.key("aliasee")?;
                EntryKind::Alias(if self.eat_kw(Kw::Null) { None } else { Some(self.value_number()?) })
            }
        };
        self.close()?;
        let gathered = self.gathered();
        let entry = gathered.summary.entries.len();
        gathered.type_uses.extend(uses.into_iter().map(|(list, index, number, span)| TypeUse { number, span, entry, list, index }));
        gathered.summary.entries.push(Entry { value, module, flags, original_guid: None, refs, kind });
        Ok(())
    }

    /// `flags: (linkage: external, …)`
    fn value_flags(&mut self) -> Result<ValueFlags> {
        let (start, source) = (self.start, self.source());
        let read = match self.gathered().value_flags.find(source, start) {
            Some((read, end)) => {
                self.seek(end);
                read
            }
            None => {
                let read = self.new_value_flags()?;
                let text = start..self.last_end;
                self.gathered().value_flags.add(text, read);
                read
            }
        };
        self.old.promotion_flags |= read.has_promotion;
        self.old.plain_summary_flags |= !read.has_promotion;
        self.old.no_import_type |= !read.has_import_type;
        Ok(read.flags)
    }

    fn new_value_flags(&mut self) -> Result<FlagsRead> {
        let mut flags = ValueFlags {
            linkage: Linkage::External,
            visibility: Visibility::Default,
            not_eligible_to_import: false,
            live: false,
            dso_local: false,
            can_auto_hide: false,
            import_declaration: false,
            no_rename_on_promotion: false,
        };
        let mut has_promotion = false;
        let mut has_import_type = false;
        self.key("flags")?;
        self.list(|p| {
            let name = p.text();
            p.next();
            p.expect(Tok::Colon, "expected ':'")?;
            match name {
                b"linkage" => flags.linkage = p.summary_linkage()?,
                b"visibility" => {
                    flags.visibility = match p.one_of(&["default", "hidden", "protected"], "expected visibility")? {
                        0 => Visibility::Default,
                        1 => Visibility::Hidden,
                        _ => Visibility::Protected,
                    }
                }
                b"notEligibleToImport" => flags.not_eligible_to_import = p.flag()?,
                b"live" => flags.live = p.flag()?,
                b"dsoLocal" => flags.dso_local = p.flag()?,
                b"canAutoHide" => flags.can_auto_hide = p.flag()?,
                b"importType" => {
                    has_import_type = true;
                    flags.import_declaration =
                        p.one_of(&["definition", "declaration"], "unknown import kind. Expect definition or declaration.")? == 1;
                }
                b"noRenameOnPromotion" => {
                    has_promotion = true;
                    flags.no_rename_on_promotion = p.flag()?;
                }
                _ => return Err(p.error("expected gv flag type")),
            }
            Ok(())
        })?;
        Ok(FlagsRead { flags, has_promotion, has_import_type })
    }

    fn summary_linkage(&mut self) -> Result<Linkage> {
        const LINKAGES: [Linkage; 10] = [
            Linkage::AvailableExternally,
            Linkage::LinkOnceAny,
            Linkage::LinkOnceOdr,
            Linkage::WeakAny,
            Linkage::WeakOdr,
            Linkage::Appending,
            Linkage::Internal,
            Linkage::Private,
            Linkage::ExternalWeak,
            Linkage::Common,
        ];
        let word = self.text();
        let linkage = match LINKAGES.into_iter().find(|linkage| linkage.spelling().as_bytes() == word) {
            Some(linkage) => linkage,
            None if word == b"external" => Linkage::External,
            None => return Err(self.error("expected linkage")),
        };
        self.next();
        Ok(linkage)
    }

    fn function_summary(&mut self, refs: &mut Vec<Ref>, uses: &mut Uses) -> Result<FunctionSummary> {
        self.key("insts")?;
        let mut function = FunctionSummary { instructions: u64::from(self.u32()?), ..FunctionSummary::default() };
        while self.eat(Tok::Comma) {
            let field = self.text();
            self.next();
            self.colon()?;
            match field {
                b"funcFlags" => function.flags = self.function_flags(function.flags)?,
                b"calls" => self.list(|p| {
                    function.calls.push(p.call_edge()?);
                    Ok(())
                })?,
                b"typeIdInfo" => self.type_id_info(&mut function, uses)?,
                b"refs" => self.refs(refs)?,
                b"params" => self.list(|p| {
                    function.params.push(p.param_access()?);
                    Ok(())
                })?,
                b"allocs" => self.list(|p| {
                    function.allocs.push(p.alloc()?);
                    Ok(())
                })?,
                b"callsites" => self.list(|p| {
                    function.callsites.push(p.callsite()?);
                    Ok(())
                })?,
                _ => return Err(self.error("expected optional function summary field")),
            }
        }
        Ok(function)
    }

    /// Function flags in parentheses, in addition to `flags`.
    fn function_flags(&mut self, mut flags: u64) -> Result<u64> {
        let (start, source) = (self.start, self.source());
        let is_first = flags == 0;
        if is_first && let Some((flags, end)) = self.gathered().function_flags.find(source, start) {
            self.seek(end);
            return Ok(flags);
        }
        let mut has_all = false;
        self.list(|p| {
            let Some(bit) = FUNCTION_FLAGS.iter().position(|name| name.as_bytes() == p.text()) else {
                return Err(p.error("expected function flag type"));
            };
            p.next();
            p.expect(Tok::Colon, "expected ':'")?;
            let set = u64::from(p.flag()?);
            flags = flags & !(1 << bit) | set << bit;
            has_all |= FUNCTION_FLAGS.get(bit) == FUNCTION_FLAGS.last();
            Ok(())
        })?;
        self.old.all_function_flags |= has_all;
        self.old.few_function_flags |= !has_all;
        if is_first {
            let text = start..self.last_end;
            self.gathered().function_flags.add(text, flags);
        }
        Ok(flags)
    }

    fn variable_summary(&mut self, refs: &mut Vec<Ref>) -> Result<EntryKind> {
        let mut flags = 0;
        self.key("varFlags")?;
        self.list(|p| {
            let name = p.text();
            p.next();
            p.expect(Tok::Colon, "expected ':'")?;
            match name {
                b"readonly" => flags |= if p.flag()? { variable_flags::READ_ONLY } else { 0 },
                b"writeonly" => flags |= if p.flag()? { variable_flags::WRITE_ONLY } else { 0 },
                b"constant" => flags |= if p.flag()? { variable_flags::CONSTANT } else { 0 },
                // LLVM reads it as a flag, although it has more values.
                b"vcall_visibility" => flags |= u64::from(p.flag()?) << variable_flags::VCALL_VISIBILITY,
                _ => return Err(p.error("expected gvar flag type")),
            }
            Ok(())
        })?;
        let mut vtable = Vec::new();
        let mut is_vtable = false;
        while self.eat(Tok::Comma) {
            let field = self.text();
            self.next();
            self.colon()?;
            match field {
                b"vTableFuncs" => {
                    is_vtable = true;
                    self.list(|p| {
                        p.open()?;
                        p.key("virtFunc")?;
                        let function = p.value_number()?;
                        p.then_comma()?;
                        p.key("offset")?;
                        vtable.push((function, p.u64()?));
                        p.close()
                    })?;
                }
                b"refs" => self.refs(refs)?,
                _ => return Err(self.error("expected optional variable summary field")),
            }
        }
        Ok(EntryKind::Variable { flags, vtable, is_vtable })
    }

    /// References.
    fn refs(&mut self, refs: &mut Vec<Ref>) -> Result<()> {
        self.list(|p| {
            let kind = match p.text() {
                b"readonly" => RefKind::ReadOnly,
                b"writeonly" => RefKind::WriteOnly,
                _ => RefKind::Any,
            };
            if kind != RefKind::Any {
                p.next();
            }
            refs.push(Ref { value: p.value_number()?, kind });
            Ok(())
        })
    }

    fn call_edge(&mut self) -> Result<CallEdge> {
        // Most say nothing else.
        let number_at = self.start + b"(callee: ^".len();
        let source = self.source();
        if source.get(self.start..number_at) == Some(b"(callee: ^")
            && let Some((callee, end)) = number(source, number_at)
            && source.get(end) == Some(&b')')
        {
            let callee = self.value_index(callee, number_at - 1..end);
            self.pass_to(end + 1);
            return Ok(CallEdge { callee, hotness: 0, rel_block_freq: 0, tail: false });
        }
        self.open()?;
        self.key("callee")?;
        let mut call = CallEdge { callee: self.value_number()?, hotness: 0, rel_block_freq: 0, tail: false };
        while self.eat(Tok::Comma) {
            if self.eat_key(b"hotness")? {
                call.hotness = self.one_of(&words::HOTNESS, "invalid call edge hotness")? as u8;
            } else if self.eat_key(b"relbf")? {
                call.rel_block_freq = self.u32()?;
            } else if self.eat_key(b"tail")? {
                call.tail = self.flag()?;
            } else {
                return Err(self.error("expected hotness, relbf, or tail"));
            }
        }
        if call.hotness != 0 && call.rel_block_freq != 0 {
            return Err(self.error("Expected only one of hotness or relbf"));
        }
        self.close()?;
        Ok(call)
    }

    /// `offset: [least, greatest]`
    fn offset_range(&mut self) -> Result<OffsetRange> {
        self.key("offset")?;
        self.expect(Tok::LSquare, "expected '[' here")?;
        let lower = self.offset()?;
        self.then_comma()?;
        let upper = self.offset()?.wrapping_add(1);
        self.expect(Tok::RSquare, "expected ']' here")?;
        // As in LLVM, a range with equal bounds is empty, even the full one (which prints as the least and the greatest).
        Ok(if lower == upper && lower != -1 { OffsetRange::EMPTY } else { OffsetRange { lower, upper } })
    }

    fn offset(&mut self) -> Result<i64> {
        let Some(value) = self.wide_number() else { return Err(self.error("expected integer")) };
        self.next();
        Ok(value.low() as i64)
    }

    fn param_access(&mut self) -> Result<ParamAccess> {
        self.open()?;
        self.key("param")?;
        let param = self.u64()?;
        self.then_comma()?;
        let range = self.offset_range()?;
        let mut calls = Vec::new();
        if self.eat(Tok::Comma) {
            self.key("calls")?;
            self.list(|p| {
                p.open()?;
                p.key("callee")?;
                let callee = p.value_number()?;
                p.then_comma()?;
                p.key("param")?;
                let param = p.u64()?;
                p.then_comma()?;
                calls.push((param, callee, p.offset_range()?));
                p.close()
            })?;
        }
        self.close()?;
        Ok(ParamAccess { param, range, calls })
    }

    fn alloc_type(&mut self) -> Result<u8> {
        let found = words::ALLOCATION.iter().find(|row| row.0.as_bytes() == self.text());
        let Some(&(_, kind)) = found else { return Err(self.error("invalid alloc type")) };
        self.next();
        Ok(kind)
    }

    fn stack_ids(&mut self) -> Result<Vec<u64>> {
        let mut ids = Vec::new();
        self.key("stackIds")?;
        // LLVM prints an empty list too, though it does not read one.
        if self.tok == Tok::LParen && self.lookahead().tok == Tok::RParen {
            self.next();
            self.next();
            return Ok(ids);
        }
        self.list(|p| {
            ids.push(p.u64()?);
            Ok(())
        })?;
        Ok(ids)
    }

    fn alloc(&mut self) -> Result<Alloc> {
        let (mut versions, mut contexts) = (Vec::new(), Vec::new());
        self.open()?;
        self.key("versions")?;
        self.list(|p| {
            versions.push(p.alloc_type()?);
            Ok(())
        })?;
        self.then_comma()?;
        self.key("memProf")?;
        self.list(|p| {
            p.open()?;
            p.key("type")?;
            let kind = p.alloc_type()?;
            p.then_comma()?;
            contexts.push((kind, p.stack_ids()?));
            p.close()
        })?;
        self.close()?;
        Ok(Alloc { versions, contexts, sizes: Vec::new() })
    }

    fn callsite(&mut self) -> Result<Callsite> {
        self.open()?;
        self.key("callee")?;
        let callee = if self.eat_kw(Kw::Null) { None } else { Some(self.value_number()?) };
        self.then_comma()?;
        self.key("clones")?;
        let mut clones = Vec::new();
        self.list(|p| {
            clones.push(p.u32()?);
            Ok(())
        })?;
        self.then_comma()?;
        let stack_ids = self.stack_ids()?;
        self.close()?;
        Ok(Callsite { callee, clones, stack_ids })
    }

    /// The lists of `typeIdInfo`.
    fn type_id_info(&mut self, function: &mut FunctionSummary, uses: &mut Uses) -> Result<()> {
        self.list(|p| {
            let name = p.text();
            if !name.starts_with(b"type") {
                return Err(p.error("invalid typeIdInfo list type"));
            }
            p.next();
            p.colon()?;
            match name {
                b"typeTests" => p.list(|p| {
                    let mut guid = 0;
                    if p.tok == Tok::SummaryId {
                        let (number, span) = p.number_of("")?;
                        uses.push((TypeList::Tests, function.type_tests.len(), number, span));
                    } else {
                        guid = p.u64()?;
                    }
                    function.type_tests.push(guid);
                    Ok(())
                }),
                b"typeTestAssumeVCalls" => p.list(|p| {
                    let call = p.virtual_function(TypeList::AssumeVcalls, function.assume_vcalls.len(), uses)?;
                    function.assume_vcalls.push(call);
                    Ok(())
                }),
                b"typeCheckedLoadVCalls" => p.list(|p| {
                    let call = p.virtual_function(TypeList::CheckedLoadVcalls, function.checked_load_vcalls.len(), uses)?;
                    function.checked_load_vcalls.push(call);
                    Ok(())
                }),
                b"typeTestAssumeConstVCalls" => p.list(|p| {
                    let call = p.const_call(TypeList::AssumeConstVcalls, function.assume_const_vcalls.len(), uses)?;
                    function.assume_const_vcalls.push(call);
                    Ok(())
                }),
                b"typeCheckedLoadConstVCalls" => p.list(|p| {
                    let call = p.const_call(TypeList::CheckedLoadConstVcalls, function.checked_load_const_vcalls.len(), uses)?;
                    function.checked_load_const_vcalls.push(call);
                    Ok(())
                }),
                _ => Err(p.error("invalid typeIdInfo list type")),
            }
        })
    }

    /// `vFuncId: (guid: 1, offset: 16)`
    fn virtual_function(&mut self, list: TypeList, index: usize, uses: &mut Uses) -> Result<VirtualFunction> {
        self.key("vFuncId")?;
        self.open()?;
        let mut guid = 0;
        if self.tok == Tok::SummaryId {
            let (number, span) = self.number_of("")?;
            uses.push((list, index, number, span));
        } else {
            self.key("guid")?;
            guid = self.u64()?;
        }
        self.then_comma()?;
        self.key("offset")?;
        let offset = self.u64()?;
        self.close()?;
        Ok(VirtualFunction { guid, offset })
    }

    fn const_call(&mut self, list: TypeList, index: usize, uses: &mut Uses) -> Result<(VirtualFunction, Vec<u64>)> {
        self.open()?;
        let call = self.virtual_function(list, index, uses)?;
        let args = if self.eat(Tok::Comma) { self.summary_args()? } else { Vec::new() };
        self.close()?;
        Ok((call, args))
    }

    /// `args: (1, 2)`
    pub(super) fn summary_args(&mut self) -> Result<Vec<u64>> {
        let mut args = Vec::new();
        self.key("args")?;
        self.open()?;
        // LLVM prints calls without further arguments, but cannot read them.
        while self.tok != Tok::RParen {
            args.push(self.u64()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.close()?;
        Ok(args)
    }
}
