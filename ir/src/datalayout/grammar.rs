//! The grammar of data layout strings: specifications between `-`, fields between `:` (LangRef, "Data Layout").
use nom::bytes::complete::{take_till, take_while};
use nom::character::complete::{anychar, char};
use nom::combinator::{all_consuming, rest};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// A part of a specification between colons.
pub(super) type Field<'a> = &'a [u8];

/// One specification, such as `i64:64` or `p3(shared):32:32`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Specification<'a> {
    /// The letter that says what is specified.
    pub(super) key: u8,
    /// All that follows the letter.
    pub(super) text: &'a [u8],
    /// What lies between the letter and the first colon.
    pub(super) head: Field<'a>,
    /// The fields after the first colon.
    pub(super) fields: Vec<Field<'a>>,
}

/// The head of a pointer specification: `[flags][n][(name)]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointerHead<'a> {
    /// The letters of flags.
    pub(super) flags: &'a [u8],
    /// The address space as it is written; empty for 0.
    pub(super) space: Field<'a>,
    /// The name of the address space in its parentheses; empty for none.
    pub(super) parenthesized: &'a [u8],
}

impl<'a> PointerHead<'a> {
    /// The name of the address space.
    pub(super) fn name(&self) -> Option<&'a [u8]> {
        self.parenthesized.strip_prefix(b"(")?.strip_suffix(b")").filter(|name| !name.is_empty())
    }
}

/// The specifications of `layout`, in order; none for one without a letter.
pub(super) fn specifications(layout: &[u8]) -> impl Iterator<Item = Option<Specification<'_>>> {
    layout.split(|&c| c == b'-').map(|text| specification(text).ok().map(|(_, specification)| specification))
}

fn specification(text: &[u8]) -> IResult<&[u8], Specification<'_>> {
    let field = || take_till(|c| c == b':');
    let (text, key) = anychar(text)?;
    let (none, (head, fields)) = (field(), many0(preceded(char(':'), field()))).parse(text)?;
    Ok((none, Specification { key: key as u8, text, head, fields }))
}

/// Takes the head of a pointer specification apart.
pub(super) fn pointer_head(head: Field<'_>) -> PointerHead<'_> {
    let (flags, space) = (take_while(|c: u8| c.is_ascii_alphabetic()), take_till(|c| c == b'('));
    let parsed: IResult<&[u8], _> = (flags, space, rest).parse(head);
    let (_, (flags, space, parenthesized)) = parsed.unwrap_or_default();
    PointerHead { flags, space, parenthesized }
}

/// The decimal number that is all of `field`.
pub(super) fn number(field: Field<'_>) -> Option<u32> {
    let digits: IResult<&[u8], u32> = all_consuming(nom::character::complete::u32).parse(field);
    digits.ok().map(|(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications_and_fields() {
        let found: Vec<_> = specifications(b"e-p3(shared):32:64--S128").collect();
        assert_eq!(found.len(), 4);
        let pointer = found[1].clone().expect("a specification");
        assert_eq!((pointer.key, pointer.head, pointer.fields), (b'p', &b"3(shared)"[..], vec![&b"32"[..], b"64"]));
        assert_eq!(found[2], None);
        let head = pointer_head(b"e3(shared)");
        assert_eq!((head.flags, head.space, head.name()), (&b"e"[..], &b"3"[..], Some(&b"shared"[..])));
        assert_eq!((number(b"64"), number(b"+64"), number(b""), number(b"4294967296")), (Some(64), None, None, None));
    }
}
