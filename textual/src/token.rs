//! Tokens of LLVM assembly, and the table of keywords: those of the grammar, and the spellings of opcodes and attributes, which
//! come from the model's tables that the printer uses, too.

use bctk_ir::attrs;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_support::text::same;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    /// End of the text.
    Eof,
    /// Bytes that begin no token; the lexer keeps the message.
    Error,
    /// `=`
    Equal,
    /// `,`
    Comma,
    /// `*`
    Star,
    /// `[`
    LSquare,
    /// `]`
    RSquare,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `|`
    Bar,
    /// `:`
    Colon,
    /// `!` before something that is no name or number.
    Exclaim,
    /// `#` before something that is no number or word.
    Hash,
    /// `...`
    DotDotDot,
    /// `name:` or `"name":`
    Label,
    /// `12:`
    LabelNum,
    /// `@name`
    Global,
    /// `@12`
    GlobalNum,
    /// `%name`
    Local,
    /// `%12`
    LocalNum,
    /// `$name`
    Comdat,
    /// `#12`
    AttrGroup,
    /// `^12`
    SummaryId,
    /// `!name`
    MetadataName,
    /// `!12`
    MetadataNum,
    /// `#name`
    HashWord,
    /// `"text"`
    Str,
    /// `12`, `-12`, `+12`, `u0x1F`, `s0x1F`
    Int,
    /// `1.5`, `-1.5e10`, `0x1.8p0`
    Float,
    /// `+inf`, `-nan(0x1)`
    SpecialFloat,
    /// `0x…`, with a letter for the format, or `f0x…`.
    HexFloat,
    /// `i32`
    IntType,
    /// `b32`
    ByteType,
    /// A word, identified by its [`Kw`].
    Word,
}

/// An operation with a row in the model's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    /// Binary operator.
    Bin(BinOp),
    /// Cast.
    Cast(CastOp),
}

/// A word with all that it may mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// Its spelling.
    pub(crate) text: &'static str,
    /// What the grammar calls it.
    pub(crate) kw: Kw,
    /// The operation of that name.
    pub(crate) op: Option<Op>,
    /// Code of the attribute of that name, 0 for none.
    pub(crate) attr: u16,
}

/// Declares the words of the grammar. `words! { Define "define" }` becomes `enum Kw { None, Define }` and rows of [`SYNTAX`].
macro_rules! words {
    ($($id:ident $text:literal)*) => {
        /// A word of the grammar.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        #[allow(missing_docs, clippy::missing_docs_in_private_items)]
        pub(crate) enum Kw {
            /// A word that the grammar does not name.
            None,
            $($id,)*
        }
        const SYNTAX: &[(&str, Kw)] = &[$(($text, Kw::$id)),*];
    };
}

