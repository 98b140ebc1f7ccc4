//! Names of symbols in object files, from names in the module (LLVM 22, `Mangler`).
use crate::attr_set::{Attr, AttrIndex};
use crate::attrs::AttrKind;
use crate::constants::ConstKind;
use crate::datalayout::{DataLayout, Layouts};
use crate::entity::{ComdatId, GlobalId, ListRef, TypeId};
use crate::global::{Function, GlobalKind};
use crate::keywords::Linkage;
use crate::module::Module;
use crate::opcodes::{BinOp, CastOp};
use crate::value::{Value, ValueKind};
use crate::version::LlvmVersion;
use bctk_support::limits::{ALIAS_DEPTH, ALIAS_STEPS};
use hashbrown::HashMap;

/// How names are mangled: `m:` of the data layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mangling {
    /// Names stay as they are.
    #[default]
    None,
    /// `m:e`
    Elf,
    /// `m:l`
    Goff,
    /// `m:m`
    Mips,
    /// `m:o`
    MachO,
    /// `m:w`
    WinCoff,
    /// `m:x`
    WinCoffX86,
    /// `m:a`
    Xcoff,
}

impl Mangling {
    /// That of a data layout.
    pub fn of_layout(layout: &[u8]) -> Mangling {
        let stated = layout.split(|&c| c == b'-').rev().find_map(|part| part.strip_prefix(b"m:"));
        match stated {
            Some(b"e") => Mangling::Elf,
            Some(b"l") => Mangling::Goff,
            Some(b"m") => Mangling::Mips,
            Some(b"o") => Mangling::MachO,
            Some(b"w") => Mangling::WinCoff,
            Some(b"x") => Mangling::WinCoffX86,
            Some(b"a") => Mangling::Xcoff,
            _ => Mangling::None,
        }
    }

    /// The prefix of every name.
    pub fn prefix(self) -> Option<u8> {
        matches!(self, Mangling::MachO | Mangling::WinCoffX86).then_some(b'_')
    }

    /// The prefix of private names.
    fn private_prefix(self) -> &'static [u8] {
        match self {
            Mangling::None => b"",
            Mangling::Elf | Mangling::WinCoff => b".L",
            Mangling::Goff => b"L#",
            Mangling::Mips => b"$",
            Mangling::MachO | Mangling::WinCoffX86 => b"L",
            Mangling::Xcoff => b"L..",
        }
    }

    /// Whether a name that starts with a question mark is a Microsoft C++ name and stays unchanged.
    fn knows_question_mark(self) -> bool {
        matches!(self, Mangling::WinCoff | Mangling::WinCoffX86)
    }
}

/// `fastcall`, `stdcall` and `vectorcall` of x86 (LLVM 22, `CallingConv`).
const STDCALL: u16 = 64;
const FASTCALL: u16 = 65;
const VECTORCALL: u16 = 80;

/// Mangles names; unnamed values get a number, in the order of the requests.
#[derive(Debug)]
pub struct Mangler {
    mangling: Mangling,
    layouts: Layouts,
    numbers: HashMap<GlobalId, usize>,
    /// Count suffixes as before LLVM 14: aliases of functions have none, and `sret` parameters count.
    old_suffixes: bool,
}

impl Mangler {
    /// A mangler for the data layout of `module`.
    pub fn new(module: &Module) -> Mangler {
        Mangler::for_version(module, LlvmVersion::DEFAULT)
    }

    /// As [`Mangler::new`], as a release does it.
    pub fn for_version(module: &Module, version: LlvmVersion) -> Mangler {
        let layout = module.str(module.data_layout);
        Mangler {
            mangling: Mangling::of_layout(layout),
            layouts: Layouts::new(DataLayout::parse(layout)),
            numbers: HashMap::new(),
            old_suffixes: !version.suffixes_of_aliases(),
        }
    }

    /// Sizes under the data layout.
    pub fn layouts(&mut self) -> &mut Layouts {
        &mut self.layouts
    }

    /// The prefix of every name.
    pub fn prefix(&self) -> Option<u8> {
        self.mangling.prefix()
    }

    /// Appends the symbol's name of the global value `id`.
    pub fn name(&mut self, module: &Module, id: GlobalId, out: &mut Vec<u8>) {
        let Some(global) = module.global(id) else { return };
        let mangling = self.mangling;
        let private = if global.linkage == Linkage::Private { mangling.private_prefix() } else { b"" };
        let name = module.str(global.name);
        if name.is_empty() {
            let next = self.numbers.len() + 1;
            let number = *self.numbers.entry(id).or_insert(next);
            out.extend_from_slice(private);
            out.extend(mangling.prefix());
            out.extend_from_slice(format!("__unnamed_{number}").as_bytes());
            return;
        }
        if let Some(verbatim) = name.strip_prefix(b"\x01") {
            out.extend_from_slice(verbatim);
            return;
        }
        let mut prefix = mangling.prefix();
        let question = mangling.knows_question_mark() && name.starts_with(b"?");
        // Microsoft's calling conventions change names: `vectorcall` everywhere, others on 32-bit Windows.
        let function = aliasee_object(module, id)
            .filter(|&object| !question && (object == id || !self.old_suffixes))
            .and_then(|object| Some((object, module.global(object)?.function()?)))
            .filter(|(_, function)| mangling == Mangling::WinCoffX86 || function.cc.0 == VECTORCALL);
        match &function {
            Some((_, function)) if function.cc.0 == FASTCALL => prefix = Some(b'@'),
            Some((_, function)) if function.cc.0 == VECTORCALL => prefix = None,
            _ => {}
        }
        out.extend_from_slice(private);
        if !question {
            out.extend(prefix);
        }
        out.extend_from_slice(name);
        let Some((object, function)) = function else { return };
        if function.cc.0 == VECTORCALL {
            out.push(b'@');
        }
        if !matches!(function.cc.0, STDCALL | FASTCALL | VECTORCALL) {
            return;
        }
        let ty = module.global(object).map(|global| global.value_type).and_then(|ty| module.types.function(ty));
        let Some((_, params, vararg)) = ty else { return };
        let sret =
            |param| param_attr(module, function, param, |attr| matches!(attr, Attr::Type(AttrKind::STRUCT_RET, _)).then_some(())).is_some();
        if !vararg || params.is_empty() || params.len() == 1 && sret(0) {
            let bytes = self.argument_bytes(module, function, params);
            out.extend_from_slice(format!("@{bytes}").as_bytes());
        }
    }

