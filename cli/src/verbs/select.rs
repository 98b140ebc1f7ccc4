//! Parts of a printed module: passes on the functions, types and nodes that are wanted, as the text comes.
use std::collections::HashSet;
use std::io::{self, Write};

/// What is wanted of a module.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// Everything.
    pub(super) all: bool,
    /// Names of global values.
    pub(super) globals: HashSet<Vec<u8>>,
    /// Names of types.
    pub(super) types: HashSet<Vec<u8>>,
    /// Names of comdats.
    pub(super) comdats: HashSet<Vec<u8>>,
    /// Numbers of metadata nodes (`!7`) and names of metadata (`!llvm.ident`).
    pub(super) metadata: HashSet<Vec<u8>>,
    /// Numbers of groups of attributes.
    pub(super) groups: HashSet<Vec<u8>>,
    /// Blocks of functions; nothing else of these functions is shown but their first line.
    pub(super) blocks: Vec<(Vec<u8>, Vec<u8>)>,
}

/// A part of the text.
pub(super) struct Piece {
    /// The name of the global value that it defines or declares.
    pub(super) name: Option<Vec<u8>>,
    /// Its lines, comments in front of it first.
    pub(super) lines: Vec<Vec<u8>>,
}

/// Takes the text of a module, and keeps the pieces that are wanted.
pub(super) struct Select {
    wanted: Wanted,
    /// The bytes of a line that has not ended.
    line: Vec<u8>,
    /// Comments that may belong to the next piece.
    comments: Vec<Vec<u8>>,
    /// Whether a body is being read, and whether its lines are wanted.
    body: Option<bool>,
    /// The blocks of this body that are wanted, if not all are, and whether the lines now are in one.
    blocks: Option<(Vec<Vec<u8>>, bool)>,
    pub(super) pieces: Vec<Piece>,
}

impl Select {
    pub(super) fn new(wanted: Wanted) -> Select {
        Select { wanted, line: Vec::new(), comments: Vec::new(), body: None, blocks: None, pieces: Vec::new() }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if let Some(is_wanted) = self.body {
            if line == b"}" {
                self.body = None;
                self.blocks = None;
            } else if let (true, Some((blocks, is_in))) = (is_wanted, &mut self.blocks) {
                if let Some(label) = label(&line) {
                    *is_in = blocks.contains(&label);
                } else if line.is_empty() {
                    *is_in = false;
                }
                if !*is_in {
                    return;
                }
            }
            if is_wanted && let Some(piece) = self.pieces.last_mut() {
                piece.lines.push(line);
            }
            return;
        }
        match line.first() {
            None => self.comments.clear(),
            Some(b';') => self.comments.push(line),
            Some(_) => self.begin(line),
        }
    }

    /// The first line of a part of the module.
    fn begin(&mut self, line: Vec<u8>) {
        let is_definition = line.starts_with(b"define ");
        let is_function = is_definition || line.starts_with(b"declare ");
        let mut name = None;
        let mut is_wanted = self.wanted.all;
        if is_function {
            // The first name is that of the function: what stands before it has types, but no global values.
            name = line.iter().position(|&byte| byte == b'@').map(|at| unquoted(&line[at + 1..]));
        } else {
            let own = unquoted(&line[1..]);
            match line[0] {
                b'@' => name = Some(own),
                b'%' => is_wanted |= self.wanted.types.contains(&own),
                b'$' => is_wanted |= self.wanted.comdats.contains(&own),
                b'!' => is_wanted |= self.wanted.metadata.contains(&own),
                _ => {
                    let group = line.strip_prefix(b"attributes #").map(unquoted);
                    is_wanted |= group.is_some_and(|group| self.wanted.groups.contains(&group));
                }
            }
        }
        if let Some(name) = &name {
            is_wanted |= self.wanted.globals.contains(name);
            let blocks: Vec<Vec<u8>> = self.wanted.blocks.iter().filter(|(of, _)| of == name).map(|(_, block)| block.clone()).collect();
            if is_definition && !is_wanted && !blocks.is_empty() {
                is_wanted = true;
                // Only the first block has no label if it has no name.
                let is_first = blocks.iter().any(|block| block == b"0");
                self.blocks = Some((blocks, is_first));
            }
        }
        let comments = std::mem::take(&mut self.comments);
        if is_definition {
            self.body = Some(is_wanted);
        }
        if is_wanted {
            let lines = comments.into_iter().chain([line]).collect();
            self.pieces.push(Piece { name, lines });
        }
    }
}

