//! Runs the functions of an object with edge cases, and compares what they give.
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::calls::{Call, MEMORY};

/// How often each function is called.
const CASES: usize = 640;

/// Numbers of a format: sign, exponent, and the fraction from its highest bit on. Exponents out of range stand for zero, subnormal numbers,
/// infinity and NaN; the fraction 1 is the least one of a format.
const NUMBERS: &[(bool, i32, u64)] = &[
    (false, ZERO, 0),
    (true, ZERO, 0),
    (false, 0, 0),
    (true, 0, 0),
    (false, SPECIAL, 1 << 63),
    (true, SPECIAL, 1 << 63),
    (false, SPECIAL, 1 << 62),
    (false, SPECIAL, 0),
    (true, SPECIAL, 0),
    (false, ZERO, 1),
    (true, ZERO, 1),
    (false, ZERO, u64::MAX),
    (true, ZERO, u64::MAX),
    (false, LEAST, 0),
    (false, MOST, u64::MAX),
    (true, MOST, u64::MAX),
    (false, -1, 0),
    (true, -1, 0),
    (false, -2, u64::MAX),
    (false, 0, 1 << 63),
    (true, 0, 1 << 63),
    (false, 1, 1 << 62),
    (true, 1, 1 << 62),
    (false, 1, 0xe1 << 56),
    (false, 6, 0x91 << 56),
    (true, 6, 0x91 << 56),
    (false, 7, 0),
    (true, 7, 0),
    (false, 14, 1 << 60),
    (false, 31, 0),
    (true, 31, 0),
    (false, 30, u64::MAX),
    (false, 32, 1 << 60),
    (false, 63, 0),
    (true, 63, 0),
    (false, 64, 0),
];
const ZERO: i32 = i32::MIN;
const LEAST: i32 = i32::MIN + 1;
const MOST: i32 = i32::MAX - 1;
const SPECIAL: i32 = i32::MAX;

/// Numbers that all integers of 8 bits and more reach.
const SMALL: &[(bool, i32, u64)] = &[
    (false, ZERO, 0),
    (false, -1, 0),
    (false, -2, u64::MAX),
    (false, 0, 0),
    (false, 0, 1 << 63),
    (false, 1, 1 << 62),
    (false, 1, 0xc0 << 56),
    (false, 6, 0x91 << 56),
    (false, 6, 0xf8 << 56),
];

/// A number in a format: bits of the exponent and of the fraction, and whether the leading bit is written.
fn encode((sign, exponent, fraction): (bool, i32, u64), exponents: u32, fractions: u32, leading: bool) -> Option<u128> {
    let bias = (1i32 << (exponents - 1)) - 1;
    let fraction = if fraction == 1 {
        1
    } else if fractions > 64 {
        u128::from(fraction) << (fractions - 64)
    } else {
        u128::from(fraction >> (64 - fractions))
    };
    let biased = match exponent {
        ZERO => 0,
        LEAST => 1,
        MOST => 2 * bias,
        SPECIAL => 2 * bias + 1,
        other => Some(other + bias).filter(|biased| (1..=2 * bias).contains(biased))?,
    };
    let integer = if leading { u128::from(biased != 0) << fractions } else { 0 };
    let width = fractions + u32::from(leading);
    Some(fraction | integer | (biased as u128) << width | u128::from(sign) << (width + exponents))
}

/// The bytes of all edge cases of a list, each of this size.
fn edges(list: &str, size: usize) -> Vec<u8> {
    let (format, numbers) = list.strip_suffix(" small").map_or((list, NUMBERS), |format| (format, SMALL));
    let floats = |exponents, fractions, leading| -> Vec<u128> {
        numbers.iter().filter_map(|&number| encode(number, exponents, fractions, leading)).collect()
    };
    let values: Vec<u128> = match format {
        "half" => floats(5, 10, false),
        "bfloat" => floats(8, 7, false),
        "float" => floats(8, 23, false),
        "double" => floats(11, 52, false),
        "x86_fp80" => floats(15, 63, true),
        "fp128" => floats(15, 112, false),
        "i1" => vec![0, 1, 1, 0, 1],
        "length" => (0..17).collect(),
        _ => {
            let bits = format[1..].parse::<u32>().unwrap_or(8);
            let most = u128::MAX >> (128 - bits);
            let middle = 1u128 << (bits - 1);
            let mut values =
                vec![0, 1, 2, 3, 5, 7, 8, 13, 31, 33, 64, 100, most, most - 1, most - 2, most - 6, middle, middle - 1, middle + 1];
            values.extend([middle >> 1, most / 3, most / 5, most / 7 + 1]);
            values.iter().map(|value| value & most).collect()
        }
    };
    values.iter().flat_map(|value| value.to_le_bytes()[..size].to_vec()).collect()
}

