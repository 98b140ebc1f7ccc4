//! Texts of functions, and names in them replaced by numbers.
use crate::Options;
use crate::fault::{Clock, Fault, Result};
use bctk::edit::Edits;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_support::parallel::prelude::*;
use bctk_textual::{DisplayIn, ModuleSlotTracker};
use hashbrown::HashMap;

/// How many functions are printed between two looks at the clock.
const BATCH: usize = 64;

/// The text of each body's function, as bcconv prints it; none for a body that no function has. The module is one that was upgraded.
pub(crate) fn of_functions(mut module: Module, options: &Options, clock: Clock) -> Result<Vec<Option<String>>> {
    clock.check()?;
    if options.strip_debug {
        bctk::strip(&mut module, &Edits { strip_debug: true, ..Edits::default() });
    }
    if options.normalize_names {
        mark(&mut module);
    }
    let tracker = ModuleSlotTracker::new(&module);
    let mut texts = vec![None; module.bodies.len()];
    let functions: Vec<(GlobalId, usize)> =
        module.functions().filter_map(|(id, _, function)| Some((id, function.body? as usize))).collect();
    for batch in functions.chunks(BATCH) {
        clock.check()?;
        let print = |&(id, body): &(GlobalId, usize)| {
            let text = id.display(&tracker).to_string();
            (body, if options.normalize_names { normalize(&text) } else { text })
        };
        for (body, text) in batch.par_iter().map(print).collect::<Vec<_>>() {
            if let Some(slot) = texts.get_mut(body) {
                *slot = Some(text);
            }
        }
    }
    tracker.check().map_err(|error| Fault::new(error.to_string()))?;
    Ok(texts)
}

/// What stands before the number of a thing in [`mark`]ed names. It needs no quotes, and every name that is not marked is another kind's.
const MARK: &str = "bctk..";

/// Removes the names of locals and blocks, and gives types, global values and comdats names that tell them apart without quotes.
fn mark(module: &mut Module) {
    module.forget_provenance();
    for body in &mut module.bodies {
        body.local_names.clear();
        body.block_names.clear();
    }
    let structs: Vec<TypeId> = module
        .types
        .iter()
        .filter(|(_, ty)| matches!(ty, Type::Struct { kind, .. } if *kind != StructKind::Literal))
        .map(|(id, _)| id)
        .collect();
    for id in structs {
        let name = module.strings.push(format!("{MARK}t.{}", id.0).as_bytes());
        module.types.identify(id, name);
    }
    let mut comdats: HashMap<Vec<u8>, usize> =
        module.comdats.iter().enumerate().map(|(at, comdat)| (module.str(comdat.name).to_vec(), at)).collect();
    for at in 0..module.globals.len() {
        let old = module.str(module.globals[at].name).to_vec();
        if old.starts_with(b"llvm.") {
            continue;
        }
        let kind = if module.globals[at].function().is_some() { 'f' } else { 'g' };
        let name = module.strings.push(format!("{MARK}{kind}.{at}").as_bytes());
        module.globals[at].name = name;
        // A comdat of the same name is not written.
        if let Some(comdat) = comdats.remove(&old).and_then(|at| module.comdats.get_mut(at)) {
            comdat.name = name;
        }
    }
    for at in comdats.into_values() {
        let name = module.strings.push(format!("{MARK}c.{at}").as_bytes());
        if let Some(comdat) = module.comdats.get_mut(at) {
            comdat.name = name;
        }
    }
}

/// Numbers given in the order of first occurrence, of one kind of names.
#[derive(Default)]
struct Numbers(HashMap<u64, usize>);

impl Numbers {
    fn of(&mut self, old: u64) -> usize {
        let next = self.0.len();
        *self.0.entry(old).or_insert(next)
    }
}

/// Replaces marked names, and numbers of metadata and attribute groups, by numbers in the order in which they occur.
fn normalize(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut kinds: HashMap<&str, Numbers> = HashMap::new();
    let mut rest = text;
    let mut is_quoted = false;
    while let Some(at) = rest.find(['"', '@', '%', '$', '!', '#']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let sigil = &from[..1];
        rest = &from[1..];
        out.push_str(sigil);
        is_quoted ^= sigil == "\"";
        if is_quoted || sigil == "\"" {
            continue;
        }
        let (kind, digits) = match (sigil, rest.strip_prefix(MARK)) {
            ("!" | "#", _) => (sigil, rest),
            (_, Some(marked)) if marked.len() > 2 && marked.is_char_boundary(2) => (&marked[..1], &marked[2..]),
            _ => continue,
        };
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let Ok(old) = digits[..end].parse() else { continue };
        let number = kinds.entry(kind).or_default().of(old);
        if kind != sigil {
            out.push_str(kind);
        }
        out.push_str(&number.to_string());
        rest = &digits[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::normalize;

    #[test]
    fn names_get_numbers_in_order() {
        let text = "define void @bctk..f.7(ptr %0) #3 comdat($bctk..c.1) {\n  call void @bctk..f.9(), !dbg !12\n  store %bctk..t.4 zeroinitializer, ptr @bctk..g.2, !dbg !12\n  call void @llvm.trap() #3, !x !9\n  call void asm \"#4 @bctk..f.7\", \"\"()\n}";
        let wanted = "define void @f0(ptr %0) #0 comdat($c0) {\n  call void @f1(), !dbg !0\n  store %t0 zeroinitializer, ptr @g0, !dbg !0\n  call void @llvm.trap() #0, !x !1\n  call void asm \"#4 @bctk..f.7\", \"\"()\n}";
        assert_eq!(normalize(text), wanted);
    }
}
