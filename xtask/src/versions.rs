//! `docs/format/versions.md`: what changed in which version of LLVM, from the tables of the schema and of the versions.
use std::collections::BTreeMap;
use std::fmt::Write;

use bctk_bitcode::Dialect;
use bctk_bitcode::constructs::CONSTRUCTS;
use bctk_bitcode::schema::metadata::DI_RECORDS;
use bctk_bitcode::schema::{BLOCKS, abbrevs};
use bctk_ir::attrs::ROWS;
use bctk_ir::version::{LlvmVersion, features};

use crate::codegen::{HEAD, sentence};

/// What changed in a version: items by heading, in the order of the headings.
type Changes = BTreeMap<(usize, &'static str), Vec<String>>;

const BLOCK: (usize, &str) = (0, "New blocks");
const RECORD: (usize, &str) = (1, "New records and shapes of records");
const FIELD: (usize, &str) = (2, "New fields");
const LAST: (usize, &str) = (3, "Last written by this version");
const ABBREV: (usize, &str) = (4, "New abbreviations");
const ABBREV_LAST: (usize, &str) = (5, "Abbreviations last defined by this version");
const WRITER: (usize, &str) = (6, "What writers do otherwise since");
const KIND: (usize, &str) = (7, "New fixed metadata kinds");
const TAG: (usize, &str) = (8, "New fixed operand bundle tags");
const ATTRIBUTE: (usize, &str) = (9, "New attributes");
const CONSTRUCT: (usize, &str) = (10, "New in the language");
const GONE: (usize, &str) = (11, "Last in the language of this version");

/// The page.
pub(crate) fn page() -> String {
    let mut versions: BTreeMap<LlvmVersion, Changes> = BTreeMap::new();
    let oldest = LlvmVersion::of(3.0);
    let mut add = |version: LlvmVersion, heading: (usize, &'static str), item: String| {
        // What the oldest version had came with none that is told apart here.
        if version > oldest || heading == LAST {
            let items = versions.entry(version).or_default().entry(heading).or_default();
            if !items.contains(&item) {
                items.push(item);
            }
        }
    };
    for block in BLOCKS {
        add(block.since, BLOCK, format!("[{}]({}.md)", block.name, block.name.to_lowercase().replace('_', "-")));
        for row in block.rows {
            let name = format!("{}/{} ({})", block.name, row.name, row.code);
            add(row.since, RECORD, name.clone());
            for field in row.fields {
                if let Some(since) = field.since {
                    add(since, FIELD, format!("{name}: `{}`", field.name));
                }
            }
            if let Some(until) = row.until {
                let fields: Vec<&str> = row.fields.iter().map(|field| field.name).collect();
                add(until, LAST, format!("{name} with the fields `{}`", fields.join(", ")));
            }
        }
    }
    for row in DI_RECORDS {
        let name = format!("METADATA/{} ({}), {}", row.name, row.code, row.node);
        add(row.since, RECORD, name.clone());
        for operand in row.operands {
            if let Some(since) = operand.since {
                add(since, FIELD, format!("{name}: `{}`", operand.field));
            }
        }
        if let Some(until) = row.until {
            add(until, LAST, format!("{name}: {}", sentence(row.doc)));
        }
    }
    let major = LlvmVersion::new;
    for row in abbrevs::BLOCKINFO.iter().chain(abbrevs::BLOCKS).chain(abbrevs::COMBINED_INDEX) {
        let block = BLOCKS.iter().find(|block| block.id == row.block).map_or("", |block| block.name);
        if row.since > 0 {
            add(major(row.since), ABBREV, format!("{block}: {}", row.name));
        }
        if row.until != u32::MAX {
            add(major(row.until), ABBREV_LAST, format!("{block}: {}", row.name));
        }
    }
    for &(_, since, doc) in Dialect::CAPABILITIES {
        add(major(since), WRITER, sentence(doc));
    }
    let dialects: Vec<Dialect> = Dialect::all().collect();
    for pair in dialects.windows(2) {
        let (before, now) = (pair[0], pair[1]);
        for kind in now.metadata_kinds().iter().skip(before.metadata_kinds().len()) {
            add(now.version(), KIND, format!("`{kind}`"));
        }
        for tag in now.bundle_tags().iter().skip(before.bundle_tags().len()) {
            add(now.version(), TAG, format!("`{tag}`"));
        }
    }
    for row in ROWS {
        let version = row.first();
        add(version, ATTRIBUTE, format!("`{}` ({})", row.spelling, row.code));
    }
    for row in CONSTRUCTS {
        if row.since > 0 {
            add(major(row.since), CONSTRUCT, row.what.to_owned());
        }
        if let Some(until) = row.until {
            add(major(until), GONE, row.what.to_owned());
        }
    }
    for &(name, version) in features::CAPABILITIES {
        add(version, CONSTRUCT, name.replace('_', " "));
    }
    let mut out = String::from(HEAD);
    out.push_str("# What changed in which version of LLVM\n\n");
    out.push_str(
        "Blocks, records and fields from the schema; abbreviations, fixed names and what writers do otherwise from LLVM 13 on, where the\n",
    );
    out.push_str("writers of the versions are known; attributes with their codes. A record that is last written by a version is of another shape, or\n");
    out.push_str("gone, in the next.\n");
    for (version, changes) in versions.iter().rev() {
        let _ = write!(out, "\n## LLVM {version}\n");
        for ((_, heading), items) in changes {
            let _ = write!(out, "\n{heading}:\n\n");
            for item in items {
                let _ = writeln!(out, "- {item}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_that_is_written_has_changes() {
        let page = page();
        for dialect in Dialect::all() {
            assert!(page.contains(&format!("\n## LLVM {}\n", dialect.major())), "{}", dialect.major());
        }
        assert!(page.contains("- `captures` (102)") && page.contains("- opaque pointers (ptr)"));
    }
}
