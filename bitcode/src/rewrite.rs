//! Changes to a module that cost little more than a copy of its file: what they do not touch is not read, or not written again.
use crate::layout::Layout;
use crate::read::{self, LazyModule, ModulePart, ReadOptions};
use crate::symtab::StoredTable;
use crate::write::{self, Fault, InFile, ModuleHash, Original, UseListOrders, WriteOptions};
use bctk_bitstream::{Error, Result};
use bctk_ir::body::Attachment;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::global::GlobalKind;
use bctk_ir::guid;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::triple::{ObjectFormat, Triple};
use bctk_ir::value::Value;
use hashbrown::HashMap;
use std::io;

/// How much of a module a [`Rewriter`] reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Global values: enough to rename them and to change their linkage, visibility, comdats and attributes. Data of constants is not read,
    /// nor is metadata.
    Globals,
    /// Everything but function bodies, which [`Rewriter::read_body`] reads.
    #[default]
    WithoutBodies,
}

/// A module that is read as far as needed, changed, and written again with what did not change as it was: function bodies, constants,
/// metadata and types are copied as bits, whatever they hold. Nothing is upgraded.
///
/// If named metadata was taken out, or lists other nodes of the file, the nodes are written again with the numbers that they have in the
/// file; all else is copied. Nodes that nothing lists any more stay.
///
/// ```
/// use bctk_bitcode::{ReadOptions, WriteOptions, modules, rewrite::{Extent, Rewriter}};
/// use bctk_ir::keywords::Linkage;
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let parts = modules(&bytes, &ReadOptions::default())?;
/// let mut file = Rewriter::new(&parts[0], Extent::Globals, &ReadOptions::default())?;
/// for global in &mut file.module_mut().globals {
///     if global.linkage == Linkage::External && !global.is_declaration() {
///         global.linkage = Linkage::WeakAny;
///     }
/// }
/// let mut changed = Vec::new();
/// let rewritten = file.write_to(&WriteOptions::default(), &mut changed)?;
/// assert!(rewritten.whole.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rewriter<'a> {
    part: ModulePart<'a>,
    source: Source<'a>,
    layout: std::result::Result<Layout, Error>,
    in_file: InFile,
    had_summary: bool,
    had_hash: bool,
    /// Whether uses have orders in the file.
    has_use_orders: bool,
    /// Named metadata of the file.
    named: Vec<(Vec<u8>, Vec<MdId>)>,
    /// Attachments of global values of the file.
    attachments: Vec<Vec<Attachment>>,
    operands: Vec<Operands>,
    names: Vec<Str>,
    /// GUIDs that the file states and that do not follow from what is read.
    guids: Vec<(GlobalId, u64)>,
    /// Fingerprints of the tables that blocks are copied from.
    tables: u64,
    /// By body that was read: its fingerprint.
    read: HashMap<u32, u64>,
    is_changed: bool,
}

enum Source<'a> {
    Globals(Box<Module>),
    Lazy(Box<LazyModule<'a>>),
}

/// What uses values outside of bodies.
type Operands = [Option<Value>; 3];

/// What [`Rewriter::write_to`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewritten {
    /// Why the module was read and written as a whole; none if what did not change was copied.
    pub whole: Option<String>,
    /// How many function bodies were copied as bits.
    pub copied_bodies: usize,
    /// Whether the file had a hash, which is dropped.
    pub dropped_hash: bool,
    /// Whether the file had a ThinLTO summary, which is dropped.
    pub dropped_summary: bool,
}

