//! Modules whose function bodies are read on demand.
use super::merge;
use super::module::{self, WithoutBodies};
use super::part::{ModulePart, ReadOptions};
use bctk_bitstream::{Error, Result};
use bctk_ir::body::Body;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::module::Module;
use bctk_uselist::order_predecessors;

/// A module whose function bodies are read one by one; everything else is read at once. A body that has not been read contains only its
/// arguments.
///
/// ```
/// use bctk_bitcode::{ReadOptions, modules, read_lazily};
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let parts = modules(&bytes, &ReadOptions::default())?;
/// let mut lazy = read_lazily(&parts[0], &ReadOptions::default())?;
/// let (id, _, _) = lazy.module().functions().find(|(_, _, f)| f.body.is_some()).ok_or("no function has a body")?;
/// let body = lazy.read_body(id)?;
/// println!("{} instructions", body.insts.len());
/// # assert!(!body.insts.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LazyModule<'a> {
    inner: WithoutBodies<'a>,
    /// Which bodies have been read.
    done: Vec<bool>,
    /// The debug locations of the module and of the bodies read, which are shared; none before the first body.
    locations: Option<merge::Locations>,
}

/// Reads the module at `part` without its function bodies.
///
/// # Errors
/// As [`super::read`], except for the contents of bodies.
pub fn read_lazily<'a>(part: &ModulePart<'a>, options: &ReadOptions) -> Result<LazyModule<'a>> {
    let mut inner = module::without_bodies(part, options)?;
    let module = &mut inner.module;
    module.metadata.module_items = module.metadata.items.len() as u32;
    for &id in &inner.context.functions {
        let ty = module.global(id).map_or(TypeId(0), |global| global.value_type);
        let local_types: Vec<TypeId> = module.types.function(ty).into_iter().flat_map(|(_, params, _)| params).collect();
        module.bodies.push(Body { args: local_types.len() as u32, local_types, ..Body::default() });
    }
    inner.complete(part)?;
    let done = vec![false; inner.context.functions.len()];
    Ok(LazyModule { inner, done, locations: None })
}

/// Reads the ThinLTO summary of the module at `part`, or an index of many modules, into [`Module::summary`], together with the module's
/// global values. Skips function bodies, data and metadata, including unknown records of a newer LLVM there. None if there is no summary.
///
/// ```
/// use bctk_bitcode::{ReadOptions, modules, read_summary};
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small-thin.bc"))?;
/// let parts = modules(&bytes, &ReadOptions::default())?;
/// let module = read_summary(&parts[0], &ReadOptions::default())?.ok_or("no summary")?;
/// for value in module.summary.iter().flat_map(|summary| &summary.values) {
///     println!("{:016x} {}", value.guid, String::from_utf8_lossy(module.str(value.name)));
/// }
/// # assert!(module.summary.is_some_and(|summary| !summary.entries.is_empty()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`super::read`], for the module's own records and the summary.
pub fn read_summary(part: &ModulePart<'_>, options: &ReadOptions) -> Result<Option<Module>> {
    module::with_summary(part, options)
}

impl LazyModule<'_> {
    /// The module, with the bodies that have been read.
    pub fn module(&self) -> &Module {
        &self.inner.module
    }

    /// The module, with the bodies read so far and empty ones for the others.
    pub fn into_module(self) -> Module {
        self.inner.module
    }

    /// Reads the body of a function, unless it was read before, and adds its metadata and types to the module.
    ///
    /// # Errors
    /// If `function` has no body in this file, or the body is damaged; bodies read before stay.
    pub fn read_body(&mut self, function: GlobalId) -> Result<&Body> {
        let index = self.index(function)?;
        if self.done.get(index) == Some(&false) {
            if self.read(index)? {
                order_predecessors(&mut self.inner.module);
            }
            self.done[index] = true;
        }
        self.inner.module.bodies.get(index).ok_or_else(missing)
    }

    /// Reads the body of a function and gives it away: the module is left as if the body had not been read, but for the body's metadata and
    /// types. So the bodies of a large module can be looked at one after the other in little memory.
    ///
    /// If blocks have their address taken, the order of their predecessors may differ from that in [`LazyModule::read_body`].
    ///
    /// # Errors
    /// As [`LazyModule::read_body`].
    pub fn take_body(&mut self, function: GlobalId) -> Result<Body> {
        let index = self.index(function)?;
        if self.done.get(index) == Some(&false) {
            self.read(index)?;
        }
        self.done[index] = false;
        let slot = self.inner.module.bodies.get_mut(index).ok_or_else(missing)?;
        let args = slot.args;
        let local_types = slot.local_types.iter().take(args as usize).copied().collect();
        Ok(std::mem::replace(slot, Body { args, local_types, ..Body::default() }))
    }

    /// The index of the body of a function.
    fn index(&self, function: GlobalId) -> Result<usize> {
        let index = self.inner.module.global(function).and_then(|global| global.function()?.body).ok_or_else(missing)? as usize;
        (index < self.done.len()).then_some(index).ok_or_else(missing)
    }

    /// Reads a body; whether the order of predecessors is not settled.
    fn read(&mut self, index: usize) -> Result<merge::Unsettled> {
        merge::read_body(&mut self.inner.module, &self.inner.context, &mut self.inner.facts, &mut self.locations, index)
    }
}

fn missing() -> Error {
    Error::malformed("expected a function with a body")
}
