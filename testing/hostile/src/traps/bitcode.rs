//! Bitstreams that cannot be made from a text.
use super::{Trap, bitcode};
use bctk_bitcode::Result;
use bctk_bitcode::read::MAGIC;
use bctk_bitstream::stream::{Abbrev, AbbrevOp, BLOCKINFO, StreamWriter, UNABBREV_RECORD};

const MODULE: u32 = 8;
const TYPES: u32 = 17;
const CONSTANTS: u32 = 11;
const FUNCTION: u32 = 12;
const VALUE_SYMTAB: u32 = 14;
const METADATA: u32 = 15;
const METADATA_KIND: u32 = 22;
const STRTAB: u32 = 23;

pub(super) const TRAPS: &[Trap] = &[
    bitcode("abbreviations of one block", 10_000, |n| {
        module(|writer| {
            writer.enter_block(CONSTANTS, 20)?;
            abbreviations(writer, n)?;
            writer.end_block()
        })
    }),
    bitcode("blocks with abbreviations of their own", 10_000, |n| {
        module(|writer| {
            (0..n).try_for_each(|_| {
                writer.enter_block(CONSTANTS, 20)?;
                abbreviations(writer, 2)?;
                writer.end_block()
            })
        })
    }),
    bitcode("abbreviations of BLOCKINFO and blocks that have them", 10_000, |n| {
        module(|writer| {
            writer.enter_block(BLOCKINFO, 20)?;
            writer.record(UNABBREV_RECORD, 1, &[u64::from(CONSTANTS)], None)?;
            abbreviations(writer, n)?;
            writer.end_block()?;
            (0..n).try_for_each(|_| {
                writer.enter_block(CONSTANTS, 20)?;
                abbreviations(writer, 1)?;
                writer.end_block()
            })
        })
    }),
    bitcode("many BLOCKINFO blocks", 4_000, |n| {
        module(|writer| {
            (0..n).try_for_each(|_| {
                writer.enter_block(BLOCKINFO, 20)?;
                writer.record(UNABBREV_RECORD, 1, &[u64::from(CONSTANTS)], None)?;
                abbreviations(writer, 1)?;
                writer.end_block()?;
                writer.enter_block(CONSTANTS, 20)?;
                writer.end_block()
            })
        })
    }),
    bitcode("blocks that BLOCKINFO describes", 1_000, |n| {
        module(|writer| {
            (0..n).try_for_each(|i| {
                writer.enter_block(BLOCKINFO, 20)?;
                writer.record(UNABBREV_RECORD, 1, &[i as u64 + 30], None)?;
                abbreviations(writer, 1)?;
                writer.end_block()
            })
        })
    }),
    bitcode("names that BLOCKINFO gives", 10_000, |n| {
        module(|writer| {
            writer.enter_block(BLOCKINFO, 3)?;
            writer.record(UNABBREV_RECORD, 1, &[50], None)?;
            for i in 0..n as u64 {
                writer.record(UNABBREV_RECORD, 2, &[97, 98], None)?;
                writer.record(UNABBREV_RECORD, 3, &[i, 97, 98], None)?;
            }
            writer.end_block()?;
            writer.enter_block(50, 3)?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, i as u32, &[i], None))?;
            writer.end_block()
        })
    }),
    bitcode("records that grow beyond their bits", 2_000, |n| {
        module(|writer| {
            writer.enter_block(50, 4)?;
            let literals = std::iter::repeat_n(AbbrevOp::Literal(7), 255).collect();
            let abbrev = writer.define_abbrev(Abbrev::new(literals)?)?;
            (0..n).try_for_each(|_| writer.record(abbrev, 7, &[7; 254], None))?;
            writer.end_block()
        })
    }),
    bitcode("empty blocks", 40_000, |n| {
        module(|writer| {
            (0..n).try_for_each(|i| {
                let kinds = [CONSTANTS, METADATA, VALUE_SYMTAB, METADATA_KIND, 9, 10, 16, 18, 21, 26];
                writer.enter_block(kinds[i % kinds.len()], 3)?;
                writer.end_block()
            })
        })
    }),
    bitcode("records of the module again", 20_000, |n| {
        module(|writer| {
            for i in 0..n as u64 {
                writer.record(UNABBREV_RECORD, 2, &[97, 98, 45, 99], None)?;
                writer.record(UNABBREV_RECORD, 3, &[101], None)?;
                writer.record(UNABBREV_RECORD, 4, &[97, 98, 10], None)?;
                writer.record(UNABBREV_RECORD, 16, &[97], None)?;
                writer.record(UNABBREV_RECORD, 17, &[1, 2, 3, 4, i & 0xffff], None)?;
                writer.record(UNABBREV_RECORD, 13, &[0], None)?;
            }
            Ok(())
        })
    }),
    bitcode("a record of unknown kind", 40_000, |n| {
        module(|writer| (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 99, &[i, 1 << 60], None)))
    }),
    bitcode("types of one name", 20_000, |n| {
        module(|writer| {
            types(writer, |writer| {
                (0..n).try_for_each(|_| {
                    writer.record(UNABBREV_RECORD, 19, &[116], None)?;
                    writer.record(UNABBREV_RECORD, 20, &[0, 0], None)
                })
            })?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 7, &[4 + i, 3, 0, 0, 0, 0], None))
        })
    }),
    bitcode("types of one name and its suffixes", 20_000, |n| {
        module(|writer| {
            types(writer, |writer| {
                (0..n).try_for_each(|i| {
                    let name: Vec<u64> = if i % 2 == 0 { "t".into() } else { format!("t.{}", i / 2) }.bytes().map(u64::from).collect();
                    writer.record(UNABBREV_RECORD, 19, &name, None)?;
                    writer.record(UNABBREV_RECORD, 20, &[0, 0], None)
                })
            })?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 7, &[4 + i, 3, 0, 0, 0, 0], None))
        })
    }),
    bitcode("types that each contain the next", 10_000, |n| {
        module(|writer| {
            types(writer, |writer| {
                (0..n as u64).try_for_each(|i| {
                    writer.record(UNABBREV_RECORD, 19, &format!("t{i}").bytes().map(u64::from).collect::<Vec<_>>(), None)?;
                    writer.record(UNABBREV_RECORD, 20, &[0, 5 + i], None)
                })?;
                writer.record(UNABBREV_RECORD, 7, &[7], None)
            })?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 7, &[4 + i, 3, 0, 0, 0, 0], None))
        })
    }),
    bitcode("literal types that contain the one before twice", 5_000, |n| {
        module(|writer| {
            types(writer, |writer| {
                (0..n as u64).try_for_each(|i| {
                    let before = if i % 18 == 0 { 0 } else { 3 + i };
                    writer.record(UNABBREV_RECORD, 18, &[0, before, before], None)
                })
            })?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 7, &[4 + i, 3, 0, 0, 0, 0], None))
        })
    }),
    bitcode("one large type in many globals", 20_000, |n| {
        module(|writer| {
            types(writer, |writer| {
                (0..12_u64).try_for_each(|i| {
                    writer.record(UNABBREV_RECORD, 18, &[0, if i == 0 { 0 } else { 3 + i }, if i == 0 { 0 } else { 3 + i }], None)
                })
            })?;
            (0..n).try_for_each(|_| writer.record(UNABBREV_RECORD, 7, &[15, 3, 0, 0, 0, 0], None))
        })
    }),
    bitcode("a large count of types", 1_000, |n| {
        module(|writer| {
            (0..n).try_for_each(|_| {
                writer.enter_block(TYPES, 4)?;
                writer.record(UNABBREV_RECORD, 1, &[u64::from(u32::MAX)], None)?;
                writer.end_block()
            })
        })
    }),
    bitcode("symbols that each are the whole string table", 8_000, |n| {
        let one = module(|writer| {
            types(writer, |_| Ok(()))?;
            writer.record(UNABBREV_RECORD, 1, &[2], None)?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 7, &[i, n as u64, 0, 1 | 2, 0, 0, 0, 0, 0, 0], None))
        });
        with_strtab(one, &vec![b'a'; 2 * n])
    }),
    bitcode("symbols of one name", 20_000, |n| {
        let one = module(|writer| {
            types(writer, |_| Ok(()))?;
            writer.record(UNABBREV_RECORD, 1, &[2], None)?;
            (0..n).try_for_each(|i| match i % 2 {
                0 => writer.record(UNABBREV_RECORD, 7, &[0, 4, 0, 1 | 2, 0, 0, 0, 0, 0, 0], None),
                _ => writer.record(UNABBREV_RECORD, 8, &[0, 4, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0], None),
            })
        });
        with_strtab(one, &b"name".repeat(n / 16 + 1))
    }),
    bitcode("comdats that each are the whole string table", 8_000, |n| {
        let one = module(|writer| {
            types(writer, |_| Ok(()))?;
            writer.record(UNABBREV_RECORD, 1, &[2], None)?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 12, &[i, n as u64, 1], None))?;
            (0..n as u64).try_for_each(|i| {
                writer.record(UNABBREV_RECORD, 7, &[i, 1, 0, 1 | 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, i + 1, 0, 0, 0, n as u64], None)
            })
        });
        with_strtab(one, &vec![b'a'; 2 * n])
    }),
    bitcode("values of one name", 20_000, |n| {
        function(n as u64, |writer| {
            writer.enter_block(VALUE_SYMTAB, 4)?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 1, &[i + 2, 97, 98], None))?;
            writer.end_block()
        })
    }),
    bitcode("a value that is named again", 20_000, |n| {
        function(4, |writer| {
            writer.enter_block(VALUE_SYMTAB, 4)?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 1, &[2, 97, 98 + i % 20], None))?;
            writer.end_block()
        })
    }),
    bitcode("blocks of names", 20_000, |n| {
        function(4, |writer| {
            (0..n as u64).try_for_each(|i| {
                writer.enter_block(VALUE_SYMTAB, 4)?;
                writer.record(UNABBREV_RECORD, 1, &[2 + i % 4, 97], None)?;
                writer.end_block()
            })
        })
    }),
    bitcode("constants used before they are there", 20_000, |n| {
        constants(|writer| {
            writer.record(UNABBREV_RECORD, 1, &[4], None)?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 7, &[i + 1], None))?;
            writer.record(UNABBREV_RECORD, 2, &[], None)
        })
    }),
    bitcode("constants that contain the next twice", 20_000, |n| {
        constants(|writer| {
            writer.record(UNABBREV_RECORD, 1, &[4], None)?;
            (0..n as u64).try_for_each(|i| {
                let next = if i % 12 == 11 || i + 1 == n as u64 { n as u64 } else { i + 1 };
                writer.record(UNABBREV_RECORD, 7, &[next, next], None)
            })?;
            writer.record(UNABBREV_RECORD, 2, &[], None)
        })
    }),
    bitcode("types set again", 40_000, |n| {
        constants(|writer| {
            (0..n as u64).try_for_each(|i| {
                writer.record(UNABBREV_RECORD, 1, &[i % 2], None)?;
                writer.record(UNABBREV_RECORD, 2, &[], None)
            })
        })
    }),
    bitcode("operands of metadata before they are there", 20_000, |n| {
        metadata(|writer| {
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 3, &[i + 2, n as u64 - i], None))?;
            named(writer, b"x", &[0])
        })
    }),
    bitcode("operands of metadata that are never there", 20_000, |n| {
        metadata(|writer| {
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 3, &[2 * n as u64 + i * 99], None))?;
            named(writer, b"x", &[0])
        })
    }),
    bitcode("metadata blocks of strings", 2_000, |n| {
        module(|writer| {
            (0..n).try_for_each(|_| {
                writer.enter_block(METADATA, 4)?;
                let abbrev =
                    writer.define_abbrev(Abbrev::new(vec![AbbrevOp::Literal(35), AbbrevOp::Vbr(6), AbbrevOp::Vbr(6), AbbrevOp::Blob])?)?;
                writer.record(abbrev, 35, &[1, 4], Some(&[1, 0, 0, 0, b'a']))?;
                writer.end_block()
            })
        })
    }),
    bitcode("strings of metadata of a large count", 1_000, |n| {
        metadata(|writer| {
            let abbrev =
                writer.define_abbrev(Abbrev::new(vec![AbbrevOp::Literal(35), AbbrevOp::Vbr(6), AbbrevOp::Vbr(6), AbbrevOp::Blob])?)?;
            (0..n).try_for_each(|_| writer.record(abbrev, 35, &[1 << 31, 4], Some(&[0; 8])))
        })
    }),
    bitcode("kinds of metadata", 20_000, |n| {
        module(|writer| {
            writer.enter_block(METADATA_KIND, 4)?;
            for i in 0..n as u64 {
                writer.record(UNABBREV_RECORD, 6, &[i * 7, 107, 48 + i % 10, 48 + i / 10 % 10, 48 + i / 100 % 10, 48 + i / 1000], None)?;
            }
            writer.end_block()
        })
    }),
    bitcode("kinds of metadata of one name", 20_000, |n| {
        module(|writer| {
            writer.enter_block(METADATA_KIND, 4)?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 6, &[i, 107], None))?;
            writer.end_block()
        })
    }),
    bitcode("values of a body used before they are there", 20_000, |n| {
        function(0, |writer| {
            (0..n).try_for_each(|_| writer.record(UNABBREV_RECORD, 2, &[(1 << 32) - 1, 0, (1 << 32) - 1, 0], None))?;
            writer.record(UNABBREV_RECORD, 20, &[n as u64 + 2, 0, 1, 0], None)
        })
    }),
    bitcode("blocks that are declared and not there", 1_000, |n| {
        let one = module(|writer| {
            types(writer, |_| Ok(()))?;
            writer.record(UNABBREV_RECORD, 1, &[2], None)?;
            (0..n as u64).try_for_each(|i| writer.record(UNABBREV_RECORD, 8, &[i, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0], None))?;
            (0..n).try_for_each(|_| {
                writer.enter_block(FUNCTION, 4)?;
                writer.record(UNABBREV_RECORD, 1, &[1 << 30], None)?;
                writer.end_block()
            })
        });
        with_strtab(one, &vec![b'a'; n + 4])
    }),
    bitcode("function bodies that are none", 20_000, |n| {
        module(|writer| {
            (0..n).try_for_each(|_| {
                writer.enter_block(FUNCTION, 4)?;
                writer.end_block()
            })
        })
    }),
    bitcode("modules in one file", 2_000, |n| {
        let one = module(|writer| types(writer, |_| Ok(())));
        let body = one.get(4..).unwrap_or_default();
        let mut out = MAGIC.to_vec();
        (0..n).for_each(|_| out.extend_from_slice(body));
        out
    }),
    bitcode("modules in one file that share a string table", 2_000, |n| {
        let one = module(|writer| {
            types(writer, |_| Ok(()))?;
            writer.record(UNABBREV_RECORD, 1, &[2], None)?;
            writer.record(UNABBREV_RECORD, 7, &[0, n as u64, 0, 1 | 2, 0, 0, 0, 0, 0, 0], None)
        });
        let body = one.get(4..).unwrap_or_default();
        let mut out = MAGIC.to_vec();
        (0..n).for_each(|_| out.extend_from_slice(body));
        with_strtab(out, &vec![b'a'; 2 * n])
    }),
    bitcode("string tables", 2_000, |n| {
        let one = module(|writer| types(writer, |_| Ok(())));
        (0..n).fold(one, |out, _| with_strtab(out, b"name"))
    }),
    bitcode("members of an archive that are each the rest of it", 2_000, archive),
];