impl<'a> Rewriter<'a> {
    /// Reads the module at `part`.
    ///
    /// # Errors
    /// If what is read of it is damaged, or a newer LLVM's.
    pub fn new(part: &ModulePart<'a>, extent: Extent, options: &ReadOptions) -> Result<Rewriter<'a>> {
        let (source, seen) = match extent {
            Extent::Globals => {
                let (module, seen) = read::globals(part, options, needs_metadata(part)?)?;
                (Source::Globals(Box::new(module)), seen)
            }
            Extent::WithoutBodies => {
                let mut lazy = read::read_lazily(part, options)?;
                // The release of such a file follows from all of it, before anything changes.
                if lazy.module().producer_version().is_none() {
                    lazy.read_bodies()?;
                }
                let seen = lazy.seen();
                (Source::Lazy(Box::new(lazy)), seen)
            }
        };
        let layout = part.inside().and_then(Layout::of).and_then(|layout| layout.checked(seen.version, &seen.block_ends));
        let module = source.module();
        let has_use_orders = module.provenance.bitcode.as_ref().is_some_and(|file| file.use_list_orders == Some(true))
            || layout.as_ref().is_ok_and(|layout| layout.block(crate::schema::small_blocks::uselist::ID).is_some());
        let in_file = InFile::of(module);
        Ok(Rewriter {
            part: *part,
            in_file,
            had_summary: seen.has_summary,
            had_hash: module.provenance.hash.is_some(),
            has_use_orders,
            named: named(module),
            attachments: attachments(module),
            operands: operands(module),
            names: module.globals.iter().map(|global| global.name).collect(),
            guids: module.provenance.bitcode.as_ref().map_or_else(Vec::new, |file| file.guids.clone()),
            tables: in_file.fingerprint(module),
            read: HashMap::new(),
            is_changed: false,
            layout,
            source,
        })
    }

    /// The module: of [`Extent::Globals`], only what is about global values; bodies that were not read are
    /// [unread](bctk_ir::provenance::BodyProvenance::is_unread).
    pub fn module(&self) -> &Module {
        self.source.module()
    }

    /// The module, to change it. Hash and summary of the file are dropped when it is written. Bodies that are not read stay as they are, so
    /// nothing that they refer to may be taken out.
    pub fn module_mut(&mut self) -> &mut Module {
        self.is_changed = true;
        match &mut self.source {
            Source::Globals(module) => module,
            Source::Lazy(lazy) => lazy.module_mut(),
        }
    }

    /// Reads the body of a function, unless it was read before, to look at it or to change it.
    ///
    /// # Errors
    /// If `function` has no body in this file, the body is damaged, or only global values are read.
    pub fn read_body(&mut self, function: GlobalId) -> Result<()> {
        let Source::Lazy(lazy) = &mut self.source else {
            return Err(Error::unsupported("bodies cannot be read without the rest of the module"));
        };
        let body = lazy.module().global(function).and_then(|global| global.function()?.body);
        let fingerprint = lazy.read_body(function)?.fingerprint();
        if let Some(body) = body {
            self.read.entry(body).or_insert(fingerprint);
        }
        Ok(())
    }

    /// Reads all bodies.
    ///
    /// # Errors
    /// As [`Rewriter::read_body`].
    pub fn read_bodies(&mut self) -> Result<()> {
        let Source::Lazy(lazy) = &mut self.source else {
            return Err(Error::unsupported("bodies cannot be read without the rest of the module"));
        };
        read_rest(lazy)?;
        for (index, body) in (0..).zip(&lazy.module().bodies) {
            self.read.entry(index).or_insert_with(|| body.fingerprint());
        }
        Ok(())
    }

    /// Writes the module as a file of its own to `out`. What did not change is copied, if everything keeps the numbers that it has in the
    /// file; otherwise the rest of the module is read, and all of it written.
    ///
    /// # Errors
    /// Those of [`write::write_to`], and of reading the rest. With [`Extent::Globals`], changes that need more than global values are
    /// refused.
    pub fn write_to(&mut self, options: &WriteOptions, out: &mut dyn io::Write) -> std::result::Result<Rewritten, Fault> {
        let is_same = !self.is_changed && self.part.is_alone() && options.producer.is_none() && options.module_hash == ModuleHash::AsRead;
        if is_same && !asks_for_more(self.module(), options) {
            write::write_as_read(self.module(), self.part.data(), options, out)?;
            return Ok(Rewritten { copied_bodies: self.module().bodies.len(), ..Rewritten::default() });
        }
        let guids = self.guids.clone();
        let module = self.module_mut();
        module.forget_provenance();
        if let Some(file) = &mut module.provenance.bitcode {
            file.guids = guids;
        }
        let mut rewritten = Rewritten { dropped_hash: self.had_hash, dropped_summary: self.had_summary, ..Rewritten::default() };
        let (changed, renamed) = (self.changed(), self.renamed());
        let why = match self.layout_to_copy(options, &changed, &renamed) {
            Err(why) => why,
            Ok(layout) => match self.splice(layout, &changed, options, out)? {
                Ok(()) => {
                    rewritten.copied_bodies = changed.iter().filter(|changed| !**changed).count();
                    return Ok(rewritten);
                }
                Err(refused) => refused.to_string(),
            },
        };
        let Source::Lazy(lazy) = &mut self.source else {
            return Err(Error::unsupported(format!("more than global values has to be read: {why}")).into());
        };
        read_rest(lazy)?;
        let module = lazy.module_mut();
        module.forget_provenance();
        renamed.into_iter().for_each(|id| guid::forget(module, id));
        rewritten.whole = Some(why);
        write::write_to(&[lazy.module()], options, out)?;
        Ok(rewritten)
    }

    /// Where what did not change lies, or why nothing can be copied.
    fn layout_to_copy(&self, options: &WriteOptions, changed: &[bool], renamed: &[GlobalId]) -> std::result::Result<&Layout, String> {
        let module = self.module();
        let says = |what: &str| Err(what.to_owned());
        let layout = self.layout.as_ref().map_err(ToString::to_string)?;
        if !self.part.is_alone() {
            return says("the file has several modules");
        }
        let file = module.provenance.bitcode.as_ref();
        if file.is_none_or(|file| !file.not_understood.is_empty() || !file.short.is_empty()) {
            return says("the file has records that are not known");
        }
        if asks_for_more(module, options) {
            return says("the options concern all of the module");
        }
        if module.globals.len() != self.in_file.globals as usize {
            return says("global values were added or erased");
        }
        if attachments(module) != self.attachments {
            return says("metadata of global values changed");
        }
        if self.changes_named() && matches!(self.source, Source::Globals(_)) {
            return says("named metadata changed");
        }
        if renamed.iter().any(|id| self.guids.binary_search_by_key(id, |&(stated, _)| stated).is_ok()) {
            return says("the GUID of a value that was renamed is in metadata");
        }
        let changes_uses = operands(module) != self.operands || changed.contains(&true);
        if self.has_use_orders && changes_uses {
            return says("the orders of uses changed");
        }
        if self.in_file.fingerprint(module) != self.tables {
            return says("types, constants or metadata changed");
        }
        Ok(layout)
    }

    /// Global values of the file with another name.
    fn renamed(&self) -> Vec<GlobalId> {
        let both = self.module().globals.iter().zip(&self.names).enumerate();
        both.filter(|(_, (global, name))| global.name != **name).map(|(at, _)| GlobalId::new(at)).collect()
    }

    /// By body: whether it differs from the file's.
    fn changed(&self) -> Vec<bool> {
        let changed = |(index, body): (u32, &bctk_ir::body::Body)| match self.read.get(&index) {
            Some(&fingerprint) => body.fingerprint() != fingerprint,
            None => !body.provenance.is_unread,
        };
        (0..).zip(&self.module().bodies).map(changed).collect()
    }

    /// Whether named metadata differs from the file's.
    fn changes_named(&self) -> bool {
        named(self.module()) != self.named
    }

    /// Copies what did not change, or says why that cannot be.
    fn splice(
        &self,
        layout: &Layout,
        changed: &[bool],
        options: &WriteOptions,
        out: &mut dyn io::Write,
    ) -> std::result::Result<Result<()>, Fault> {
        let module = self.module();
        let with_bodies = || module.functions().filter_map(|(id, _, function)| Some((id, function.body? as usize)));
        let is_read = |body: usize| module.bodies.get(body).is_some_and(|body| !body.provenance.is_unread);
        let read: Vec<GlobalId> = with_bodies().filter(|&(_, body)| is_read(body)).map(|(id, _)| id).collect();
        let of_changed: Vec<GlobalId> = with_bodies().filter(|&(_, body)| changed.get(body) == Some(&true)).map(|(id, _)| id).collect();
        if let Some(finding) = bctk_verify::verify_structure(module, &of_changed).findings.first() {
            return Err(Error::malformed(format!("the module is not valid: {}", finding.describe(module))).into());
        }
        let original =
            Original { data: self.part.data(), layout, in_file: self.in_file, read: &read, changed, changes_named: self.changes_named() };
        write::write_spliced(module, original, options, out)
    }
}

/// Reads all bodies that are not read. Nothing else is looked at once more, since it may have changed.
fn read_rest(lazy: &mut LazyModule<'_>) -> Result<()> {
    match lazy.module().bodies.iter().any(|body| body.provenance.is_unread) {
        true => lazy.read_bodies(),
        false => Ok(()),
    }
}

impl Source<'_> {
    fn module(&self) -> &Module {
        match self {
            Source::Globals(module) => module,
            Source::Lazy(lazy) => lazy.module(),
        }
    }
}

