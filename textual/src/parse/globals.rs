//! Global values at the top level, and references to them (LLVM 22, `LLParser::parseGlobal`, `parseAliasOrIFunc`, `parseFunctionHeader`).

use super::Parser;
use super::attrs::FnAttrs;
use super::body::{ArgName, BodyTask};
use super::module::{Header, Task};
use crate::error::Result;
use crate::token::{Kw, Tok};
use bctk_ir::attr_set::Attr;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Attachment;
use bctk_ir::entity::{AttrListId, ComdatId, OptionalId, TypeId};
use bctk_ir::global::{Comdat, Function, GlobalKind, GlobalValue, Sanitizer};
use bctk_ir::inst::AlignCode;
use bctk_ir::keywords::{CallConv, CodeModel, ComdatKind, DllStorage, Linkage, ThreadLocal, UnnamedAddr, Visibility};
use bctk_ir::strings::Str;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;
use std::borrow::Cow;
use std::ops::Range;

/// A name or number of a global value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GlobalName<'s> {
    Name(Cow<'s, [u8]>),
    Number(u32),
}

impl GlobalName<'_> {
    /// Nothing for an empty name, which is as good as none.
    fn or_none(self) -> Option<Self> {
        (self != GlobalName::Name(Cow::Borrowed(&[]))).then_some(self)
    }
}

/// A global value at the top level, defined or only referenced.
pub(crate) struct Symbol<'s> {
    pub(crate) name: GlobalName<'s>,
    /// Index of its definition, if that was read.
    pub(crate) definition: Option<u32>,
    /// Where it is defined, else where it is first referred to.
    pub(crate) span: Range<usize>,
    /// The pointer type that references give it.
    pub(crate) ty: TypeId,
}

/// What precedes the kind of a global value.
struct Prefix {
    linkage: Linkage,
    /// Whether a linkage is written.
    has_linkage: bool,
    dso_local: bool,
    visibility: Visibility,
    dll_storage: DllStorage,
}

impl Prefix {
    /// A global value with these properties; the caller fills in the rest.
    fn global(&self) -> GlobalValue {
        GlobalValue {
            name: Str::EMPTY,
            value_type: TypeId(0),
            ptr_type: TypeId(0),
            addrspace: 0,
            linkage: self.linkage,
            visibility: self.visibility,
            dll_storage: self.dll_storage,
            thread_local: ThreadLocal::NotThreadLocal,
            unnamed_addr: UnnamedAddr::None,
            dso_local: self.dso_local,
            partition: Str::EMPTY,
            section: Str::EMPTY,
            align: 0,
            comdat: None,
            attachments: Vec::new(),
            place: OptionalId::NONE,
            kind: GlobalKind::Alias { aliasee: Value::NONE },
        }
    }
}

fn implies_dso_local(linkage: Linkage, visibility: Visibility) -> bool {
    linkage.is_local() || (visibility != Visibility::Default && linkage != Linkage::ExternalWeak)
}

/// Linkages of declarations.
fn is_declaration_linkage(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::External | Linkage::ExternalWeak | Linkage::DllImport)
}

