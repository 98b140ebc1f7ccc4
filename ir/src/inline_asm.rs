//! Constraint strings of inline assembly (LangRef, "Inline Asm Constraint String").

/// The purpose of a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Output,
    Input,
    Clobber,
    Label,
}

#[derive(Clone, Copy, Debug)]
struct Constraint {
    usage: Use,
    indirect: bool,
    /// The input that must be in the same place as this output.
    tied: Option<usize>,
}

/// The return type of an inline assembly call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// `void`
    Void,
    /// A structure with this number of fields.
    Struct(usize),
    /// Any other type.
    Value,
}

/// Parses one constraint, `text`; `before` holds the preceding constraints.
fn constraint(text: &[u8], before: &mut [Constraint]) -> Option<Constraint> {
    let (usage, mut rest) = match text.split_first()? {
        (b'~', rest) => (Use::Clobber, rest),
        (b'=', rest) => (Use::Output, rest),
        (b'!', rest) => (Use::Label, rest),
        _ => (Use::Input, text),
    };
    // A clobber names a register.
    if usage == Use::Clobber && rest.first() != Some(&b'{') {
        return None;
    }
    let indirect = rest.first() == Some(&b'*');
    if indirect {
        rest = &rest[1..];
    }
    if rest.is_empty() {
        return None;
    }
    let (mut early_clobber, mut commutative) = (false, false);
    // Modifiers before the codes.
    while let Some((&mark, tail)) = rest.split_first() {
        match mark {
            b'&' if usage == Use::Output && !early_clobber => early_clobber = true,
            b'%' if usage != Use::Clobber && !commutative => commutative = true,
            b'&' | b'%' | b'#' | b'*' => return None,
            _ => break,
        }
        rest = tail;
        if rest.is_empty() {
            return None;
        }
    }
    while let Some((&code, tail)) = rest.split_first() {
        rest = match code {
            b'{' => &tail[tail.iter().position(|&c| c == b'}')? + 1..],
            b'0'..=b'9' => {
                let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
                let number: usize = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
                let place = before.len();
                let output = before.get_mut(number).filter(|c| c.usage == Use::Output && usage == Use::Input)?;
                // The same input may state it more than once.
                if *output.tied.get_or_insert(place) != place {
                    return None;
                }
                &rest[digits..]
            }
            b'^' => tail.get(2..)?,
            b'@' => {
                let len = usize::from(tail.first().filter(|c| c.is_ascii_digit())? - b'0');
                tail.get(1 + len..)?
            }
            _ => tail,
        };
    }
    Some(Constraint { usage, indirect, tied: None })
}

fn parse(text: &[u8]) -> Option<Vec<Constraint>> {
    let mut constraints: Vec<Constraint> = Vec::new();
    for part in parts(text) {
        let next = constraint(part, &mut constraints)?;
        constraints.push(next);
    }
    Some(constraints)
}

/// The texts of single constraints.
fn parts(text: &[u8]) -> Vec<&[u8]> {
    if text.is_empty() {
        return Vec::new();
    }
    // A comma may be a register name.
    let mut braces = false;
    text.split(|&c| {
        braces = c == b'{' || braces && c != b'}';
        c == b',' && !braces
    })
    .collect()
}

/// Marks the arguments from `first` on as labels in `constraints` (LLVM 22, `FUNC_CODE_INST_CALLBR`); none if some are labels already, or
/// if `constraints` is malformed.
pub fn with_labels(constraints: &[u8], first: usize) -> Option<Vec<u8>> {
    let parsed = parse(constraints)?;
    if parsed.iter().any(|found| found.usage == Use::Label) {
        return None;
    }
    let mut arguments = 0;
    let mut labelled = |(found, part): (&Constraint, &&[u8])| {
        let takes_argument = found.usage == Use::Input || found.usage == Use::Output && found.indirect;
        arguments += usize::from(takes_argument);
        if takes_argument && arguments > first { [b"!", *part].concat() } else { part.to_vec() }
    };
    Some(parsed.iter().zip(&parts(constraints)).map(&mut labelled).collect::<Vec<_>>().join(&b','))
}

/// The arguments that constraints take by address; none if the constraints are malformed.
pub fn indirect_arguments(constraints: &[u8]) -> Vec<u32> {
    let parsed = parse(constraints).unwrap_or_default();
    let taken = parsed.iter().filter(|found| found.usage == Use::Input || found.usage == Use::Output && found.indirect);
    (0..).zip(taken).filter(|(_, found)| found.indirect).map(|(argument, _)| argument).collect()
}

