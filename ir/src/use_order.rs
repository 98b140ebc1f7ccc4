//! Use-list orders as files and texts state them.
use crate::value::Value;

/// An explicit use-list order: the permutation that sorts the uses of a value (LangRef, "Use-list Order Directives").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseOrder {
    /// Whose uses.
    pub value: Value,
    /// For each use in the order found, its position in the wanted order.
    pub indexes: Vec<u32>,
}
