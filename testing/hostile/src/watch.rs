//! Runs something with a limit on CPU time, independently of the load of the machine.
use cpu_time::ProcessTime;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::spawn;
use std::time::Duration;

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It came to its end, having taken so much time of the processor.
    Done(Duration),
    /// It panicked.
    Panicked,
    /// Its time was over. It goes on in a thread that nothing waits for.
    Late,
}

/// Between two looks at the clock.
const PAUSE: Duration = Duration::from_millis(100);

/// Runs `work`. All threads of the process count, so that nothing else may run in it.
pub fn within(limit: Duration, work: impl FnOnce() + Send + 'static) -> End {
    let begun = ProcessTime::now();
    let (send, done) = channel();
    let worker = spawn(move || {
        work();
        let _ = send.send(());
    });
    loop {
        match done.recv_timeout(PAUSE) {
            Ok(()) => {
                let _ = worker.join();
                return End::Done(begun.elapsed());
            }
            Err(RecvTimeoutError::Disconnected) => return End::Panicked,
            Err(RecvTimeoutError::Timeout) if begun.elapsed() > limit => return End::Late,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Longer than any machine needs for what ends by itself.
    const AMPLE: Duration = Duration::from_secs(3600);

    #[test]
    fn all_ends() {
        assert!(matches!(within(AMPLE, || {}), End::Done(_)));
        // Without the panic hook: printing a backtrace is no part of this test.
        let panics = || std::panic::resume_unwind(Box::new("as it should"));
        assert_eq!(within(AMPLE, panics), End::Panicked);
        let endless = || {
            let mut number = 0u64;
            while number != u64::MAX {
                number = std::hint::black_box(number.wrapping_mul(3) >> 1);
            }
        };
        assert_eq!(within(Duration::from_millis(200), endless), End::Late);
    }
}
