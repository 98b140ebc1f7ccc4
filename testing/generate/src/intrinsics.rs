//! Intrinsics: which ones are declared, and what arguments they take.
use crate::draw::Gen;
use bctk_ir::attr_set::{Attr, AttrIndex, ConstantRange, sort_attrs};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{AttrListId, GlobalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::intrinsics::{Intrinsic, IntrinsicAttr, exact};

/// What an argument of an intrinsic has to be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument {
    /// A value of the parameter's type.
    Any,
    /// This number.
    Int(i64),
    /// This string as metadata.
    Metadata(&'static str),
}
use Argument::{Any, Int, Metadata};

/// A type of an intrinsic, given the type that it is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Same,
    Elem,
    Bool,
    /// `i1` or as many as the type has elements.
    Bools,
    /// The type and [`Of::Bools`].
    WithOverflow,
    Void,
    I8,
    I32,
    I64,
    Ptr,
    Metadata,
    Token,
}

/// What the type may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    Ints,
    /// Integers of whole pairs of bytes.
    Swappable,
    Floats,
    IntVectors,
    FloatVectors,
    Nothing,
}

type Row = (&'static str, For, Of, &'static [(Of, Argument)]);

const ROWS: &[Row] = &[
    ("umax", For::Ints, Of::Same, &[(Of::Same, Any), (Of::Same, Any)]),
    ("smin", For::Ints, Of::Same, &[(Of::Same, Any), (Of::Same, Any)]),
    ("abs", For::Ints, Of::Same, &[(Of::Same, Any), (Of::Bool, Int(1))]),
    ("ctpop", For::Ints, Of::Same, &[(Of::Same, Any)]),
    ("ctlz", For::Ints, Of::Same, &[(Of::Same, Any), (Of::Bool, Int(0))]),
    ("bswap", For::Swappable, Of::Same, &[(Of::Same, Any)]),
    ("bitreverse", For::Ints, Of::Same, &[(Of::Same, Any)]),
    ("uadd.with.overflow", For::Ints, Of::WithOverflow, &[(Of::Same, Any), (Of::Same, Any)]),
    ("smul.with.overflow", For::Ints, Of::WithOverflow, &[(Of::Same, Any), (Of::Same, Any)]),
    ("ssub.sat", For::Ints, Of::Same, &[(Of::Same, Any), (Of::Same, Any)]),
    ("fshl", For::Ints, Of::Same, &[(Of::Same, Any), (Of::Same, Any), (Of::Same, Any)]),
    ("vector.reduce.add", For::IntVectors, Of::Elem, &[(Of::Same, Any)]),
    ("vector.reduce.fadd", For::FloatVectors, Of::Elem, &[(Of::Elem, Any), (Of::Same, Any)]),
    ("fabs", For::Floats, Of::Same, &[(Of::Same, Any)]),
    ("sqrt", For::Floats, Of::Same, &[(Of::Same, Any)]),
    ("fma", For::Floats, Of::Same, &[(Of::Same, Any), (Of::Same, Any), (Of::Same, Any)]),
    ("maximum", For::Floats, Of::Same, &[(Of::Same, Any), (Of::Same, Any)]),
    ("copysign", For::Floats, Of::Same, &[(Of::Same, Any), (Of::Same, Any)]),
    ("powi", For::Floats, Of::Same, &[(Of::Same, Any), (Of::I32, Any)]),
    ("is.fpclass", For::Floats, Of::Bools, &[(Of::Same, Any), (Of::I32, Int(504))]),
    (
        "experimental.constrained.fadd",
        For::Floats,
        Of::Same,
        &[(Of::Same, Any), (Of::Same, Any), (Of::Metadata, Metadata("round.dynamic")), (Of::Metadata, Metadata("fpexcept.strict"))],
    ),
    ("memcpy", For::Nothing, Of::Void, &[(Of::Ptr, Any), (Of::Ptr, Any), (Of::I64, Any), (Of::Bool, Int(0))]),
    ("memmove", For::Nothing, Of::Void, &[(Of::Ptr, Any), (Of::Ptr, Any), (Of::I64, Any), (Of::Bool, Int(1))]),
    ("memset", For::Nothing, Of::Void, &[(Of::Ptr, Any), (Of::I8, Any), (Of::I64, Any), (Of::Bool, Int(0))]),
    ("assume", For::Nothing, Of::Void, &[(Of::Bool, Any)]),
    ("trap", For::Nothing, Of::Void, &[]),
    ("donothing", For::Nothing, Of::Void, &[]),
    ("prefetch", For::Nothing, Of::Void, &[(Of::Ptr, Any), (Of::I32, Int(0)), (Of::I32, Int(3)), (Of::I32, Int(1))]),
    ("objectsize", For::Nothing, Of::I64, &[(Of::Ptr, Any), (Of::Bool, Int(0)), (Of::Bool, Int(1)), (Of::Bool, Int(0))]),
    ("type.test", For::Nothing, Of::Bool, &[(Of::Ptr, Any), (Of::Metadata, Metadata("_ZTS1A"))]),
    ("ptrmask", For::Nothing, Of::Ptr, &[(Of::Ptr, Any), (Of::I64, Any)]),
];

/// Intrinsics that are called in few ways, and those that belong together.
const SPECIAL: &[&[Row]] = &[
    &[
        ("call.preallocated.setup", For::Nothing, Of::Token, &[(Of::I32, Int(1))]),
        ("call.preallocated.arg", For::Nothing, Of::Ptr, &[(Of::Token, Any), (Of::I32, Int(0))]),
    ],
    &[("preserve.array.access.index", For::Nothing, Of::Ptr, &[(Of::Ptr, Any), (Of::I32, Int(1)), (Of::I32, Int(0))])],
    &[("objc.retainAutoreleasedReturnValue", For::Nothing, Of::Ptr, &[(Of::Ptr, Any)])],
];

