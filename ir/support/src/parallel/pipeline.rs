//! Results that are made on all threads and taken on one, in order.
use super::{one_by_one, threads};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Makes each item of `work` with `make`, on all threads, and passes the results to `take`, on this thread and in order.
///
/// Each item comes with its weight. `room` is the weight for each thread up to which items are made ahead. This thread asks `work` for
/// items, takes results and makes items itself while the next result is not there. What is taken never depends on the number of threads.
///
/// # Errors
///
/// The first error of `take`; no further item is made then.
pub fn in_order<W: Send, T: Send, E>(
    room: usize,
    work: impl IntoIterator<Item = (W, usize)>,
    make: impl Fn(W) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads();
    let mut work = work.into_iter();
    if threads < 2 {
        return one_by_one(work, make, take);
    }
    let room = room.saturating_mul(threads);
    let queue = Queue::default();
    rayon::in_place_scope(|scope| {
        // The weights of the items that are not taken yet.
        let mut weights = VecDeque::new();
        let mut ahead = 0;
        let mut more = true;
        loop {
            while more && (ahead < room || weights.is_empty()) {
                let Some((item, weight)) = work.next() else {
                    more = false;
                    break;
                };
                ahead += weight;
                weights.push_back(weight);
                // The last item that waits is for this thread.
                if queue.add(item, threads - 1) {
                    scope.spawn(|_| queue.work(&make));
                }
            }
            let Some(&weight) = weights.front() else { return Ok(()) };
            match queue.next() {
                Next::Made(result) => {
                    weights.pop_front();
                    ahead -= weight;
                    if let Err(error) = take(result) {
                        queue.lock().items.clear();
                        return Err(error);
                    }
                }
                Next::Make(number, item) => {
                    let result = make(item);
                    queue.lock().put(number, Slot::Made(result));
                }
                // The panic goes on when the scope ends.
                Next::Lost => return Ok(()),
            }
        }
    })
}

/// What the threads share.
struct Queue<W, T> {
    state: Mutex<State<W, T>>,
    /// The next result is there.
    is_made: Condvar,
}

struct State<W, T> {
    /// Items that nobody makes yet.
    items: VecDeque<W>,
    /// The number of the first of them.
    first: usize,
    /// Results that are not taken yet, of consecutive items.
    results: VecDeque<Slot<T>>,
    /// The number of the item whose result is the next.
    next: usize,
    /// Other threads that make items.
    workers: usize,
    /// Whether the thread that takes waits for the next result.
    is_awaited: bool,
}

/// The result of an item.
enum Slot<T> {
    Waiting,
    Made(T),
    /// Making it panicked.
    Lost,
}

/// What the thread that takes does next.
enum Next<W, T> {
    Made(T),
    Make(usize, W),
    Lost,
}

impl<W, T> Default for Queue<W, T> {
    fn default() -> Self {
        let state = State { items: VecDeque::new(), first: 0, results: VecDeque::new(), next: 0, workers: 0, is_awaited: false };
        Queue { state: Mutex::new(state), is_made: Condvar::new() }
    }
}

impl<W, T> State<W, T> {
    /// The next item that nobody makes, and its number.
    fn claim(&mut self) -> Option<(usize, W)> {
        let item = self.items.pop_front()?;
        self.first += 1;
        Some((self.first - 1, item))
    }

    fn put(&mut self, number: usize, result: Slot<T>) {
        if let Some(slot) = self.results.get_mut(number - self.next) {
            *slot = result;
        }
    }
}

impl<W: Send, T: Send> Queue<W, T> {
    fn lock(&self) -> MutexGuard<'_, State<W, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item; returns whether one of `most` other threads is to be asked to work.
    fn add(&self, item: W, most: usize) -> bool {
        let mut state = self.lock();
        state.items.push_back(item);
        state.results.push_back(Slot::Waiting);
        let is_wanted = state.items.len() > 1 && state.workers < most;
        state.workers += usize::from(is_wanted);
        is_wanted
    }

    /// The next result, an item to make meanwhile, or else the next result once it is there.
    fn next(&self) -> Next<W, T> {
        let mut state = self.lock();
        loop {
            match state.results.pop_front() {
                Some(Slot::Made(result)) => {
                    state.next += 1;
                    return Next::Made(result);
                }
                Some(Slot::Waiting) => state.results.push_front(Slot::Waiting),
                Some(Slot::Lost) | None => return Next::Lost,
            }
            if let Some((number, item)) = state.claim() {
                return Next::Make(number, item);
            }
            state.is_awaited = true;
            state = self.is_made.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Makes items while there are any.
    fn work(&self, make: &impl Fn(W) -> T) {
        let mut state = self.lock();
        while let Some((number, item)) = state.claim() {
            drop(state);
            let mut making = Making { queue: self, number, result: Slot::Lost };
            making.result = Slot::Made(make(item));
            drop(making);
            state = self.lock();
        }
        state.workers -= 1;
    }
}

/// An item that is being made: whatever comes of it, nobody waits forever.
struct Making<'q, W: Send, T: Send> {
    queue: &'q Queue<W, T>,
    number: usize,
    result: Slot<T>,
}

impl<W: Send, T: Send> Drop for Making<'_, W, T> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.put(self.number, std::mem::replace(&mut self.result, Slot::Lost));
        if state.is_awaited && self.number == state.next {
            state.is_awaited = false;
            drop(state);
            self.queue.is_made.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::in_order;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn on_threads<R: Send>(threads: usize, f: impl FnOnce() -> R + Send) -> R {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(f)
    }

    #[test]
    fn no_more_is_made_ahead_than_there_is_room_for() {
        for threads in 1..4 {
            let (made, mut taken) = (AtomicUsize::new(0), 0);
            let make = |n: usize| {
                made.fetch_add(1, Ordering::Relaxed);
                n
            };
            let take = |n| {
                assert_eq!(n, taken);
                taken += 1;
                assert!(made.load(Ordering::Relaxed) <= taken + 5 * threads);
                Ok::<(), ()>(())
            };
            on_threads(threads, || in_order(10, (0..2000).map(|n| (n, 2)), make, take)).expect("no errors");
            assert_eq!(made.into_inner(), 2000);
        }
    }

    #[test]
    fn work_inside_of_work_ends() {
        let inner = |n: u64| {
            let mut sum = 0;
            let take = |n| {
                sum += n;
                Ok::<(), ()>(())
            };
            in_order(2, (0..n % 40).map(|n| (n, 1)), |n| n * n, take).expect("no errors");
            sum
        };
        for threads in 1..4 {
            let mut sum = 0;
            let take = |n: u64| {
                sum += n;
                Ok::<(), ()>(())
            };
            on_threads(threads, || in_order(3, (0..300).map(|n| (n, 1)), inner, take)).expect("no errors");
            assert_eq!(sum, (0..300).map(|n: u64| (0..n % 40).map(|n| n * n).sum::<u64>()).sum());
        }
    }

    #[test]
    fn a_panic_comes_out() {
        for threads in 1..4 {
            let work = || in_order(4, (0..100).map(|n| (n, 1)), |n: u32| assert_ne!(n, 70), |()| Ok::<(), ()>(()));
            let outcome = std::panic::catch_unwind(|| on_threads(threads, work));
            assert!(outcome.is_err());
        }
    }
}
