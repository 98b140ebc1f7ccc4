//! PARAMATTR and PARAMATTR_GROUP: attribute lists and the groups they are made of.

/// PARAMATTR: attribute lists. Functions and calls refer to a list by its position plus one.
pub mod lists {
    use crate::schema::field::*;

    records! {
        /// Attribute lists of functions and calls.
        block "PARAMATTR" = 9, since 3.0;

        /// A list by masks.
        EntryOld<'r> "ENTRY_OLD" = 1, since 3.0 until 3.2 { pairs: Masks<'r> }
        /// A list of group numbers.
        Entry<'r> "ENTRY" = 2, since 3.3 { groups: U64s<'r> }
    }

    /// The attributes of a mask in ENTRY_OLD: bit and spelling. Bits 16 to 31 are the alignment in bytes (0 for none), 37 to 39 the logarithm of the
    /// alignment of the stack plus one.
    pub static MASK: &[(u32, &str)] = &[
        (0, "zeroext"),
        (1, "signext"),
        (2, "noreturn"),
        (3, "inreg"),
        (4, "sret"),
        (5, "nounwind"),
        (6, "noalias"),
        (7, "byval"),
        (8, "nest"),
        (9, "readnone"),
        (10, "readonly"),
        (11, "noinline"),
        (12, "alwaysinline"),
        (13, "optsize"),
        (14, "ssp"),
        (15, "sspreq"),
        (32, "nocapture"),
        (33, "noredzone"),
        (34, "noimplicitfloat"),
        (35, "naked"),
        (36, "inlinehint"),
        (40, "returns_twice"),
        (41, "uwtable"),
        (42, "nonlazybind"),
        (43, "sanitize_address"),
        (44, "minsize"),
    ];
    /// The function attributes that were stored at the index of the result until LLVM 2.5.
    pub const MASK_OF_FUNCTION: u64 = 1 << 2 | 1 << 5 | 1 << 9 | 1 << 10;
    /// The bits of a mask that hold the alignment.
    pub const MASK_ALIGN: std::ops::Range<u32> = 16..32;
    /// The bits of a mask that hold the alignment of the stack.
    pub const MASK_STACK: std::ops::Range<u32> = 37..40;
}

/// PARAMATTR_GROUP: the attributes of one index (result, function or parameter).
pub mod groups {
    use crate::schema::field::*;

    records! {
        /// Attribute groups, by number.
        block "PARAMATTR_GROUP" = 10, since 3.3;

        /// A group. Each attribute begins with a code: 0 kind; 1 kind, integer; 3 characters, 0; 4 characters, 0, characters, 0; 5 kind of a
        /// type attribute without type; 6 kind, type; 7 kind, bit width and range; 8 kind, number of ranges, bit width, ranges. Kinds are the
        /// ATTR_KIND codes.
        Entry<'r> "ENTRY" = 3, since 3.3 {
            group: U64,
            /// 0xffffffff for the function, 0 for the result, else parameter plus one.
            index: U64,
            attributes: AttributeList<'r>,
        }
    }

    /// How an attribute in a group is coded: code, name, what follows.
    pub static ATTRIBUTE_FORMS: &[(u64, &str, &str)] = &[
        (0, "enum", "kind"),
        (1, "integer", "kind, value"),
        (3, "string key", "characters, 0"),
        (4, "string key and value", "characters, 0, characters, 0"),
        (5, "type attribute without type", "kind"),
        (6, "type", "kind, type"),
        (7, "constant range", "kind, bit width (number of words of either bound above bit 31 if wide), lower, upper (signed, exclusive)"),
        (8, "list of constant ranges", "kind, number of ranges, bit width, ranges as in 7 without their width"),
    ];
}