    /// The size of the arguments on the stack, in bytes; an `sret` parameter does not count.
    fn argument_bytes(&mut self, module: &Module, function: &Function, params: ListRef<'_, TypeId>) -> u64 {
        let word = self.layouts.layout().pointer_bytes(0).max(1);
        let mut sum = 0u64;
        for (number, param) in params.iter().enumerate() {
            let number = number as u32;
            let is_result = |attr: &Attr| matches!(attr, Attr::Type(AttrKind::STRUCT_RET, _)).then_some(());
            if !self.old_suffixes && param_attr(module, function, number, is_result).is_some() {
                continue;
            }
            // What is passed by value counts, not the pointer to it.
            let by_value = param_attr(module, function, number, |attr| match attr {
                Attr::Type(AttrKind::BY_VAL | AttrKind::IN_ALLOCA | AttrKind::PREALLOCATED, Some(ty)) => Some(*ty),
                _ => None,
            });
            let size = self.layouts.alloc_size(&module.types, by_value.unwrap_or(param)).unwrap_or(0);
            sum = sum.saturating_add(size.checked_next_multiple_of(word).unwrap_or(u64::MAX));
        }
        // LLVM counts in 32 bits.
        sum & u64::from(u32::MAX)
    }
}

/// The first result of `find` among the attributes of a parameter.
fn param_attr<T>(module: &Module, function: &Function, param: u32, find: impl Fn(&Attr) -> Option<T>) -> Option<T> {
    let set = module.attrs.set_at(function.attrs, AttrIndex::Param(param))?;
    module.attrs.set(set).iter().find_map(find)
}

/// The function, variable or ifunc that a global value is or, for an alias, refers to (`GlobalValue::getAliaseeObject`); none if the
/// expression does not determine it.
pub fn aliasee_object(module: &Module, id: GlobalId) -> Option<GlobalId> {
    base_object(module, Value::global(id), &mut 0, 0)
}

/// The comdat of a global value; an alias is in that of what it stands for (`GlobalValue::getComdat`).
pub fn comdat_of(module: &Module, id: GlobalId) -> Option<ComdatId> {
    let object = match module.global(id)?.kind {
        GlobalKind::Alias { .. } => aliasee_object(module, id)?,
        _ => id,
    };
    let global = module.global(object)?;
    if matches!(global.kind, GlobalKind::IFunc { .. }) { None } else { global.comdat }
}

/// A circle of aliases ends at the limit, too.
fn base_object(module: &Module, value: Value, steps: &mut u32, depth: u32) -> Option<GlobalId> {
    *steps += 1;
    if *steps > ALIAS_STEPS || depth > ALIAS_DEPTH {
        return None;
    }
    let mut base = |value| base_object(module, value, steps, depth + 1);
    match value.kind() {
        ValueKind::Global(id) => match module.global(id)?.kind {
            GlobalKind::Alias { aliasee } => base(aliasee),
            _ => Some(id),
        },
        ValueKind::Const(index) => match module.consts.get(index)?.kind {
            ConstKind::Bin { op: BinOp::Add, lhs, rhs, .. } => match (base(lhs), base(rhs)) {
                (Some(_), Some(_)) => None,
                (left, right) => left.or(right),
            },
            ConstKind::Bin { op: BinOp::Sub, lhs, rhs, .. } => match base(rhs) {
                Some(_) => None,
                None => base(lhs),
            },
            ConstKind::Cast {
                op: CastOp::IntToPtr | CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::BitCast | CastOp::AddrSpaceCast,
                value,
                ..
            } => base(value),
            ConstKind::Gep { ops, .. } => base(module.consts.values(ops).next()?),
            _ => None,
        },
        _ => None,
    }
}

/// The value without pointer casts and without `getelementptr` with zero offset (`Value::stripPointerCasts`).
pub fn strip_pointer_casts(module: &Module, mut value: Value) -> Value {
    for _ in 0..ALIAS_STEPS {
        let ValueKind::Const(index) = value.kind() else { return value };
        let zero = |value: Value| match value.kind() {
            ValueKind::Const(index) => module.consts.get(index).is_some_and(|constant| constant.kind == ConstKind::Null),
            _ => false,
        };
        let inner = match module.consts.get(index).map(|constant| constant.kind) {
            Some(ConstKind::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. }) => Some(value),
            Some(ConstKind::Gep { ops, .. }) if module.consts.values(ops).skip(1).all(zero) => module.consts.values(ops).next(),
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => return value,
        }
    }
    value
}
