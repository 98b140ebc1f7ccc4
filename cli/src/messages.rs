//! `eprint!`, `eprintln!`, `print!` and `println!` of this crate: those of the standard library, but that a stream that takes no more is no
//! reason to panic. A message that nobody can read must not end the work that it is about.

/// A message on the standard error, if that takes one.
macro_rules! eprint {
    ($($arg:tt)*) => {{
        use std::io::Write as _;
        let _ = std::io::stderr().lock().write_all(format!($($arg)*).as_bytes());
    }};
}

/// A line on the standard error, if that takes one.
macro_rules! eprintln {
    () => { eprint!("\n") };
    ($($arg:tt)*) => { eprint!("{}\n", format_args!($($arg)*)) };
}

/// A short text on the standard output, such as help: outputs report errors themselves.
macro_rules! print {
    ($($arg:tt)*) => {{
        use std::io::Write as _;
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(format!($($arg)*).as_bytes()).and_then(|()| out.flush());
    }};
}

/// A line on the standard output.
macro_rules! println {
    ($($arg:tt)*) => { print!("{}\n", format_args!($($arg)*)) };
}
