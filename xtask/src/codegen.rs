//! `cargo xtask codegen`: the pages of `docs/format` from the record schema, the READMEs of the crates, and the header of the C API.
use std::fmt::Write;
use std::path::{Path, PathBuf};

use bctk_bitcode::schema::metadata::{DI_RECORDS, DiRecordRow};
use bctk_bitcode::schema::{
    BLOCKS, BlockRow, FieldRow, LlvmVersion, OLD_BLOCKS, RecordRow, attrs, demands, field, lists, metadata, symtab,
};

pub(crate) const HEAD: &str = "<!-- Generated from bitcode/src/schema by `cargo xtask codegen`; do not edit. -->\n\n";

/// Writes the pages and removes those that are no longer made.
///
/// # Errors
/// An error of the file system.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    if !args.is_empty() {
        return Err("codegen takes no arguments".into());
    }
    let folder = folder();
    let pages = pages();
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for name in stale(&folder, &pages) {
        let path = folder.join(&name);
        match pages.iter().find(|(page, _)| *page == name) {
            Some((_, text)) => std::fs::write(&path, text),
            None => std::fs::remove_file(&path),
        }
        .map_err(|e| format!("{}: {e}", path.display()))?;
        println!("{}", path.display());
    }
    let mut others = crate::readmes::all()?;
    others.push((crate::capi::path(), crate::capi::header()?));
    for (path, text) in others {
        if std::fs::read_to_string(&path).is_ok_and(|found| found == text) {
            continue;
        }
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(true)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/format")
}

/// Names of the pages that differ from those in `folder`, including superfluous ones.
fn stale(folder: &Path, pages: &[(String, String)]) -> Vec<String> {
    let differs = |(name, text): &&(String, String)| std::fs::read_to_string(folder.join(name)).is_ok_and(|found| found == *text);
    let mut names: Vec<String> = pages.iter().filter(|page| !differs(page)).map(|(name, _)| name.clone()).collect();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && !pages.iter().any(|(page, _)| *page == name) {
            names.push(name);
        }
    }
    names
}

/// All pages: file name and text.
fn pages() -> Vec<(String, String)> {
    let mut pages = vec![
        ("README.md".to_owned(), index()),
        ("versions.md".to_owned(), crate::versions::page()),
        ("constant-folding.md".to_owned(), crate::folding_page::page()),
        ("../translate.md".to_owned(), crate::translate_page::page()),
        ("../tables.md".to_owned(), crate::tables_page::page()),
        ("verifier.md".to_owned(), crate::verifier_messages::page()),
    ];
    pages.extend(BLOCKS.iter().chain(OLD_BLOCKS).map(|block| (file_name(block), page(block))));
    pages
}

fn file_name(block: &BlockRow) -> String {
    format!("{}.md", block.name.to_lowercase().replace('_', "-"))
}