words! {
    True "true" False "false" Null "null" Undef "undef" Poison "poison" ZeroInitializer "zeroinitializer" NoneWord "none" Splat "splat"
    Declare "declare" Define "define" Global "global" Constant "constant" Alias "alias" IFunc "ifunc" Comdat "comdat"
    Module "module" Asm "asm" SideEffect "sideeffect" AlignStack "alignstack" IntelDialect "inteldialect" Unwind "unwind" Malloc "malloc" Free "free"
    Target "target" Triple "triple" DataLayout "datalayout" SourceFilename "source_filename" DepLibs "deplibs"
    Type "type" Opaque "opaque" Attributes "attributes" UseListOrder "uselistorder" UseListOrderBb "uselistorder_bb"
    DsoLocal "dso_local" DsoPreemptable "dso_preemptable" ThreadLocal "thread_local" LocalDynamic "localdynamic" InitialExec "initialexec"
    LocalExec "localexec" UnnamedAddr "unnamed_addr" LocalUnnamedAddr "local_unnamed_addr" ExternallyInitialized "externally_initialized"
    External "external" ExternWeak "extern_weak" Section "section" Partition "partition" CodeModel "code_model" Align "align" AddrSpace "addrspace" Gc "gc"
    Prefix "prefix" Prologue "prologue" Personality "personality" Cc "cc" C "c" CCc "ccc"
    NoSanitizeAddress "no_sanitize_address" NoSanitizeHwAddress "no_sanitize_hwaddress" SanitizeAddressDynInit "sanitize_address_dyninit"
    SanitizeMemtag "sanitize_memtag"
    Void "void" Half "half" BFloat "bfloat" FloatWord "float" Double "double" X86Fp80 "x86_fp80" Fp128 "fp128" PpcFp128 "ppc_fp128"
    LabelWord "label" Metadata "metadata" Token "token" X86Amx "x86_amx" X86Mmx "x86_mmx" Ptr "ptr" X "x" VScale "vscale"
    BlockAddress "blockaddress" DsoLocalEquivalent "dso_local_equivalent" NoCfi "no_cfi" PtrAuth "ptrauth" InRange "inrange"
    Nuw "nuw" Nsw "nsw" Exact "exact" Disjoint "disjoint" NNeg "nneg" Elementwise "elementwise" PrefAlign "prefalign" SameSign "samesign" InBounds "inbounds" Nusw "nusw"
    Fast "fast" NNan "nnan" NInf "ninf" Nsz "nsz" Arcp "arcp" Contract "contract" Afn "afn" Reassoc "reassoc"
    Ret "ret" Br "br" Switch "switch" IndirectBr "indirectbr" Invoke "invoke" Resume "resume" Unreachable "unreachable" CallBr "callbr"
    CatchSwitch "catchswitch" CatchPad "catchpad" CleanupPad "cleanuppad" CatchRet "catchret" CleanupRet "cleanupret" FNeg "fneg"
    Alloca "alloca" Load "load" Store "store" Fence "fence" CmpXchg "cmpxchg" AtomicRmw "atomicrmw" GetElementPtr "getelementptr"
    ICmp "icmp" FCmp "fcmp" Phi "phi" Call "call" Select "select" VaArg "va_arg" ExtractElement "extractelement"
    InsertElement "insertelement" ShuffleVector "shufflevector" ExtractValue "extractvalue" InsertValue "insertvalue" LandingPad "landingpad"
    Freeze "freeze" Tail "tail" MustTail "musttail" NoTail "notail" To "to" From "from" Within "within" Caller "caller" Catch "catch" Filter "filter"
    Cleanup "cleanup" InAlloca "inalloca" SwiftError "swifterror" Volatile "volatile" Atomic "atomic" Weak "weak" SyncScope "syncscope"
    Singlethread "singlethread" Distinct "distinct" Any "any"
    DbgValue "dbg_value" DbgDeclare "dbg_declare" DbgAssign "dbg_assign" DbgLabel "dbg_label" DbgDeclareValue "dbg_declare_value"
}

/// Longest spelling in the table.
const MAX_TEXT: usize = 48;
/// Slots of the table, a power of two well above the number of words.
const SLOTS: usize = 2048;
/// How many words there are room for.
const ROWS: usize = 512;
/// A slot without a word.
const FREE: u16 = u16::MAX;

struct Table {
    rows: [Word; ROWS],
    len: usize,
    slots: [u16; SLOTS],
}

/// Where the search for a word starts: its first and last eight bytes and its length.
#[inline]
const fn hash(text: &[u8]) -> usize {
    let n = text.len();
    let (mut a, mut b) = (0u64, 0u64);
    if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        a = u64::from_le_bytes(*first);
        b = u64::from_le_bytes(*last);
    } else {
        let mut i = 0;
        while i < n {
            a = a << 8 | text[i] as u64;
            i += 1;
        }
    }
    let mixed = (a ^ (n as u64) << 59).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    (mixed ^ mixed >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> 53
}

