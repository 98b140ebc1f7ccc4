//! Parallel helpers: rayon's threads, or the caller's alone without the feature `rayon`. Results are the same.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "rayon")]
mod pipeline;

#[cfg(feature = "rayon")]
pub use pipeline::in_order;
#[cfg(feature = "rayon")]
pub use rayon::join;
#[cfg(not(feature = "rayon"))]
pub use sequential::{beside, join, prelude};

/// Rayon's traits, and what they lack here.
#[cfg(feature = "rayon")]
pub mod prelude {
    use rayon::iter::MaxLen;
    pub use rayon::prelude::*;

    /// Iterators over items of which some take much longer than others.
    pub trait Balanced: IndexedParallelIterator {
        /// Splits the items into sixteen parts for each thread. Rayon makes about two, and more when a thread takes over a part: while one
        /// thread has the last part, the others are idle.
        fn balanced(self) -> MaxLen<Self> {
            let part = self.len() / (16 * super::threads());
            self.with_max_len(part.max(1))
        }
    }
    impl<T: IndexedParallelIterator> Balanced for T {}
}

/// The number of threads that work is spread over. The first call starts them.
#[cfg(feature = "rayon")]
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// The caller's thread alone.
#[cfg(not(feature = "rayon"))]
pub fn threads() -> usize {
    1
}

/// Runs `here` on the caller's thread, and `other` on any; returns both results.
#[cfg(feature = "rayon")]
pub fn beside<A: Send, B>(here: impl FnOnce() -> B, other: impl FnOnce() -> A + Send) -> (B, A) {
    let mut result = None;
    let of_here = rayon::in_place_scope(|scope| {
        scope.spawn(|_| result = Some(other()));
        here()
    });
    match result {
        Some(of_other) => (of_here, of_other),
        // A scope ends when all that was spawned in it has ended, and panics as that did.
        None => unreachable!("what a scope spawned has ended"),
    }
}

/// Runs `work` with this stack size for every thread, in bytes.
///
/// # Errors
///
/// If there is no room for such threads.
pub fn with_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    #[cfg(feature = "rayon")]
    {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(rayon::current_num_threads()).stack_size(bytes).build();
        Ok(pool.map_err(std::io::Error::other)?.install(work))
    }
    #[cfg(not(feature = "rayon"))]
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work)?;
        thread.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}

/// What [`in_order`] does with one thread: each item is made when it is its turn.
fn one_by_one<W, T, E>(
    work: impl Iterator<Item = (W, usize)>,
    make: impl Fn(W) -> T,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    for (item, _) in work {
        take(make(item))?;
    }
    Ok(())
}

/// Makes each item of `work` with `make`, and passes the results to `take` in order.
///
/// # Errors
///
/// The first error of `take`; no further item is made then.
#[cfg(not(feature = "rayon"))]
pub fn in_order<W: Send, T: Send, E>(
    _: usize,
    work: impl IntoIterator<Item = (W, usize)>,
    make: impl Fn(W) -> T + Sync,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    one_by_one(work.into_iter(), make, take)
}

/// Work for [`in_order`]: neighbouring items whose weights add up to `least` or more, but for the last ones, with the sum.
pub fn by_weight<T>(items: &[T], least: usize, weight: impl Fn(&T) -> usize) -> impl Iterator<Item = (&[T], usize)> {
    let mut rest = items;
    std::iter::from_fn(move || {
        let (mut count, mut sum) = (0, 0);
        while let Some(item) = rest.get(count).filter(|_| sum < least) {
            count += 1;
            sum += weight(item);
        }
        let (task, others) = rest.split_at(count);
        rest = others;
        (count > 0).then_some((task, sum))
    })
}

/// Memory that tasks use one after the other: as many values as tasks have needed at once.
///
/// Each thread has its own values. Memory that one thread has allocated and another frees or lets grow makes both wait for the locks of the
/// allocator.
#[derive(Debug, Default)]
pub struct Reused<T>([Mutex<Vec<T>>; HOMES]);

/// How many threads have values of their own in [`Reused`]. More of them share.
const HOMES: usize = 16;

/// The place of this thread's values in [`Reused`].
fn home() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_thread_index().unwrap_or(0) % HOMES;
    #[cfg(not(feature = "rayon"))]
    0
}

