//! Parallel helpers: rayon's threads, or the caller's alone without the feature `rayon`. Results are the same.

#[cfg(feature = "rayon")]
pub use rayon::{join, prelude};
#[cfg(not(feature = "rayon"))]
pub use sequential::{join, prelude};

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

/// Runs `here` on this thread and `task` on another one at the same time, if there is one.
#[cfg(feature = "rayon")]
fn beside<T>(task: impl FnOnce() + Send, here: impl FnOnce() -> T) -> T {
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| task());
        here()
    })
}

/// Runs `here`, then `task`.
#[cfg(not(feature = "rayon"))]
fn beside<T>(task: impl FnOnce() + Send, here: impl FnOnce() -> T) -> T {
    let result = here();
    task();
    result
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

/// Rayon's names for what happens on one thread.
#[cfg(not(feature = "rayon"))]
mod sequential {
    /// Runs `first`, then `second`.
    pub fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
        (first(), second())
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
            fn with_max_len(self, _: usize) -> Self {
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

/// Makes each batch of `work` with `make`, on other threads, and passes the results to `take`, on this thread and in order.
///
/// The next result is made while one is taken and `work` is asked for the batch after it: at most two results exist at once. They never
/// depend on the number of threads.
///
/// # Errors
///
/// The first error of `take`; no further batch is made then.
pub fn in_order<W: Send, T: Send, E>(
    work: impl IntoIterator<Item = W>,
    make: impl Fn(W) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut work = work.into_iter();
    let Some(first) = work.next() else { return Ok(()) };
    // Alone, it is not worth waking a thread for.
    let mut waiting = make(first);
    let mut next = work.next();
    while let Some(batch) = next {
        let mut made = None;
        next = beside(|| made = Some(make(batch)), || take(waiting).map(|()| work.next()))?;
        match made {
            Some(made) => waiting = made,
            None => return Ok(()),
        }
    }
    take(waiting)
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_come_in_order() {
        let mut seen = Vec::new();
        in_order(
            0..100,
            |n: u32| n * n,
            |n| {
                seen.push(n);
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        assert_eq!(seen, (0..100).map(|n| n * n).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_the_work() {
        let result = in_order(0.., |n: u32| n, |n| if n == 3 { Err(n) } else { Ok(()) });
        assert_eq!(result, Err(3));
    }
}
