//! Displays single parts of a module as LLVM prints them: `value.display(&module)`.

use super::PrintOptions;
use super::context::Context;
use super::operand::Printer;
use super::quote::OldEscapes;
use bctk_ir::body::{Body, DbgRecord};
use bctk_ir::entity::{AttrSetId, BlockId, ComdatId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_ir::view::{BlockView, FunctionView, GlobalView, InstView, NodeView, TypeView, ValueView};
use std::fmt;
use std::io::Write;
use std::sync::{LazyLock, OnceLock};

/// What single things are printed with: no comments, the usual limits.
static OPTIONS: LazyLock<PrintOptions> = LazyLock::new(PrintOptions::default);

/// The numbers of a module's unnamed values, metadata nodes and attribute groups, computed once for many uses
/// (`ModuleSlotTracker`).
///
/// `thing.display(&module)` numbers the whole module each time; `thing.display(&tracker)` does not.
pub struct ModuleSlotTracker<'m> {
    context: Context<'m>,
    /// How many metadata nodes have numbers.
    nodes: usize,
    /// The function of each body, once it is asked for.
    owners: OnceLock<Vec<Option<GlobalId>>>,
}

impl<'m> ModuleSlotTracker<'m> {
    /// Numbers `module`.
    pub fn new(module: &'m Module) -> ModuleSlotTracker<'m> {
        let (context, nodes) = Context::new(module, &OPTIONS);
        ModuleSlotTracker { context, nodes, owners: OnceLock::new() }
    }

    /// Numbers only what a table of the module has: global values and types without names. It takes no walk over the module; metadata prints
    /// without numbers, and calls without attributes of their own.
    pub fn of_tables(module: &'m Module) -> ModuleSlotTracker<'m> {
        ModuleSlotTracker { context: Context::of_tables(module, &OPTIONS), nodes: 0, owners: OnceLock::new() }
    }

    /// The attributes of a set one by one, each as it prints at a parameter.
    pub fn attributes(&self, set: AttrSetId) -> Vec<String> {
        let all = super::attrs::each(self.context.module, &self.context.types, set);
        all.iter().map(|text| finish(&self.context, text)).collect()
    }

    /// The metadata nodes by their numbers: `!7` is the one at 7.
    pub fn nodes(&self) -> Vec<MdId> {
        let slots = &self.context.slots;
        let items = (0..self.context.module.metadata.items.len() as u32).map(MdId);
        by_number(items.filter_map(|id| Some((slots.metadata(id)?, id))))
    }

    /// The groups of attributes by their numbers: `#3` is the one at 3.
    pub fn attribute_groups(&self) -> Vec<AttrSetId> {
        let slots = &self.context.slots;
        let sets = (0..self.context.module.attrs.sets.len() as u32).map(AttrSetId);
        by_number(sets.filter_map(|set| Some((slots.attr_group(set)?, set))))
    }

    /// Whether all that was displayed is complete.
    ///
    /// # Errors
    /// [`bctk_support::limits::Exceeded`] inside an error of the kind `InvalidData`, if something was beyond a limit and printed as
    /// `<constant too large>` or the like.
    pub fn check(&self) -> std::io::Result<()> {
        self.context.check_limits()
    }

    /// Numbers the attributes of calls as LLVM does if it prints instructions of these bodies first, in this order. Calls in other bodies
    /// print without attributes of their own.
    pub fn number_calls(&mut self, bodies: &[u32]) {
        self.context.slots.number_calls(self.context.module, bodies);
    }
}

impl<'m> ModuleSlotTracker<'m> {
    /// For many things of one body, by its index in [`Module::bodies`]: its locals are numbered once.
    pub fn in_body(&self, index: u32) -> Option<BodySlotTracker<'_, 'm>> {
        let module = self.context.module;
        let body = module.bodies.get(index as usize)?;
        let owners = self.owners.get_or_init(|| {
            let mut owners = vec![None; module.bodies.len()];
            for (id, _, function) in module.functions() {
                if let Some(owner) = function.body.and_then(|body| owners.get_mut(body as usize)) {
                    *owner = Some(id);
                }
            }
            owners
        });
        let mut printer = Printer::new(&self.context);
        printer.enter(body);
        let owner = owners.get(index as usize).copied().flatten().and_then(|id| module.global(id));
        if let Some((global, function)) = owner.and_then(|global| Some((global, global.function()?))) {
            printer.enter_signature(global, function);
        }
        Some(BodySlotTracker { printer, body })
    }
}

/// Things in the order of their numbers, which are all there.
fn by_number<T: Copy>(numbered: impl Iterator<Item = (u32, T)>) -> Vec<T> {
    let mut all = Vec::new();
    for (number, thing) in numbered {
        let at = number as usize;
        if at >= all.len() {
            all.resize(at + 1, None);
        }
        all[at] = Some(thing);
    }
    all.into_iter().flatten().collect()
}

/// The numbers of a module, and those of one of its bodies.
pub struct BodySlotTracker<'t, 'm> {
    printer: Printer<'t, 'm>,
    body: &'m Body,
}

impl BodySlotTracker<'_, '_> {
    /// The text of a thing, as [`DisplayIn::display`] gives it.
    pub fn text(&mut self, thing: impl DisplayIn) -> String {
        let printer = &mut self.printer;
        printer.out.clear();
        (printer.fuel, printer.depth, printer.line_start) = (OPTIONS.limits.printed_constants, 0, 0);
        thing.print(Pen(printer), Some(self.body));
        finish(self.printer.ctx, &self.printer.out)
    }
}

impl fmt::Debug for BodySlotTracker<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BodySlotTracker").finish_non_exhaustive()
    }
}

