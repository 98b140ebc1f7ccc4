//! The threads of a tool: the main thread is one of them.
use crate::limits;

/// The smallest input in bytes that is worth a second thread from the start.
const WORTH_IT: usize = 1 << 15;

/// The maximum stack use of one level of nesting, in bytes.
const LEVEL: usize = 4096;
/// The stack for everything else in a thread, in bytes.
const STACK: usize = 8 << 20;

/// Makes the threads for an input of this size, which take about `memory` bytes together; `is_only` says that no other input follows, so that a
/// small one needs the main thread alone.
///
/// Otherwise the library makes threads when it needs them, and the main thread only waits for them: there is one thread more than there should
/// be, and a single thread is two.
pub(crate) fn for_input(bytes: usize, memory: usize, is_only: bool) {
    // There may be threads already.
    if bytes >= WORTH_IT {
        let _ = build(None, memory);
    } else if is_only {
        let _ = build(Some(1), 0);
    }
}

/// About how much memory the modules of an input of this size take.
pub(crate) fn of_modules(bytes: usize) -> usize {
    bytes.saturating_mul(4)
}

/// Makes `threads` threads, or as many as there are processors.
pub(crate) fn make(threads: Option<u16>) -> Result<(), rayon::ThreadPoolBuildError> {
    build(threads, 0)
}

/// As [`make`], for threads that take so much memory together.
fn build(threads: Option<u16>, memory: usize) -> Result<(), rayon::ThreadPoolBuildError> {
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
    let share = move || (memory / rayon::current_num_threads()).min(MOST_GROWN);
    builder.start_handler(move |_| grow_arena(share())).build_global()
}

/// How many bytes an arena grows at most before it is used.
const MOST_GROWN: usize = 32 << 20;

/// Makes the arena of this thread grow before it is used. Of the memory, one page in thirty is touched, and given back.
///
/// glibc makes the arenas of all threads but the main one larger by a few pages at a time, as each allocation needs them. That is a system
/// call each time, in which no other thread gets a new page.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn grow_arena(bytes: usize) {
    // A larger block would not come from the arena.
    const BLOCK: usize = 120 << 10;
    let blocks: Vec<Vec<u8>> = (0..bytes / BLOCK).map(|_| Vec::with_capacity(BLOCK)).collect();
    drop(std::hint::black_box(blocks));
}

/// Other allocators grow in larger steps.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn grow_arena(_: usize) {}