/// Whether each argument that constraints take is taken by address, and the number of labels; nothing if the constraints are malformed.
pub fn uses(constraints: &[u8]) -> (Vec<bool>, usize) {
    let parsed = parse(constraints).unwrap_or_default();
    let labels = parsed.iter().filter(|found| found.usage == Use::Label).count();
    let taken = parsed.iter().filter(|found| found.usage == Use::Input || found.usage == Use::Output && found.indirect);
    (taken.map(|found| found.indirect).collect(), labels)
}

/// Checks that `constraints` fit a function type with this number of parameters (LLVM 22, `InlineAsm::verify`).
///
/// # Errors
///
/// The mismatch, in LLVM's words.
pub fn check(constraints: &[u8], returns: Returns, params: usize) -> Result<(), &'static str> {
    let constraints = parse(constraints).ok_or("failed to parse constraints")?;
    let (mut outputs, mut inputs, mut clobbers, mut labels, mut indirect) = (0, 0, 0, 0, 0);
    for constraint in constraints {
        match constraint.usage {
            Use::Output => {
                if inputs != indirect || clobbers != 0 || labels != 0 {
                    return Err("output constraint occurs after input, clobber or label constraint");
                }
                if constraint.indirect {
                    indirect += 1;
                    inputs += 1;
                } else {
                    outputs += 1;
                }
            }
            Use::Input if clobbers != 0 => return Err("input constraint occurs after clobber constraint"),
            Use::Input => inputs += 1,
            Use::Clobber => clobbers += 1,
            Use::Label if clobbers != 0 => return Err("label constraint occurs after clobber constraint"),
            Use::Label => labels += 1,
        }
    }
    match (outputs, returns) {
        (0, Returns::Void) | (1, Returns::Value) => {}
        (0, _) => return Err("inline asm without outputs must return void"),
        (1, Returns::Struct(_)) => return Err("inline asm with one output cannot return struct"),
        (n, Returns::Struct(fields)) if n == fields => {}
        // A single output does not allow `void` either; a call that uses its result shows that.
        (1, Returns::Void) => {}
        _ => return Err("number of output constraints does not match number of return struct elements"),
    }
    match params == inputs {
        true => Ok(()),
        false => Err("number of input constraints does not match number of parameters"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_by_address() {
        assert_eq!(indirect_arguments(b"=r,=*m,r,*m,~{memory}"), [0, 2]);
        assert_eq!(indirect_arguments(b"=r,r"), []);
        assert_eq!(indirect_arguments(b"~oops"), []);
        assert_eq!(uses(b"=r,=*m,r,*m,!i,~{memory}"), (vec![true, false, true], 1));
    }

    #[test]
    fn labels() {
        assert_eq!(with_labels(b"=r,r,i,~{memory}", 1).as_deref(), Some(&b"=r,r,!i,~{memory}"[..]));
        assert_eq!(with_labels(b"=*m,{a,b},i", 1).as_deref(), Some(&b"=*m,!{a,b},!i"[..]));
        assert_eq!(with_labels(b"r,!i", 1), None);
    }

    // What llvm-as 22 reports for the same strings.
    #[test]
    fn constraints() {
        assert_eq!(check(b"=r,r,~{dirflag},~{flags}", Returns::Value, 1), Ok(()));
        assert_eq!(check(b"=*m,=r,0", Returns::Value, 2), Ok(()));
        assert_eq!(check(b"={ax},={dx},r,!i", Returns::Struct(2), 1), Ok(()));
        assert_eq!(check(b"r,=r", Returns::Value, 1), Err("output constraint occurs after input, clobber or label constraint"));
        assert_eq!(check(b"~{memory},r", Returns::Void, 1), Err("input constraint occurs after clobber constraint"));
        assert_eq!(check(b"{x", Returns::Void, 1), Err("failed to parse constraints"));
        assert_eq!(check(b"r,", Returns::Void, 1), Err("failed to parse constraints"));
        assert_eq!(check(b"=r", Returns::Struct(1), 0), Err("inline asm with one output cannot return struct"));
        assert_eq!(check(b"r", Returns::Void, 2), Err("number of input constraints does not match number of parameters"));
    }
}