impl Gen<'_, '_> {
    /// Declares some intrinsics, for types that values have.
    pub(crate) fn declare_intrinsics(&mut self) {
        for rows in SPECIAL {
            if self.options.declarations == 0 || !self.chance(1, 3) {
                continue;
            }
            for &row in *rows {
                if let Some(id) = self.declare_intrinsic(row, self.common.void) {
                    self.special.push((row.0, id));
                }
            }
        }
        for _ in 0..self.below(self.options.declarations as usize + 1) {
            let row = self.pick(ROWS);
            let ty = match row.1 {
                For::Ints => self.type_where(|g, ty| g.of_ints(ty)),
                For::Swappable => self.type_where(|g, ty| g.of_ints(ty) && g.scalar_bits(ty).is_multiple_of(16)),
                For::Floats => self.type_where(|g, ty| g.of_floats(ty)),
                For::IntVectors => self.type_where(|g, ty| g.of_ints(ty) && g.is_vector(ty)),
                For::FloatVectors => self.type_where(|g, ty| g.of_floats(ty) && g.is_vector(ty)),
                For::Nothing => Some(self.common.void),
            };
            if let Some(ty) = ty
                && let Some(id) = self.declare_intrinsic(row, ty)
            {
                self.intrinsics.push((id, ty, row.3.iter().map(|&(_, argument)| argument).collect()));
            }
        }
    }

    fn type_of_row(&mut self, of: Of, ty: TypeId) -> TypeId {
        match of {
            Of::Same => ty,
            Of::Elem => self.m.types.scalar(ty),
            Of::Bool => self.common.i1,
            Of::Bools => self.shaped(self.common.i1, ty),
            Of::WithOverflow => {
                let bools = self.shaped(self.common.i1, ty);
                self.literal(&[ty, bools])
            }
            Of::Void => self.common.void,
            Of::I8 => self.common.i8,
            Of::I32 => self.common.i32,
            Of::I64 => self.common.i64,
            Of::Ptr => self.common.ptr,
            Of::Metadata => self.common.metadata,
            Of::Token => self.common.token,
        }
    }

    /// Declares an intrinsic, unless it is.
    fn declare_intrinsic(&mut self, row: Row, ty: TypeId) -> Option<GlobalId> {
        let (name, _, ret, params) = row;
        let intrinsic = exact(name)?;
        let ret = self.type_of_row(ret, ty);
        let params_types: Vec<TypeId> = params.iter().map(|&(of, _)| self.type_of_row(of, ty)).collect();
        let fn_ty = self.function_type(ret, &params_types, false);
        let full = intrinsic.mangled_name(&self.m, fn_ty)?;
        if !self.taken.insert(full.clone()) {
            return None;
        }
        let text = self.text(&full);
        let mut global = GlobalValue::declaration(text, fn_ty, self.common.ptr);
        if let GlobalKind::Function(function) = &mut global.kind {
            function.attrs = self.intrinsic_attrs(intrinsic, &params_types);
        }
        let id = GlobalId::new(self.m.globals.len());
        self.m.globals.push(global);
        Some(id)
    }

    fn intrinsic_attrs(&mut self, intrinsic: Intrinsic, params: &[TypeId]) -> AttrListId {
        let width = |g: &Self, at: u32| match at {
            0 => 32,
            at => params.get(at as usize - 1).map_or(32, |&ty| g.scalar_bits(ty)),
        };
        let attr = |g: &Self, at: u32, attr: IntrinsicAttr| {
            Some(match attr {
                IntrinsicAttr::Enum(name) => Attr::Enum(AttrKind::from_spelling(name.as_bytes())?),
                IntrinsicAttr::Int(name, value) => Attr::Int(AttrKind::from_spelling(name.as_bytes())?, value),
                IntrinsicAttr::Range(low, high) => {
                    let range = ConstantRange { width: width(g, at), lower: vec![low as u64], upper: vec![high as u64] };
                    Attr::Range(AttrKind::RANGE, range)
                }
            })
        };
        let mut list = Vec::new();
        for (at, attrs) in intrinsic.arg_attrs() {
            let mut set: Vec<Attr> = attrs.into_iter().filter_map(|a| attr(self, at, a)).collect();
            sort_attrs(&mut set, &self.m.strings);
            let index = if at == 0 { AttrIndex::Return } else { AttrIndex::Param(at - 1) };
            list.push((index, self.attr_set(set)));
        }
        let mut set: Vec<Attr> = intrinsic.function_attrs().filter_map(|a| attr(self, 0, a)).collect();
        sort_attrs(&mut set, &self.m.strings);
        if !set.is_empty() {
            list.push((AttrIndex::Function, self.attr_set(set)));
        }
        list.sort_by_key(|&(index, _)| index);
        self.attr_list(list)
    }

    /// An intrinsic for `ty`, or one that is for no type.
    pub(crate) fn intrinsic(&mut self, ty: TypeId) -> Option<(GlobalId, Vec<Argument>)> {
        let void = self.common.void;
        let fits: Vec<usize> =
            (0..self.intrinsics.len()).filter(|&at| self.intrinsics[at].1 == ty || self.intrinsics[at].1 == void).collect();
        let at = match self.pick_some(&fits) {
            Some(at) => at,
            None => self.below(self.intrinsics.len()),
        };
        self.intrinsics.get(at).map(|(id, _, arguments)| (*id, arguments.clone()))
    }
}
