//! The small blocks: IDENTIFICATION, USELIST, OPERAND_BUNDLE_TAGS, SYNC_SCOPE_NAMES.

/// IDENTIFICATION: who wrote the module.
pub mod identification {
    use crate::schema::field::*;

    records! {
        /// The program that wrote the following module, and the epoch of its encoding.
        block "IDENTIFICATION" = 13, since 3.8;

        /// The producer, such as `LLVM22.1.8`.
        Producer<'r> "STRING" = 1, since 3.8 { text: Chars<'r> }
        /// The epoch; 0 in every release so far.
        Epoch "EPOCH" = 2, since 3.8 { epoch: U64 }
    }
}

/// USELIST: orders of use-lists.
pub mod uselist {
    use crate::schema::field::*;

    records! {
        /// Orders of use-lists, where they differ from the order that reading the module gives.
        block "USELIST" = 18, since 3.5;

        /// Order of the uses of a value.
        Default<'r> "DEFAULT" = 1, since 3.5 {
            /// The permutation.
            indexes: U64s<'r> [but 1],
            value: AbsValue,
        }
        /// Order of the uses of a basic block.
        Bb<'r> "BB" = 2, since 3.5 {
            /// The permutation.
            indexes: U64s<'r> [but 1],
            block: BlockRef,
        }
    }
}

/// OPERAND_BUNDLE_TAGS: names of operand bundles.
pub mod operand_bundle_tags {
    use crate::schema::field::*;

    records! {
        /// Names of the tags of operand bundles, numbered in order from 0.
        block "OPERAND_BUNDLE_TAGS" = 21, since 3.8;

        /// A tag.
        Tag<'r> "OPERAND_BUNDLE_TAG" = 1, since 3.8 { name: Chars<'r> }
    }
}

/// SYNC_SCOPE_NAMES: names of synchronization scopes.
pub mod sync_scope_names {
    use crate::schema::field::*;

    records! {
        /// Names of synchronization scopes, numbered in order from 0.
        block "SYNC_SCOPE_NAMES" = 26, since 5.0;

        /// A scope.
        Name<'r> "SYNC_SCOPE_NAME" = 1, since 5.0 { name: Chars<'r> }
    }
}
