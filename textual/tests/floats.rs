//! Floating-point constants against what llvm-as 22 and llvm-dis 22 made of the same bits: format, bits in hexadecimal, text.

use bctk_textual::float;
use rustc_apfloat::{Float, ieee};

fn print(format: &str, bits: u128) -> String {
    let mut out = Vec::new();
    match format {
        "double" => float::write_double(&mut out, bits as u64),
        "float" => float::write_float(&mut out, bits as u32),
        "half" => float::write_half(&mut out, bits as u16),
        "bfloat" => float::write_bfloat(&mut out, bits as u16),
        "x86_fp80" => float::write_x86_fp80(&mut out, bits as u64, (bits >> 64) as u16),
        "fp128" => float::write_fp128(&mut out, bits as u64, (bits >> 64) as u64),
        "ppc_fp128" => float::write_ppc_fp128(&mut out, bits as u64, (bits >> 64) as u64),
        other => panic!("unknown format {other}"),
    }
    String::from_utf8(out).unwrap()
}

#[test]
fn as_llvm_prints_them() {
    let table = include_str!("data/floats.txt");
    assert!(table.lines().count() > 1000);
    for line in table.lines() {
        let mut words = line.split(' ');
        let (format, bits, expected) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
        let bits = u128::from_str_radix(bits, 16).unwrap();
        assert_eq!(print(format, bits), expected, "{line}");
    }
}

/// LLVM's rule by its own arithmetic, on numbers of every size: six digits if they read back exactly.
#[test]
fn as_apfloat_decides() {
    let mut state = 1u64;
    let mut decimal = 0;
    for i in 0..20_000u64 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i | 1);
        let random = state >> 11;
        let bits = match i % 5 {
            0 => state,
            1 => random >> (i % 52),
            2 => ((random % 2_000_000) as f64 * 0.125).to_bits(),
            3 => format!("{}e{}", random % 1_000_000, random as i64 % 300).parse::<f64>().unwrap().to_bits(),
            _ => format!("{}e{}", random % 1_000, random as i64 % 30 - 15).parse::<f64>().unwrap().to_bits(),
        };
        let value = ieee::Double::from_bits(u128::from(bits));
        if !value.is_finite() {
            continue;
        }
        let digits = format!("{:#1$.2$}", value, 0, 6);
        let exact = digits.parse::<ieee::Double>().is_ok_and(|read| read.to_bits() == u128::from(bits));
        let printed = print("double", u128::from(bits));
        if exact {
            assert_eq!(printed, digits, "{bits:#x}");
            decimal += 1;
        } else {
            assert_eq!(printed, format!("0x{bits:X}"), "{digits}");
        }
    }
    assert!(decimal > 6_000);
}
