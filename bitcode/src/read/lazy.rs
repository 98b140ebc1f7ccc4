//! Modules whose function bodies are read on demand.
use super::decoded::Decoded;
use super::merge::{self, Joiner};
use super::module::{self, Seen, WithoutBodies};
use super::part::{ModulePart, ReadOptions};
use bctk_bitstream::{Error, Result};
use bctk_ir::body::Body;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::view::FunctionView;
use bctk_support::parallel::prelude::*;

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
    part: ModulePart<'a>,
    inner: DetachedModule,
}

/// A [`LazyModule`] that does not hold on to the bytes of its file: whoever reads bodies has them.
pub struct DetachedModule {
    inner: WithoutBodies<'static>,
    part: ModulePart<'static>,
    joiner: Joiner,
    /// Which bodies have been read.
    done: Vec<bool>,
}

/// Reads the module at `part` without its function bodies.
///
/// # Errors
/// As [`super::read`], except for the contents of bodies.
pub fn read_lazily<'a>(part: &ModulePart<'a>, options: &ReadOptions) -> Result<LazyModule<'a>> {
    let mut inner = module::without_bodies(part, options)?;
    let module = &mut inner.module;
    module.metadata.module_items = module.metadata.items.len() as u32;
    module::push_unread(module, &inner.context.functions);
    inner.complete(part)?;
    let done = vec![false; inner.context.functions.len()];
    let inner = DetachedModule { inner: inner.without_data(), part: part.without_data(), joiner: Joiner::default(), done };
    Ok(LazyModule { part: *part, inner })
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

impl<'a> LazyModule<'a> {
    /// The module, with the bodies that have been read.
    pub fn module(&self) -> &Module {
        self.inner.module()
    }

    /// What was seen of the file.
    pub(crate) fn seen(&self) -> Seen {
        let WithoutBodies { module, version, block_ends, .. } = &self.inner.inner;
        Seen { version: *version, has_summary: module.summary.is_some(), block_ends: block_ends.clone() }
    }

    /// The module, to change it. Bodies that are read later refer to what the file has: it has to stay in its place.
    pub fn module_mut(&mut self) -> &mut Module {
        &mut self.inner.inner.module
    }

    /// The module, with the bodies read so far and empty ones for the others.
    pub fn into_module(self) -> Module {
        self.inner.into_module()
    }

    /// The module apart from the bytes of its file.
    pub fn detach(self) -> DetachedModule {
        self.inner
    }

    /// Reads the body of a function, unless it was read before, and adds its metadata and types to the module.
    ///
    /// # Errors
    /// If `function` has no body in this file, or the body is damaged; bodies read before stay.
    pub fn read_body(&mut self, function: GlobalId) -> Result<&Body> {
        self.inner.read_at(&self.part, function)
    }

