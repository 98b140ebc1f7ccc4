//! The threads of a tool: the main thread is one of them.
use crate::limits;

/// The smallest input in bytes that is worth a second thread from the start.
const WORTH_IT: usize = 1 << 15;

/// The maximum stack use of one level of nesting, in bytes.
const LEVEL: usize = 4096;
/// The stack for everything else in a thread, in bytes.
const STACK: usize = 8 << 20;

/// Makes the threads for an input of this size; `is_only` says that no other input follows, so that a small one needs the main thread alone.
///
/// Otherwise the library makes threads when it needs them, and the main thread only waits for them: there is one thread more than there should
/// be, and a single thread is two.
pub(crate) fn for_input(bytes: usize, is_only: bool) {
    // There may be threads already.
    if bytes >= WORTH_IT {
        let _ = make(None);
    } else if is_only {
        let _ = make(Some(1));
    }
}

/// Makes `threads` threads, or as many as there are processors.
pub(crate) fn make(threads: Option<u16>) -> Result<(), rayon::ThreadPoolBuildError> {
    let mut builder = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = threads {
        builder = builder.num_threads(usize::from(threads));
    }
    builder = match limits::raised_nesting() {
        // The stack of the main thread is as large as it is.
        Some(levels) => builder.stack_size(STACK.saturating_add(levels.saturating_mul(LEVEL))),
        // The main thread of Windows has half of the stack that other threads have, and nested texts need more.
        None if cfg!(windows) => builder,
        None => builder.use_current_thread(),
    };
    builder.build_global()
}
