//! VALUE_SYMTAB blocks: names of values and blocks.
use super::records::{decode, next_record};
use crate::schema::symtab::value_symtab as row;
use bctk_bitstream::stream::{Abbrev, AbbrevOp, Characters, Entry, FIRST_ABBREV, MAX_TEXT, RecordBuf, StreamReader, Text};
use bctk_bitstream::{Error, Result};
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::module::Module;
use bctk_ir::strings::{LocalStr, Str};
use bctk_ir::value::{Value, ValueKind};
use bctk_support::fast;

/// Reads the symbol table of a module, which names its global values unless STRTAB does. For an index of many modules, the table
/// contains value numbers and GUIDs instead. `order` gets the named values in the order of the table.
pub(super) fn read_module(
    stream: &mut StreamReader<'_>,
    module: &mut Module,
    strtab: bool,
    guids: &mut Vec<(u32, u64)>,
    order: &mut Vec<GlobalId>,
) -> Result<()> {
    let mut record = RecordBuf::new();
    while let Entry::Record = next_record(stream, &mut record)? {
        if strtab {
            continue;
        }
        let (value, name) = match record.code {
            row::Entry::CODE => decode::<row::Entry<'_>>(&record.ops).map(|r| (r.value, r.name.0)),
            row::FnEntry::CODE => decode::<row::FnEntry<'_>>(&record.ops).map(|r| (r.value, r.name.0)),
            row::CombinedEntry::CODE => {
                let r = decode::<row::CombinedEntry>(&record.ops).map_err(|e| stream.locate(e, &record))?;
                guids.push((r.value, r.guid));
                continue;
            }
            _ => continue,
        }
        .map_err(|e| stream.locate(e, &record))?;
        if let Some(global) = module.globals.get_mut(value as usize) {
            global.name = module.strings.push_chars(name);
            order.push(GlobalId(value));
        }
    }
    Ok(())
}

/// A record that names a value or a block, by its abbreviation: a number (vbr8) and characters.
#[derive(Clone, Copy, Debug)]
struct Form {
    /// The record code; 0 if the record states it in so many bits.
    code: u32,
    code_bits: u8,
    characters: Characters,
}

impl Form {
    fn of(abbrev: &Abbrev) -> Option<Form> {
        let &[code, AbbrevOp::Vbr(8), AbbrevOp::Array, element] = abbrev.ops() else { return None };
        let (code, code_bits) = match code {
            AbbrevOp::Literal(code) => (u32::try_from(code).ok()?, 0),
            AbbrevOp::Fixed(bits) => (0, bits as u8),
            _ => return None,
        };
        Some(Form { code, code_bits, characters: Characters::of(element)? })
    }
}

/// The records that name something, by abbreviation id.
#[derive(Clone, Debug)]
pub(super) struct NameForms {
    forms: [Option<Form>; 16],
}

impl NameForms {
    /// The forms of the abbreviations for symbol tables in the BLOCKINFO of `stream`.
    pub(super) fn new(stream: &StreamReader<'_>) -> NameForms {
        let mut forms = [None; 16];
        // If the limits are lower, the general reader checks them.
        if fast::is_on() && stream.limits().record_operands > MAX_TEXT {
            let abbrevs = stream.block_info().abbrevs(row::ID);
            for (form, abbrev) in forms.iter_mut().skip(FIRST_ABBREV as usize).zip(abbrevs) {
                *form = Form::of(abbrev);
            }
        }
        NameForms { forms }
    }

    /// The next record, if it names something, has a known form and a short name: code, number, and the length of the name in `text`.
    #[inline(always)]
    fn read(&self, stream: &mut StreamReader<'_>, text: &mut Text) -> Option<(u32, u32, usize)> {
        let (id, mut fields) = stream.fields()?;
        let form = (*self.forms.get(id as usize)?)?;
        let code = form.code | fields.fixed(form.code_bits.into()) as u32;
        if code != row::Entry::CODE && code != row::BbEntry::CODE {
            return None;
        }
        let number = u32::try_from(fields.vbr::<8>()).ok()?;
        let len = fields.text(form.characters, text)?;
        stream.accept(fields)?;
        Some((code, number, len))
    }
}

/// Reads the symbol table of a body, with the order of names if `with_order` is true.
pub(super) fn read_body(
    stream: &mut StreamReader<'_>,
    record: &mut RecordBuf,
    forms: &NameForms,
    with_order: bool,
    body: &mut Body,
    value: impl Fn(u32) -> Value,
) -> Result<()> {
    let mut text = Text::default();
    loop {
        let start = stream.position();
        if let Some((code, number, len)) = forms.read(stream, &mut text) {
            let name = match text.as_flattened().first_chunk::<16>() {
                Some(short) if len <= short.len() => body.names.push_start(short, len),
                _ => body.names.push(&text.as_flattened()[..len]),
            };
            give(body, code, number, name, with_order, &value).map_err(|e| stream.locate_at(e, start, code))?;
            continue;
        }
        let Entry::Record = next_record(stream, record)? else { return Ok(()) };
        let named = match record.code {
            row::Entry::CODE => decode::<row::Entry<'_>>(&record.ops).map(|r| (r.value, r.name.0)),
            row::BbEntry::CODE => decode::<row::BbEntry<'_>>(&record.ops).map(|r| (r.block, r.name.0)),
            _ => continue,
        };
        named
            .and_then(|(number, name)| {
                let name = body.names.push_chars(name);
                give(body, record.code, number, name, with_order, &value)
            })
            .map_err(|e| stream.locate(e, record))?;
    }
}

/// Gives a value or a block its name.
#[inline]
fn give(body: &mut Body, code: u32, number: u32, name: LocalStr, with_order: bool, value: impl Fn(u32) -> Value) -> Result<()> {
    let bad = |what: &str| Err(Error::malformed(format!("expected a name of {what}, found number {number}")));
    let (locals, blocks) = (body.local_types.len(), body.blocks.len());
    if code == row::BbEntry::CODE {
        if number as usize >= blocks {
            return bad("a block");
        }
        body.block_names.resize(blocks, Str::EMPTY);
        body.block_names[number as usize] = name;
        if with_order {
            body.provenance.names_order.push(Value::block(BlockId(number)));
        }
        return Ok(());
    }
    match value(number).kind() {
        ValueKind::Local(n) if (n as usize) < locals => {
            body.local_names.resize(locals, Str::EMPTY);
            body.local_names[n as usize] = name;
            if with_order {
                body.provenance.names_order.push(Value::local(n));
            }
            Ok(())
        }
        _ => bad("an argument or instruction"),
    }
}
