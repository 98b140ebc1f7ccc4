//! Global values: variables, functions, aliases, ifuncs, and comdats.
use crate::attr_set::AttrTable;
use crate::body::Attachment;
use crate::entity::{AttrListId, AttrSetId, ComdatId, OptionalId, TypeId};
use crate::inst::AlignCode;
use crate::keywords::{CallConv, CodeModel, ComdatKind, DllStorage, Linkage, ThreadLocal, UnnamedAddr, Visibility};
use crate::strings::Str;
use crate::value::Value;

/// The common properties of all global values (LangRef, "Global Variables", "Functions", "Aliases", "IFuncs").
#[derive(Clone, Debug, Hash)]
pub struct GlobalValue {
    /// Name; empty for a numbered one.
    pub name: Str,
    /// Type of what the value points to.
    pub value_type: TypeId,
    /// Type of the value itself: a pointer.
    pub ptr_type: TypeId,
    /// Address space.
    pub addrspace: u32,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// DLL storage class.
    pub dll_storage: DllStorage,
    /// Thread-local model.
    pub thread_local: ThreadLocal,
    /// `unnamed_addr`.
    pub unnamed_addr: UnnamedAddr,
    /// `dso_local`, implied cases included.
    pub dso_local: bool,
    /// Partition; empty for none.
    pub partition: Str,
    /// Section; empty for none.
    pub section: Str,
    /// Alignment.
    pub align: AlignCode,
    /// Comdat.
    pub comdat: Option<ComdatId>,
    /// Attachments, sorted by kind.
    pub attachments: Vec<Attachment>,
    /// Position among the global values of the source text; none for one that the text does not declare. Use-lists grow in the order of the
    /// text.
    pub place: OptionalId<u32>,
    /// The properties of this kind of global value.
    pub kind: GlobalKind,
}

/// What a global value is.
#[derive(Clone, Debug, Hash)]
pub enum GlobalKind {
    /// A global variable.
    Variable {
        /// `constant` rather than `global`.
        constant: bool,
        /// `externally_initialized`
        externally_initialized: bool,
        /// Initial value; none for a declaration.
        initializer: OptionalId<Value>,
        /// Attributes, as a set at the function position.
        attrs: AttrListId,
        /// `code_model`
        code_model: Option<CodeModel>,
        /// Sanitizer flags.
        sanitizer: Sanitizer,
    },
    /// A function.
    Function(Box<Function>),
    /// An alias of a constant.
    Alias {
        /// The aliasee.
        aliasee: Value,
    },
    /// An ifunc with its resolver.
    IFunc {
        /// The resolver.
        resolver: Value,
    },
}

/// The properties of functions only.
#[derive(Clone, Debug, Hash)]
pub struct Function {
    /// Calling convention.
    pub cc: CallConv,
    /// Attributes.
    pub attrs: AttrListId,
    /// The alignment that is preferred over that of the target (`prefalign`, since LLVM 23); 0 for none.
    pub preferred_align: AlignCode,
    /// Garbage collector name; empty for none.
    pub gc: Str,
    /// `prefix`
    pub prefix: OptionalId<Value>,
    /// `prologue`
    pub prologue: OptionalId<Value>,
    /// `personality`
    pub personality: OptionalId<Value>,
    /// Index in [`Module::bodies`](crate::module::Module::bodies); none for a declaration.
    pub body: Option<u32>,
}

/// Sanitizer flags of a global variable (`GlobalValue::SanitizerMetadata`; bits as bitcode has them).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Sanitizer(pub u8);
impl Sanitizer {
    /// The file contains the flags although none is set; such a variable is written with a longer record.
    pub const STATED: u8 = 0x80;
    /// `no_sanitize_address`
    pub const NO_ADDRESS: u8 = 1;
    /// `no_sanitize_hwaddress`
    pub const NO_HWADDRESS: u8 = 2;
    /// `sanitize_memtag`
    pub const MEMTAG: u8 = 4;
    /// `sanitize_address_dyninit`
    pub const IS_DYN_INIT: u8 = 8;
}

/// A comdat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Comdat {
    /// Name.
    pub name: Str,
    /// The selection kind.
    pub kind: ComdatKind,
}

impl GlobalKind {
    /// The values that it refers to: initializer, aliasee, resolver; prefix, prologue and personality of a function.
    pub fn operands(&self) -> impl Iterator<Item = Value> + use<> {
        let values = match self {
            GlobalKind::Variable { initializer, .. } => [initializer.get(), None, None],
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => [Some(*value), None, None],
            GlobalKind::Function(function) => [function.prefix.get(), function.prologue.get(), function.personality.get()],
        };
        values.into_iter().flatten()
    }

    /// A variable that is only declared, `external global T`, without any optional property.
    pub const DECLARED_VARIABLE: GlobalKind = GlobalKind::Variable {
        constant: false,
        externally_initialized: false,
        initializer: OptionalId::NONE,
        attrs: AttrListId(0),
        code_model: None,
        sanitizer: Sanitizer(0),
    };
}

impl GlobalValue {
    /// A declaration `declare R @name(P…)` of this function type, without any optional property.
    pub fn declaration(name: Str, fn_ty: TypeId, ptr_type: TypeId) -> GlobalValue {
        let function = Function {
            cc: CallConv::C,
            attrs: AttrListId(0),
            gc: Str::EMPTY,
            prefix: OptionalId::NONE,
            prologue: OptionalId::NONE,
            personality: OptionalId::NONE,
            preferred_align: 0,
            body: None,
        };
        GlobalValue {
            name,
            value_type: fn_ty,
            ptr_type,
            addrspace: 0,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            thread_local: ThreadLocal::NotThreadLocal,
            unnamed_addr: UnnamedAddr::None,
            dso_local: false,
            partition: Str::EMPTY,
            section: Str::EMPTY,
            align: 0,
            comdat: None,
            attachments: Vec::new(),
            place: OptionalId::NONE,
            kind: GlobalKind::Function(Box::new(function)),
        }
    }
    /// Whether it is only declared: no initializer, no body.
    pub fn is_declaration(&self) -> bool {
        match &self.kind {
            GlobalKind::Variable { initializer, .. } => initializer.is_none(),
            GlobalKind::Function(f) => f.body.is_none(),
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => false,
        }
    }
    /// The function, if it is one.
    pub fn function(&self) -> Option<&Function> {
        match &self.kind {
            GlobalKind::Function(f) => Some(f),
            _ => None,
        }
    }
    /// The attribute set of a variable.
    pub fn variable_attrs(&self, table: &AttrTable) -> Option<AttrSetId> {
        match self.kind {
            GlobalKind::Variable { attrs, .. } => table.set_at(attrs, crate::attr_set::AttrIndex::Function),
            _ => None,
        }
    }
}
