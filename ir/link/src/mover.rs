//! Moves global values to the linked module, in LLVM's order (`IRMover`): each top-level value with all that it needs, prototypes as they are
//! met, bodies and initial values from the last one that was met to the first.
use crate::Flags;
use crate::dest::{Dest, Numbers};
use crate::nodes::Nodes;
use crate::problem::Problem;
use crate::types::TypeMap;
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, Constant};
use bctk_ir::entity::{AttrListId, AttrSetId, ComdatId, GlobalId, MdId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_uselist::LinkStep;
use hashbrown::{HashMap, HashSet};

/// The module whose comdat is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    Dest,
    Source,
    Both,
}

/// Work on a global value whose prototype is there.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Work {
    /// The initial value of a variable.
    Initializer { from: GlobalId, to: GlobalId },
    /// That of an appending array, by its index in [`Mover::appended`].
    Appending(usize),
    /// What an alias or an ifunc stands for.
    Alias { from: GlobalId, to: GlobalId },
    /// A function.
    Function { from: GlobalId, to: GlobalId },
}

/// The initial value of an appending array.
#[derive(Clone, Debug)]
pub(crate) struct Appended {
    pub(crate) to: GlobalId,
    /// The elements that were there.
    pub(crate) old: Vec<Value>,
    /// The elements to add, of the module that is linked.
    pub(crate) new: Vec<Value>,
}

/// In which map a value is looked up: aliases refer to the definitions of their own module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    Direct,
    Indirect,
}

/// What is imported of a module.
pub(crate) struct Import {
    /// In this order.
    pub(crate) globals: Vec<GlobalId>,
    /// Whether the definitions of classes are taken, too.
    pub(crate) whole_types: bool,
}

impl Import {
    /// Which bodies are imported.
    pub(crate) fn bodies(&self, module: &Module) -> Vec<bool> {
        let mut imported = vec![false; module.bodies.len()];
        for body in self.globals.iter().filter_map(|id| module.global(*id)?.function()?.body) {
            if let Some(imported) = imported.get_mut(body as usize) {
                *imported = true;
            }
        }
        imported
    }
}

/// One module that is linked into another.
pub(crate) struct Mover<'l> {
    pub(crate) dst: &'l mut Dest,
    pub(crate) src: Module,
    /// The name of the module, and that of the linked one.
    pub(crate) names: [&'l str; 2],
    pub(crate) flags: Flags,
    pub(crate) problems: &'l mut Vec<Problem>,
    pub(crate) types: TypeMap,
    pub(crate) numbers: Numbers,
    pub(crate) nodes: Nodes,
    /// New attribute lists and sets.
    pub(crate) lists: Vec<Option<AttrListId>>,
    pub(crate) sets: Vec<Option<AttrSetId>>,
    /// The values in the place of global values.
    pub(crate) map: Vec<Option<Value>>,
    pub(crate) indirect: Vec<Option<Value>>,
    /// By comdat.
    pub(crate) comdat_from: Vec<From>,
    pub(crate) lazy_members: HashMap<ComdatId, Vec<GlobalId>>,
    /// What is linked, in order.
    pub(crate) chosen: Vec<GlobalId>,
    pub(crate) is_chosen: Vec<bool>,
    pub(crate) to_internalize: HashSet<Box<[u8]>>,
    /// What is linked, also what was added on the way.
    pub(crate) to_link: Vec<bool>,
    pub(crate) worklist: Vec<GlobalId>,
    pub(crate) work: Vec<Work>,
    /// Global values of the linked module that others replace.
    pub(crate) replaced: Vec<(GlobalId, Value)>,
    /// Whether all bodies are linked: nothing is added any more.
    pub(crate) is_done: bool,
    /// Where the constants of the module lie among those of the linked one.
    pub(crate) first_const: u32,
    pub(crate) seen_consts: Vec<bool>,
    pub(crate) appended: Vec<Appended>,
    /// The bodies that are linked, as they were read, with their places in the linked module.
    pub(crate) bodies: Vec<(u32, Body)>,
    /// Functions whose operands are those of the module.
    pub(crate) functions: Vec<(GlobalId, GlobalId)>,
    /// The flags of the module, if it has any.
    pub(crate) flag_nodes: Option<Vec<MdId>>,
    /// Global values of the linked module with attachments of the module that is linked.
    pub(crate) attached: Vec<GlobalId>,
    /// Declarations of the module with attachments.
    pub(crate) unmapped: Vec<GlobalId>,
    /// By function: where its body is in [`Mover::bodies`].
    pub(crate) body_at: Vec<Option<usize>>,
    /// Nodes of module flags that are taken over as they are.
    pub(crate) raw: HashMap<MdId, Option<MdId>>,
    /// The elements of appending arrays.
    pub(crate) src_elements: HashMap<GlobalId, Vec<Value>>,
    /// What is imported, if not all is linked.
    pub(crate) import: Option<Import>,
}

impl<'l> Mover<'l> {
    pub(crate) fn new(dst: &'l mut Dest, src: Module, names: [&'l str; 2], flags: Flags, problems: &'l mut Vec<Problem>) -> Mover<'l> {
        let types = TypeMap::new(dst, &src);
        let numbers = dst.numbers(&src);
        let count = src.globals.len();
        Mover {
            names,
            flags,
            problems,
            types,
            numbers,
            nodes: Nodes::default(),
            lists: vec![None; src.attrs.lists.len()],
            sets: vec![None; src.attrs.sets.len()],
            map: vec![None; count],
            indirect: vec![None; count],
            comdat_from: Vec::new(),
            lazy_members: HashMap::new(),
            chosen: Vec::new(),
            is_chosen: vec![false; count],
            to_internalize: HashSet::new(),
            to_link: vec![false; count],
            worklist: Vec::new(),
            work: Vec::new(),
            replaced: Vec::new(),
            is_done: false,
            first_const: dst.module.consts.consts.len() as u32,
            seen_consts: vec![false; src.consts.consts.len()],
            appended: Vec::new(),
            bodies: Vec::new(),
            functions: Vec::new(),
            flag_nodes: None,
            attached: Vec::new(),
            unmapped: Vec::new(),
            body_at: vec![None; count],
            raw: HashMap::new(),
            src_elements: HashMap::new(),
            import: None,
            dst,
            src,
        }
    }

