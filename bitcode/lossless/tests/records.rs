//! Streams that differ in one record: what follows from the layout is right again, and records that readers refuse are found.
use bctk_bitcode::schema::metadata::kind;
use bctk_bitcode::{LlvmVersion, undemanded};
use bctk_lossless::patch::Records;

const SMALL: &[u8] = include_bytes!("data/small.bc");

/// A record that readers refuse is found.
#[test]
fn records_with_too_few_operands_are_found() {
    let records = Records::read(SMALL).expect("a stream");
    assert_eq!(undemanded(SMALL, LlvmVersion::DEFAULT, 9).expect("a stream"), []);
    let name = records.iter().find(|record| record.block == kind::ID).expect("a kind");
    let cut = records.with(name.number, &name.ops[..1]).expect("a file");
    let found = undemanded(&cut, LlvmVersion::DEFAULT, 9).expect("a stream");
    assert_eq!((found.len(), found[0].path.as_str(), found[0].operands), (1, "MODULE/METADATA_KIND/KIND", 1));
    assert_eq!(found[0].demand.least, 2);
}

/// What follows from the layout of the file is right again.
#[test]
fn a_longer_record_moves_what_follows() {
    let records = Records::read(SMALL).expect("a stream");
    let options = bctk_bitcode::ReadOptions::default();
    let triple = records.iter().find(|record| (record.block, record.code) == (8, 2)).expect("a triple");
    let longer = [triple.ops, vec![u64::from(b'x'); 40]].concat();
    let file = records.with(triple.number, &longer).expect("a file");
    let module = bctk_bitcode::read(&file, &options).expect("a module");
    assert!(module.str(module.triple).ends_with(&[b'x'; 40]));
    assert_eq!(module.bodies.len(), bctk_bitcode::read(SMALL, &options).expect("a module").bodies.len());
}
