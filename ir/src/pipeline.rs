//! Batches of work made in parallel and taken in order: the next batch is made while the one before is taken.

/// Makes each batch of `work` with `make`, in rayon's threads, and hands the results to `take`, on this thread and in order.
///
/// While a result is taken the next is being made, so that at most two exist at once. Results never depend on the number of threads.
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
    for batch in work {
        let mut made = None;
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| made = Some(make(batch)));
            take(waiting)
        })?;
        match made {
            Some(next) => waiting = next,
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