/// A bitstream with one module.
fn module(fill: impl FnOnce(&mut StreamWriter) -> Result<()>) -> Vec<u8> {
    let mut writer = StreamWriter::new();
    writer.magic(MAGIC);
    let filled = writer.enter_block(MODULE, 3).and_then(|()| fill(&mut writer)).and_then(|()| writer.end_block());
    filled.and_then(|()| writer.finish()).expect("a trap is a stream")
}

/// A type table: `i8` (0), `void` (1), `void ()` (2), `ptr` (3), and more.
fn types(writer: &mut StreamWriter, more: impl FnOnce(&mut StreamWriter) -> Result<()>) -> Result<()> {
    writer.enter_block(TYPES, 4)?;
    writer.record(UNABBREV_RECORD, 1, &[4], None)?;
    writer.record(UNABBREV_RECORD, 7, &[8], None)?;
    writer.record(UNABBREV_RECORD, 2, &[], None)?;
    writer.record(UNABBREV_RECORD, 21, &[0, 1], None)?;
    writer.record(UNABBREV_RECORD, 25, &[0], None)?;
    more(writer)?;
    writer.end_block()
}

/// The abbreviations of a module that no record has.
fn abbreviations(writer: &mut StreamWriter, n: usize) -> Result<()> {
    (0..n as u64).try_for_each(|i| {
        let ops = vec![AbbrevOp::Literal(i), AbbrevOp::Fixed(7), AbbrevOp::Vbr(6), AbbrevOp::Array, AbbrevOp::Char6];
        writer.define_abbrev(Abbrev::new(ops)?).map(drop)
    })
}

