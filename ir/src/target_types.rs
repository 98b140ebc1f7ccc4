//! Target extension types that LLVM knows: what they are laid out as and where they may be (LLVM 23, `getTargetTypeInfo` in `Type.cpp`).

/// A group of target extension types with the same properties, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TargetType {
    /// Any name that LLVM does not know: laid out as `void`, so without a size.
    #[default]
    Unknown,
    /// `aarch64.svcount`, laid out as `<vscale x 16 x i1>`.
    SvCount,
    /// `riscv.vector.tuple`, laid out as a scalable vector of bytes.
    VectorTuple,
    /// `amdgcn.named.barrier`, laid out as 16 bytes.
    NamedBarrier,
    /// `amdgpu.stridemark`: like a token, without a size.
    StrideMark,
    /// `dx.Padding` and `spirv.Padding`, laid out as that many bytes.
    Padding,
    /// Other `dx.…`: like tokens, laid out as a pointer.
    DirectX,
    /// `spirv.Image` and `spirv.SignedImage`: laid out as a pointer, without a zero.
    SpirvImage,
    /// `spirv.IntegralConstant` and `spirv.Literal`: without a size.
    SpirvConstant,
    /// `spirv.Type`, laid out as that many bytes.
    SpirvType,
    /// Other `spirv.…`, laid out as a pointer.
    Spirv,
    /// `wasm.externref` and `wasm.funcref`, laid out as a pointer.
    WasmReference,
    /// `llvm.test.vectorelement`, laid out as `i32`.
    VectorElement,
}

impl TargetType {
    /// The group of a name.
    pub fn of(name: &[u8]) -> Self {
        match name {
            b"aarch64.svcount" => Self::SvCount,
            b"riscv.vector.tuple" => Self::VectorTuple,
            b"amdgcn.named.barrier" => Self::NamedBarrier,
            b"amdgpu.stridemark" => Self::StrideMark,
            b"dx.Padding" | b"spirv.Padding" => Self::Padding,
            b"spirv.Image" | b"spirv.SignedImage" => Self::SpirvImage,
            b"spirv.IntegralConstant" | b"spirv.Literal" => Self::SpirvConstant,
            b"spirv.Type" => Self::SpirvType,
            b"wasm.externref" | b"wasm.funcref" => Self::WasmReference,
            b"llvm.test.vectorelement" => Self::VectorElement,
            _ if name.starts_with(b"spirv.") => Self::Spirv,
            _ if name.starts_with(b"dx.") => Self::DirectX,
            _ => Self::Unknown,
        }
    }

    /// Whether `zeroinitializer` is a value of it (`TargetExtType::HasZeroInit`).
    pub fn has_zero(self) -> bool {
        matches!(self, Self::SvCount | Self::VectorTuple | Self::Spirv | Self::WasmReference)
    }

    /// Whether global variables may have it (`TargetExtType::CanBeGlobal`).
    pub fn can_be_global(self) -> bool {
        match self {
            Self::NamedBarrier | Self::Padding | Self::DirectX | Self::WasmReference => true,
            Self::SpirvImage | Self::SpirvType | Self::Spirv => true,
            Self::Unknown | Self::SvCount | Self::VectorTuple | Self::StrideMark | Self::SpirvConstant | Self::VectorElement => false,
        }
    }

    /// Whether only global variables may have it: it is not `TargetExtType::CanBeLocal`, but has a size.
    pub fn is_global_only(self) -> bool {
        matches!(self, Self::NamedBarrier | Self::Padding)
    }

    /// Whether values are like tokens: only intrinsics take and return them (`TargetExtType::IsTokenLike`).
    pub fn is_token_like(self) -> bool {
        matches!(self, Self::DirectX | Self::StrideMark)
    }

    /// Whether it is laid out as a scalable vector.
    pub fn is_scalable(self) -> bool {
        matches!(self, Self::SvCount | Self::VectorTuple)
    }
}
