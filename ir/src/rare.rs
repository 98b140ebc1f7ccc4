//! Parts of the model that most of their owners do not need.
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// A part that is mostly empty, and then takes the memory of one pointer.
///
/// It is used like the part itself: reading an empty one reads [`Part::EMPTY`], and the first change allocates it.
///
/// ```
/// use bctk_ir::body::Body;
///
/// let mut body = Body::default();
/// assert!(!body.provenance.is_unread);
/// body.provenance.is_unread = true;
/// assert!(body.provenance.is_unread);
/// ```
pub struct Rare<T>(Option<Box<T>>);

/// What can be a [`Rare`] part.
pub trait Part: Default + 'static {
    /// An empty part, equal to the default one.
    const EMPTY: &'static Self;

    /// Whether it is as good as [`Part::EMPTY`]. A copy of such a part has no memory.
    fn is_empty(&self) -> bool;

    /// Empties it but keeps its memory.
    fn reset(&mut self);
}

impl<T> Rare<T> {
    /// The part, if it has memory of its own. Other than a mutable use, this does not allocate any.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_deref_mut()
    }
}

impl<T: Part> Rare<T> {
    /// Empties the part but keeps its memory.
    pub fn clear(&mut self) {
        if let Some(part) = self.get_mut() {
            part.reset();
        }
    }

    /// The part by itself.
    pub fn into_inner(self) -> T {
        self.0.map_or_else(T::default, |part| *part)
    }
}

impl<T: Part + Clone> Clone for Rare<T> {
    fn clone(&self) -> Self {
        Rare(self.0.as_ref().filter(|part| !part.is_empty()).cloned())
    }
}

impl<T> Default for Rare<T> {
    fn default() -> Self {
        Rare(None)
    }
}

impl<T> From<T> for Rare<T> {
    fn from(part: T) -> Self {
        Rare(Some(Box::new(part)))
    }
}

impl<T: Part> Deref for Rare<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or(T::EMPTY)
    }
}

impl<T: Part> DerefMut for Rare<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T: Part + fmt::Debug> fmt::Debug for Rare<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Part + Hash> Hash for Rare<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use crate::body::Body;
    use crate::constants::ConstKind;
    use crate::entity::{BlockId, TypeId};

    #[test]
    fn empty_parts_have_no_memory() {
        let mut body = Body::default();
        assert!(body.consts.consts.is_empty() && body.consts.get_mut().is_none());
        assert_eq!(body.consts.push(TypeId(0), ConstKind::Null), 0);
        assert_eq!(body.clone().consts.consts.len(), 1);
        body.set_predecessors([[BlockId(3)]]);
        assert_eq!(body.clone().predecessors(BlockId(0)), [BlockId(3)]);
        // What is emptied keeps its memory for the next use; a copy of it has none.
        body.clear();
        assert!(body.consts.get_mut().is_some() && body.provenance.get_mut().is_some());
        let mut copy = body.clone();
        assert!(copy.consts.get_mut().is_none() && copy.provenance.get_mut().is_none());
        assert_eq!(std::mem::take(&mut copy.consts).into_inner().consts.len(), 0);
    }
}
