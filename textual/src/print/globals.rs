//! Global variables, aliases, ifuncs, functions, comdats (`AssemblyWriter::printGlobal`, `printAlias`, `printIFunc`, `printFunction`,
//! `Comdat::print`, LLVM 22).

use super::inst::{write_align, write_call_conv};
use super::operand::Printer;
use super::quote::{write_name, write_quoted};
use super::types::write_addrspace;
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::entity::{ComdatId, GlobalId, ListRef, OptionalId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue, Sanitizer};
use bctk_ir::intrinsics::lookup_in;
use bctk_ir::keywords::{CallConv, ComdatKind, Linkage, Visibility};
use bctk_ir::value::{Value, ValueKind};
use bctk_support::text::write_u32;

/// The comment above a function with the name of an intrinsic that is not one, since LLVM 21.
pub(crate) const UNKNOWN_INTRINSIC: &[u8] = b"; Unknown intrinsic";

/// Writes a keyword and a blank, or nothing for the default.
fn write_word(out: &mut Vec<u8>, word: &str) {
    if !word.is_empty() {
        out.extend_from_slice(word.as_bytes());
        out.push(b' ');
    }
}

impl<'m> Printer<'_, 'm> {
    fn linkage_word(&mut self, linkage: Linkage) {
        let word = match linkage {
            Linkage::LinkOnceOdrAutoHide if !self.ctx.llvm.auto_hide_name() => "linker_private_weak_def_auto",
            linkage => linkage.spelling(),
        };
        write_word(&mut self.out, word);
    }

    /// Linkage, preemption, visibility: the start of every global value.
    fn linkage(&mut self, global: &GlobalValue) {
        self.linkage_word(global.linkage);
        // Local linkage and other than default visibility imply it.
        let implied = global.linkage.is_local() || global.visibility != Visibility::Default && global.linkage != Linkage::ExternalWeak;
        if global.dso_local && !implied {
            self.text(b"dso_local ");
        }
        write_word(&mut self.out, global.visibility.spelling());
    }

    fn storage(&mut self, global: &GlobalValue) {
        write_word(&mut self.out, global.dll_storage.spelling());
        write_word(&mut self.out, global.thread_local.spelling());
        write_word(&mut self.out, global.unnamed_addr.spelling());
    }

    fn string_clause(&mut self, keyword: &[u8], text: bctk_ir::strings::Str) {
        if !text.is_empty() {
            self.text(keyword);
            write_quoted(&mut self.out, self.ctx.module.str(text));
        }
    }

    fn comdat_clause(&mut self, global: &GlobalValue) {
        let module = self.ctx.module;
        let Some(comdat) = global.comdat.and_then(|id| module.comdats.get(id.index())) else { return };
        if matches!(global.kind, GlobalKind::Variable { .. }) {
            self.out.push(b',');
        }
        self.text(b" comdat");
        if !self.ctx.llvm.comdat_in_parentheses() {
            self.text(b" $");
            write_name(&mut self.out, module.str(comdat.name));
        } else if module.str(comdat.name) != module.str(global.name) {
            self.text(b"($");
            write_name(&mut self.out, module.str(comdat.name));
            self.out.push(b')');
        }
    }

    /// Writes a comdat definition and the end of the line.
    pub(super) fn comdat(&mut self, id: ComdatId) {
        let module = self.ctx.module;
        let Some(comdat) = module.comdats.get(id.index()) else { return };
        self.out.push(b'$');
        write_name(&mut self.out, module.str(comdat.name));
        self.text(b" = comdat ");
        self.text(match comdat.kind {
            ComdatKind::NoDuplicates if !self.ctx.llvm.no_deduplicate() => b"noduplicates",
            other => other.spelling().as_bytes(),
        });
        self.out.push(b'\n');
    }

    /// Writes a global variable, without the end of the line.
    pub(super) fn variable(&mut self, id: GlobalId, global: &'m GlobalValue) {
        let GlobalKind::Variable { constant, externally_initialized, initializer, attrs, code_model, sanitizer } = global.kind else {
            return;
        };
        self.text(self.ctx.global_name(id));
        self.text(b" = ");
        if initializer.is_none() && global.linkage == Linkage::External {
            self.text(b"external ");
        }
        self.linkage(global);
        self.storage(global);
        if global.addrspace != 0 {
            write_addrspace(&mut self.out, global.addrspace);
            self.out.push(b' ');
        }
        if externally_initialized {
            self.text(b"externally_initialized ");
        }
        self.text(if constant { b"constant " } else { b"global " });
        self.ty(global.value_type);
        if let Some(initializer) = initializer.get() {
            self.out.push(b' ');
            self.value(initializer);
        }
        self.string_clause(b", section ", global.section);
        self.string_clause(b", partition ", global.partition);
        if let Some(model) = code_model {
            self.text(b", code_model \"");
            self.text(model.spelling().as_bytes());
            self.out.push(b'"');
        }
        for (bit, word) in [
            (Sanitizer::NO_ADDRESS, ", no_sanitize_address"),
            (Sanitizer::NO_HWADDRESS, ", no_sanitize_hwaddress"),
            (Sanitizer::MEMTAG, ", sanitize_memtag"),
            (Sanitizer::IS_DYN_INIT, ", sanitize_address_dyninit"),
        ] {
            if sanitizer.0 & bit != 0 {
                self.text(word.as_bytes());
            }
        }
        self.comdat_clause(global);
        if global.align != 0 {
            self.text(b", align ");
            write_align(&mut self.out, global.align);
        }
        for attachment in &global.attachments {
            self.attachment(attachment, b", ");
        }
        self.ctx.write_group(&mut self.out, self.ctx.module.attrs.set_at(attrs, AttrIndex::Function));
    }

    /// Writes an alias or ifunc and the end of the line.
    pub(super) fn indirect(&mut self, id: GlobalId, global: &'m GlobalValue) {
        self.start_line();
        self.text(self.ctx.global_name(id));
        self.text(b" = ");
        let llvm = self.ctx.llvm;
        let linkage_behind = !llvm.linkage_before_alias() && matches!(global.kind, GlobalKind::Alias { .. });
        if linkage_behind {
            write_word(&mut self.out, global.visibility.spelling());
        } else {
            self.linkage(global);
        }
        let target = match global.kind {
            GlobalKind::Alias { aliasee } => {
                self.storage(global);
                self.text(b"alias ");
                if linkage_behind {
                    self.linkage_word(global.linkage);
                }
                aliasee
            }
            GlobalKind::IFunc { resolver } => {
                self.text(b"ifunc ");
                resolver
            }
            _ => return,
        };
        if llvm.alias_types() || !matches!(global.kind, GlobalKind::Alias { .. }) {
            self.ty(global.value_type);
            self.text(b", ");
        }
        if target.is_none() {
            self.ty(global.ptr_type);
            self.text(if matches!(global.kind, GlobalKind::Alias { .. }) { b" <<NULL ALIASEE>>" } else { b" <<NULL RESOLVER>>" });
        } else if self.is_expression(target) {
            self.value(target);
        } else {
            self.typed(target);
        }
        self.string_clause(b", partition ", global.partition);
        if llvm.ifunc_attachments() {
            for attachment in &global.attachments {
                self.attachment(attachment, b", ");
            }
        }
        self.annotate_global(id, global);
        self.out.push(b'\n');
    }

    /// Whether a value is a constant expression, whose type an alias omits.
    fn is_expression(&self, value: Value) -> bool {
        let ValueKind::Const(index) = value.kind() else { return false };
        self.ctx.module.consts.get(index).is_some_and(|constant| constant.kind.is_expression())
    }

    /// Sets what the instructions of a function need to know about it.
    pub(super) fn enter_signature(&mut self, global: &GlobalValue, function: &Function) {
        self.parent_is_vararg = self.ctx.module.types.function(global.value_type).is_some_and(|(_, _, vararg)| vararg);
        self.personality = function.personality;
    }

    /// Writes a function: a declaration, or a definition with its body.
    pub(super) fn function(&mut self, id: GlobalId, global: &'m GlobalValue, function: &'m Function) {
        let module = self.ctx.module;
        let body = module.body(function);
        self.annotate_function(id);
        // A body without blocks has not been read.
        if body.is_some_and(|body| body.blocks.is_empty()) {
            self.text(b"; Materializable\n");
        }
        let fn_attrs = module.attrs.set_at(function.attrs, AttrIndex::Function);
        if let Some(set) = fn_attrs.filter(|_| self.ctx.llvm.attribute_groups()) {
            let comment = self.ctx.attrs.comment(set);
            if !comment.is_empty() {
                self.text(b"; Function Attrs: ");
                self.text(comment);
                self.out.push(b'\n');
            }
        }
        let name = module.str(global.name);
        let llvm = self.ctx.llvm;
        if name.starts_with(b"llvm.") && llvm.unknown_intrinsic_comments() && lookup_in(name, llvm).is_none() {
            self.text(UNKNOWN_INTRINSIC);
            self.text(b"\n");
        }
        match body {
            Some(body) => {
                self.enter(body);
                self.text(b"define ");
            }
            None => {
                self.body = None;
                self.text(b"declare");
                for attachment in &global.attachments {
                    self.attachment(attachment, b" ");
                }
                self.out.push(b' ');
            }
        }
        self.linkage(global);
        write_word(&mut self.out, global.dll_storage.spelling());
        if function.cc != CallConv::C {
            write_call_conv(&mut self.out, function.cc, self.ctx.llvm);
            self.out.push(b' ');
        }
        if let Some(set) = module.attrs.set_at(function.attrs, AttrIndex::Return) {
            self.text(self.ctx.attrs.inline(set));
            self.out.push(b' ');
        }
        let (ret, params, vararg) = module.types.function(global.value_type).unwrap_or((global.value_type, ListRef::EMPTY, false));
        self.enter_signature(global, function);
        self.ty(ret);
        self.out.push(b' ');
        self.text(self.ctx.global_name(id));
        self.out.push(b'(');
        let mut sets = module.attrs.params(function.attrs);
        for (i, param) in params.iter().enumerate() {
            if i != 0 {
                self.text(b", ");
            }
            self.ty(param);
            if let Some(set) = sets.of(i as u32) {
                self.out.push(b' ');
                self.text(self.ctx.attrs.inline(set));
            }
            let unnamed = || body.is_some_and(|body| body.local_name(i as u32).is_empty());
            if body.is_some() && (self.ctx.llvm.numbered_parameters() || !unnamed()) {
                self.out.push(b' ');
                self.local_name(i as u32);
            }
        }
        if vararg {
            self.text(if params.is_empty() { b"..." } else { b", ..." });
        }
        self.out.push(b')');
        self.function_clauses(global, function);
        match body {
            None => self.out.push(b'\n'),
            Some(body) => {
                for attachment in global.attachments.iter().chain(&body.function_attachments) {
                    self.attachment(attachment, b" ");
                }
                self.text(b" {");
                self.blocks(body);
                if let Some(index) = function.body {
                    self.body_use_orders(index);
                }
                self.text(b"}\n");
            }
        }
    }

    /// What comes between the parameters and the body.
    fn function_clauses(&mut self, global: &'m GlobalValue, function: &'m Function) {
        let module = self.ctx.module;
        if !global.unnamed_addr.spelling().is_empty() {
            self.out.push(b' ');
            self.text(global.unnamed_addr.spelling().as_bytes());
        }
        if global.addrspace != 0 || self.ctx.program_addrspace != 0 {
            self.text(b" addrspace(");
            write_u32(&mut self.out, global.addrspace);
            self.out.push(b')');
        }
        self.ctx.write_group(&mut self.out, module.attrs.set_at(function.attrs, AttrIndex::Function));
        self.string_clause(b" section ", global.section);
        self.string_clause(b" partition ", global.partition);
        self.comdat_clause(global);
        if global.align != 0 {
            self.text(b" align ");
            write_align(&mut self.out, global.align);
        }
        if function.preferred_align != 0 {
            self.text(b" prefalign(");
            write_align(&mut self.out, function.preferred_align);
            self.out.push(b')');
        }
        if !function.gc.is_empty() {
            self.text(b" gc \"");
            self.text(module.str(function.gc));
            self.out.push(b'"');
        }
        // Before, it is the landing pads that name it.
        let personality = if self.ctx.llvm.function_personality() { function.personality } else { OptionalId::NONE };
        for (keyword, value) in [(&b" prefix "[..], function.prefix), (b" prologue ", function.prologue), (b" personality ", personality)] {
            if let Some(value) = value.get() {
                self.text(keyword);
                self.typed(value);
            }
        }
    }
}
