//! AVX-512 intrinsics with a mask that are replaced by one without a mask and a `select`: the replacements.
use bctk_ir::module::Module;
use bctk_ir::types::Type;

/// The elements of a vector, and its width in bits.
#[derive(Clone, Copy)]
pub(crate) struct Lanes {
    /// Bits of an element.
    pub(crate) bits: u32,
    /// Whether elements are floating-point numbers.
    pub(crate) float: bool,
    /// Bits of the vector.
    pub(crate) width: u32,
}

impl Lanes {
    /// Of a vector of numbers of at most 512 bits.
    pub(crate) fn of(module: &Module, ty: Type) -> Option<Lanes> {
        let Type::Vector { elem, len, scalable: false } = ty else { return None };
        let (bits, float) = match module.types.get(elem) {
            Type::Int(bits) => (bits, false),
            Type::Half | Type::BFloat => (16, true),
            Type::Float => (32, true),
            Type::Double => (64, true),
            _ => return None,
        };
        let width = bits.checked_mul(len).filter(|&width| width <= 512)?;
        Some(Lanes { bits, float, width })
    }

    /// 0, 1, 2 for 128, 256, 512 bits.
    fn size(self) -> Option<usize> {
        [128, 256, 512].iter().position(|&width| width == self.width)
    }
}

/// Prefixes of old names, and the intrinsics for 128, 256 and 512 bits.
const BY_WIDTH: &[(&str, [&str; 3])] = &[
    ("pshuf.b.", ["ssse3.pshuf.b.128", "avx2.pshuf.b", "avx512.pshuf.b.512"]),
    ("pmul.hr.sw.", ["ssse3.pmul.hr.sw.128", "avx2.pmul.hr.sw", "avx512.pmul.hr.sw.512"]),
    ("pmulh.w.", ["sse2.pmulh.w", "avx2.pmulh.w", "avx512.pmulh.w.512"]),
    ("pmulhu.w.", ["sse2.pmulhu.w", "avx2.pmulhu.w", "avx512.pmulhu.w.512"]),
    ("pmaddw.d.", ["sse2.pmadd.wd", "avx2.pmadd.wd", "avx512.pmaddw.d.512"]),
    ("pmaddubs.w.", ["ssse3.pmadd.ub.sw.128", "avx2.pmadd.ub.sw", "avx512.pmaddubs.w.512"]),
    ("packsswb.", ["sse2.packsswb.128", "avx2.packsswb", "avx512.packsswb.512"]),
    ("packssdw.", ["sse2.packssdw.128", "avx2.packssdw", "avx512.packssdw.512"]),
    ("packuswb.", ["sse2.packuswb.128", "avx2.packuswb", "avx512.packuswb.512"]),
    ("packusdw.", ["sse41.packusdw", "avx2.packusdw", "avx512.packusdw.512"]),
    ("dbpsadbw.", ["avx512.dbpsadbw.128", "avx512.dbpsadbw.256", "avx512.dbpsadbw.512"]),
    ("pmultishift.qb.", ["avx512.pmultishift.qb.128", "avx512.pmultishift.qb.256", "avx512.pmultishift.qb.512"]),
    ("conflict.d.", ["avx512.conflict.d.128", "avx512.conflict.d.256", "avx512.conflict.d.512"]),
    ("conflict.q.", ["avx512.conflict.q.128", "avx512.conflict.q.256", "avx512.conflict.q.512"]),
    ("pavg.b.", ["sse2.pavg.b", "avx2.pavg.b", "avx512.pavg.b.512"]),
    ("pavg.w.", ["sse2.pavg.w", "avx2.pavg.w", "avx512.pavg.w.512"]),
];

/// Conversions: the old name, the intrinsic.
const CONVERSIONS: &[(&str, &str)] = &[
    ("cvtpd2dq.256", "avx.cvt.pd2dq.256"),
    ("cvtpd2ps.256", "avx.cvt.pd2.ps.256"),
    ("cvttpd2dq.256", "avx.cvtt.pd2dq.256"),
    ("cvttps2dq.128", "sse2.cvttps2dq"),
    ("cvttps2dq.256", "avx.cvtt.ps2dq.256"),
];

