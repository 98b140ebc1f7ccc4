//! Tests of the whole schema: the tables are consistent, and rows decode what they encode.
use super::*;

#[test]
fn block_table_is_in_order_of_ids() {
    for (index, row) in BLOCKS.iter().enumerate() {
        assert_eq!(row.id as usize, index + 8, "{}", row.name);
        assert_eq!(block_row(row.id).map(|row| row.id), Some(row.id));
    }
    assert!(block_row(7).is_none());
    assert!(block_row(27).is_none());
}

#[test]
fn names() {
    assert_eq!(record_name(12, 58), Some("INST_FREEZE"));
    assert_eq!(record_name(15, 21), Some("SUBPROGRAM"));
    assert_eq!(record_name(24, 10), Some("VERSION"));
    assert_eq!(record_name(12, 14), Some("INST_UNWIND"));
    assert_eq!(block_name(0), Some("BLOCKINFO"));
    assert_eq!(LlvmVersion::of(3.9).to_string(), "3.9");
    assert_eq!(LlvmVersion::of(22.0).to_string(), "22");
    assert_eq!(record_row(12, 20).map(|row| row.fields.len()), Some(4), "the shape of today comes first");
}

#[test]
fn shapes_of_one_code_are_told_apart_by_time_length_or_head() {
    for block in BLOCKS {
        for (index, row) in block.rows.iter().enumerate() {
            for other in &block.rows[..index] {
                if other.code == row.code {
                    let by_length = row.fields.len() != other.fields.len();
                    assert!(row.until.is_some() || other.until.is_some() || by_length, "{}/{}", block.name, row.name);
                }
            }
        }
    }
    for (index, row) in metadata::DI_RECORDS.iter().enumerate() {
        for other in metadata::DI_RECORDS[..index].iter().filter(|other| other.code == row.code) {
            let heads_differ = row.mask & other.mask & (row.fixed ^ other.fixed) != 0;
            assert!(heads_differ || row.min_operands < other.min_operands, "{}", row.name);
        }
        assert_eq!(row.fixed & !row.mask, 0, "{}", row.name);
        assert!(row.min_operands <= row.operands.len() + 1, "{}", row.name);
    }
}

/// Older versions cut fields from the end, so newer fields must follow older ones.
#[test]
fn fields_that_were_appended_stand_last() {
    let in_order = |since: Vec<Option<LlvmVersion>>| since.is_sorted();
    for block in BLOCKS {
        for row in block.rows {
            assert!(in_order(row.fields.iter().map(|field| field.since).collect()), "{}/{}", block.name, row.name);
        }
    }
    for row in metadata::DI_RECORDS {
        assert!(in_order(row.operands.iter().map(|operand| operand.since).collect()), "{}", row.name);
    }
}

/// One shape of each node per version, and one abbreviation of each name.
#[test]
fn a_version_has_one_shape() {
    use bctk_ir::version::LlvmVersion;
    for llvm in LlvmVersion::written() {
        for row in metadata::DI_RECORDS.iter().filter(|row| row.is_of(llvm)) {
            let same = metadata::DI_RECORDS.iter().filter(|other| other.code == row.code && other.is_of(llvm));
            assert_eq!(same.count(), 1, "{} of LLVM {}", row.name, llvm.major);
        }
        for rows in [abbrevs::BLOCKINFO, abbrevs::BLOCKS, abbrevs::COMBINED_INDEX] {
            let of = || rows.iter().filter(|row| row.is_of(llvm));
            for row in of() {
                let same = of().filter(|other| (other.block, other.name) == (row.block, row.name));
                assert_eq!(same.count(), 1, "{} of LLVM {}", row.name, llvm.major);
            }
        }
    }
}

