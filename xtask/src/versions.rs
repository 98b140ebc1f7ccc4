//! `docs/format/versions.md`: the changes in each version of LLVM, from the tables of the schema and of the versions.
use std::collections::BTreeMap;
use std::fmt::Write;

use bctk_bitcode::schema::metadata::DI_RECORDS;
use bctk_bitcode::schema::{BLOCKS, abbrevs};
use bctk_ir::attrs::ROWS;
use bctk_ir::version::{FEATURES, FeatureRow, LlvmVersion};

use crate::codegen::{HEAD, sentence};

/// What changed in a version: items by heading, in the order of the headings.
type Changes = BTreeMap<(usize, &'static str), Vec<String>>;

const BLOCK: (usize, &str) = (0, "New blocks");
const RECORD: (usize, &str) = (1, "New records and shapes of records");
const FIELD: (usize, &str) = (2, "New fields");
const LAST: (usize, &str) = (3, "Last written by this version");
const ABBREV: (usize, &str) = (4, "New abbreviations");
const ABBREV_LAST: (usize, &str) = (5, "Abbreviations last defined by this version");
const KIND: (usize, &str) = (6, "New fixed metadata kinds");
const TAG: (usize, &str) = (7, "New fixed operand bundle tags");
const ATTRIBUTE: (usize, &str) = (8, "New attributes");
const FEATURE: (usize, &str) = (9, "New features");
const REMOVED: (usize, &str) = (10, "Features last in this version");

/// The page.
pub(crate) fn page() -> String {
    let mut versions: BTreeMap<LlvmVersion, Changes> = BTreeMap::new();
    let oldest = LlvmVersion::of(3.0);
    let mut add = |version: LlvmVersion, heading: (usize, &'static str), item: String| {
        // No release listed here added the features of the oldest version.
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
    for row in abbrevs::BLOCKINFO.iter().chain(abbrevs::BLOCKS).chain(abbrevs::COMBINED_INDEX) {
        let block = BLOCKS.iter().find(|block| block.id == row.block).map_or("", |block| block.name);
        if let Some(since) = row.since {
            add(since, ABBREV, format!("{block}: {}", row.name));
        }
        if let Some(until) = row.until {
            add(until, ABBREV_LAST, format!("{block}: {}", row.name));
        }
    }
    let versions_written: Vec<LlvmVersion> = LlvmVersion::written().collect();
    for pair in versions_written.windows(2) {
        let (before, now) = (pair[0], pair[1]);
        for kind in now.metadata_kinds().iter().skip(before.metadata_kinds().len()) {
            add(now, KIND, format!("`{kind}`"));
        }
        for tag in now.bundle_tags().iter().filter(|tag| !before.bundle_tags().contains(tag)) {
            add(now, TAG, format!("`{tag}`"));
        }
    }
    for row in ROWS {
        add(row.since, ATTRIBUTE, format!("`{}` ({})", row.spelling, row.code));
    }
    for row in FEATURES {
        if let Some(since) = row.since {
            add(since, FEATURE, feature(row));
        }
        if let Some(until) = row.until {
            add(until, REMOVED, feature(row));
        }
    }
    let mut out = String::from(HEAD);
    out.push_str("# What changed in which version of LLVM\n\n");
    out.push_str(
        "Blocks, records and fields come from the record schema; features from the feature table; abbreviations and fixed names\n",
    );
    out.push_str("from the tables of writers, which start with LLVM 3.7; attributes from their table, with their codes. A record that a\n");
    out.push_str("version writes last has another shape in the next, or is gone.\n");
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

/// A feature with what it changes.
fn feature(row: &FeatureRow) -> String {
    let mut text = format!("{}.", sentence(row.name));
    for (column, what) in [("Records", row.records), ("Text", row.text), ("Upgrade", row.upgrade)] {
        if !what.is_empty() {
            let _ = write!(text, " {column}: {}", sentence(what));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_that_is_written_has_changes() {
        let page = page();
        for version in LlvmVersion::written() {
            assert!(page.contains(&format!("\n## LLVM {version}\n")), "{version}");
        }
        assert!(page.contains("- `captures` (102)") && page.contains("- opaque pointers (ptr)"));
    }
}