impl Table {
    /// The row of `text`, added if it is missing; the hash determines its slot.
    const fn row(mut self, text: &'static str) -> (Table, usize) {
        assert!(text.len() <= MAX_TEXT);
        let mut slot = hash(text.as_bytes());
        loop {
            let at = self.slots[slot];
            if at == FREE {
                let row = self.len;
                self.slots[slot] = row as u16;
                self.rows[row] = Word { text, kw: Kw::None, op: None, attr: 0 };
                self.len += 1;
                return (self, row);
            }
            if same(self.rows[at as usize].text.as_bytes(), text.as_bytes()) {
                return (self, at as usize);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    const fn build() -> Table {
        let none = Word { text: "", kw: Kw::None, op: None, attr: 0 };
        let mut table = Table { rows: [none; ROWS], len: 0, slots: [FREE; SLOTS] };
        let mut row;
        let mut i = 0;
        while i < SYNTAX.len() {
            (table, row) = table.row(SYNTAX[i].0);
            table.rows[row].kw = SYNTAX[i].1;
            i += 1;
        }
        i = 0;
        while i < BinOp::ALL.len() {
            (table, row) = table.row(BinOp::ALL[i].spelling());
            table.rows[row].op = Some(Op::Bin(BinOp::ALL[i]));
            i += 1;
        }
        i = 0;
        while i < CastOp::ALL.len() {
            (table, row) = table.row(CastOp::ALL[i].spelling());
            table.rows[row].op = Some(Op::Cast(CastOp::ALL[i]));
            i += 1;
        }
        i = 0;
        while i < attrs::ROWS.len() {
            (table, row) = table.row(attrs::ROWS[i].spelling);
            table.rows[row].attr = attrs::ROWS[i].code;
            i += 1;
        }
        (table, row) = table.row(attrs::OLD_SANITIZE_ADDRESS);
        table.rows[row].attr = attrs::AttrKind::SANITIZE_ADDRESS.0;
        table
    }
}

const WORDS_BUILT: Table = Table::build();

static WORDS: Table = WORDS_BUILT;

/// All words that have a meaning.
pub(crate) fn all_words() -> impl Iterator<Item = &'static Word> {
    WORDS.rows[..WORDS.len].iter()
}

/// Slots of [`SHORT`], a power of two.
const SHORT_SLOTS: usize = 1024;

/// Words of up to sixteen bytes by these bytes, the first one lowest: the bytes, and the row. Free slots have no bytes.
static SHORT: [(u128, u16); SHORT_SLOTS] = {
    let mut slots = [(0, 0); SHORT_SLOTS];
    let mut row = 0;
    while row < WORDS_BUILT.len {
        let text = WORDS_BUILT.rows[row].text.as_bytes();
        if text.len() <= 16 {
            let mut key = 0;
            let mut i = 0;
            while i < text.len() {
                key |= (text[i] as u128) << (8 * i);
                i += 1;
            }
            let mut slot = short_hash(key);
            while slots[slot].0 != 0 {
                slot = (slot + 1) % SHORT_SLOTS;
            }
            slots[slot] = (key, row as u16);
        }
        row += 1;
    }
    slots
};

/// Where the search for a short word starts.
#[inline(always)]
const fn short_hash(key: u128) -> usize {
    let mixed = (key as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ ((key >> 64) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    (mixed ^ mixed >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> 54
}

/// The word of these one to sixteen bytes, the first one lowest; none if it is in no table.
#[inline(always)]
pub(crate) fn short_word(key: u128) -> Option<&'static Word> {
    let mut slot = short_hash(key);
    loop {
        let (known, row) = SHORT[slot % SHORT_SLOTS];
        if known == key {
            return WORDS.rows.get(row as usize);
        }
        if known == 0 {
            return None;
        }
        slot += 1;
    }
}

/// A word that no table has.
pub(crate) static UNKNOWN: Word = Word { text: "", kw: Kw::None, op: None, attr: 0 };

/// Whether two words are equal; most are so short that a call costs more than the comparison.
#[inline(always)]
fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if let (Some(a1), Some(a2), Some(b1), Some(b2)) = (a.first_chunk::<4>(), a.last_chunk::<4>(), b.first_chunk::<4>(), b.last_chunk::<4>())
        && a.len() <= 8
    {
        return a1 == b1 && a2 == b2;
    }
    if let (Some(a1), Some(a2), Some(b1), Some(b2)) = (a.first_chunk::<8>(), a.last_chunk::<8>(), b.first_chunk::<8>(), b.last_chunk::<8>())
    {
        return a1 == b1 && a2 == b2 && (a.len() <= 16 || a == b);
    }
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// What `text` means.
#[inline]
pub(crate) fn word(text: &[u8]) -> &'static Word {
    if text.len() > MAX_TEXT {
        return &UNKNOWN;
    }
    let mut slot = hash(text);
    while let Some(row) = WORDS.rows.get(WORDS.slots[slot] as usize) {
        if equal(row.text.as_bytes(), text) {
            return row;
        }
        slot = (slot + 1) % SLOTS;
    }
    &UNKNOWN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_with_all_their_meanings() {
        assert_eq!(word(b"define").kw, Kw::Define);
        assert_eq!(word(b"fadd").op, Some(Op::Bin(BinOp::FAdd)));
        assert_eq!(word(b"align").kw, Kw::Align);
        assert_ne!(word(b"align").attr, 0);
        for row in attrs::ROWS {
            assert_eq!(word(row.spelling.as_bytes()).attr, row.code);
        }
        for row in &WORDS.rows[..WORDS.len] {
            let mut bytes = [0; 16];
            if let Some(start) = bytes.get_mut(..row.text.len()) {
                start.copy_from_slice(row.text.as_bytes());
                assert_eq!(short_word(u128::from_le_bytes(bytes)).map(|word| word.text), Some(row.text));
            }
        }
        assert!(short_word(u128::from(b'%')).is_none());
        for &(text, kw) in SYNTAX {
            assert_eq!(word(text.as_bytes()).kw, kw);
        }
        assert_eq!(word(b"foo").kw, Kw::None);
        assert_eq!(word(b"").kw, Kw::None);
    }
}
