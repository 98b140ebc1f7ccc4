//! Finds and reads the modules of a source.
use crate::fault::{Clock, Fault, Result};
use crate::{Options, Source, names};
use bctk::input::{self, Kind};
use bctk_bitcode::read::ModulePart;
use bctk_bitcode::{LazyModule, ReadOptions};
use bctk_bitstream::wrapper::strip_wrapper;
use bctk_ir::body::Body;
use bctk_ir::context::share_type_names;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_object::container::{Container, FindOptions, find};
use std::borrow::Cow;
use std::path::Path;

/// A module of a source, not read yet.
pub(crate) struct Stored<'s, 'a> {
    /// Its number in the source.
    pub(crate) number: u32,
    /// Its name in a container; empty otherwise.
    pub(crate) member: String,
    /// The container that the source is.
    pub(crate) container: Option<Container>,
    pub(crate) form: Form<'s, 'a>,
    options: &'s Options,
}

/// How a module is stored.
pub(crate) enum Form<'s, 'a> {
    Bitcode {
        /// All modules of the bitcode file.
        parts: &'s [ModulePart<'a>],
        /// Which of them it is.
        index: usize,
        /// The bitcode file.
        bytes: &'a [u8],
        /// Where the bitstream starts in the source, in bytes.
        start: usize,
    },
    Text(&'s bctk::File),
}

/// Calls `f` for each module of a source, in order.
pub(crate) fn for_each<'a>(
    source: &Source<'a>,
    options: &Options,
    clock: Clock,
    mut f: impl FnMut(&Stored<'_, 'a>) -> Result<()>,
) -> Result<()> {
    let bytes = source.bytes;
    if let Some(max) = options.max_bytes.filter(|&max| bytes.len() > max) {
        return Err(Fault::new(format!("{} bytes, more than the limit of {max}", bytes.len())));
    }
    let name = Path::new(source.name.unwrap_or("<bytes>"));
    let is_named_text = name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ll"));
    let kind = input::kind(bytes);
    if kind == Kind::Text && !bytes.starts_with(b"!<") || kind == Kind::Unknown && is_named_text {
        let file = bctk::open_bytes(name, bytes)?;
        return f(&Stored { number: 0, member: String::new(), container: None, form: Form::Text(&file), options });
    }
    let contents = find(bytes, &FindOptions::default())?;
    let mut number = 0;
    if let Some(fault) = contents.faults.first() {
        return Err(Fault::new(fault.to_string()));
    }
    if let Some(part) = contents.packed.first() {
        let name = if part.name().is_empty() { String::new() } else { format!("{}: ", part.name()) };
        return Err(Fault::new(format!("{name}compressed; bctk unpack writes the modules to files")));
    }
    if !contents.outside.is_empty() {
        return Err(Fault::new("a thin archive: its members are other files"));
    }
    if contents.found.is_empty() {
        return Err(Fault::new(format!("this {} contains no bitcode", contents.container.map_or("file", Container::name))));
    }
    for found in &contents.found {
        let parts = bctk_bitcode::modules(found.bytes, &options.read())?;
        let start = found.offset + strip_wrapper(found.bytes)?.start;
        let name = found.name();
        for index in 0..parts.len() {
            clock.check()?;
            let member = if parts.len() > 1 && !name.is_empty() { format!("{name}:{index}") } else { name.clone() };
            let form = Form::Bitcode { parts: &parts, index, bytes: found.bytes, start };
            f(&Stored { number, member, container: contents.container, form, options })?;
            number += 1;
        }
    }
    Ok(())
}

impl Options {
    pub(crate) fn read(&self) -> ReadOptions {
        ReadOptions { limits: self.limits.clone(), seal: false, ..ReadOptions::default() }
    }
}

/// A function with a body.
#[derive(Clone, Copy)]
pub(crate) struct Defined<'m> {
    pub(crate) module: &'m Module,
    /// Its number among the functions of the module.
    pub(crate) index: u32,
    pub(crate) name: Option<&'m [u8]>,
    pub(crate) body: &'m Body,
}

/// A module that is read.
pub(crate) enum View<'a> {
    Lazy(Box<LazyModule<'a>>),
    Whole(Box<Module>),
}