    /// Passes each function that has not been read yet to `see`, with its body: bodies are read, and passed, on all threads, a few
    /// thousand at a time, and given up after that. So all functions of a large module can be looked at in little memory, and quickly.
    /// Functions that were read before are passed last.
    ///
    /// ```
    /// use bctk_bitcode::{ReadOptions, modules, read_lazily};
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
    /// let parts = modules(&bytes, &ReadOptions::default())?;
    /// let calls = AtomicUsize::new(0);
    /// read_lazily(&parts[0], &ReadOptions::default())?.for_each_function(|function| {
    ///     calls.fetch_add(function.instructions().filter(|inst| inst.as_call().is_some()).count(), Ordering::Relaxed);
    /// })?;
    /// # assert!(calls.into_inner() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a body is damaged; the functions of other bodies may have been passed by then.
    pub fn for_each_function(&mut self, see: impl Fn(FunctionView<'_>) + Sync) -> Result<()> {
        self.inner.for_each_function(&self.part, see)
    }

    pub(super) fn into_parts(self) -> (ModulePart<'a>, DetachedModule) {
        (self.part, self.inner)
    }

    pub(super) fn of_parts(part: ModulePart<'a>, inner: DetachedModule) -> LazyModule<'a> {
        LazyModule { part, inner }
    }

    /// As [`DetachedModule::read_bodies`].
    ///
    /// # Errors
    /// If a body is damaged; the module has those before it then.
    pub fn read_bodies(&mut self) -> Result<()> {
        self.inner.read_all(&self.part)
    }

    /// Reads the body of a function and gives it away: the module is left as if the body had not been read, but for the body's metadata and
    /// types. So the bodies of a large module can be looked at one after the other in little memory.
    ///
    /// Of blocks whose address is taken, predecessors may be in another order than in [`LazyModule::read_body`].
    ///
    /// # Errors
    /// As [`LazyModule::read_body`].
    pub fn take_body(&mut self, function: GlobalId) -> Result<Body> {
        self.inner.take_at(&self.part, function)
    }
}

impl DetachedModule {
    /// The module, with the bodies that have been read.
    pub fn module(&self) -> &Module {
        &self.inner.module
    }

    /// The module, with the bodies read so far and empty ones for the others.
    pub fn into_module(self) -> Module {
        self.inner.module
    }

    /// Whether the body with this index in [`Module::bodies`] has been read.
    pub fn has_read(&self, body: u32) -> bool {
        self.done.get(body as usize).copied().unwrap_or(false)
    }

    /// As [`LazyModule::read_body`], from the file `bytes` that the module was read from. Other bytes give other instructions, or errors.
    ///
    /// # Errors
    /// As [`LazyModule::read_body`].
    pub fn read_body(&mut self, bytes: &[u8], function: GlobalId) -> Result<&Body> {
        let part = self.part.over(bytes)?;
        self.read_at(&part, function)
    }

    /// Reads all bodies that have not been read, on several threads, from the file `bytes` that the module was read from. After that, the
    /// module is as [`super::read_module`] gives it, but for the order of metadata that only bodies refer to.
    ///
    /// # Errors
    /// If a body is damaged; the module has those before it then.
    pub fn read_bodies(&mut self, bytes: &[u8]) -> Result<()> {
        let part = self.part.over(bytes)?;
        self.read_all(&part)
    }

    fn read_all(&mut self, part: &ModulePart<'_>) -> Result<()> {
        let unread: Vec<usize> = (0..self.done.len()).filter(|&index| !self.done[index]).collect();
        let WithoutBodies { module, context, facts, .. } = &mut self.inner;
        self.joiner.read_all(module, context, part.data, facts, &unread)?;
        self.done.fill(true);
        self.inner.complete(part)?;
        self.inner.module.seal();
        Ok(())
    }

    fn for_each_function(&mut self, part: &ModulePart<'_>, see: impl Fn(FunctionView<'_>) + Sync) -> Result<()> {
        let WithoutBodies { module, context, facts, .. } = &mut self.inner;
        let pass = |module: &Module, bodies: &[usize]| {
            let view = |&body: &usize| module.view().get(*context.functions.get(body)?)?.as_function();
            bodies.par_iter().balanced().for_each(|body| view(body).into_iter().for_each(&see));
        };
        let (read, unread): (Vec<usize>, Vec<usize>) = (0..self.done.len()).partition(|&index| self.done[index]);
        for batch in merge::batches(context, &unread) {
            self.joiner.read(module, context, part.data, facts, batch)?;
            pass(module, batch);
            for &index in batch {
                if let Some(slot) = module.bodies.get_mut(index) {
                    *slot = slot.given_up();
                }
            }
        }
        pass(module, &read);
        Ok(())
    }

    fn read_at(&mut self, part: &ModulePart<'_>, function: GlobalId) -> Result<&Body> {
        let index = self.index(function)?;
        let WithoutBodies { module, context, facts, .. } = &mut self.inner;
        if self.done.get(index) == Some(&false) {
            self.joiner.read(module, context, part.data, facts, &[index])?;
            self.done[index] = true;
        }
        self.inner.module.bodies.get(index).ok_or_else(missing)
    }

    fn take_at(&mut self, part: &ModulePart<'_>, function: GlobalId) -> Result<Body> {
        let index = self.index(function)?;
        let WithoutBodies { module, context, facts, .. } = &mut self.inner;
        let done = self.done.get_mut(index).ok_or_else(missing)?;
        if !*done {
            self.joiner.read_alone(module, context, part.data, facts, index)?;
        }
        *done = true;
        self.take(index)
    }

    /// Gives away a body that has been read.
    pub(super) fn take(&mut self, index: usize) -> Result<Body> {
        let slot = self.inner.module.bodies.get_mut(index).ok_or_else(missing)?;
        let unread = slot.given_up();
        *self.done.get_mut(index).ok_or_else(missing)? = false;
        Ok(std::mem::replace(slot, unread))
    }

    /// Decodes a body.
    pub(super) fn decode(&self, part: &ModulePart<'_>, index: usize) -> Result<Decoded> {
        merge::decode(&self.inner.module, &self.inner.context, part.data, index)
    }

    /// Adds a body that was decoded, unless it has been read meanwhile.
    pub(super) fn add(&mut self, index: usize, decoded: Decoded) -> Result<()> {
        let WithoutBodies { module, context, facts, .. } = &mut self.inner;
        if self.done.get(index) == Some(&false) {
            self.joiner.add(module, context, facts, index, decoded)?;
            self.done[index] = true;
        }
        Ok(())
    }

    /// The index of the body of a function.
    pub(super) fn index(&self, function: GlobalId) -> Result<usize> {
        let index = self.inner.module.global(function).and_then(|global| global.function()?.body);
        index.map(|index| index as usize).ok_or_else(missing)
    }
}

pub(super) fn missing() -> Error {
    Error::malformed("expected a function with a body")
}