/// The program that calls the functions: each with all cases, in a process of its own.
const MAIN: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static unsigned char in[2048] __attribute__((aligned(64))), one[4096] __attribute__((aligned(64)));
__attribute__((weak)) float __gnu_h2f_ieee(unsigned short h) { _Float16 f; memcpy(&f, &h, 2); return f; }
__attribute__((weak)) unsigned short __gnu_f2h_ieee(float g) { _Float16 f = g; unsigned short h; memcpy(&h, &f, 2); return h; }
__attribute__((weak)) __bf16 __truncsfbf2(float g) {
  unsigned i; memcpy(&i, &g, 4);
  unsigned short h = g != g ? i >> 16 | 64 : (i + 0x7fff + (i >> 16 & 1)) >> 16;
  __bf16 b; memcpy(&b, &h, 2); return b;
}
__attribute__((weak)) __bf16 __truncdfbf2(double g) { return __truncsfbf2(g); }
int main(int argc, char **argv) {
  unsigned char *out = mmap(0, (size_t)CASES * 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  FILE *file = fopen(argv[1], "wb");
  for (int f = 0; f < COUNT; f++) {
    int size = calls[f].size, all = size + (calls[f].memory ? MEMORY : 0);
    pid_t child = fork();
    if (!child) {
      alarm(20);
      for (int t = 0; t < CASES; t++) {
        for (int i = 0; i < MEMORY; i++) in[1024 + i] = i * 37 + 11;
        memset(one, 0, sizeof one);
        for (int i = 0; i < calls[f].operands; i++) {
          struct operand *o = &operands[calls[f].first + i];
          for (int j = 0; j < o->count; j++) {
            unsigned u = t * o->count + j, n = lists[o->list].count;
            unsigned at = i == 0 ? u % n : i == 1 ? u / n % n : (u * (2 * i + 1) + u / n) % n;
            memcpy(in + o->offset + j * o->size, lists[o->list].bytes + at * o->size, o->size);
          }
        }
        calls[f].function(one, in);
        memcpy(out + (size_t)t * all, one, size);
        memcpy(out + (size_t)t * all + size, in + 1024, all - size);
      }
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    fputc(WIFSIGNALED(status) ? WTERMSIG(status) : 0, file);
    fwrite(out, 1, (size_t)CASES * all, file);
  }
  return fclose(file);
}
"#;

/// What the functions of an object gave: for each the signal that ended it, and the bytes of all cases.
pub(super) type Values = Vec<(u8, Vec<u8>)>;

/// The program for these calls, by number.
pub(super) fn program(calls: &[(usize, &Call)]) -> String {
    let mut lists: BTreeMap<(&str, usize), usize> = BTreeMap::new();
    let (mut operands, mut rows, mut declared, mut first) = (String::new(), String::new(), String::new(), 0);
    for (number, call) in calls {
        let _ = writeln!(declared, "__attribute__((weak)) void f{number}(void *, void *);");
        for operand in &call.operands {
            let next = lists.len();
            let list = *lists.entry((operand.edges, operand.size)).or_insert(next);
            let _ = writeln!(operands, "{{{}, {}, {}, {list}}},", operand.size, operand.count, operand.offset);
        }
        let _ = writeln!(rows, "{{f{number}, {}, {}, {first}, {}}},", call.size, i32::from(call.has_memory), call.operands.len());
        first += call.operands.len();
    }
    let mut by_number: Vec<(&(&str, usize), &usize)> = lists.iter().collect();
    by_number.sort_by_key(|(_, number)| **number);
    let list = |((name, size), _): &(&(&str, usize), &usize)| {
        let bytes = edges(name, *size);
        let text: Vec<String> = bytes.iter().map(u8::to_string).collect();
        format!("{{{}, (unsigned char[]){{{}}}}},\n", bytes.len() / size, text.join(","))
    };
    let lists: String = by_number.iter().map(list).collect();
    format!(
        "#define COUNT {}\n#define CASES {CASES}\n#define MEMORY {MEMORY}\n{declared}\
         static struct operand {{ int size, count, offset, list; }} operands[] = {{{operands}}};\n\
         static struct {{ int count; unsigned char *bytes; }} lists[] = {{{lists}}};\n\
         static struct {{ void (*function)(void *, void *); int size, memory, first, operands; }} calls[] = {{{rows}}};\n{MAIN}",
        calls.len()
    )
}

/// Links an object with the program, runs it, and reads what it wrote.
pub(super) fn run(clang: &Path, program: &Path, object: &Path, calls: &[(usize, &Call)], dir: &Path) -> Result<Values, String> {
    let (executable, output) = (dir.join("values"), dir.join("values.out"));
    let mut command = Command::new(clang);
    command
        .args(["-w", "-no-pie", "-O1", "-Wl,--unresolved-symbols=ignore-all"])
        .arg(program)
        .arg(object)
        .args(["-lm", "-o"])
        .arg(&executable);
    let answer = command.stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    if !answer.status.success() {
        return Err(String::from_utf8_lossy(&answer.stderr).lines().take(3).collect::<Vec<_>>().join("; "));
    }
    let status = Command::new(&executable).arg(&output).stdin(Stdio::null()).status().map_err(|e| e.to_string())?;
    if !status.success() {
        return Err(format!("the program ended with {status}"));
    }
    let bytes = std::fs::read(&output).map_err(|e| e.to_string())?;
    let (mut values, mut at) = (Vec::new(), 0);
    for (_, call) in calls {
        let size = CASES * (call.size + if call.has_memory { MEMORY } else { 0 });
        let whole = bytes.get(at..at + 1 + size).ok_or("the program stopped before its end")?;
        values.push((whole[0], whole[1..].to_vec()));
        at += 1 + size;
    }
    Ok(values)
}

/// How a result differs from the expected one; none if it does not. Bits of NaNs may differ.
pub(super) fn difference(call: &Call, expected: &(u8, Vec<u8>), found: &(u8, Vec<u8>)) -> Option<String> {
    if expected.0 != 0 {
        return None;
    }
    if found.0 != 0 {
        return Some(format!("it ends with signal {}", found.0));
    }
    let all = call.size + if call.has_memory { MEMORY } else { 0 };
    let mut different = Vec::new();
    for case in 0..CASES {
        let (a, b) = (&expected.1[case * all..(case + 1) * all], &found.1[case * all..(case + 1) * all]);
        let lane = call.results.iter().find_map(|(ty, at)| {
            let size = if ty == "x86_fp80" { 10 } else { super::calls::size(ty) };
            let (a, b) = (&a[*at..at + size], &b[*at..at + size]);
            (a != b && !(is_nan(ty, a) && is_nan(ty, b))).then(|| format!("{} instead of {}", hex(b), hex(a)))
        });
        let memory = (a[call.size..] != b[call.size..]).then(|| "other memory".to_owned());
        if let Some(text) = lane.or(memory) {
            different.push((case, text));
        }
    }
    let (case, text) = different.first()?;
    Some(format!("{} of {CASES} values differ: {text} for {}", different.len(), inputs(call, *case)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect()
}

fn is_nan(ty: &str, bytes: &[u8]) -> bool {
    let (exponents, fractions, leading) = match ty {
        "half" => (5, 10, false),
        "bfloat" => (8, 7, false),
        "float" => (8, 23, false),
        "double" => (11, 52, false),
        "x86_fp80" => (15, 63, true),
        "fp128" => (15, 112, false),
        _ => return false,
    };
    let mut word = [0; 16];
    word[..bytes.len()].copy_from_slice(bytes);
    let word = u128::from_le_bytes(word);
    let exponent = word >> (fractions + u32::from(leading)) & ((1 << exponents) - 1);
    exponent == (1 << exponents) - 1 && word & ((1 << fractions) - 1) != 0
}

/// The operands of a case: the first element of each.
fn inputs(call: &Call, case: usize) -> String {
    let one = |(i, operand): (usize, &super::calls::Operand)| {
        let bytes = edges(operand.edges, operand.size);
        let n = bytes.len() / operand.size;
        let lanes = (0..operand.count.min(4)).map(|lane| {
            let u = case * operand.count + lane;
            let at = match i {
                0 => u % n,
                1 => u / n % n,
                _ => (u * (2 * i + 1) + u / n) % n,
            };
            hex(&bytes[at * operand.size..(at + 1) * operand.size])
        });
        lanes.collect::<Vec<_>>().join(" ")
    };
    call.operands.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
}