    /// Imports parts of the module.
    pub(crate) fn importing(self, import: Import) -> Mover<'l> {
        Mover { import: Some(import), ..self }
    }

    /// Links the module.
    pub(crate) fn link(mut self) -> Result<(), Problem> {
        self.dst.steps.push(LinkStep::Module);
        match self.import.is_some() {
            true => self.begin_import(),
            false => {
                self.protect_functions();
                self.begin_nodes();
                self.resolve()?;
            }
        }
        self.join_targets();
        self.map_types();
        self.find_elements()?;
        self.seen_consts.resize(self.src.consts.consts.len(), false);
        // Their places are known from now on, their contents when all is linked.
        let ty = self.dst.module.types.intern(Type::Ptr(0));
        let placeholder = Constant { ty, kind: ConstKind::Poison };
        self.first_const = self.dst.module.consts.consts.len() as u32;
        self.dst.module.consts.consts.resize(self.first_const as usize + self.src.consts.consts.len(), placeholder);
        for &id in &self.chosen {
            self.to_link[id.index()] = true;
        }
        self.worklist = self.chosen.iter().rev().copied().collect();
        while let Some(id) = self.worklist.pop() {
            if self.map[id.index()].is_some() || self.indirect[id.index()].is_some() {
                continue;
            }
            self.map_global(id, Context::Direct)?;
            self.flush()?;
            for (old, new) in std::mem::take(&mut self.replaced) {
                self.dst.replace(old, Some(new));
                if let Some(new) = self.dst.object_of(new) {
                    self.dst.steps.push(LinkStep::Replace(new));
                }
            }
        }
        self.is_done = true;
        self.visit_named()?;
        self.order_variables()?;
        self.fill_constants();
        self.fill_nodes();
        self.fill_globals()?;
        self.fill_bodies();
        self.join_named();
        match self.import.is_some() {
            true => self.join_symbol_versions(),
            false => self.join_assembly(),
        }
        self.join_flags()?;
        if self.flags.internalize {
            self.internalize();
        }
        Ok(())
    }

    /// Does all work that waits, the latest first (`Mapper::flush`).
    fn flush(&mut self) -> Result<(), Problem> {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Initializer { from, to } => {
                    if let GlobalKind::Variable { initializer, .. } = self.src.globals[from.index()].kind
                        && let Some(value) = initializer.get()
                    {
                        self.visit(value, Context::Direct)?;
                        // It counts as a definition from now on.
                        let moved = self.moved(value);
                        if let GlobalKind::Variable { initializer, .. } = &mut self.dst.global_mut(to).kind {
                            *initializer = OptionalId::some(moved);
                        }
                    }
                    self.dst.steps.push(LinkStep::Contents(to));
                    self.visit_attachments(from)?;
                }
                Work::Appending(at) => {
                    self.dst.steps.push(LinkStep::Contents(self.appended[at].to));
                    for value in self.appended[at].new.clone() {
                        self.visit(value, Context::Direct)?;
                    }
                }
                Work::Alias { from, to } => {
                    if let GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } =
                        self.src.globals[from.index()].kind
                    {
                        self.visit(value, Context::Indirect)?;
                        let new = self.copied(value)?;
                        if let GlobalKind::Alias { aliasee: slot } | GlobalKind::IFunc { resolver: slot } =
                            &mut self.dst.global_mut(to).kind
                        {
                            *slot = new;
                        }
                        self.dst.steps.push(LinkStep::Contents(to));
                    }
                }
                Work::Function { from, to } => self.visit_function(from, to)?,
            }
        }
        Ok(())
    }

    /// The value in the place of one that refers to nothing of a body, once it was visited. Constants get their contents later.
    pub(crate) fn moved(&self, value: Value) -> Value {
        use bctk_ir::value::ValueKind;
        match value.kind() {
            ValueKind::Global(id) => self.map.get(id.index()).copied().flatten().unwrap_or(value),
            ValueKind::Const(index) => Value::constant(self.first_const + index),
            _ => value,
        }
    }

    /// Adds a global value to the module that is linked.
    pub(crate) fn add_source(&mut self, global: GlobalValue) -> GlobalId {
        let id = GlobalId::new(self.src.globals.len());
        self.src.globals.push(global);
        self.map.push(None);
        self.indirect.push(None);
        self.body_at.push(None);
        self.is_chosen.push(false);
        self.to_link.push(false);
        id
    }

    /// Variables that are linked come last, in the order of their module.
    fn order_variables(&mut self) -> Result<(), Problem> {
        for id in (0..self.src.globals.len()).map(GlobalId::new) {
            let global = &self.src.globals[id.index()];
            if !matches!(global.kind, GlobalKind::Variable { .. }) || global.linkage == bctk_ir::keywords::Linkage::Appending {
                continue;
            }
            let Some(value) = self.map_global(id, Context::Direct)? else { continue };
            if let Some(new) = self.dst.object_of(value)
                && matches!(self.dst.global(new).kind, GlobalKind::Variable { .. })
            {
                self.dst.move_to_end(new);
            }
        }
        Ok(())
    }
}
