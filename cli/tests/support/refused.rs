//! What the tests of the tools share: how a tool refuses.
use std::process::Output;

/// The run failed with exit status 1, one message that says `words`, and nothing on the standard output.
pub(crate) fn assert_refused(output: &Output, words: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains(words), "{message:?} does not say {words:?}");
    assert!(output.stdout.is_empty());
}
