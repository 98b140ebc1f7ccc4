//! The rules by which LLVM folds constant expressions that differ between releases: a table, in words.
use bctk_ir::version::LlvmVersion;

/// A rule, and the releases that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleRow {
    /// What it concerns: the opcode, or a group of them.
    pub subject: &'static str,
    /// What is folded to what.
    pub text: &'static str,
    /// The first release that has it; none for all before `until`.
    pub since: Option<u32>,
    /// The last release that has it; none if the newest one does.
    pub until: Option<u32>,
}

macro_rules! rules {
    ($($name:ident $subject:literal $text:literal $(since $since:literal)? $(until $until:literal)?;)*) => {
        /// A rule of [`RULES`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Rule {
            $(#[doc = $text] $name),*
        }
        /// The rules that differ between releases.
        pub const RULES: &[RuleRow] = &[$(RuleRow {
            subject: $subject,
            text: $text,
            since: rules!(@ $($since)?),
            until: rules!(@ $($until)?),
        }),*];
    };
    (@ $number:literal) => { Some($number) };
    (@) => { None };
}

rules! {
    IdentityOfUndefined "binary operators" "An operand that changes nothing leaves the other one, also if that is undefined." since 10;
    PoisonOperands "binary operators" "An operand that is poison makes poison." since 12;
    PoisonResults "binary operators" "Division by zero, shifts by too much and their like are poison; before, `undef`." since 13;
    RightIdentity "binary operators" "A right operand that changes nothing leaves the left one, also if that is undefined." since 18;
    UndefinedByElement "binary operators" "Of vectors that are undefined as a whole, each element is folded." since 8;
    NanOfUndefined "floating-point operators" "An undefined operand makes NaN; before, `undef`." since 7;
    Splats "vectors" "Operators on vectors of equal elements are one on the element." since 11;
    PoisonSplats "scalable vectors" "A vector of equal elements is made of poison; before, of `undef`." since 14;
    WideSplatIndex "scalable vectors" "The element of a vector of equal elements is inserted at an index of 64 bits; before, of 32." since 16;
    CastOfGep "casts" "Of a `getelementptr` with nothing but zeros: of its base." until 18;
    ScalableCasts "casts" "Of scalable vectors of equal elements: of the element." since 21;
    ElementsOfCast "casts" "Of vectors that are expressions: of each element." since 21;
    BytesOfOddZExt "trunc" "Of a `zext` from a width that is no whole number of bytes: of its operand." until 14;
    OnesOfBitCast "bitcast" "Of all ones: all ones of the other type." since 20;
    OnesOfVectorCast "bitcast" "Of one number of all ones, to a vector: all ones." since 18;
    FloatBitCast "bitcast" "Between floating-point formats: the number." since 23;
    UndefinedSplatShuffle "shufflevector" "Of scalable vectors with a mask of zeros and an undefined element: undefined." since 21;
    PoisonCompare "comparisons" "Of poison: poison." since 12;
    CompareWithNull "icmp" "Nothing is below zero, and everything at least zero, without sign." since 13;
    RelationOfPointers "icmp" "Only pointers are compared by what they are made of." since 17;
    GlobalsAboveNull "icmp" "Addresses of global values are above null; before, not equal to it." since 13;
    MergedGlobals "icmp" "Global values of which only the contents matter may have one address." since 11;
    PoisonSelect "select" "Poison is one value, and no condition." since 12;
    DefinedSelect "select" "Instead of `undef`, the other value, if it is known not to be poison; before, always." since 12;
    PoisonElements "elements of vectors" "Those beyond the end are poison; before, `undef`." since 12;
    ElementsOfGep "extractelement" "Of a `getelementptr` of vectors: that of the elements." since 10;
    ElementsOfInsert "extractelement" "Of `insertelement`: the element, or one of the vector below." since 11;
    PoisonShuffle "shufflevector" "With an undefined mask: poison; before, `undef`." since 17;
    SplatShuffle "shufflevector" "With a mask of zeros: a vector of equal elements." since 11;
    PoisonBeyondUndef "getelementptr" "With `inbounds`, of `undef`: poison." since 13 until 18;
    GepOfNull "getelementptr" "Of null with nothing but zeros: null." until 17;
    NullVectorIndices "getelementptr" "A vector of zeros is an index that is known." since 19;
    PoisonOfSplats "scalable vectors" "Poison in all elements is poison; before, `undef`." since 21;
    FloatBitCastPair "casts" "Of a `bitcast` between floating-point formats: of its operand." until 17;
    FixedUndefinedShuffle "shufflevector" "With an undefined mask, of scalable vectors: an undefined vector of fixed length." until 14;
    InOrder "all" "Each is folded when its record is read, as if operands whose records come later were expressions, and again with them." until 14;
    LateShuffles "shufflevector" "They are made when all other constants of their block have been read." since 11 until 14;
    LateSelects "select" "They are made when all other constants of their block have been read." since 14 until 14;
    NegationOfNumbers "fneg" "Of a number: the number." since 9;
    SignsOfNan "floating-point operators" "A NaN operand keeps its sign and becomes quiet; before, it stayed as it was, but for the sign: products, quotients and remainders had none, and differences the other one." since 11;
    PoisonInsert "insertelement" "Beyond the end: poison; before, `undef`." since 13;
    VectorFields "getelementptr" "Indices of vectors of pointers are vectors also where they name a field." until 10;
    ElementsOfBitCast "bitcast" "Between vectors of equally many elements: also of an expression, each element." until 14;
    BeyondNull "extractelement" "Of a vector of zeros: zero, also beyond the end." until 9;
    FloatUndefined "floating-point operators" "With an undefined operand they are folded." since 7;
    RemainderOfQuotient "frem" "Computed from the rounded quotient; the left operand if that has too many bits." until 4;
    TooLargeNumbers "uitofp and sitofp" "Beyond the range of the format: `undef`; later, infinity." until 6;
    PoisonInsertIndex "insertelement" "At an undefined index: poison; before, `undef`." since 12;
    NegatedUndefined "fsub" "Of -0.0 and an undefined value: that value." since 11;
    BitCastOfGlobal "icmp" "A `bitcast` of a global value is compared as that." since 12;
    VectorFactors "getelementptr" "Vectors of numbers are indices that are known." since 6;
    SignOfZeroRemainder "frem" "A remainder of zero has the sign of the left operand." since 6;
    ZeroInDivisor "integer divisions" "A vector with a zero in the divisor is undefined as a whole." since 5;
    UndefinedGepIndices "getelementptr" "Undefined indices are as good as zeros." since 5;
    PoisonStructures "arrays and structures" "Of nothing but poison: poison; before, `undef`." since 13;
    InRangeKept "getelementptr" "One with `inrange` stays, also if all indices are zero." since 16;
    BoundsOfType "getelementptr" "`inbounds` is added only if the variable has the source type." since 17;
    InsertNull "insertelement" "Null into a vector of nulls is that vector." since 15;
    GepOfGep "getelementptr" "One of another becomes one." until 18;
    GepFactors "getelementptr" "An index beyond an array is carried into the index before it." until 18;
    GepBounds "getelementptr" "`inbounds` is added to indices within a variable." until 18;
    BytesOfTrunc "trunc" "Of shifts, masks and extensions by whole bytes: only the bytes that are needed." until 17;
    PointerRoundTrip "inttoptr" "Of `ptrtoint` to 64 bits and back in one address space: the pointer." until 21;
    Sizes "ptrtoint" "Of a `getelementptr` of null with one step: a multiple of the size or alignment of the smallest part." until 12;
    VectorSizes "ptrtoint" "Of a `getelementptr` of null with one step, also as vectors of 64 bits, whose elements are parts of the size." until 5;
    SumWithinArray "getelementptr" "One of another becomes one only if its first index is zero or within the array of the last index below." until 13;
    ElementsOfLater "bitcast" "Between vectors of equally many elements, of a constant whose record comes later: each element." until 14;
    FunctionAlignments "and" "The alignments that functions state are known; later, no more than two bits." until 8;
    ReplacedGlobals "icmp" "`linkonce` and `common` variables may be replaced, so that others may have their address." since 11;
    NullInOtherSpaces "icmp" "Outside of address space 0, global values may be null." since 7;
    ZeroByFirst "ppc_fp128" "A number whose first part is zero counts as zero." until 12;
    HalfNumbers "ppc_fp128" "Sums see only the first part of what products, quotients, remainders and conversions make." until 4;
    CarriedTwice "getelementptr" "What is carried into an index from which something is carried adds to the whole of that, which is carried again." until 4;
    CarriedIntoAny "getelementptr" "An index beyond an array is also carried into an index that is no number." until 5;
    CastOfVectorGep "casts" "Of a `getelementptr` of vectors with nothing but zeros: of its base." until 6;
    GepOrder "icmp" "A `getelementptr` is compared with null, its variable and others of that by the first index that differs." until 13;
    SignedOrder "icmp" "A `getelementptr` is above null and its variable also with sign, and not below null if the variable may be missing." until 12;
    BitCastOfFloat "icmp" "A `bitcast` from a floating-point number is compared as that." until 8;
    EqualToItself "fcmp" "An expression is equal to itself, as if it could not be NaN." until 8;
    ZerosWithUndefined "binary operators" "A vector of zeros and `undef` is one of zeros, if the other operand is undefined." since 7 until 7;
    WrappedExponents "fmul and fdiv" "Exponents that do not fit 16 bits, in wide formats, become the opposite: very small products and quotients infinity, very large quotients zero." until 9;
    QuietConversions "fpext and fptrunc" "A signaling NaN becomes quiet; before, infinity if the bits that are left of it are zero." since 12;
    SignalingConversions "fptrunc" "A signaling NaN of which zero bits are left gets the highest one but for that of quiet ones." since 11 until 11;
    WideNumbers "ppc_fp128" "A constant is one number of 106 bits, to which operators and conversions round; later, two of 53." until 4;
    FirstOfOnes "ppc_fp128" "All ones are a NaN, whose second number is zero." until 4;
    StatedAlignments "and" "Of variables only alignments that are stated are known; later, also those of their types." until 8;
    ScalarOfZeros "getelementptr" "Of a pointer with one index, a vector of zeros: the pointer, which is no vector." until 6;
    ScalarOfNull "getelementptr" "Of null, which is no vector, with nothing but zeros, of which one is a vector: null, which is no vector." until 5;
    ShortIntegers "fptosi" "An integer has no more than 128 bits." until 4;
    DeclaredInModule "and" "Variables have no initializers yet for constants of the module: the alignment is what the ABI demands, not what it prefers." until 17;
    PoisonLogic "and, or" "Of `i1` poison: poison, as of other types." since 13;
    LowSigns "getelementptr" "Indices beyond an array are below zero by the sign of their lowest 64 bits." until 13;
    EndlessFactors "getelementptr" "An index of more than 64 bits into an array of no length is divided by zero." until 16;
    AnyAsNull "icmp" "Next to a global value, `no_cfi` and `dso_local_equivalent` are taken for null." until 17;
    ScalarOfUndefined "getelementptr" "Of an undefined pointer with one index, a vector of zeros: the pointer, which is no vector." until 4;
    IntegerRoundTrip "ptrtoint" "Of `inttoptr` of the same width, up to 64 bits: the integer." until 21;
}

impl Rule {
    /// Its row.
    pub const fn row(self) -> &'static RuleRow {
        &RULES[self as usize]
    }

    /// Whether a release has it.
    pub fn is_in(self, version: LlvmVersion) -> bool {
        let row = self.row();
        let started = row.since.is_none_or(|since| !version.is_before(LlvmVersion::new(since)));
        started && row.until.is_none_or(|until| !LlvmVersion::new(until).is_before(version))
    }
}