#[test]
fn decodes_what_it_encodes() {
    let call = function::Call {
        attributes: Some(3),
        cc: 1 << 17 | 1 << 15,
        fast_math: Some(128),
        function_ty: Some(7),
        callee: ValTyRef { value: 4, ty: None },
        args: Fields::in_function(&[1, 2], 10, true),
    };
    let mut out = Operands { next_value: 10, relative: true, ..Operands::default() };
    call.encode(&mut out);
    assert_eq!(out.ops, [4, 1 << 17 | 1 << 15, 128, 7, 6, 1, 2]);
    assert_eq!(function::Call::decode(&mut Fields::in_function(&out.ops, 10, true)).unwrap(), call);
    // Later fields are omitted.
    let location =
        function::DebugLoc { line: 3, column: 7, scope: Some(1), inlined_at: None, is_implicit_code: true, atom_group: 5, atom_rank: 2 };
    for (version, written) in [(20.0, 5), (21.0, 7)] {
        let mut out = Operands { version: Some(LlvmVersion::of(version)), ..Operands::default() };
        location.encode(&mut out);
        assert_eq!(out.ops, [3, 7, 2, 0, 1, 5, 2][..written]);
    }
    // Without explicit type and flags.
    let call = function::Call::decode(&mut Fields::in_function(&[0, 0, 3, 4], 10, false)).unwrap();
    assert_eq!((call.attributes, call.fast_math, call.function_ty), (None, None, None));
    assert_eq!(call.callee.value, 3);
    assert_eq!(call.args.ops(), [4]);
    assert!(function::Call::decode(&mut Fields::in_function(&[0, 1 << 15, 3], 10, true)).is_err());
}

#[test]
fn absent_operands_take_their_defaults() {
    let short = module::GlobalVar::decode(&mut Fields::in_module(&[5, 2, 1, 2, 0, 3, 0, 0], true)).unwrap();
    assert_eq!(short.name, Some(StrtabRef { offset: 5, size: 2 }));
    assert_eq!((short.init, short.dll_storage_class, short.comdat, short.dso_local), (None, None, None, false));
    let binop = function::Binop { lhs: ValTyRef { value: 9, ty: None }, rhs: 8, opcode: 1, flags: 0 };
    let mut out = Operands { next_value: 10, relative: true, ..Operands::default() };
    binop.encode(&mut out);
    assert_eq!(out.ops, [1, 2, 1], "flags of 0 are omitted");
    assert_eq!(function::Binop::decode(&mut Fields::in_function(&out.ops, 10, true)).unwrap(), binop);
}

#[test]
fn di_shapes_by_operand_zero() {
    assert_eq!(metadata::di_record(15, &[2, 36, 1, 2, 0, 5, 0, 0, 0]).unwrap().since, LlvmVersion::of(21.0));
    assert_eq!(metadata::di_record(15, &[0, 36, 1, 32, 0, 5]).unwrap().until, Some(LlvmVersion::of(20.0)));
    assert_eq!(metadata::di_record(24, &[1, 0, 3]).unwrap().operands.len(), 2);
    assert_eq!(metadata::di_record(24, &[1, 0, 0, 3, 9]).unwrap().operands.len(), 4);
    assert!(metadata::di_record(15, &[0, 36]).is_none());
    assert!(metadata::di_record(999, &[0]).is_none());
}

#[test]
fn codes_serve_as_patterns() {
    let kind = |code| match code {
        function::Cast::CODE => "cast",
        function::Gep::CODE => "gep",
        _ => "other",
    };
    assert_eq!((kind(3), kind(43), kind(44)), ("cast", "gep", "other"));
}

/// Every `.bc` file below a folder of the workspace.
fn bitcode_files() -> Vec<std::path::PathBuf> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in [root.join("tests/data"), root.join("../corpus/v22")] {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        files.extend(entries.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "bc")));
    }
    files.sort();
    files
}

/// Every record that LLVM 22 wrote has a row, decodes without extra operands, and encodes to the same operands.
#[test]
fn rows_fit_what_llvm_writes() {
    use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
    let (mut typed, mut nodes) = (0, 0);
    for path in bitcode_files() {
        let data = std::fs::read(&path).unwrap();
        let range = bctk_bitstream::wrapper::strip_wrapper(&data).unwrap();
        let mut reader = StreamReader::new(&data[range]).with_names(&NAMES);
        reader.seek_top_level(32).unwrap();
        let mut record = RecordBuf::new();
        loop {
            match reader.next(&mut record).unwrap() {
                Entry::EndOfStream => break,
                Entry::SubBlock(_) => reader.enter().unwrap(),
                Entry::EndBlock => {}
                Entry::Record => {
                    let Some(block) = reader.block().filter(|&block| block != 0) else { continue };
                    let place = format!("{}: {}: {:?}", path.display(), reader.record_path(record.code), record.ops);
                    if block == metadata::ID
                        && let Some(row) = metadata::di_record(record.code, &record.ops)
                    {
                        assert!(row.until.is_none() || row.name == "NAMESPACE", "{place}");
                        assert!(row.is_open() || record.ops.len() <= row.operands.len() + 1, "{place}");
                        nodes += 1;
                        continue;
                    }
                    // A large number for the next value distinguishes forward references (small negative distances) from backward ones.
                    let mut fields = Fields::in_function(&record.ops, 1 << 31, true);
                    fields.strtab = true;
                    let recoded = recode(block, record.code, fields).unwrap_or_else(|| panic!("no row: {place}"));
                    let recoded = recoded.unwrap_or_else(|e| panic!("{e}: {place}"));
                    // Trailing defaults that a short record omits are written.
                    assert!(recoded.starts_with(&record.ops), "{place} became {recoded:?}");
                    typed += 1;
                }
            }
        }
    }
    assert!(typed > 1000 && nodes > 20, "{typed} records and {nodes} nodes");
}

