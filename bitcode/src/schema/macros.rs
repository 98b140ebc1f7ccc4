//! The macros that declare records: `records!` for typed records, `di_records!` for specialised metadata nodes.

/// Type, decoding, encoding and note of one field, by its mode: nothing, `= default` (absent at the end of old records, always written),
/// `omit default` (the same, but LLVM leaves it away when it has that value), `opt` (there if operands are left), `if condition`,
/// `left > n` (there if more than so many operands are left), `odd` (there if an odd number of operands is left); for lists, `count field` (as many
/// items as that field says), `but n` (all operands but the last), `whole` (as many items as are whole).
/// `since` guards the encoding of a field that LLVM appended later.
macro_rules! field {
    (type $kind:ty, if $($cond:tt)+) => { Option<<$kind as $crate::schema::field::Kind>::Value> };
    (type $kind:ty, left > $n:literal) => { Option<<$kind as $crate::schema::field::Kind>::Value> };
    (type $kind:ty, odd) => { Option<<$kind as $crate::schema::field::Kind>::Value> };
    (type $kind:ty, opt) => { Option<<$kind as $crate::schema::field::Kind>::Value> };
    (type $kind:ty, $($mode:tt)*) => { <$kind as $crate::schema::field::Kind>::Value };

    (decode $f:ident, $kind:ty, $what:expr, = $default:expr) => {
        if $f.is_empty() { $default } else { <$kind as $crate::schema::field::Field<'r>>::decode($f, $what)? }
    };
    (decode $f:ident, $kind:ty, $what:expr, omit $default:expr) => { field!(decode $f, $kind, $what, = $default) };
    (decode $f:ident, $kind:ty, $what:expr, left > $n:literal) => { field!(decode $f, $kind, $what, if $f.len() > $n) };
    (decode $f:ident, $kind:ty, $what:expr, odd) => { field!(decode $f, $kind, $what, if $f.len() % 2 == 1) };
    (decode $f:ident, $kind:ty, $what:expr, count $count:ident) => {
        <$kind as $crate::schema::field::ListKind<'r>>::decode_items($f, u64::from($count), $what)?
    };
    (decode $f:ident, $kind:ty, $what:expr, but $n:literal) => {
        <$kind as $crate::schema::field::Field<'r>>::decode(&mut $f.split_off($f.len().saturating_sub($n)), $what)?
    };
    (decode $f:ident, $kind:ty, $what:expr, whole $n:literal) => {
        <$kind as $crate::schema::field::Field<'r>>::decode(&mut $f.split_off($f.len() - $f.len() % $n), $what)?
    };
    (decode $f:ident, $kind:ty, $what:expr, opt) => { field!(decode $f, $kind, $what, if !$f.is_empty()) };
    (decode $f:ident, $kind:ty, $what:expr, if $($cond:tt)+) => {
        if $($cond)+ { Some(<$kind as $crate::schema::field::Field<'r>>::decode($f, $what)?) } else { None }
    };
    (decode $f:ident, $kind:ty, $what:expr, ) => { <$kind as $crate::schema::field::Field<'r>>::decode($f, $what)? };

    (encode $v:ident, $out:ident, $kind:ty, omit $default:expr) => {
        if $v != $default {
            <$kind as $crate::schema::field::Field<'_>>::encode($v, $out)
        }
    };
    (encode $v:ident, $out:ident, $kind:ty, opt) => {
        if let Some(v) = $v {
            <$kind as $crate::schema::field::Field<'_>>::encode(v, $out)
        }
    };
    (encode $v:ident, $out:ident, $kind:ty, left > $n:literal) => { field!(encode $v, $out, $kind, opt) };
    (encode $v:ident, $out:ident, $kind:ty, odd) => { field!(encode $v, $out, $kind, opt) };
    (encode $v:ident, $out:ident, $kind:ty, if $($cond:tt)+) => { field!(encode $v, $out, $kind, opt) };
    (encode $v:ident, $out:ident, $kind:ty, $($mode:tt)*) => { <$kind as $crate::schema::field::Field<'_>>::encode($v, $out) };

    (since $out:ident, ; $encode:expr) => { $encode };
    (since $out:ident, $since:literal; $encode:expr) => {
        if $out.knows(const { $crate::schema::LlvmVersion::of($since) }) {
            $encode
        }
    };

    (note = $default:expr) => { concat!("absent: ", stringify!($default)) };
    (note omit $default:expr) => { concat!("omitted when ", stringify!($default)) };
    (note opt) => { "may be absent" };
    (note if $($cond:tt)+) => { concat!("present if `", stringify!($($cond)+), "`") };
    (note left > $n:literal) => { concat!("present if more than ", stringify!($n), " operands are left") };
    (note odd) => { "present if an odd number of operands is left" };
    (note count $count:ident) => { concat!("`", stringify!($count), "` of them") };
    (note but $n:literal) => { concat!("all operands but the last ", stringify!($n)) };
    (note whole $n:literal) => { "as many as are whole" };
    (note) => { "" };

    (mode = $default:expr) => { $crate::schema::Mode::Optional };
    (mode omit $default:expr) => { $crate::schema::Mode::Optional };
    (mode opt) => { $crate::schema::Mode::Optional };
    (mode if $($cond:tt)+) => { $crate::schema::Mode::If(stringify!($($cond)+)) };
    (mode left > $n:literal) => { $crate::schema::Mode::MoreThan($n) };
    (mode odd) => { $crate::schema::Mode::Odd };
    (mode count $count:ident) => { $crate::schema::Mode::Count(stringify!($count)) };
    (mode but $n:literal) => { $crate::schema::Mode::AllBut($n) };
    (mode whole $n:literal) => { $crate::schema::Mode::Whole($n) };
    (mode) => { $crate::schema::Mode::Always };
}

/// Declares a block and its records, one row each. A row such as
///
/// ```text
/// /// A conversion.
/// Cast "INST_CAST" = 3, since 3.0 { value: ValTy, ty: TypeRef, opcode: U32, flags: U64 [omit 0] }
/// ```
///
/// expands to
///
/// ```text
/// /// A conversion.
/// pub struct Cast { pub value: ValTyRef, pub ty: u32, pub opcode: u32, pub flags: u64 }
/// impl Cast { pub const CODE: u32 = 3; pub const NAME: &str = "INST_CAST"; }
/// impl<'r> Record<'r> for Cast {
///     const ROW: RecordRow = RecordRow { code: 3, name: "INST_CAST", fields: &[FieldRow { name: "value", .. }, ..], .. };
///     fn decode(f: &mut Fields<'r>) -> Result<Cast> {
///         let value = ValTy::decode(f, "value")?; ..
///         let flags = if f.is_empty() { 0 } else { U64::decode(f, "flags")? };
///         Ok(Cast { value, ty, opcode, flags })
///     }
///     fn encode(&self, out: &mut Operands) { .. if self.flags != 0 { U64::encode(self.flags, out) } }
/// }
/// ```
///
/// A record that borrows its remaining operands is declared with `<'r>` after its name. A trailing field that a later LLVM appended states
/// that release after its kind and before the brackets, `sanitizer: U64 since 15.0 [= 0]`, and is not written for an older one.
macro_rules! records {
    (
        $(#[doc = $bdoc:literal])+
        block $bname:literal = $id:literal, since $bsince:literal;
        $(
            $(#[doc = $doc:literal])+
            $name:ident $(<$lt:lifetime>)? $label:literal = $code:literal, since $since:literal $(until $until:literal)? $(, when $guard:ident)? {
                $( $(#[doc = $fdoc:literal])* $field:ident : $kind:ident $(<$flt:lifetime>)? $(since $fsince:literal)? $([$($mode:tt)*])? ),* $(,)?
            }
        )*
    ) => {
        /// Block id.
        pub const ID: u32 = $id;
        /// The block's row.
        #[allow(elided_lifetimes_in_paths)]
        pub static BLOCK: $crate::schema::BlockRow = $crate::schema::BlockRow {
            id: ID,
            name: $bname,
            since: $crate::schema::LlvmVersion::of($bsince),
            doc: concat!($($bdoc, "\n"),+),
            rows: &[$(<$name as $crate::schema::Record>::ROW),*],
        };
        /// The rows by name; see `match_record!`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $(
                #[doc = concat!("Row of ", $label, ".")]
                $name,
            )*
        }
        impl Code {
            /// The row of a record by its code and, if several rows share the code, its operands.
            #[inline(always)]
            #[allow(unused_variables)]
            pub fn of(code: u32, fields: &$crate::schema::field::Fields<'_>) -> Option<Code> {
                match code {
                    $($name::CODE $(if $guard(fields))? => Some(Code::$name),)*
                    _ => None,
                }
            }
        }
        /// Decodes and encodes a record by the row that is written today; `None` if there is none.
        #[cfg(test)]
        #[allow(unused_variables, dead_code, elided_lifetimes_in_paths)]
        pub(crate) fn recode(code: u32, f: $crate::schema::field::Fields<'_>) -> Option<$crate::Result<Vec<u64>>> {
            $(
                let row = <$name as $crate::schema::Record>::ROW;
                if row.code == code && row.until.is_none() {
                    return Some($crate::schema::recode_as::<$name>(f));
                }
            )*
            None
        }
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name $(<$lt>)? {
                $(
                    #[doc = concat!("Operand of kind ", stringify!($kind), ".", $($fdoc),*)]
                    pub $field: field!(type $kind $(<$flt>)?, $($($mode)*)?),
                )*
            }
            impl $(<$lt>)? $name $(<$lt>)? {
                /// Record code.
                pub const CODE: u32 = $code;
                /// Name of the record.
                pub const NAME: &'static str = $label;
            }
            #[allow(unused_variables)]
            impl<'r> $crate::schema::Record<'r> for $name $(<$lt>)? {
                const ROW: $crate::schema::RecordRow = $crate::schema::RecordRow {
                    code: $code,
                    name: $label,
                    since: $crate::schema::LlvmVersion::of($since),
                    until: $crate::schema::until!($($until)?),
                    doc: concat!($($doc, "\n"),+),
                    fields: &[$($crate::schema::FieldRow {
                        name: stringify!($field),
                        kind: <$kind $(<$flt>)? as $crate::schema::field::Kind>::NAME,
                        since: $crate::schema::until!($($fsince)?),
                        note: field!(note $($($mode)*)?),
                        mode: field!(mode $($($mode)*)?),
                        item: <$kind $(<$flt>)? as $crate::schema::field::Kind>::ITEM,
                        least: <$kind $(<$flt>)? as $crate::schema::field::Kind>::WIDTH.0,
                        most: <$kind $(<$flt>)? as $crate::schema::field::Kind>::WIDTH.1,
                        doc: concat!($($fdoc),*),
                    }),*],
                };
                #[inline(always)]
                fn decode(f: &mut $crate::schema::field::Fields<'r>) -> $crate::Result<Self> {
                    $(let $field = field!(decode f, $kind $(<$flt>)?, stringify!($field), $($($mode)*)?);)*
                    Ok($name { $($field),* })
                }
                fn encode(&self, out: &mut $crate::schema::field::Operands) {
                    let Self { $($field),* } = *self;
                    $(field!(since out, $($fsince)?; field!(encode $field, out, $kind $(<$flt>)?, $($($mode)*)?));)*
                }
            }
        )*
    };
}

/// Declares the operand order of specialised metadata records. A row such as
///
/// ```text
/// /// A label.
/// "LABEL" = 40, DILabel, since 6.0, head 0 of 0 [isArtificial: 1], min 5 { scope: Md, name: MdStr, file: Md, line: U64, column: U64 }
/// ```
///
/// expands to one [`DiRecordRow`](crate::schema::metadata::DiRecordRow) of the table: `head A of M` says that operand 0 masked by M
/// is A, the bracket names the fields kept in further bits of it, `min` is the least number of operands. A trailing operand that a later LLVM
/// appended says since which.
macro_rules! di_records {
    ($(
        $(#[doc = $doc:literal])+
        $label:literal = $code:literal, $node:ident, since $since:literal $(until $until:literal)?,
        head $fixed:literal of $mask:literal [$($flag:ident : $bit:literal),*], min $min:literal {
            $($field:ident : $enc:ident $(since $fsince:literal)?),* $(,)?
        }
    )*) => {
        &[$(DiRecordRow {
            code: $code,
            name: $label,
            node: stringify!($node),
            since: $crate::schema::LlvmVersion::of($since),
            until: $crate::schema::until!($($until)?),
            doc: concat!($($doc, "\n"),+),
            fixed: $fixed,
            mask: $mask,
            flags: &[$((stringify!($flag), $bit)),*],
            min_operands: $min,
            operands: &[$(DiOperand {
                field: stringify!($field),
                enc: DiEnc::$enc,
                since: $crate::schema::until!($($fsince)?),
            }),*],
        }),*]
    };
}

/// Decodes a record by the row of its code, and dispatches on it:
///
/// ```text
/// match_record!(function, code, &mut fields, {
///     Cast(r) => self.cast(r),          // r: function::Cast
///     Unreachable => self.unreachable(), // its operands are left where they are
///     _ => unknown(code),
/// })
/// ```
///
/// Every row of the block must be named; the code does not compile until a new row of the schema is.
macro_rules! match_record {
    ($block:ident, $code:expr, $fields:expr, { $( $($row:ident)|+ $(($r:pat))? => $body:expr, )* _ => $unknown:expr $(,)? }) => {
        match $block::Code::of($code, $fields) {
            $( $(Some($block::Code::$row))|+ => $crate::schema::match_record!(@arm $block, $fields, [$($row)+] $(($r))? => $body), )*
            None => $unknown,
        }
    };
    (@arm $block:ident, $fields:expr, [$row:ident] ($r:pat) => $body:expr) => {{
        #[allow(elided_lifetimes_in_paths)]
        let $r = <$block::$row as $crate::schema::Record<'_>>::decode($fields)?;
        $body
    }};
    (@arm $block:ident, $fields:expr, [$($row:ident)+] => $body:expr) => { $body };
}

/// The last version that writes a record, if it is no longer written; or the first that writes a field, if it was appended.
macro_rules! until {
    () => {
        None
    };
    ($version:literal) => {
        Some($crate::schema::LlvmVersion::of($version))
    };
}

pub(crate) use {match_record, until};