/// The text as the release of a module writes it, without the end of its last line.
fn finish(context: &Context<'_>, text: &[u8]) -> String {
    let mut old = Vec::new();
    let text = match context.llvm.double_backslash() {
        true => text,
        false => match OldEscapes(&mut old).write_all(text) {
            Ok(()) => &old,
            Err(_) => text,
        },
    };
    String::from_utf8_lossy(text.strip_suffix(b"\n").unwrap_or(text)).into_owned()
}

impl fmt::Debug for ModuleSlotTracker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModuleSlotTracker").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug)]
enum Numbers<'a> {
    Module(&'a Module),
    Tracker(&'a ModuleSlotTracker<'a>),
}

/// What ids refer to: a module and, inside a function, its body.
///
/// It is created from `&module`, `&tracker`, `(&module, &body)` or `(&tracker, &body)`.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    numbers: Numbers<'a>,
    body: Option<&'a Body>,
}

impl<'a> From<&'a Module> for Scope<'a> {
    fn from(module: &'a Module) -> Self {
        Scope { numbers: Numbers::Module(module), body: None }
    }
}

impl<'a> From<(&'a Module, &'a Body)> for Scope<'a> {
    fn from((module, body): (&'a Module, &'a Body)) -> Self {
        Scope { numbers: Numbers::Module(module), body: Some(body) }
    }
}

impl<'a> From<&'a ModuleSlotTracker<'a>> for Scope<'a> {
    fn from(tracker: &'a ModuleSlotTracker<'a>) -> Self {
        Scope { numbers: Numbers::Tracker(tracker), body: None }
    }
}

impl<'a> From<(&'a ModuleSlotTracker<'a>, &'a Body)> for Scope<'a> {
    fn from((tracker, body): (&'a ModuleSlotTracker<'a>, &'a Body)) -> Self {
        Scope { numbers: Numbers::Tracker(tracker), body: Some(body) }
    }
}

/// Displays views as LLVM prints what they show: `inst.display()`. See [`DisplayIn`] for what is printed.
///
/// ```
/// use bctk_textual::{DisplayView, ParseOptions, parse};
/// let module = parse(b"define i32 @f(i32 %a) {\n  ret i32 %a\n}\n", &ParseOptions::default())?;
/// let function = module.view().function("f").ok_or("no function")?;
/// let inst = function.instructions().next().ok_or("no instruction")?;
/// assert_eq!(inst.display().to_string(), "  ret i32 %a");
/// assert_eq!(inst.operands()[0].display().to_string(), "i32 %a");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait DisplayView<'m>: Copy {
    /// The id of what is shown.
    type Id: DisplayIn;

    /// The text. Each call numbers the whole module; a [`ModuleSlotTracker`] does it once for many.
    fn display(self) -> Displayed<'m, Self::Id>;
}