fn recode(block: u32, code: u32, fields: Fields<'_>) -> Option<Result<Vec<u64>>> {
    match block {
        module::ID => module::recode(code, fields),
        attrs::lists::ID => attrs::lists::recode(code, fields),
        attrs::groups::ID => attrs::groups::recode(code, fields),
        constants::ID => constants::recode(code, fields),
        function::ID => function::recode(code, fields),
        small_blocks::identification::ID => small_blocks::identification::recode(code, fields),
        symtab::value_symtab::ID => symtab::value_symtab::recode(code, fields),
        metadata::ID => metadata::recode(code, fields),
        metadata::attachment::ID => metadata::attachment::recode(code, fields),
        types::ID => types::recode(code, fields),
        small_blocks::uselist::ID => small_blocks::uselist::recode(code, fields),
        summary::module_strtab::ID => summary::module_strtab::recode(code, fields),
        summary::ID | summary::full_lto::ID => summary::recode(code, fields),
        small_blocks::operand_bundle_tags::ID => small_blocks::operand_bundle_tags::recode(code, fields),
        metadata::kind::ID => metadata::kind::recode(code, fields),
        symtab::strtab::ID => symtab::strtab::recode(code, fields),
        symtab::irsymtab::ID => symtab::irsymtab::recode(code, fields),
        small_blocks::sync_scope_names::ID => small_blocks::sync_scope_names::recode(code, fields),
        _ => None,
    }
}

/// Rows of the table of demands are about records that there are, and no release demands more operands than it takes.
#[test]
fn demands_are_about_records() {
    for row in demands::DEMANDS {
        let known = record_name(row.block, row.code).is_some();
        assert!(known && row.since.zip(row.until).is_none_or(|(since, until)| since <= until), "{row:?}");
        assert!(row.head.is_none_or(|head| metadata::DI_RECORDS.iter().any(|di| di.code == row.code && di.fixed == head)), "{row:?}");
    }
    for llvm in LlvmVersion::written() {
        for (block, row) in BLOCKS.iter().flat_map(|block| block.rows.iter().map(move |row| (block.id, row))) {
            let found = demands::demand(block, row.code, &[], row.is_named(), llvm);
            assert!(found.is_none_or(|demand| demand.takes(demand.least)), "{} of LLVM {llvm}: {found:?}", row.name);
        }
        for row in metadata::DI_RECORDS {
            let ops = vec![row.fixed; row.min_operands];
            let found = demands::demand(metadata::ID, row.code, &ops, false, llvm);
            assert!(found.is_none_or(|demand| demand.takes(demand.least)), "{} of LLVM {llvm}: {found:?}", row.name);
        }
    }
}

/// What differs between releases: the greatest number of operands, the least, and a name in STRTAB.
#[test]
fn demands_of_releases() {
    let demand = |block, code, ops: &[u64], strtab, llvm| demands::demand(block, code, ops, strtab, LlvmVersion::of(llvm)).unwrap();
    let kind = demand(metadata::kind::ID, metadata::kind::Kind::CODE, &[], false, 23.0);
    assert!(!kind.takes(1) && kind.takes(2) && kind.takes(30));
    let cast = |llvm| demand(function::ID, function::Cast::CODE, &[], false, llvm);
    assert!(!cast(17.0).takes(5) && cast(17.0).takes(4) && cast(18.0).takes(5), "with the type of a forward reference");
    let variable = |strtab| demand(module::ID, module::GlobalVar::CODE, &[], strtab, 23.0).least;
    assert_eq!((variable(false), variable(true)), (6, 8));
    let label = |llvm| demand(metadata::ID, 40, &[0; 5], false, llvm);
    assert!(!label(20.0).takes(6) && label(22.0).takes(7));
    assert!(demands::demand(function::ID, function::Freeze::CODE, &[], false, LlvmVersion::of(9.0)).is_none());
}