impl<'a> Stored<'_, 'a> {
    /// The module as stored, with its bodies still to be read where it is bitcode.
    pub(crate) fn view(&self) -> Result<View<'a>> {
        Ok(match &self.form {
            Form::Bitcode { parts, index, .. } => {
                View::Lazy(Box::new(bctk_bitcode::read_lazily(part(parts, *index)?, &self.options.read())?))
            }
            Form::Text(file) => View::Whole(Box::new(file.module()?.read_as_stored()?)),
        })
    }

    /// The module as stored, with all bodies.
    pub(crate) fn whole(&self) -> Result<Module> {
        Ok(match &self.form {
            Form::Bitcode { parts, index, .. } => bctk_bitcode::read_module(part(parts, *index)?, &self.options.read())?,
            Form::Text(file) => file.module()?.read_as_stored()?,
        })
    }

    /// The module as stored, with all bodies if it is going to be [`printed`](Stored::printed).
    pub(crate) fn view_to_print(&self) -> Result<View<'a>> {
        match &self.form {
            Form::Bitcode { parts, .. } if parts.len() == 1 => Ok(View::Whole(Box::new(self.whole()?))),
            _ => self.view(),
        }
    }

    /// The module as bcconv prints it: read as its own LLVM reads it. It is made of what [`view_to_print`](Stored::view_to_print) gave.
    pub(crate) fn printed(&self, view: View<'_>) -> Result<Module> {
        // Modules of the same file share the names of types; one alone need not be read again.
        if let (View::Whole(mut module), Form::Bitcode { parts, .. }) = (view, &self.form)
            && parts.len() == 1
        {
            bctk::modules::as_read(&mut module);
            share_type_names([&mut *module]);
            return Ok(*module);
        }
        let (bytes, index) = match &self.form {
            Form::Text(file) => return Ok(file.module()?.read()?),
            Form::Bitcode { bytes, index, .. } => (*bytes, *index),
        };
        let mut modules = bctk::modules::read("", bytes, bctk::modules::Parts::All, &self.options.limits)?;
        match index < modules.len() {
            true => Ok(modules.swap_remove(index)),
            false => Err(Fault::new("expected another module")),
        }
    }

    /// The part of the file that the module is; none for a text.
    pub(crate) fn part(&self) -> Option<&ModulePart<'a>> {
        match &self.form {
            Form::Bitcode { parts, index, .. } => parts.get(*index),
            Form::Text(_) => None,
        }
    }

    /// Where each body is in the source, in bits, in the order of bodies; empty for a text.
    pub(crate) fn body_spans(&self) -> Result<Vec<(u64, u64)>> {
        let Form::Bitcode { parts, index, start, .. } = &self.form else { return Ok(Vec::new()) };
        let spans = bctk_bitcode::read::body_spans(part(parts, *index)?)?;
        Ok(spans.into_iter().map(|span| ((start + span.start) as u64 * 8, span.len() as u64 * 8)).collect())
    }
}

fn part<'p, 'a>(parts: &'p [ModulePart<'a>], index: usize) -> Result<&'p ModulePart<'a>> {
    parts.get(index).ok_or_else(|| Fault::new("expected another module"))
}

impl View<'_> {
    /// The module, perhaps without bodies.
    pub(crate) fn module(&self) -> &Module {
        match self {
            View::Lazy(lazy) => lazy.module(),
            View::Whole(module) => module,
        }
    }

    /// The body of a function, read for this call if it was not read before. None for a declaration.
    pub(crate) fn body(&mut self, id: GlobalId) -> Result<Option<(&Module, Cow<'_, Body>)>> {
        let index = self.module().global(id).and_then(|global| global.function()?.body);
        let Some(index) = index else { return Ok(None) };
        match self {
            View::Lazy(lazy) => {
                let body = lazy.take_body(id)?;
                Ok(Some((lazy.module(), Cow::Owned(body))))
            }
            View::Whole(module) => {
                let module: &Module = module;
                Ok(module.bodies.get(index as usize).map(|body| (module, Cow::Borrowed(body))))
            }
        }
    }

    /// Calls `f` for each function that has a body, in the order of the file.
    pub(crate) fn for_each_body(&mut self, clock: Clock, mut f: impl FnMut(Defined<'_>) -> Result<()>) -> Result<()> {
        let functions: Vec<(u32, GlobalId)> = (0..)
            .zip(self.module().functions())
            .filter(|(_, (_, _, function))| function.body.is_some())
            .map(|(index, (id, _, _))| (index, id))
            .collect();
        for (index, id) in functions {
            clock.check()?;
            if let Some((module, body)) = self.body(id)? {
                let name = module.global(id).and_then(|global| names::global(module, global));
                f(Defined { module, index, name, body: &body })?;
            }
        }
        Ok(())
    }
}