/// A module with one body, `values` additions and what else it is to hold.
fn function(values: u64, more: impl FnOnce(&mut StreamWriter) -> Result<()>) -> Vec<u8> {
    let one = module(|writer| {
        types(writer, |_| Ok(()))?;
        writer.record(UNABBREV_RECORD, 1, &[2], None)?;
        writer.record(UNABBREV_RECORD, 7, &[4, 1, 0, 1 | 2, 0, 0, 0, 0, 0, 0], None)?;
        writer.record(UNABBREV_RECORD, 8, &[0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0], None)?;
        writer.enter_block(FUNCTION, 4)?;
        writer.record(UNABBREV_RECORD, 1, &[1], None)?;
        // Loads of the global variable.
        (0..values).try_for_each(|i| writer.record(UNABBREV_RECORD, 20, &[i + 2, 0, 1, 0], None))?;
        more(writer)?;
        writer.record(UNABBREV_RECORD, 10, &[], None)?;
        writer.end_block()
    });
    with_strtab(one, b"nameg")
}

/// A module with a block of constants.
fn constants(fill: impl FnOnce(&mut StreamWriter) -> Result<()>) -> Vec<u8> {
    module(|writer| {
        types(writer, |writer| writer.record(UNABBREV_RECORD, 18, &[0, 3], None))?;
        writer.record(UNABBREV_RECORD, 7, &[4, 3, 1, 0, 0, 0], None)?;
        writer.enter_block(CONSTANTS, 4)?;
        fill(writer)?;
        writer.end_block()
    })
}