impl<T: Default> Reused<T> {
    /// A value that no other task has, as the last one left it, or a new one. It goes back when it is dropped.
    pub fn lend(&self) -> Lent<'_, T> {
        Lent { value: self.take(), to: self }
    }

    /// A value as from [`lend`](Self::lend), which goes back by [`give_back`](Self::give_back), perhaps from another thread.
    pub fn take(&self) -> Taken<T> {
        let home = home();
        Taken { value: self.at(home).pop().unwrap_or_default(), home }
    }

    /// Returns a value, for other tasks of the thread that took it.
    pub fn give_back(&self, taken: Taken<T>) {
        self.at(taken.home).push(taken.value);
    }

    fn at(&self, home: usize) -> MutexGuard<'_, Vec<T>> {
        self.0[home].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the values of [`Reused`], and whose it is.
#[derive(Debug, Default)]
pub struct Taken<T> {
    value: T,
    home: usize,
}

impl<T> Deref for Taken<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Taken<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

/// One of the values of [`Reused`], for one task.
#[derive(Debug)]
pub struct Lent<'r, T: Default> {
    value: Taken<T>,
    to: &'r Reused<T>,
}

impl<T: Default> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        self.to.give_back(std::mem::take(&mut self.value));
    }
}

impl<T: Default> Deref for Lent<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Default> DerefMut for Lent<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

/// Rayon's names for what happens on one thread.
#[cfg(not(feature = "rayon"))]
mod sequential {
    /// Runs `first`, then `second`.
    pub fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
        (first(), second())
    }

    /// Runs `here`, then `other`.
    pub fn beside<A, B>(here: impl FnOnce() -> B, other: impl FnOnce() -> A) -> (B, A) {
        (here(), other())
    }

    /// The traits that have rayon's methods.
    pub mod prelude {
        /// Makes iterators.
        pub trait IntoParallelIterator: IntoIterator + Sized {
            /// The iterator of its items.
            fn into_par_iter(self) -> Self::IntoIter {
                self.into_iter()
            }
        }
        impl<T: IntoIterator> IntoParallelIterator for T {}

        /// Iterators of what a slice holds.
        pub trait ParallelSlice<T> {
            /// Of references.
            fn par_iter(&self) -> std::slice::Iter<'_, T>;
            /// Of mutable references.
            fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T>;
            /// Of slices of so many items.
            fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, T>;
        }
        impl<T> ParallelSlice<T> for [T] {
            fn par_iter(&self) -> std::slice::Iter<'_, T> {
                self.iter()
            }
            fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
                self.iter_mut()
            }
            fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, T> {
                self.chunks(size)
            }
        }

        /// Methods of rayon's iterators that standard iterators lack.
        pub trait ParallelIterator: Iterator + Sized {
            /// Nothing is split.
            fn with_min_len(self, _: usize) -> Self {
                self
            }
            /// Nothing is split.
            fn balanced(self) -> Self {
                self
            }
            /// `f` of each item, with one state for all.
            fn map_init<S, T>(self, init: impl FnOnce() -> S, f: impl Fn(&mut S, Self::Item) -> T) -> impl Iterator<Item = T> {
                let mut state = init();
                self.map(move |item| f(&mut state, item))
            }
        }
        impl<T: Iterator> ParallelIterator for T {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Reused, by_weight, in_order};

    #[test]
    fn tasks_have_the_weight_asked_for() {
        let tasks: Vec<(&[usize], usize)> = by_weight(&[5, 1, 2, 0, 9, 0, 1], 3, |&n| n).collect();
        assert_eq!(tasks, [(&[5][..], 5), (&[1, 2], 3), (&[0, 9], 9), (&[0, 1], 1)]);
        assert_eq!(by_weight(&[], 3, |&n: &usize| n).count(), 0);
    }

    #[test]
    fn results_come_in_order() {
        for room in [1, 3, 1000] {
            let mut seen = Vec::new();
            let work = (0..500).map(|n| (n, n as usize % 5));
            let take = |n| {
                seen.push(n);
                Ok::<(), ()>(())
            };
            in_order(room, work, |n: u32| n * n, take).unwrap();
            assert_eq!(seen, (0..500).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let result = in_order(4, (0..).map(|n| (n, 1)), |n: u32| n, |n| if n == 3 { Err(n) } else { Ok(()) });
        assert_eq!(result, Err(3));
    }

    #[test]
    fn memory_is_used_again() {
        let texts: Reused<String> = Reused::default();
        texts.lend().push('a');
        let first = texts.lend();
        assert_eq!(*first, "a");
        assert_eq!(*texts.lend(), "");
    }
}