/// The unmasked intrinsic (without `llvm.x86.`) for `name` (without `llvm.x86.avx512.mask.`) with the result `lanes`.
pub(crate) fn unmasked(name: &str, lanes: Lanes) -> Option<String> {
    let size = lanes.size()?;
    let ps = if lanes.bits == 32 { "ps" } else { "pd" };
    if let Some((_, names)) = BY_WIDTH.iter().find(|(old, _)| name.starts_with(old)) {
        return Some(names[size].to_owned());
    }
    if let Some((_, new)) = CONVERSIONS.iter().find(|(old, _)| name == *old) {
        return Some((*new).to_owned());
    }
    for op in ["max", "min"] {
        if name.strip_prefix(op).is_some_and(|rest| rest.starts_with(".p")) {
            return match size {
                0 if lanes.bits == 32 => Some(format!("sse.{op}.ps")),
                0 => Some(format!("sse2.{op}.pd")),
                1 => Some(format!("avx.{op}.{ps}.256")),
                _ => None,
            };
        }
    }
    if name.starts_with("vpermilvar.") {
        return Some(match size {
            0 => format!("avx.vpermilvar.{ps}"),
            1 => format!("avx.vpermilvar.{ps}.256"),
            _ => format!("avx512.vpermilvar.{ps}.512"),
        });
    }
    if name.starts_with("permvar.") {
        return Some(match (lanes.bits, lanes.float, size) {
            (32, true, 1) => "avx2.permps".to_owned(),
            (32, false, 1) => "avx2.permd".to_owned(),
            (bits, float, _) => {
                let kind = match (bits, float) {
                    (8, _) => "qi",
                    (16, _) => "hi",
                    (32, true) => "sf",
                    (32, false) => "si",
                    (64, true) => "df",
                    (64, false) => "di",
                    _ => return None,
                };
                format!("avx512.permvar.{kind}.{}", lanes.width)
            }
        });
    }
    shift(name, lanes, size)
}

/// Shifts: all elements by one number, which may be immediate (`i`), or each by its own (`v`).
fn shift(name: &str, lanes: Lanes, size: usize) -> Option<String> {
    let op = ["psll", "psrl", "psra"].into_iter().find(|op| name.starts_with(op))?;
    let rest = name.get(op.len()..)?.as_bytes();
    let elem = match lanes.bits {
        16 => 'w',
        32 => 'd',
        64 => 'q',
        _ => return None,
    };
    let width = lanes.width;
    // Arithmetic shifts of the widest elements came with AVX-512.
    let newer = op == "psra" && elem == 'q';
    if rest.first() == Some(&b'v') {
        return Some(match size {
            _ if elem == 'w' || newer || size == 2 => format!("avx512.{op}v.{elem}.{width}"),
            0 => format!("avx2.{op}v.{elem}"),
            _ => format!("avx2.{op}v.{elem}.256"),
        });
    }
    let immediate = if rest.first() == Some(&b'i') || rest.get(2) == Some(&b'i') { "i" } else { "" };
    Some(match size {
        _ if newer || size == 2 => format!("avx512.{op}{immediate}.{elem}.{width}"),
        0 => format!("sse2.{op}{immediate}.{elem}"),
        _ => format!("avx2.{op}{immediate}.{elem}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // What opt 22 calls for each of these.
    #[test]
    fn intrinsics_by_width_and_element() {
        let lanes = |bits, float, width| Lanes { bits, float, width };
        let is = |name: &str, lanes: Lanes, new: &str| assert_eq!(unmasked(name, lanes).as_deref(), Some(new), "{name}");
        is("psll.d", lanes(32, false, 512), "avx512.psll.d.512");
        is("psll.di.128", lanes(32, false, 128), "sse2.pslli.d");
        is("psrav.q.128", lanes(64, false, 128), "avx512.psrav.q.128");
        is("psllv2.di", lanes(64, false, 128), "avx2.psllv.q");
        is("psrlv16.hi", lanes(16, false, 256), "avx512.psrlv.w.256");
        is("permvar.sf.256", lanes(32, true, 256), "avx2.permps");
        is("max.pd.256", lanes(64, true, 256), "avx.max.pd.256");
        assert_eq!(unmasked("nothing", lanes(32, false, 128)), None);
    }
}