impl<'s> Parser<'_, 's> {
    /// The current linkage, consumed if there is one.
    fn linkage(&mut self) -> Option<Linkage> {
        if self.tok != Tok::Word {
            return None;
        }
        let linkage = match self.text() {
            b"external" => Linkage::External,
            // Since LLVM 3.5 these are storage classes, not linkages; the syntax is the same.
            b"dllimport" | b"dllexport" => return None,
            b"linker_private_weak_def_auto" => {
                self.old.hides_by_old_name = true;
                Linkage::LinkOnceOdrAutoHide
            }
            text => Linkage::from_spelling(text)?,
        };
        self.old.linker_private |= matches!(linkage, Linkage::LinkerPrivate | Linkage::LinkerPrivateWeak | Linkage::LinkOnceOdrAutoHide);
        self.next();
        Some(linkage)
    }

    /// Linkage, visibility and storage; `at` is where LLVM reports what does not fit.
    fn prefix(&mut self, at: &Range<usize>) -> Result<Prefix> {
        let linkage = self.linkage();
        let has_linkage = linkage.is_some();
        let linkage = linkage.unwrap_or(Linkage::External);
        let mut dso_local = self.eat_kw(Kw::DsoLocal);
        if !dso_local {
            self.eat_kw(Kw::DsoPreemptable);
        }
        let visibility = match self.tok {
            Tok::Word if self.text() == b"default" => Some(Visibility::Default),
            Tok::Word => Visibility::from_spelling(self.text()),
            _ => None,
        };
        if visibility.is_some() {
            self.next();
        }
        let visibility = visibility.unwrap_or(Visibility::Default);
        let dll_storage = match self.tok {
            Tok::Word => DllStorage::from_spelling(self.text()),
            _ => None,
        };
        if dll_storage.is_some() {
            self.next();
        }
        let dll_storage = dll_storage.unwrap_or(DllStorage::Default);
        if dso_local && dll_storage == DllStorage::Import {
            return Err(self.error("dso_location and DLL-StorageClass mismatch"));
        }
        if linkage.is_local() && visibility != Visibility::Default {
            return Err(self.error_at(at.clone(), "symbol with local linkage must have default visibility"));
        }
        if linkage.is_local() && dll_storage != DllStorage::Default {
            return Err(self.error_at(at.clone(), "symbol with local linkage cannot have a DLL storage class"));
        }
        dso_local |= implies_dso_local(linkage, visibility);
        Ok(Prefix { linkage, has_linkage, dso_local, visibility, dll_storage })
    }

    fn thread_local(&mut self) -> Result<ThreadLocal> {
        if !self.eat_kw(Kw::ThreadLocal) {
            return Ok(ThreadLocal::NotThreadLocal);
        }
        if !self.eat(Tok::LParen) {
            return Ok(ThreadLocal::GeneralDynamic);
        }
        let model = match self.kw() {
            Kw::LocalDynamic => ThreadLocal::LocalDynamic,
            Kw::InitialExec => ThreadLocal::InitialExec,
            Kw::LocalExec => ThreadLocal::LocalExec,
            _ => return Err(self.error("expected localdynamic, initialexec or localexec")),
        };
        self.next();
        self.expect(Tok::RParen, "expected ')' after thread local model")?;
        Ok(model)
    }

    fn unnamed_addr(&mut self) -> UnnamedAddr {
        if self.eat_kw(Kw::UnnamedAddr) {
            UnnamedAddr::Global
        } else if self.eat_kw(Kw::LocalUnnamedAddr) {
            UnnamedAddr::Local
        } else {
            UnnamedAddr::None
        }
    }

    /// The alignment after its word `align`: `8` or `(8)`.
    pub(crate) fn align_value(&mut self) -> Result<AlignCode> {
        let at = self.span();
        let paren = self.eat(Tok::LParen);
        let value = self.u64()?;
        if paren {
            self.expect(Tok::RParen, "expected ')'")?;
        }
        if !value.is_power_of_two() {
            return Err(self.error_at(at, "alignment is not a power of two"));
        }
        if value > 1 << 32 {
            return Err(self.error_at(at, "huge alignments are not supported yet"));
        }
        Ok(value.trailing_zeros() as AlignCode + 1)
    }

    /// A calling convention, or nothing, which is C's.
    pub(crate) fn calling_convention(&mut self) -> Result<CallConv> {
        if self.tok != Tok::Word {
            return Ok(CallConv::C);
        }
        match self.word.kw {
            Kw::CCc => {
                self.next();
                return Ok(CallConv::C);
            }
            Kw::Cc => {
                self.next();
                let at = self.span();
                let number = self.u32()?;
                return match u16::try_from(number) {
                    Ok(n) if n < 1024 => Ok(CallConv(n)),
                    _ => Err(self.error_at(at, "calling convention number is too large")),
                };
            }
            // The most frequent words here are types and attributes.
            Kw::Void | Kw::Ptr => return Ok(CallConv::C),
            _ => {}
        }
        if self.word.attr != 0 {
            return Ok(CallConv::C);
        }
        let text = self.text();
        if text == b"riscv_vls_cc" {
            return self.vls_convention();
        }
        match CallConv::from_keyword(text) {
            Some(cc) => {
                self.old.old_conventions |= CallConv::OLD_NAMES.iter().any(|row| row.0 == 79 && row.1.as_bytes() == text);
                self.next();
                Ok(cc)
            }
            None => Ok(CallConv::C),
        }
    }

    /// `riscv_vls_cc(N)`; the default is 128 bits.
    fn vls_convention(&mut self) -> Result<CallConv> {
        self.next();
        let mut bits = 128;
        let at = self.span();
        if self.eat(Tok::LParen) {
            bits = self.u32()?;
            self.expect(Tok::RParen, "expected ')'")?;
        }
        let name = format!("riscv_vls_cc({bits})");
        match CallConv::NAMES.iter().find(|(_, n)| *n == name) {
            Some(&(number, _)) => Ok(CallConv(number)),
            None => Err(self.error_at(at, "unknown RISC-V ABI VLEN")),
        }
    }

    /// The name or number of the current global value; consumes it.
    pub(super) fn global_name(&mut self) -> GlobalName<'s> {
        let name = match self.tok {
            Tok::GlobalNum => GlobalName::Number(self.value as u32),
            _ => GlobalName::Name(self.name()),
        };
        self.next();
        name
    }

    /// A global value at the top level: `@x = …`, or without a name.
    pub(super) fn global(&mut self) -> Result<()> {
        let at = self.span();
        let name = match self.tok {
            Tok::Global | Tok::GlobalNum => {
                let name = self.global_name();
                self.expect(Tok::Equal, "expected '=' in global variable")?;
                name.or_none()
            }
            _ => None,
        };
        let prefix = self.prefix(&at)?;
        let thread_local = self.thread_local()?;
        let unnamed_addr = self.unnamed_addr();
        let mut global = GlobalValue { thread_local, unnamed_addr, ..prefix.global() };
        if self.at(Kw::Alias) || self.at(Kw::IFunc) {
            self.alias_or_ifunc(&mut global, at.clone())?;
            self.define_global(name, at, global)?;
            return Ok(());
        }
        let attrs = self.variable(&mut global, prefix.has_linkage, name.as_ref())?;
        let index = self.define_global(name, at, global)?;
        if !attrs.is_empty() {
            self.top().headers.push(Header { global: index, ret: None, params: Vec::new(), attrs });
        }
        Ok(())
    }

    fn variable(&mut self, global: &mut GlobalValue, has_linkage: bool, name: Option<&GlobalName<'s>>) -> Result<FnAttrs> {
        global.addrspace = self.addrspace()?;
        let externally_initialized = self.eat_kw(Kw::ExternallyInitialized);
        let constant = match self.kw() {
            Kw::Constant => true,
            Kw::Global => false,
            _ => return Err(self.error("expected 'global' or 'constant'")),
        };
        self.next();
        let at = self.span();
        global.value_type = self.ty()?;
        let is_valid = !matches!(
            self.types.kind(global.value_type),
            Type::Function { .. } | Type::Label | Type::Metadata | Type::Token | Type::X86Amx
        );
        let typed = self.typed_pointers();
        global.ptr_type = self.types.pointer_to(global.value_type, global.addrspace, typed);
        let mut initializer = OptionalId::NONE;
        if !(has_linkage && is_declaration_linkage(global.linkage)) {
            // The value itself may refer to the variable.
            if let Some(name) = name {
                self.expect_symbol(name, global.ptr_type);
            }
            initializer = OptionalId::some(self.value(global.value_type)?);
        }
        if !is_valid {
            return Err(self.error_at(at, "invalid type for global variable"));
        }
        let mut sanitizer = 0;
        let mut code_model = None;
        while self.eat(Tok::Comma) {
            match self.kw() {
                Kw::Section => {
                    self.next();
                    global.section = self.string_entry()?;
                }
                Kw::Partition => {
                    self.next();
                    global.partition = self.string_entry()?;
                }
                Kw::Align => {
                    self.next();
                    global.align = self.align_value()?;
                }
                Kw::CodeModel => {
                    self.next();
                    let at = self.span();
                    let text = self.string()?;
                    code_model = match CodeModel::from_spelling(&text) {
                        Some(model) => Some(model),
                        None => return Err(self.error_at(at, "invalid code model")),
                    };
                }
                Kw::NoSanitizeAddress => {
                    self.next();
                    sanitizer |= Sanitizer::NO_ADDRESS;
                }
                Kw::NoSanitizeHwAddress => {
                    self.next();
                    sanitizer |= Sanitizer::NO_HWADDRESS;
                }
                Kw::SanitizeMemtag => {
                    self.next();
                    sanitizer |= Sanitizer::MEMTAG;
                }
                Kw::SanitizeAddressDynInit => {
                    self.next();
                    sanitizer |= Sanitizer::IS_DYN_INIT;
                }
                Kw::Comdat => global.comdat = self.comdat_clause(name)?,
                _ if self.tok == Tok::MetadataName => {
                    let attachment = self.attachment()?;
                    global.attachments.push(attachment);
                }
                _ => return Err(self.error("unknown global variable property!")),
            }
        }
        sort_attachments(&mut global.attachments);
        let attrs = self.fn_attrs()?;
        global.kind = GlobalKind::Variable {
            constant,
            externally_initialized,
            initializer,
            attrs: AttrListId(0),
            code_model,
            sanitizer: Sanitizer(sanitizer),
        };
        Ok(attrs)
    }

    /// A string, stored in the module's strings.
    fn string_entry(&mut self) -> Result<Str> {
        let text = self.string()?;
        Ok(self.strings.push(&text))
    }

    fn alias_or_ifunc(&mut self, global: &mut GlobalValue, start: Range<usize>) -> Result<()> {
        let is_alias = self.at(Kw::Alias);
        self.next();
        // Until LLVM 3.5, the linkage comes here.
        if is_alias
            && self.reads_old_forms()
            && global.linkage == Linkage::External
            && let Some(linkage) = self.linkage()
        {
            global.linkage = linkage;
            self.old.untyped_alias = true;
        }
        if is_alias && matches!(global.linkage, Linkage::Common | Linkage::Appending | Linkage::ExternalWeak) {
            return Err(self.error_at(start, "invalid linkage type for alias"));
        }
        let at = self.span();
        let (ty, target) = if matches!(self.kw(), Kw::GetElementPtr) || self.tok == Tok::Word && self.word.op.is_some() {
            self.untyped_expression()?
        } else {
            let ty = self.ty()?;
            if self.eat(Tok::Comma) {
                global.value_type = ty;
                self.aliasee()?
            } else {
                // Until LLVM 3.6, the type of the alias was that of its target.
                let value = self.value(ty)?;
                match self.types.kind(ty) {
                    Type::TypedPtr { pointee, .. } => {
                        self.old.untyped_alias = true;
                        global.value_type = pointee;
                    }
                    _ => return Err(self.error("expected comma after alias or ifunc's type")),
                }
                (ty, value)
            }
        };
        if global.value_type == TypeId(0) && self.types.kind(global.value_type) != self.types.kind(ty) {
            // An expression in place of the type: its pointee is the type.
            if let Type::TypedPtr { pointee, .. } = self.types.kind(ty) {
                global.value_type = pointee;
            }
        }
        match self.types.kind(ty) {
            Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. } => global.addrspace = space,
            _ => return Err(self.error_at(at, "An alias or ifunc must have pointer type")),
        }
        // The resolver of an ifunc has a type of its own.
        if let Type::TypedPtr { pointee, .. } = self.types.kind(ty)
            && is_alias
            && pointee != global.value_type
        {
            let message = "explicit pointee type doesn't match operand's pointee type";
            return Err(self.error_at(at, format!("{message} ('{}')", self.type_text(pointee))));
        }
        let typed = self.typed_pointers();
        global.ptr_type = self.types.pointer_to(global.value_type, global.addrspace, typed);
        while self.eat(Tok::Comma) {
            if self.eat_kw(Kw::Partition) {
                global.partition = self.string_entry()?;
            } else if self.tok == Tok::MetadataName && !is_alias && self.strict.is_none_or(LlvmVersion::ifunc_attachments) {
                let attachment = self.attachment()?;
                global.attachments.push(attachment);
            } else {
                return Err(self.error("unknown alias or ifunc property!"));
            }
        }
        sort_attachments(&mut global.attachments);
        global.kind = if is_alias { GlobalKind::Alias { aliasee: target } } else { GlobalKind::IFunc { resolver: target } };
        Ok(())
    }

    /// The target of an alias: an expression, or a type and a value.
    fn aliasee(&mut self) -> Result<(TypeId, Value)> {
        match self.kw() {
            Kw::GetElementPtr => self.untyped_expression(),
            _ if self.tok == Tok::Word && self.word.op.is_some() => self.untyped_expression(),
            _ => self.typed_value(),
        }
    }

    /// `comdat`, `comdat($c)`: the comdat, which may be defined later.
    fn comdat_clause(&mut self, name: Option<&GlobalName<'s>>) -> Result<Option<ComdatId>> {
        let at = self.span();
        self.next();
        if self.eat(Tok::LParen) {
            if self.tok != Tok::Comdat {
                return Err(self.error("expected comdat variable"));
            }
            let (name, span) = (self.name(), self.span());
            self.next();
            self.expect(Tok::RParen, "expected ')' after comdat var")?;
            return Ok(Some(self.comdat(name, span)));
        }
        if self.reads_old_forms() && self.tok == Tok::Comdat && self.lookahead().tok != Tok::Equal {
            // The form of LLVM 3.5.
            let (name, span) = (self.name(), self.span());
            self.next();
            return Ok(Some(self.comdat(name, span)));
        }
        match name {
            Some(GlobalName::Name(name)) => Ok(Some(self.comdat(name.clone(), at))),
            _ => Err(self.error("comdat cannot be unnamed")),
        }
    }

    fn comdat(&mut self, name: Cow<'s, [u8]>, span: Range<usize>) -> ComdatId {
        if let Some(&(id, ..)) = self.top().comdats.get(&name) {
            return id;
        }
        let text = self.strings.push(&name);
        let top = self.top();
        let id = ComdatId::new(top.comdat_list.len());
        top.comdat_list.push(Comdat { name: text, kind: ComdatKind::Any });
        top.comdats.insert(name, (id, false, span));
        id
    }

    /// `$name = comdat kind`
    pub(super) fn comdat_definition(&mut self) -> Result<()> {
        let (name, span) = (self.name(), self.span());
        self.next();
        self.expect(Tok::Equal, "expected '=' here")?;
        self.expect_kw(Kw::Comdat, "expected comdat keyword")?;
        let kind = match self.tok {
            Tok::Word => ComdatKind::from_spelling(self.text()).or((self.text() == b"noduplicates").then_some(ComdatKind::NoDuplicates)),
            _ => None,
        };
        let Some(kind) = kind else { return Err(self.error("unknown selection kind")) };
        self.old.no_duplicates |= self.text() == b"noduplicates" && self.reads_old_forms();
        self.next();
        let id = self.comdat(name.clone(), span.clone());
        let top = self.top();
        if let Some((_, defined, first)) = top.comdats.get_mut(&name) {
            if *defined {
                let first = first.clone();
                let message = format!("redefinition of comdat '${}'", String::from_utf8_lossy(&name));
                return Err(self.error_at(span, message).note(first, "it is defined here"));
            }
            (*defined, *first) = (true, span);
        }
        if let Some(comdat) = top.comdat_list.get_mut(id.index()) {
            comdat.kind = kind;
        }
        Ok(())
    }

    /// A function; the current token is `declare` or `define`.
    pub(super) fn function(&mut self) -> Result<()> {
        let is_define = self.at(Kw::Define);
        self.next();
        let mut attachments = Vec::new();
        if !is_define {
            while self.tok == Tok::MetadataName {
                let attachment = self.attachment()?;
                attachments.push(attachment);
            }
        }
        let start = self.span();
        let prefix = self.prefix(&start)?;
        let cc = self.calling_convention()?;
        let ret_attrs = self.return_attrs()?;
        let ret_at = self.span();
        let ret = self.ty_or_void()?;
        match prefix.linkage {
            Linkage::External => {}
            Linkage::ExternalWeak if is_define => return Err(self.error_at(start, "invalid linkage for function definition")),
            Linkage::Appending | Linkage::Common => return Err(self.error_at(start, "invalid function linkage type")),
            linkage if !is_define && !is_declaration_linkage(linkage) => {
                return Err(self.error_at(start, "invalid linkage for function declaration"));
            }
            _ => {}
        }
        if matches!(self.types.kind(ret), Type::Label | Type::Metadata | Type::Function { .. }) {
            return Err(self.error_at(ret_at, "invalid function return type"));
        }
        let at = self.span();
        if !matches!(self.tok, Tok::Global | Tok::GlobalNum) {
            return Err(self.error("expected function name"));
        }
        let name = self.global_name();
        if self.tok != Tok::LParen {
            return Err(self.error("expected '(' in function argument list"));
        }
        let first_arg = self.top().arg_names.len() as u32;
        let (fn_ty, params) = self.parameters(ret)?;
        let returns_by_first = params.first().copied().flatten().is_some_and(|set| self.attrs.has(set, AttrKind::STRUCT_RET));
        if returns_by_first && self.types.kind(ret) != Type::Void && self.strict.is_some() {
            return Err(self.error_at(ret_at, "functions with 'sret' argument must return void"));
        }
        let args = first_arg..self.top().arg_names.len() as u32;
        let mut unnamed_addr = self.unnamed_addr();
        let addrspace = self.addrspace_if_any()?.unwrap_or(self.spaces.program);
        let attrs = self.fn_attrs()?;
        // In all versions, an alignment comes in its own position.
        let in_place = attrs.attrs.iter().any(|attr| !matches!(attr, Attr::Int(AttrKind::ALIGNMENT, _)));
        self.old.inline_attrs |= self.reads_old_forms() && attrs.group.is_none() && in_place;
        // Before LLVM 3.9 or so the order was another.
        if unnamed_addr == UnnamedAddr::None && self.reads_old_forms() {
            unnamed_addr = self.unnamed_addr();
        }
        let typed = self.typed_pointers();
        let mut function = Function {
            cc,
            attrs: AttrListId(0),
            gc: Str::EMPTY,
            prefix: OptionalId::NONE,
            prologue: OptionalId::NONE,
            personality: OptionalId::NONE,
            preferred_align: 0,
            body: None,
        };
        let ptr_type = self.types.pointer_to(fn_ty, addrspace, typed);
        let mut global = GlobalValue { value_type: fn_ty, ptr_type, addrspace, unnamed_addr, ..prefix.global() };
        self.function_clauses(&mut global, &mut function, &name)?;
        while is_define && self.tok == Tok::MetadataName {
            let attachment = self.attachment()?;
            attachments.push(attachment);
        }
        sort_attachments(&mut attachments);
        global.attachments = attachments;
        global.kind = GlobalKind::Function(Box::new(function));
        let index = self.define_global(name.or_none(), at, global)?;
        if ret_attrs.is_some() || params.iter().any(Option::is_some) || !attrs.is_empty() {
            self.top().headers.push(Header { global: index, ret: ret_attrs, params, attrs });
        }
        if !is_define {
            // What parameters of declarations are called, nobody asks.
            self.top().arg_names.truncate(first_arg as usize);
            return Ok(());
        }
        if self.tok != Tok::LBrace {
            return Err(self.error("expected '{' in function body"));
        }
        if self.reads_old_forms() {
            let names = self.top.as_ref().and_then(|top| top.arg_names.get(first_arg as usize..)).unwrap_or(&[]);
            self.old.unnamed_parameters |= names.iter().any(|name| matches!(name, ArgName::None));
            self.old.numbered_parameters |= names.iter().any(|name| matches!(name, ArgName::Numbered(..)));
        }
        let start = self.syntax.start;
        let end = self.body_end(start);
        self.top().tasks.push(Task::Body(BodyTask { global: index, start, end, args }));
        self.syntax.seek(end);
        Ok(())
    }

    /// The parameter list of a function: its type, and the attributes of each parameter. Names are added to the top level's list.
    fn parameters(&mut self, ret: TypeId) -> Result<(TypeId, Vec<Option<bctk_ir::entity::AttrSetId>>)> {
        self.next();
        let first = self.type_scratch.len();
        let mut sets = Vec::new();
        let mut vararg = false;
        while self.tok != Tok::RParen {
            if self.type_scratch.len() > first {
                self.expect(Tok::Comma, "expected ')' at end of argument list")?;
            }
            if self.eat(Tok::DotDotDot) {
                vararg = true;
                break;
            }
            let at = self.span();
            let ty = self.ty_or_void()?;
            let set = self.value_attrs()?;
            self.check_parameter(ty, at)?;
            let span = self.span();
            let name = match self.tok {
                Tok::Local => ArgName::Named(span),
                Tok::LocalNum => ArgName::Numbered(self.value as u32, span),
                _ => ArgName::None,
            };
            if !matches!(name, ArgName::None) {
                self.next();
            }
            self.top().arg_names.push(name);
            self.type_scratch.push(ty);
            sets.push(set);
        }
        self.expect(Tok::RParen, "expected ')' at end of argument list")?;
        let ty = self.types.function_type(ret, &self.type_scratch[first..], vararg);
        self.type_scratch.truncate(first);
        Ok((ty, sets))
    }

    /// What comes between the attributes of a function and its attachments.
    fn function_clauses(&mut self, global: &mut GlobalValue, function: &mut Function, name: &GlobalName<'s>) -> Result<()> {
        if self.eat_kw(Kw::Section) {
            global.section = self.string_entry()?;
        }
        if self.eat_kw(Kw::Partition) {
            global.partition = self.string_entry()?;
        }
        if self.at(Kw::Comdat) {
            global.comdat = self.comdat_clause(Some(name))?;
        }
        if self.eat_kw(Kw::Align) {
            global.align = self.align_value()?;
        }
        if self.eat_kw(Kw::PrefAlign) {
            if self.tok != Tok::LParen {
                return Err(self.error("expected '('"));
            }
            function.preferred_align = self.align_value()?;
        }
        if self.eat_kw(Kw::Gc) {
            function.gc = self.string_entry()?;
        }
        if self.eat_kw(Kw::Prefix) {
            function.prefix = OptionalId::some(self.typed_value()?.1);
        }
        if self.eat_kw(Kw::Prologue) {
            function.prologue = OptionalId::some(self.typed_value()?.1);
        }
        if self.eat_kw(Kw::Personality) {
            function.personality = OptionalId::some(self.typed_value()?.1);
        }
        Ok(())
    }

    /// Notes the pointer type of a global value before its definition is complete.
    fn expect_symbol(&mut self, name: &GlobalName<'s>, ty: TypeId) {
        let span = self.span();
        self.top().symbol(name, ty, span);
    }

    /// Defines a global value; gives the index of the definition.
    fn define_global(&mut self, name: Option<GlobalName<'s>>, span: Range<usize>, mut global: GlobalValue) -> Result<u32> {
        let next = self.top().next_number;
        let name = name.unwrap_or(GlobalName::Number(next));
        let is_function = matches!(global.kind, GlobalKind::Function(_));
        match &name {
            GlobalName::Number(n) => {
                if *n < next {
                    let what = if is_function { "function" } else { "global" };
                    return Err(self.error_at(span, format!("{what} expected to be numbered '@{next}' or greater")));
                }
                match n.checked_add(1) {
                    Some(next) => self.top().next_number = next,
                    None => return Err(self.error_at(span, "value number is too large")),
                }
            }
            GlobalName::Name(text) => global.name = self.strings.push(text),
        }
        let ty = global.ptr_type;
        let index = self.top().globals.len() as u32;
        let symbol = self.top().symbol(&name, ty, span.clone());
        let known = &self.top().symbols[symbol as usize];
        if known.definition.is_some() {
            let first = known.span.clone();
            let text = self.global_text(&name);
            let message = match is_function {
                true => format!("invalid redefinition of function '{}'", &text[1..]),
                false => format!("redefinition of global '{text}'"),
            };
            return Err(self.error_at(span, message).note(first, "it is defined here first"));
        }
        let known_ty = known.ty;
        // Of void is what only block addresses refer to.
        if known_ty != ty && self.types.kind(known_ty) != Type::Void {
            let known = &self.top().symbols[symbol as usize];
            let (expected, first) = (known.ty, known.span.clone());
            let text = self.global_text(&name);
            let message = match is_function {
                true => format!(
                    "invalid forward reference to function '{}' with wrong type: expected '{}' but was '{}'",
                    &text[1..],
                    self.type_text(ty),
                    self.type_text(expected)
                ),
                false => "forward reference and definition of global have different types".to_owned(),
            };
            let note = format!("it is used as '{}' here", self.type_text(expected));
            return Err(self.error_at(span, message).note(first, note));
        }
        let top = self.top();
        let known = &mut top.symbols[symbol as usize];
        known.definition = Some(index);
        known.span = span;
        known.ty = ty;
        top.globals.push(global);
        top.definitions.push(symbol);
        Ok(index)
    }
}

/// Attachments of a global value are sorted by kind, those of one kind in text order.
pub(super) fn sort_attachments(attachments: &mut [Attachment]) {
    attachments.sort_by_key(|a| a.kind);
}
