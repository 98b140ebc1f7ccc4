//! Texts that use what they do not define (LLVM: `-allow-incomplete-ir`): declares the names, and drops references to the metadata.
use super::{ParseOptions, resolve};
use crate::error::{Diagnostic, Diagnostics, Late};
use crate::print::quote::write_quoted;
use crate::{DisplayIn as _, ModuleSlotTracker};
use bctk_ir::entity::{GlobalId, MdId, TypeId};
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_transforms::edit::{called_types, drop_unknown_metadata};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// How often a text is parsed at most. Each time, all names that were found to be missing are known.
const PASSES: usize = 16;

/// What a text leaves out.
#[derive(Default)]
struct Missing {
    /// Names of global values, each with the type of the function if it is one.
    names: BTreeMap<Box<[u8]>, Option<Vec<u8>>>,
    /// Numbers of metadata nodes, each with the fault of its first use.
    nodes: BTreeMap<u32, Diagnostic>,
    /// A string that the text does not contain.
    marker: Vec<u8>,
}

pub(super) fn parse(text: &[u8], options: &ParseOptions) -> Result<Module, Diagnostics> {
    let all = ParseOptions { errors: usize::MAX, ..options.clone() };
    let mut missing = Missing { marker: unused_string(text), ..Missing::default() };
    let mut module = missing.complete(text, &all, options.errors)?;
    if missing.declare_functions(&module) {
        module = resolve::parse(&missing.append_to(text), &all, &mut |_| ())?;
    }
    if missing.nodes.is_empty() {
        return Ok(module);
    }
    let unknown: HashMap<MdId, u32> = missing.placeholders(&module).collect();
    let left = drop_unknown_metadata(&mut module, &unknown.keys().copied().collect());
    let left: BTreeSet<u32> = left.iter().filter_map(|id| unknown.get(id).copied()).collect();
    let faults: Vec<Diagnostic> = left.iter().filter_map(|number| missing.nodes.get(number).cloned()).take(options.errors.max(1)).collect();
    if faults.is_empty() { Ok(module) } else { Err(faults.into()) }
}

impl Missing {
    /// Finds all that is missing; gives the module that has it.
    fn complete(&mut self, text: &[u8], all: &ParseOptions, errors: usize) -> Result<Module, Diagnostics> {
        let is_missing = |fault: &Diagnostic| matches!(fault.late, Some(Late::Value(_) | Late::Metadata(_)));
        let mut pass = 1;
        loop {
            let Diagnostics { mut faults, .. } = match resolve::parse(&self.append_to(text), all, &mut |_| ()) {
                Ok(module) => return Ok(module),
                Err(faults) => faults,
            };
            let others = faults.iter().filter(|fault| !is_missing(fault)).count();
            if others > 0 || pass == PASSES {
                // What is missing is no fault.
                faults.retain(|fault| others == 0 || !is_missing(fault));
                faults.truncate(errors.max(1));
                return Err(faults.into());
            }
            for fault in faults {
                match &fault.late {
                    Some(Late::Value(name)) => {
                        self.names.insert(name.clone(), None);
                    }
                    Some(Late::Metadata(number)) => {
                        self.nodes.entry(*number).or_insert(fault);
                    }
                    _ => {}
                }
            }
            pass += 1;
        }
    }

    /// Notes which names are functions; whether there are any.
    fn declare_functions(&mut self, module: &Module) -> bool {
        if self.names.is_empty() {
            return false;
        }
        let ids: HashMap<&[u8], GlobalId> =
            module.globals.iter().enumerate().map(|(at, global)| (module.str(global.name), GlobalId::new(at))).collect();
        let names: Vec<GlobalId> = self.names.keys().filter_map(|name| ids.get(&**name).copied()).collect();
        let types = called_types(module, &names);
        let tracker = ModuleSlotTracker::new(module);
        for (id, fn_ty) in names.iter().zip(&types) {
            let name = module.global(*id).map_or(&[][..], |global| module.str(global.name));
            if let Some(declaration) = self.names.get_mut(name) {
                *declaration = fn_ty.and_then(|fn_ty| declaration_of(module, &tracker, name, fn_ty));
            }
        }
        types.iter().any(Option::is_some)
    }

    /// The text with definitions of all that is missing. Metadata is replaced by locations, which may stand everywhere.
    fn append_to<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        if self.names.is_empty() && self.nodes.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut whole = text.to_vec();
        whole.push(b'\n');
        for (name, function) in &self.names {
            match function {
                Some(declaration) => whole.extend_from_slice(declaration),
                None => {
                    whole.push(b'@');
                    write_quoted(&mut whole, name);
                    whole.extend_from_slice(b" = external global i8\n");
                }
            }
        }
        for number in self.nodes.keys() {
            whole.extend_from_slice(format!("!{number} = distinct !DILocation(line: {number}, scope: !{{!").as_bytes());
            write_quoted(&mut whole, &self.marker);
            whole.extend_from_slice(b"})\n");
        }
        Cow::Owned(whole)
    }

    /// The nodes that stand for what is missing, with their numbers.
    fn placeholders<'m>(&self, module: &'m Module) -> impl Iterator<Item = (MdId, u32)> + use<'m, '_> {
        let table = &module.metadata;
        let is_marker = |id: MdId| match table.get(id) {
            Metadata::Tuple { ops, .. } => table.lists.get(ops).first().flatten().is_some_and(|text| match table.get(text) {
                Metadata::String(text) => module.str(text) == self.marker,
                _ => false,
            }),
            _ => false,
        };
        (0..table.items.len()).map(MdId::new).filter_map(move |id| {
            let &[line, _, scope, ..] = table.location(id)? else { return None };
            slot_md(scope).is_some_and(is_marker).then_some((id, line))
        })
    }
}

/// `declare T @name(A, B)`
fn declaration_of(module: &Module, tracker: &ModuleSlotTracker<'_>, name: &[u8], fn_ty: TypeId) -> Option<Vec<u8>> {
    let Type::Function { ret, params, vararg } = module.types.get(fn_ty) else { return None };
    let mut text = format!("declare {} @", ret.display(tracker)).into_bytes();
    write_quoted(&mut text, name);
    let mut params: Vec<String> = module.types.list(params).iter().map(|ty| ty.display(tracker).to_string()).collect();
    params.extend(vararg.then(|| "...".to_owned()));
    text.extend_from_slice(format!("({})\n", params.join(", ")).as_bytes());
    Some(text)
}

/// A string that `text` does not contain.
fn unused_string(text: &[u8]) -> Vec<u8> {
    let name = |number: u32| format!("missing metadata {number}").into_bytes();
    (0..).map(name).find(|name| memchr::memmem::find(text, name).is_none()).unwrap_or_default()
}
