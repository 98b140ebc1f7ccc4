//! The top level.

use super::body::ArgName;
use std::marker::PhantomData;

/// What the top level gathers.
#[derive(Default)]
pub(crate) struct Top<'s> {
    pub(crate) arg_names: Vec<ArgName>,
    text: PhantomData<&'s ()>,
}