/// Doc comments come with the blank after `///` and line by line.
pub(crate) fn sentence(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

fn span(since: LlvmVersion, until: Option<LlvmVersion>) -> String {
    match until {
        None if since <= LlvmVersion::of(3.0) => "all versions".into(),
        None => format!("since LLVM {since}"),
        Some(until) if until == since => format!("LLVM {since} only"),
        Some(until) => format!("LLVM {since} to {until}"),
    }
}

fn index() -> String {
    let mut out = String::from(HEAD);
    out.push_str("# The bitcode format, block by block\n\n");
    out.push_str("Every block and record of LLVM bitcode from LLVM 2 to 22, as this project reads and writes it.\n\n");
    out.push_str("| id | block | written | |\n|---:|---|---|---|\n");
    for block in BLOCKS.iter().chain(OLD_BLOCKS) {
        let until = block.rows.iter().map(|row| row.until).min_by_key(|until| until.is_some()).flatten();
        let row = (block.id, block.name, file_name(block), span(block.since, until), sentence(block.doc));
        let _ = writeln!(out, "| {} | [{}]({}) | {} | {} |", row.0, row.1, row.2, row.3, row.4);
    }
    out.push_str("\nWhat changed in which version: [versions.md](versions.md).\n");
    out.push_str("How readers fold constant expressions: [constant-folding.md](constant-folding.md).\n");
    out.push_str("\nBlock 0, BLOCKINFO, is part of the bitstream: SETBID (1) names a block id, DEFINE_ABBREV gives abbreviations to all its blocks,\n");
    out.push_str("BLOCKNAME (2) and SETRECORDNAME (3) give names.\n");
    out.push_str("\n## Kinds of fields\n\n| kind | encoding |\n|---|---|\n");
    for (name, encoding) in field::KINDS.iter().chain(lists::LISTS).chain(lists::ITEMS) {
        let _ = writeln!(out, "| {name} | {} |", sentence(encoding));
    }
    out.push_str("\nA field marked `absent: x` is missing in files of older LLVM versions, where it is `x`. A field marked \"omitted when x\" is also missing in new files.\n");
    out.push_str("\n## Operands that readers take\n\n");
    out.push_str("Each record says how many operands LLVM's readers take, operand 0 and a name in STRTAB included. They refuse others.\n");
    out.push_str("The contents of a record can demand more: a type says how many elements there are, a flag that a field is there. A\n");
    out.push_str("type that follows a forward reference comes on top. \"Not checked\": the reader takes what is in its memory for\n");
    out.push_str("missing operands. `cargo xtask demands` asked LLVM.\n");
    out
}

fn page(block: &BlockRow) -> String {
    let mut out = String::from(HEAD);
    let _ = writeln!(out, "# {} (block {})\n\n{} Written by {}.", block.name, block.id, sentence(block.doc), written_by(block));
    if block.rows.is_empty() {
        out.push_str("\nIts records are those of [GLOBALVAL_SUMMARY](globalval-summary.md).\n");
    }
    for row in block.rows {
        record(&mut out, block.id, row);
    }
    match block.id {
        metadata::ID => {
            out.push_str("\n## Specialised nodes\n\n");
            out.push_str("Operand 0 holds `distinct` in bit 0 and says in its other bits which shape a record has. Fields have the names of the printed\n");
            out.push_str("node; trailing ones may be absent in files of older LLVM versions.\n");
            DI_RECORDS.iter().for_each(|row| di_record(&mut out, row));
        }
        attrs::groups::ID if block.name == attrs::groups::BLOCK.name => {
            out.push_str("\n## Attributes in a group\n\n| code | attribute | what follows |\n|---:|---|---|\n");
            for (code, name, follows) in attrs::groups::ATTRIBUTE_FORMS {
                let _ = writeln!(out, "| {code} | {name} | {follows} |");
            }
        }
        symtab::irsymtab::ID => {
            for row in symtab::irsymtab::STORAGE {
                let _ = writeln!(out, "\n## {}\n\n{}\n\n| field | kind |\n|---|---|", row.name, sentence(row.doc));
                for (name, kind) in row.fields {
                    let _ = writeln!(out, "| {name} | {kind} |");
                }
            }
            out.push_str(
                "\nA `word` is 32 bits, a `str` offset and size in STRTAB, a `range` offset in the blob and count; all little-endian.\n",
            );
        }
        _ => {}
    }
    out
}

fn written_by(block: &BlockRow) -> String {
    let since = block.since;
    if since.major < 3 {
        "LLVM 2 alone".into()
    } else if since <= LlvmVersion::of(3.0) {
        "all versions".into()
    } else {
        format!("LLVM {since} and later")
    }
}

fn record(out: &mut String, block: u32, row: &RecordRow) {
    let _ = writeln!(out, "\n## {} ({})\n\n{} *{}*", row.name, row.code, sentence(row.doc), span(row.since, row.until));
    if row.fields.is_empty() {
        out.push_str("\nNo operands.\n");
        return;
    }
    // The ids of blocks of LLVM 2 are those of other blocks.
    if row.until.is_none_or(|until| until >= LlvmVersion::OLDEST) {
        let _ = writeln!(out, "\n{}", demanded(block, row.code, row.since, &[], row.is_named()));
    }
    out.push_str("\n| field | kind | |\n|---|---|---|\n");
    for FieldRow { name, kind, since, note, doc, .. } in row.fields {
        let doc = sentence(doc);
        let note = [note.to_string(), since.map_or(String::new(), |since| format!("since LLVM {since}"))];
        let note = sentence(&note.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; "));
        let separator = if doc.is_empty() || note.is_empty() { "" } else { " " };
        let note = if note.is_empty() { note } else { format!("({note})") };
        let _ = writeln!(out, "| `{name}` | {kind} | {doc}{separator}{note} |");
    }
}

/// How many operands readers take of a record whose first ones are these.
fn demanded(block: u32, code: u32, since: LlvmVersion, ops: &[u64], strtab: bool) -> String {
    let mut spans: Vec<(LlvmVersion, LlvmVersion, String)> = Vec::new();
    for llvm in LlvmVersion::written().filter(|&llvm| llvm >= since) {
        let Some(demand) = demands::demand(block, code, ops, strtab, llvm) else { continue };
        let mut words = match (demand.least, demand.most) {
            (0, None) => "any number".to_owned(),
            (least, None) => format!("{least} or more"),
            (least, Some(most)) if most == least => least.to_string(),
            (least, Some(most)) => format!("{least} to {most}"),
        };
        if demand.step > 1 {
            let _ = write!(words, ", in steps of {}", demand.step);
        }
        if demand.unchecked {
            words.push_str(" (not checked)");
        }
        match spans.last_mut().filter(|(.., said)| *said == words) {
            Some((_, last, _)) => *last = llvm,
            None => spans.push((llvm, llvm, words)),
        }
    }
    let count = spans.len();
    let said = spans.into_iter().map(|(first, last, words)| match (first == last, last.is_newest()) {
        _ if count == 1 => words,
        (true, _) => format!("LLVM {first}: {words}"),
        (false, true) => format!("since LLVM {first}: {words}"),
        (false, false) => format!("LLVM {first} to {last}: {words}"),
    });
    format!("Operands that readers take: {}.", said.collect::<Vec<_>>().join("; "))
}

fn di_record(out: &mut String, row: &DiRecordRow) {
    let _ = writeln!(out, "\n### {} ({}): {}\n\n{} *{}*\n", row.name, row.code, row.node, sentence(row.doc), span(row.since, row.until));
    let ops = vec![row.fixed; row.min_operands];
    let _ = writeln!(out, "{}\n", demanded(metadata::ID, row.code, row.since, &ops, false));
    if row.mask != 0 {
        let _ = writeln!(out, "Operand 0 masked by {:#x} is {:#x}.", row.mask, row.fixed);
    }
    for (name, bit) in row.flags {
        let _ = writeln!(out, "Bit {bit} of operand 0 is `{name}`.");
    }
    if row.operands.is_empty() {
        out.push_str("No operands but operand 0.\n");
        return;
    }
    if row.mask != 0 || !row.flags.is_empty() {
        out.push('\n');
    }
    out.push_str("| operand | field | encoding |\n|---:|---|---|\n");
    for (index, operand) in row.operands.iter().enumerate() {
        let optional = if index + 1 >= row.min_operands { "may be absent; " } else { "" };
        let since = operand.since.map_or(String::new(), |since| format!("since LLVM {since}; "));
        let _ = writeln!(out, "| {} | `{}` | {optional}{since}{} |", index + 1, operand.field, operand.enc.describe());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docs_format_is_what_the_schema_says() {
        let stale = stale(&folder(), &pages());
        assert!(stale.is_empty(), "`cargo xtask codegen` has not been run: {stale:?}");
    }
}