impl Write for Select {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(end) => {
                    self.line.extend_from_slice(end);
                    self.end_line();
                }
                None => self.line.extend_from_slice(part),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The name of the block whose label a line is.
fn label(line: &[u8]) -> Option<Vec<u8>> {
    if line.first().is_none_or(|&byte| byte == b' ' || byte == b';') {
        // Until LLVM 8, the number of a block is in a comment.
        let number = line.strip_prefix(b"; <label>:")?;
        return Some(number.iter().take_while(|byte| byte.is_ascii_digit()).copied().collect());
    }
    let name = unquoted(line);
    line.contains(&b':').then_some(name)
}

/// The name that a text begins with, without quotes and escapes.
pub(super) fn unquoted(text: &[u8]) -> Vec<u8> {
    let Some(quoted) = text.strip_prefix(b"\"") else {
        let end = text.iter().position(|&byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')));
        return text[..end.unwrap_or(text.len())].to_vec();
    };
    let mut name = Vec::new();
    let mut at = 0;
    while let Some(&byte) = quoted.get(at).filter(|&&byte| byte != b'"') {
        let hex = quoted.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match hex.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| byte == b'\\') {
            Some(escaped) => {
                name.push(escaped);
                at += 3;
            }
            None if byte == b'\\' && quoted.get(at + 1) == Some(&b'\\') => {
                name.push(b'\\');
                at += 2;
            }
            None => {
                name.push(byte);
                at += 1;
            }
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
; ModuleID = 'a'
source_filename = \"a\"

%struct.S = type { i32 }

$c = comdat any

@g = global i32 0
@\"a b\" = global i32 1

; Function Attrs: nounwind
define void @f(ptr %0) #0 {
  br label %2

2:                                                ; preds = %1
  ret void
}

declare void @h(ptr byval(%struct.S))

attributes #0 = { nounwind }

!llvm.ident = !{!0}

!0 = !{!\"x\"}
";

    fn shown(wanted: Wanted) -> Vec<String> {
        let mut select = Select::new(wanted);
        // In small pieces: lines may end anywhere.
        TEXT.as_bytes().chunks(7).for_each(|part| select.write_all(part).unwrap());
        select
            .pieces
            .iter()
            .map(|piece| piece.lines.iter().map(|line| String::from_utf8_lossy(line)).collect::<Vec<_>>().join("\n"))
            .collect()
    }

    fn set(names: &[&str]) -> HashSet<Vec<u8>> {
        names.iter().map(|name| name.as_bytes().to_vec()).collect()
    }

    #[test]
    fn parts_are_chosen_by_name() {
        let function = "; Function Attrs: nounwind\ndefine void @f(ptr %0) #0 {\n  br label %2\n\n2:                                                ; preds = %1\n  ret void\n}";
        assert_eq!(shown(Wanted { globals: set(&["f"]), ..Wanted::default() }), [function]);
        assert_eq!(
            shown(Wanted { globals: set(&["a b", "h"]), ..Wanted::default() }),
            ["@\"a b\" = global i32 1", "declare void @h(ptr byval(%struct.S))"]
        );
        assert_eq!(shown(Wanted { types: set(&["struct.S"]), ..Wanted::default() }), ["%struct.S = type { i32 }"]);
        assert_eq!(shown(Wanted { metadata: set(&["0", "llvm.ident"]), ..Wanted::default() }), ["!llvm.ident = !{!0}", "!0 = !{!\"x\"}"]);
        assert_eq!(
            shown(Wanted { groups: set(&["0"]), comdats: set(&["c"]), ..Wanted::default() }),
            ["$c = comdat any", "attributes #0 = { nounwind }"]
        );
        let block = |name: &str| shown(Wanted { blocks: vec![(b"f".to_vec(), name.as_bytes().to_vec())], ..Wanted::default() });
        assert_eq!(block("2")[0].lines().nth(2), Some("2:                                                ; preds = %1"));
        assert_eq!(block("0")[0].lines().nth(2), Some("  br label %2"));
        assert!(shown(Wanted::default()).is_empty());
    }

    #[test]
    fn names_in_quotes() {
        assert_eq!(unquoted(b"\"a\\22b\\\\c\" = x"), b"a\"b\\c");
        assert_eq!(unquoted(b"f.1(i32)"), b"f.1");
    }
}
