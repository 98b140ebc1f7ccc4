//! Runs processes for `cargo xtask bench` and tells what they cost; compares files without holding them in memory.
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4;

/// The cost of a run: of one process, or of several one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cost {
    /// Seconds from the first start to the last end.
    pub(crate) wall: f64,
    /// Seconds of processor time, of the program and of the system for it.
    pub(crate) cpu: f64,
    /// Peak memory of the largest process, in bytes.
    pub(crate) memory: f64,
}

/// A program with its arguments, and the file for its standard output.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<OsString>,
    pub(crate) stdout: Option<PathBuf>,
}

/// Runs all calls, one after the other, with `threads` for each of our tools.
pub(crate) fn run(calls: &[Call], threads: Option<usize>) -> Result<Cost, String> {
    let mut cost = Cost::default();
    for call in calls {
        let name = call.program.display();
        let mut command = Command::new(&call.program);
        command.args(&call.args).stdin(Stdio::null());
        if let Some(path) = &call.stdout {
            command.stdout(File::create(path).map_err(|e| format!("{}: {e}", path.display()))?);
        }
        if let Some(threads) = threads {
            command.env("RAYON_NUM_THREADS", threads.to_string());
        }
        let start = Instant::now();
        let mut child = command.spawn().map_err(|e| format!("{name}: {e}"))?;
        let used = child.wait4().map_err(|e| format!("{name}: {e}"))?;
        cost.wall += start.elapsed().as_secs_f64();
        if !used.status.success() {
            let args: Vec<_> = call.args.iter().take(6).map(|arg| arg.to_string_lossy()).collect();
            return Err(format!("{name} {}: {}", args.join(" "), used.status));
        }
        cost.cpu += (used.rusage.utime + used.rusage.stime).as_secs_f64();
        cost.memory = cost.memory.max(used.rusage.maxrss as f64);
    }
    Ok(cost)
}

/// Whether two files hold the same bytes, or `b` those of `a` and more.
pub(crate) fn same(a: &Path, b: &Path, more: bool) -> Result<bool, String> {
    let open = |path: &Path| File::open(path).map(|f| BufReader::with_capacity(1 << 18, f)).map_err(|e| format!("{}: {e}", path.display()));
    let (mut a, mut b) = (open(a)?, open(b)?);
    loop {
        let (x, y) = (a.fill_buf().map_err(|e| e.to_string())?, b.fill_buf().map_err(|e| e.to_string())?);
        let n = x.len().min(y.len());
        if n == 0 {
            return Ok(x.is_empty() && (more || y.is_empty()));
        }
        if x[..n] != y[..n] {
            return Ok(false);
        }
        a.consume(n);
        b.consume(n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_the_same_to_the_last_byte() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = |name: &str, bytes: &[u8]| {
            let path = dir.path().join(name);
            std::fs::write(&path, bytes).expect("a file");
            path
        };
        let (long, longer) = (vec![7u8; 600_000], vec![7u8; 600_001]);
        let (a, b, c) = (file("a", &long), file("b", &longer), file("c", b"7"));
        assert!(same(&a, &a, false).expect("files"));
        assert!(!same(&a, &b, false).expect("files"));
        assert!(same(&a, &b, true).expect("files"));
        assert!(!same(&b, &a, true).expect("files"));
        assert!(!same(&a, &c, true).expect("files"));
        assert!(same(&a, &dir.path().join("none"), true).is_err());
    }

    #[test]
    fn a_failing_call_names_itself() {
        let call = Call { program: "cargo".into(), args: vec!["--no-such-option".into()], stdout: None };
        let message = run(&[call], None).expect_err("an unknown option");
        assert!(message.starts_with("cargo --no-such-option: "), "{message}");
    }
}
