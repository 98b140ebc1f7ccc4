//! Detects the type of a stream from its first bytes.
use bctk_bitstream::wrapper::{WRAPPER_MAGIC, Wrapper, strip_wrapper};

use super::bits::{Bits, Outcome};
use super::options::Fault;
use super::out::Out;

/// The stream types that the tool distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Unknown,
    LlvmIr,
    ClangAst,
    ClangDiagnostics,
    Remarks,
}

impl Kind {
    pub(super) fn description(self) -> &'static str {
        match self {
            Kind::Unknown => "unknown",
            Kind::LlvmIr => "LLVM IR",
            Kind::ClangAst => "Clang Serialized AST",
            Kind::ClangDiagnostics => "Clang Serialized Diagnostics",
            Kind::Remarks => "LLVM Remarks",
        }
    }

    /// Reads the magic number.
    fn read(bits: &mut Bits<'_>) -> Outcome<Kind> {
        let mut magic = [0; 4];
        for byte in magic.iter_mut().take(2) {
            *byte = bits.fixed(8)? as u8;
        }
        // Of bitcode the rest is read in half bytes, which matters where the data ends.
        let halves = !matches!(&magic[..2], b"CP" | b"DI" | b"RM");
        for byte in magic.iter_mut().skip(2) {
            *byte = if halves { (bits.fixed(4)? | bits.fixed(4)? << 4) as u8 } else { bits.fixed(8)? as u8 };
        }
        Ok(match &magic {
            b"BC\xC0\xDE" => Kind::LlvmIr,
            b"CPCH" => Kind::ClangAst,
            b"DIAG" => Kind::ClangDiagnostics,
            b"RMRK" => Kind::Remarks,
            _ => Kind::Unknown,
        })
    }
}

/// Passes over a wrapper header, which is printed to `dump`, and the magic number.
pub(super) fn open<'a>(data: &'a [u8], dump: Option<&mut Out<'_>>) -> Outcome<(Bits<'a>, Kind)> {
    let wrapped = data.starts_with(&WRAPPER_MAGIC.to_le_bytes());
    if wrapped {
        let invalid = || Fault::content("Invalid bitcode wrapper header");
        let wrapper = Wrapper::parse(data).ok_or_else(invalid)?;
        if let Some(out) = dump {
            let Wrapper { version, offset, size, cpu_type } = wrapper;
            out.text(&format!(
                "<BITCODE_WRAPPER_HEADER Magic={WRAPPER_MAGIC:#010x} Version={version:#010x} Offset={offset:#010x} Size={size:#010x} \
                 CPUType={cpu_type:#010x}/>\n"
            ))?;
        }
        let range = strip_wrapper(data).map_err(|_| invalid())?;
        let mut bits = Bits::new(data.get(range).unwrap_or_default());
        let kind = Kind::read(&mut bits)?;
        return Ok((bits, kind));
    }
    let mut bits = Bits::new(data);
    let kind = Kind::read(&mut bits)?;
    Ok((bits, kind))
}