/// `views! { InstView InstId |view| (view.id(), view.function().module(), view.body()) }` expands to an `impl` of [`DisplayView`].
macro_rules! views {
    ($($view:ident $id:ty, |$of:ident| ($own:expr, $module:expr, $body:expr))*) => {$(
        impl<'m> DisplayView<'m> for $view<'m> {
            type Id = $id;
            fn display(self) -> Displayed<'m, $id> {
                let $of = self;
                Displayed { thing: $own, scope: Scope { numbers: Numbers::Module($module), body: $body } }
            }
        }
    )*};
}

views! {
    FunctionView GlobalId, |view| (view.id(), view.module(), None)
    GlobalView GlobalId, |view| (view.id(), view.module(), None)
    BlockView BlockId, |view| (view.id(), view.function().module(), Some(view.body()))
    InstView InstId, |view| (view.id(), view.function().module(), Some(view.body()))
    ValueView Value, |view| (view.value(), view.module(), view.function().and_then(|function| function.body()))
    TypeView TypeId, |view| (view.id(), view.module(), None)
    NodeView MdId, |view| (view.id(), view.module(), None)
}

mod sealed {
    /// A printer that other crates cannot name.
    pub struct Pen<'p, 'c, 'm>(pub(super) &'p mut super::Printer<'c, 'm>);

    /// What can be displayed, and how.
    pub trait Print: Copy {
        /// Writes the thing.
        fn print<'m>(self, pen: Pen<'_, '_, 'm>, body: Option<&'m super::Body>);
    }
}
use sealed::{Pen, Print};

/// Displays a thing of a module as LLVM prints it.
///
/// | What | As |
/// |---|---|
/// | [`TypeId`] | `[4 x i32]`, `%struct.S` |
/// | [`Value`] | its type and name or constant, as an operand: `i32 %x`, `ptr @f`, `i64 7`, `label %entry`, `metadata !4` |
/// | [`InstId`] | the whole instruction with its attachments, indented: `  %x = add nsw i32 %a, 1, !dbg !7` |
/// | [`BlockId`] | the label, the instructions and debug records |
/// | [`&DbgRecord`](DbgRecord) | `    #dbg_value(…)` |
/// | [`MdId`] | a node with its number, `!4 = !{!"a", i32 1}`; a string, value or expression as an operand |
/// | [`GlobalId`] | the definition or declaration, for a function with its body |
/// | [`ComdatId`] | the definition |
/// | [`AttrSetId`] | the attributes, as at a parameter: `noundef align 8` |
///
/// ```
/// use bctk_textual::{DisplayIn, ParseOptions, parse};
/// use bctk_ir::entity::InstId;
/// let text = b"define i32 @f(i32 %a) {\n  %1 = add nsw i32 %a, 1\n  ret i32 %1\n}\n";
/// let module = parse(text, &ParseOptions::default())?;
/// let body = &module.bodies[0];
/// assert_eq!(InstId(0).display((&module, body)).to_string(), "  %1 = add nsw i32 %a, 1");
/// assert_eq!(body.local_types[0].display(&module).to_string(), "i32");
/// # Ok::<(), bctk_textual::Diagnostics>(())
/// ```
pub trait DisplayIn: Print {
    /// The text, with names and numbers of `scope`. What is not in `scope` prints as `<badref>`.
    fn display<'a>(self, scope: impl Into<Scope<'a>>) -> Displayed<'a, Self> {
        Displayed { thing: self, scope: scope.into() }
    }
}

impl<T: Print> DisplayIn for T {}

/// A part of a module that implements [`fmt::Display`], see [`DisplayIn`].
#[derive(Clone, Copy, Debug)]
pub struct Displayed<'a, T> {
    thing: T,
    scope: Scope<'a>,
}

