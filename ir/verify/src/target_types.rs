//! Types that contain target extension types or scalable vectors, and types that are like tokens.
use crate::function::Shared;
use bctk_ir::entity::TypeId;
use bctk_ir::target_types::TargetType;
use bctk_ir::types::Type;
use hashbrown::HashSet;

impl Shared<'_> {
    /// Whether a type is or contains, in arrays and structures, one of those (`Type::containsNonLocalTargetExtType` and alike).
    fn contains(&self, ty: TypeId, wanted: impl Fn(Type) -> bool) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match self.types.get(ty) {
                of if wanted(of) => return true,
                Type::Struct { fields, .. } => open.extend(self.module.types.list(fields).iter()),
                Type::Array { elem, .. } => open.push(elem),
                _ => {}
            }
        }
        false
    }

    fn contains_target_type(&self, ty: TypeId, wanted: impl Fn(TargetType) -> bool) -> bool {
        self.has_target_types && self.contains(ty, |of| matches!(of, Type::TargetExt { target, .. } if wanted(target)))
    }

    /// Whether a type is or contains a target type that only global variables may have (`Type::containsNonLocalTargetExtType`).
    pub(crate) fn has_global_target_type(&self, ty: TypeId) -> bool {
        self.contains_target_type(ty, TargetType::is_global_only)
    }

    /// Whether a type is or contains a target type that no global variable may have (`Type::containsNonGlobalTargetExtType`).
    pub(crate) fn has_local_target_type(&self, ty: TypeId) -> bool {
        let refuses_constants = self.llvm.token_like_target_types();
        self.contains_target_type(ty, |target| !target.can_be_global() && (refuses_constants || target != TargetType::SpirvConstant))
    }

    /// Whether a type is or contains a scalable vector (`Type::isScalableTy`).
    pub(crate) fn is_scalable(&self, ty: TypeId) -> bool {
        self.contains(ty, |of| match of {
            Type::Vector { scalable, .. } => scalable,
            Type::TargetExt { target, .. } => target.is_scalable(),
            _ => false,
        })
    }

    /// Whether values of a type are tokens or are treated as such (`Type::isTokenLikeTy`).
    pub(crate) fn is_token_like(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Token => true,
            Type::TargetExt { target: TargetType::StrideMark, .. } => self.llvm.stride_marks(),
            Type::TargetExt { target, .. } => target.is_token_like() && self.llvm.token_like_target_types(),
            _ => false,
        }
    }
}