fn named(module: &Module) -> Vec<(Vec<u8>, Vec<MdId>)> {
    module.metadata.named.iter().map(|named| (module.str(named.name).to_vec(), named.nodes.clone())).collect()
}

fn attachments(module: &Module) -> Vec<Vec<Attachment>> {
    module.globals.iter().map(|global| global.attachments.clone()).collect()
}

/// Whether options concern all of a module.
fn asks_for_more(module: &Module, options: &WriteOptions) -> bool {
    options.module_hash == ModuleHash::Compute
        || options.use_list_orders != UseListOrders::AsRead
        || options.llvm.is_some_and(|llvm| llvm != write::version_of(module))
        || options.metadata_index_threshold.is_some()
        || options.verify != write::Verify::Structure
        || options.sorted_names
}

/// The values that global values refer to.
fn operands(module: &Module) -> Vec<Operands> {
    let of = |kind: &GlobalKind| match kind {
        GlobalKind::Variable { initializer, .. } => [initializer.get(), None, None],
        GlobalKind::Function(function) => [function.prefix.get(), function.prologue.get(), function.personality.get()],
        GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => [Some(*value), None, None],
    };
    module.globals.iter().map(|global| of(&global.kind)).collect()
}

/// Whether the symbol table of the file says something that is in metadata.
fn needs_metadata(part: &ModulePart<'_>) -> Result<bool> {
    let Some(symtab) = part.symtab()? else { return Ok(false) };
    let Some(table) = StoredTable::new(symtab, part.strtab()?) else { return Ok(true) };
    let is_coff = table.triple().is_none_or(|triple| Triple::parse(triple).format == ObjectFormat::Coff);
    Ok(is_coff || table.libraries().next().is_some())
}