impl<T: Print> fmt::Display for Displayed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made;
        let context = match self.scope.numbers {
            Numbers::Tracker(tracker) => &tracker.context,
            Numbers::Module(module) => {
                made = Context::new(module, &OPTIONS).0;
                &made
            }
        };
        let mut printer = Printer::new(context);
        if let Some(body) = self.scope.body {
            printer.enter(body);
            printer.enter_function_of(body);
        }
        self.thing.print(Pen(&mut printer), self.scope.body);
        f.pad(&finish(context, &printer.out))
    }
}

impl<'m> Printer<'_, 'm> {
    /// Sets what instructions need to know about the function of `body`, if the module has it.
    fn enter_function_of(&mut self, body: &'m Body) {
        let module = self.ctx.module;
        let is_own =
            |(_, _, function): &(_, _, &bctk_ir::global::Function)| module.body(function).is_some_and(|own| std::ptr::eq(own, body));
        if let Some((_, global, function)) = module.functions().find(is_own) {
            self.enter_signature(global, function);
        }
    }
}

impl Print for TypeId {
    fn print<'m>(self, Pen(printer): Pen<'_, '_, 'm>, _: Option<&'m Body>) {
        if self.index() < printer.ctx.module.types.len() { printer.ty(self) } else { printer.text(b"<badref>") }
    }
}

impl Print for Value {
    fn print<'m>(self, Pen(printer): Pen<'_, '_, 'm>, _: Option<&'m Body>) {
        printer.typed(self);
    }
}

impl Print for InstId {
    fn print<'m>(self, Pen(printer): Pen<'_, '_, 'm>, body: Option<&'m Body>) {
        let inst: Option<(&'m Body, &'m Inst)> = body.and_then(|body| Some((body, body.insts.get(self.index())?)));
        let Some((body, inst)) = inst else { return printer.text(b"<badref>") };
        let first = body.attachments.partition_point(|(at, _)| *at < self);
        let own = body.attachments.iter().skip(first).take_while(|(at, _)| *at == self);
        printer.instruction_line(body, self, inst, own.map(|(_, attachment)| attachment));
    }
}

impl Print for BlockId {
    fn print<'m>(self, Pen(printer): Pen<'_, '_, 'm>, body: Option<&'m Body>) {
        match body {
            Some(body) if self.index() < body.blocks.len() => {
                let first = printer.out.len();
                printer.blocks_in(body, self.index()..self.index() + 1);
                // In a function, a blank line precedes it.
                let blank = printer.out.get(first..).unwrap_or(&[]).iter().take_while(|&&b| b == b'\n').count();
                printer.out.drain(first..first + blank);
            }
            _ => printer.text(b"<badref>"),
        }
    }
}

impl Print for &DbgRecord {
    fn print<'m>(self, Pen(printer): Pen<'_, '_, 'm>, body: Option<&'m Body>) {
        match body {
            Some(body) => printer.record(body, self),
            None => printer.text(b"<badref>"),
        }
    }
}

impl Print for MdId {
    fn print<'m>(self, Pen(printer): Pen<'_, '_, 'm>, _: Option<&'m Body>) {
        printer.metadata(self);
    }
}

impl Print for GlobalId {
    fn print<'m>(self, Pen(printer): Pen<'_, '_, 'm>, _: Option<&'m Body>) {
        let module = printer.ctx.module;
        let Some(global) = module.global(self) else { return printer.text(b"<badref>") };
        match &global.kind {
            GlobalKind::Variable { .. } => printer.variable(self, global),
            GlobalKind::Function(function) => printer.function(self, global, function),
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => printer.indirect(self, global),
        }
    }
}

impl Print for ComdatId {
    fn print<'m>(self, Pen(printer): Pen<'_, '_, 'm>, _: Option<&'m Body>) {
        match self.index() < printer.ctx.module.comdats.len() {
            true => printer.comdat(self),
            false => printer.text(b"<badref>"),
        }
    }
}

impl Print for AttrSetId {
    fn print<'m>(self, Pen(printer): Pen<'_, '_, 'm>, _: Option<&'m Body>) {
        match self.index() < printer.ctx.module.attrs.sets.len() {
            true => printer.text(printer.ctx.attrs.inline(self)),
            false => printer.text(b"<badref>"),
        }
    }
}
