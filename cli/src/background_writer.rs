//! Buffered output on a second thread: while one page is written, the next is filled.
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::{Scope, ScopedJoinHandle};

/// The size of a page in bytes; shorter output is written without a thread.
const PAGE: usize = 1 << 18;
/// The maximum number of waiting pages.
const WAITING: usize = 2;

/// Runs `work` with a writer whose output goes to `sink`; returns the result of `work` and that of writing. An error that `work` got from
/// the writer only repeats the second one.
pub(crate) fn write_in_background<R>(
    sink: &mut (dyn Write + Send),
    work: impl FnOnce(&mut BackgroundWriter<'_, '_>) -> R,
) -> (R, io::Result<()>) {
    std::thread::scope(|scope| {
        let mut writer = BackgroundWriter { scope, sink: Some(sink), writer: None, page: Vec::new() };
        let result = work(&mut writer);
        (result, writer.finish())
    })
}

/// The writer of [`write_in_background`].
pub(crate) struct BackgroundWriter<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    /// The output, until the thread takes it.
    sink: Option<&'env mut (dyn Write + Send)>,
    writer: Option<Writer<'scope>>,
    page: Vec<u8>,
}

/// The thread that writes.
struct Writer<'scope> {
    full: SyncSender<Vec<u8>>,
    empty: Receiver<Vec<u8>>,
    thread: ScopedJoinHandle<'scope, io::Result<()>>,
}

impl BackgroundWriter<'_, '_> {
    /// Passes the page to the thread, which is started for the first one, and takes one that has been written for it.
    fn hand_over(&mut self) -> io::Result<()> {
        if let Some(sink) = self.sink.take() {
            let (full, pages) = sync_channel::<Vec<u8>>(WAITING);
            let (back, empty) = channel();
            let thread = self.scope.spawn(move || {
                for mut page in pages {
                    sink.write_all(&page)?;
                    page.clear();
                    // At the end, nobody takes it back.
                    let _ = back.send(page);
                }
                sink.flush()
            });
            self.writer = Some(Writer { full, empty, thread });
        }
        let Some(writer) = &self.writer else { return Ok(()) };
        let next = writer.empty.try_recv().unwrap_or_default();
        let page = std::mem::replace(&mut self.page, next);
        writer.full.send(page).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }

    fn finish(mut self) -> io::Result<()> {
        if let Some(sink) = self.sink.take() {
            sink.write_all(&self.page)?;
            return sink.flush();
        }
        let handed = self.hand_over();
        let Some(writer) = self.writer else { return handed };
        drop(writer.full);
        match writer.thread.join() {
            Ok(written) => written.and(handed),
            Err(_) => Err(io::Error::other("the writing thread ended early")),
        }
    }
}

impl Write for BackgroundWriter<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.page.len() + bytes.len() > PAGE && !self.page.is_empty() {
            self.hand_over()?;
        }
        self.page.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Does nothing: the thread writes what it has, and [`write_in_background`] waits for it.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_arrives_in_order() {
        for pages in [0, 1, 9] {
            let mut out = Vec::new();
            let wanted: Vec<u8> = (0..pages * PAGE + 17).map(|i| (i % 251) as u8).collect();
            let (result, written) = write_in_background(&mut out, |w| wanted.chunks(1000).try_for_each(|c| w.write_all(c)));
            result.unwrap();
            written.unwrap();
            assert!(out == wanted);
        }
    }

    #[test]
    fn the_error_of_the_sink_comes_out() {
        struct Full(usize);
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                match self.0.checked_sub(bytes.len()) {
                    Some(left) => {
                        self.0 = left;
                        Ok(bytes.len())
                    }
                    None => Err(io::Error::from(io::ErrorKind::StorageFull)),
                }
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (_, written) = write_in_background(&mut Full(3 * PAGE), |w| (0..100).try_for_each(|_| w.write_all(&[0; 40_000])));
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