/// A module with a block of metadata.
fn metadata(fill: impl FnOnce(&mut StreamWriter) -> Result<()>) -> Vec<u8> {
    module(|writer| {
        types(writer, |_| Ok(()))?;
        writer.enter_block(METADATA, 4)?;
        fill(writer)?;
        writer.end_block()
    })
}

fn named(writer: &mut StreamWriter, name: &[u8], nodes: &[u64]) -> Result<()> {
    writer.record(UNABBREV_RECORD, 4, &name.iter().map(|&byte| u64::from(byte)).collect::<Vec<_>>(), None)?;
    writer.record(UNABBREV_RECORD, 10, nodes, None)
}

/// The stream followed by a string table.
fn with_strtab(stream: Vec<u8>, names: &[u8]) -> Vec<u8> {
    let mut writer = StreamWriter::after(stream);
    let written = (|| {
        writer.enter_block(STRTAB, 3)?;
        let abbrev = writer.define_abbrev(Abbrev::new(vec![AbbrevOp::Literal(1), AbbrevOp::Blob])?)?;
        writer.record(abbrev, 1, &[], Some(names))?;
        writer.end_block()
    })();
    written.and_then(|()| writer.finish()).expect("a string table")
}

/// An archive whose members, except the last, claim to fill the rest of the file.
fn archive(n: usize) -> Vec<u8> {
    let one = module(|writer| types(writer, |_| Ok(())));
    let length = |rest: usize| rest * 60 + one.len();
    let mut out = b"!<arch>\n".to_vec();
    for i in 0..n {
        out.extend_from_slice(
            format!("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", format!("m{i}/"), 0, 0, 0, 644, length(n - 1 - i)).as_bytes(),
        );
    }
    out.extend(one);
    out
}
