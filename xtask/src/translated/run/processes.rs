//! Runs compilers and the programs that they make, with limits of time.
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What runs for longer than this hangs.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// What a program printed, and how it ended.
pub(super) type Shown = (Vec<u8>, Option<i32>);

/// Runs a compiler that writes `output`; what it says goes to a file next to that.
pub(super) fn finish(command: &mut Command, output: &Path) -> Result<(), String> {
    let program = Path::new(command.get_program()).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let said = output.with_extension("said");
    let file = File::create(&said).map_err(|e| format!("{}: {e}", said.display()))?;
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file).spawn();
    let status = wait(child.map_err(|e| format!("{program}: {e}"))?, PATIENCE)?.ok_or_else(|| format!("{program}: does not end"))?;
    if status.success() {
        return Ok(());
    }
    let said = std::fs::read(&said).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let is_fault = |line: &&str| ["error", "Assertion", "undefined", "LLVM ERROR"].iter().any(|word| line.contains(word));
    let line = said.lines().find(is_fault).or_else(|| said.lines().next()).unwrap_or("said nothing");
    Err(format!("{program}: {line} ({status})"))
}

/// Runs a program in `room`; nothing if it takes longer than `patience`.
pub(super) fn execute(command: &mut Command, room: &Path, patience: Duration) -> Result<Option<Shown>, String> {
    let printed = room.join("printed");
    let file = File::create(&printed).map_err(|e| format!("{}: {e}", printed.display()))?;
    command.stdin(Stdio::null()).stdout(file).stderr(Stdio::null()).current_dir(room);
    let child = command.spawn().map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    let Some(status) = wait(child, patience)? else { return Ok(None) };
    let text = std::fs::read(&printed).map_err(|e| format!("{}: {e}", printed.display()))?;
    Ok(Some((text, status.code())))
}

/// Waits for a process, and ends it if it takes too long.
fn wait(mut child: Child, patience: Duration) -> Result<Option<ExitStatus>, String> {
    let start = Instant::now();
    loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => return Ok(Some(status)),
            None if start.elapsed() > patience => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(None);
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}
