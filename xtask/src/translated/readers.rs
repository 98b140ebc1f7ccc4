//! The programs of a release that read what was translated for it.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bctk_ir::version::LlvmVersion;

use crate::llvm;

/// How a release reads, verifies and prints.
pub(crate) enum Reader {
    /// `llvm-dis`, and `llvm-as` and `opt` or, where they are not installed, `clang`.
    Tools { disassembler: Tool, assembler: Option<PathBuf>, optimizer: Option<PathBuf>, clang: Option<PathBuf> },
    /// One program: `llvm-N verify|as|dis IN -o OUT`. That of LLVM 3.7 knows no wrappers, also around what it wrote itself; the assembler of that of LLVM 12 is a compiler.
    Old { program: PathBuf, has_wrappers: bool, is_compiler: bool },
}

/// What a reader printed, or why it did not.
type Printed = Result<Vec<u8>, String>;

impl Reader {
    /// That of a release, if it is installed; `old` is the folder of programs for releases before 13.
    pub(crate) fn find(release: LlvmVersion, old: Option<&Path>) -> Option<Reader> {
        if release.major < 13 {
            let program = old?.join(format!("llvm-{release}"));
            let has_wrappers = release > LlvmVersion::three(7);
            return program.is_file().then_some(Reader::Old { program, has_wrappers, is_compiler: release.major == 12 });
        }
        let find = |name: &str| llvm::find_of(name, release.major);
        let (assembler, optimizer, clang) = (find("llvm-as"), find("opt"), find("clang"));
        if clang.is_none() && (assembler.is_none() || optimizer.is_none()) {
            return None;
        }
        let option = (release.major == 15).then_some("-opaque-pointers");
        let disassembler = Tool { path: find("llvm-dis")?, option };
        Some(Reader::Tools { disassembler, assembler, optimizer, clang })
    }

    /// Whether a compiler reads, which states its own target.
    pub(crate) fn is_compiler(&self) -> bool {
        match self {
            Reader::Tools { assembler, optimizer, .. } => assembler.is_none() || optimizer.is_none(),
            Reader::Old { is_compiler, .. } => *is_compiler,
        }
    }

    /// Prints bitcode of any release.
    pub(crate) fn disassembly(&self, file: &Path, room: &Path) -> Printed {
        match self {
            Reader::Tools { disassembler, .. } => print(disassembler, file, room),
            Reader::Old { program, has_wrappers, .. } => old(program, file, *has_wrappers, room),
        }
    }

    /// Reads, verifies and prints a text.
    pub(crate) fn text(&self, file: &Path, triple: &str, room: &Path) -> Printed {
        match self {
            Reader::Tools { disassembler, assembler, clang, .. } => {
                let bitcode = room.join("assembled.bc");
                let mut command = match (assembler, clang) {
                    (Some(assembler), _) => Command::new(assembler),
                    (None, Some(clang)) => compiler(clang, triple),
                    (None, None) => return Err("no assembler".into()),
                };
                run(command.arg(file).arg("-o").arg(&bitcode))?;
                print(disassembler, &bitcode, room)
            }
            Reader::Old { program, has_wrappers, .. } => {
                // What a reader changes in a text, it changes once more in the bitcode. The programs of LLVM 3.7 and 3.8 cannot write it.
                let bitcode = room.join("assembled.bc");
                match run(Command::new(program).arg("as").arg(file).arg("-o").arg(&bitcode)) {
                    Ok(()) => old(program, &bitcode, *has_wrappers, room),
                    Err(_) => old(program, file, *has_wrappers, room),
                }
            }
        }
    }

    /// Reads, verifies and prints bitcode.
    pub(crate) fn bitcode(&self, file: &Path, triple: &str, room: &Path) -> Printed {
        match self {
            Reader::Tools { disassembler, optimizer, clang, .. } => {
                let mut command = match (optimizer, clang) {
                    (Some(optimizer), _) => {
                        let mut command = Command::new(optimizer);
                        command.arg("-passes=verify");
                        command
                    }
                    (None, Some(clang)) => compiler(clang, triple),
                    (None, None) => return Err("no verifier".into()),
                };
                run(command.arg(file).arg("-o").arg(room.join("verified.bc")))?;
                print(disassembler, file, room)
            }
            Reader::Old { program, has_wrappers, .. } => old(program, file, *has_wrappers, room),
        }
    }
}

/// clang as a reader of IR. It verifies what it reads.
fn compiler(clang: &Path, triple: &str) -> Command {
    let mut command = Command::new(clang);
    command.arg("-cc1");
    if !triple.is_empty() {
        command.args(["-triple", triple]);
    }
    command.args(["-emit-llvm-bc", "-disable-llvm-passes", "-w", "-x", "ir"]);
    command
}

/// `llvm-dis`, and an option it needs.
pub(crate) struct Tool {
    path: PathBuf,
    /// That of LLVM 15 keeps typed pointers unless it is told not to; the language of LLVM 15 has opaque ones.
    option: Option<&'static str>,
}

fn print(disassembler: &Tool, bitcode: &Path, room: &Path) -> Printed {
    let text = room.join("printed.ll");
    run(Command::new(&disassembler.path).args(disassembler.option).arg(bitcode).arg("-o").arg(&text))?;
    std::fs::read(text).map_err(|e| e.to_string())
}

fn old(program: &Path, file: &Path, has_wrappers: bool, room: &Path) -> Printed {
    let bare = room.join("bare.bc");
    let mut file = file;
    if !has_wrappers {
        let bytes = std::fs::read(file).map_err(|e| e.to_string())?;
        std::fs::write(&bare, without_wrapper(&bytes)).map_err(|e| e.to_string())?;
        file = &bare;
    }
    run(Command::new(program).arg("verify").arg(file))?;
    let text = room.join("printed.ll");
    run(Command::new(program).arg("dis").arg(file).arg("-o").arg(&text))?;
    std::fs::read(text).map_err(|e| e.to_string())
}

/// Runs a command. Debug information that it throws away is a fault.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{command:?}: {e}"))?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("said nothing");
    match output.status.success() && !said.contains("ignoring invalid debug info") {
        true => Ok(()),
        false => Err(format!("{line} ({})", output.status)),
    }
}

/// The bitcode in a wrapper, or the bytes if there is none.
fn without_wrapper(bytes: &[u8]) -> &[u8] {
    let word = |at: usize| bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
    let inner = || match (word(0)?, word(8)?, word(12)?) {
        (0x0B17_C0DE, offset, size) => bytes.get(offset as usize..(offset as usize).checked_add(size as usize)?),
        _ => None,
    };
    inner().unwrap_or(bytes)
}
