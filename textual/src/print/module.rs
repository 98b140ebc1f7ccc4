//! Prints a whole module: the order of its parts, and parallel printing (`AssemblyWriter::printModule`, LLVM 22).

use super::PrintOptions;
use super::context::Context;
use super::operand::Printer;
use super::quote::{OldEscapes, write_quoted};
use super::slots::Numbering;
use bctk_ir::entity::{AttrSetId, ComdatId, GlobalId, MdId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::module::{AsmFragment, Module};
use bctk_ir::types::Type;
use bctk_support::parallel::{by_weight, in_order};
use bctk_support::text::{write_escaped, write_u32};
use std::cell::RefCell;
use std::io::{self, Write};

/// Instructions that one task prints.
const TASK_INSTRUCTIONS: usize = 1 << 9;
/// Metadata nodes that one task prints.
const TASK_NODES: usize = 1 << 9;
/// How many values of a summary are printed at once.
const TASK_VALUES: usize = 1 << 8;
/// How many tasks of this size are printed ahead of writing, for each thread; bounds the memory for waiting text.
const TASKS_AHEAD: usize = 4;
/// How many bytes of globals wait before they are written.
const FLUSH: usize = 1 << 20;

/// Prints everything; gives the numbered metadata nodes in order.
pub(super) fn print_module(module: &Module, options: &PrintOptions, out: &mut dyn Write) -> io::Result<Vec<MdId>> {
    let (ctx, numbering) = Context::start(module, options);
    if !ctx.llvm.double_backslash() { print_parts(&ctx, numbering, &mut OldEscapes(out)) } else { print_parts(&ctx, numbering, out) }
}

/// Prints everything in the escapes of today.
fn print_parts<'m>(ctx: &Context<'m>, mut numbering: Numbering<'m>, out: &mut dyn Write) -> io::Result<Vec<MdId>> {
    let module = ctx.module;
    // What is known to fail by now need not be printed.
    ctx.check_limits()?;
    let mut printer = Printer::new(ctx);
    printer.header();
    printer.type_definitions();
    printer.comdats();
    flush(&mut printer, out, 0)?;
    variables(&mut printer, out)?;
    indirects(&mut printer);
    flush(&mut printer, out, 0)?;
    functions(ctx, &module.functions().collect::<Vec<_>>(), &mut numbering, out)?;
    printer.module_use_orders();
    printer.attribute_groups(&numbering.groups);
    if !module.metadata.named.is_empty() {
        printer.out.push(b'\n');
        for named in &module.metadata.named {
            printer.named_metadata(named);
        }
    }
    if !numbering.nodes.is_empty() {
        printer.out.push(b'\n');
    }
    flush(&mut printer, out, 0)?;
    if ctx.options.only.as_ref().is_none_or(|only| only.nodes) {
        nodes(ctx, &numbering.nodes, out)?;
        summary(&mut printer, false, out)?;
    }
    ctx.check_limits()?;
    Ok(numbering.nodes)
}

/// Prints the summary alone.
pub(super) fn print_index(module: &Module, options: &PrintOptions, out: &mut dyn Write) -> io::Result<()> {
    let (ctx, _) = Context::start(module, options);
    let mut printer = Printer::new(&ctx);
    summary(&mut printer, true, out)?;
    ctx.check_limits()
}

/// Writes what has been printed if it is more than `limit` bytes.
fn flush(printer: &mut Printer<'_, '_>, out: &mut dyn Write, limit: usize) -> io::Result<()> {
    if printer.out.len() > limit {
        out.write_all(&printer.out)?;
        printer.out.clear();
    }
    Ok(())
}

fn variables(printer: &mut Printer<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let mut first = true;
    for (i, global) in printer.ctx.module.globals.iter().enumerate() {
        if let GlobalKind::Variable { .. } = global.kind {
            if first {
                printer.out.push(b'\n');
                first = false;
            }
            printer.start_line();
            printer.variable(GlobalId::new(i), global);
            printer.annotate_global(GlobalId::new(i), global);
            printer.out.push(b'\n');
            flush(printer, out, FLUSH)?;
        }
    }
    Ok(())
}

fn indirects(printer: &mut Printer<'_, '_>) {
    let is_alias = |global: &GlobalValue| matches!(global.kind, GlobalKind::Alias { .. });
    let is_ifunc = |global: &GlobalValue| matches!(global.kind, GlobalKind::IFunc { .. });
    for wanted in [&is_alias as &dyn Fn(&GlobalValue) -> bool, &is_ifunc] {
        let mut first = true;
        for (i, global) in printer.ctx.module.globals.iter().enumerate() {
            if wanted(global) {
                if first {
                    printer.out.push(b'\n');
                    first = false;
                }
                printer.indirect(GlobalId::new(i), global);
            }
        }
    }
}

/// A function to print.
type Item<'m> = (GlobalId, &'m GlobalValue, &'m Function);

/// Prints the functions: tasks of neighbouring functions in parallel. While some print, the contents of the next ones get their numbers.
fn functions<'t, 'm>(ctx: &Context<'m>, all: &'t [Item<'m>], numbering: &mut Numbering<'m>, out: &mut dyn Write) -> io::Result<()> {
    let only = ctx.options.only.as_ref();
    let is_wanted = |id: GlobalId| only.is_none_or(|only| only.functions.contains(&id));
    let weight = |&(id, _, function): &Item<'m>| match is_wanted(id) {
        true => ctx.module.body(function).map_or(1, |body| body.insts.len() + 1),
        false => 1,
    };
    let print = |task: &'t [Item<'m>]| {
        let mut printer = Printer::new(ctx);
        for &(id, global, function) in task.iter().filter(|(id, ..)| is_wanted(*id)) {
            printer.out.push(b'\n');
            printer.function(id, global, function);
        }
        (task, printer.is_early, printer.out)
    };
    let mut before = 0;
    let numbering = RefCell::new(numbering);
    if all.is_empty() {
        numbering.borrow_mut().complete(&ctx.slots);
    }
    let tasks = by_weight(all, TASK_INSTRUCTIONS, weight).inspect(|(task, _)| {
        before += task.len();
        match all.get(before) {
            Some((next, ..)) => numbering.borrow_mut().functions_before(&ctx.slots, next.index()),
            None => numbering.borrow_mut().complete(&ctx.slots),
        }
    });
    in_order(TASKS_AHEAD * TASK_INSTRUCTIONS, tasks, print, |(task, is_early, text)| {
        if !is_early {
            return write_text(ctx, text, out);
        }
        // Something has no number at its first mention, but may get one later.
        numbering.borrow_mut().complete(&ctx.slots);
        ctx.give_back(text);
        write_text(ctx, print(task).2, out)
    })
}

/// Writes a text and gives its memory back.
fn write_text(ctx: &Context<'_>, text: Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&text)?;
    ctx.give_back(text);
    Ok(())
}

/// Prints the numbered metadata nodes.
fn nodes(ctx: &Context<'_>, nodes: &[MdId], out: &mut dyn Write) -> io::Result<()> {
    let print = |(start, nodes): (usize, &[MdId])| {
        let mut printer = Printer::new(ctx);
        printer.numbered_nodes(start as u32, nodes);
        printer.out
    };
    let tasks = nodes.chunks(TASK_NODES).enumerate().map(|(i, nodes)| ((i * TASK_NODES, nodes), 1));
    in_order(TASKS_AHEAD, tasks, print, |text| write_text(ctx, text, out))
}

/// Prints the summary entries of the module, if it has any: as part of the module, or `alone`.
fn summary(printer: &mut Printer<'_, '_>, alone: bool, out: &mut dyn Write) -> io::Result<()> {
    let Some(numbers) = printer.summary_modules(alone) else { return Ok(()) };
    flush(printer, out, 0)?;
    let ctx = printer.ctx;
    let print = |values: &[usize]| {
        let mut printer = Printer::new(ctx);
        values.iter().for_each(|&value| printer.summarised_value(&numbers, value));
        printer.out
    };
    let tasks = numbers.value_order().chunks(TASK_VALUES).map(|values| (values, 1));
    in_order(TASKS_AHEAD, tasks, print, |text| write_text(ctx, text, out))?;
    printer.summary_rest(&numbers);
    flush(printer, out, 0)
}

impl<'m> Printer<'_, 'm> {
    fn header(&mut self) {
        let module = self.ctx.module;
        let id = &self.ctx.options.module_id;
        // An identifier with a line end would leave its comment.
        if !id.is_empty() && !id.contains(&b'\n') {
            self.text(b"; ModuleID = '");
            self.text(id);
            self.text(b"'\n");
        }
        // LLVM names a module that does not say its source after its file.
        let source = module.source_filename.map_or(&id[..], |name| module.str(name));
        if !source.is_empty() && self.ctx.llvm.source_filename() {
            self.text(b"source_filename = ");
            write_quoted(&mut self.out, source);
            self.out.push(b'\n');
        }
        for (keyword, text) in [(&b"target datalayout = \""[..], module.data_layout), (b"target triple = \"", module.triple)] {
            if !text.is_empty() {
                self.text(keyword);
                self.text(module.str(text));
                self.text(b"\"\n");
            }
        }
        self.assembly();
        if !module.libraries.is_empty() && self.ctx.llvm.deplibs() {
            self.text(b"\ndeplibs = [ ");
            for (at, &library) in module.libraries.iter().enumerate() {
                if at > 0 {
                    self.text(b", ");
                }
                write_quoted(&mut self.out, module.str(library));
            }
            // What follows begins with the end of this line.
            self.text(b" ]");
        }
    }

    /// Module-level inline assembly: a list of lines for each part; before LLVM 23, `module asm` in front of every line.
    fn assembly(&mut self) {
        let module = self.ctx.module;
        if !module.inline_asm.is_empty() {
            self.out.push(b'\n');
        }
        let lists = self.ctx.llvm.asm_lists();
        for (mut asm, fragment) in module.asm_parts() {
            if lists {
                self.text(b"module asm");
                let properties = AsmFragment::PROPERTIES.iter().zip(fragment.properties()).filter(|(_, value)| !value.is_empty());
                let mut start = &b"("[..];
                for (name, value) in properties {
                    self.text(start);
                    self.text(name.as_bytes());
                    self.text(b": ");
                    write_quoted(&mut self.out, module.str(value));
                    start = b", ";
                }
                self.text(if start == b"(" { b"\n" } else { b")\n" });
            }
            while !asm.is_empty() {
                let end = asm.iter().position(|&b| b == b'\n');
                let line = &asm[..end.unwrap_or(asm.len())];
                self.text(if lists { b"    \"" } else { b"module asm \"" });
                write_escaped(&mut self.out, line);
                self.text(b"\"\n");
                asm = end.map_or(&[], |end| &asm[end + 1..]);
            }
        }
    }

    /// Definitions of identified structures: numbered ones first, then named ones, each in order of use.
    fn type_definitions(&mut self) {
        let module = self.ctx.module;
        if self.ctx.structs.is_empty() {
            return;
        }
        self.out.push(b'\n');
        for named in [false, true] {
            for &id in &self.ctx.structs {
                if let Type::Struct { name, .. } = module.types.get(id)
                    && name.is_empty() != named
                {
                    self.ty(id);
                    self.text(b" = type ");
                    self.ctx.types.write_struct_body(module, id, &mut self.out);
                    self.out.push(b'\n');
                }
            }
        }
    }

    /// Definitions of the comdats that functions, then variables use.
    fn comdats(&mut self) {
        let module = self.ctx.module;
        let mut seen = vec![false; module.comdats.len()];
        let is_function = |global: &GlobalValue| matches!(global.kind, GlobalKind::Function(_));
        let is_variable = |global: &GlobalValue| matches!(global.kind, GlobalKind::Variable { .. });
        let mut used: Vec<ComdatId> = Vec::new();
        for wanted in [&is_function as &dyn Fn(&GlobalValue) -> bool, &is_variable] {
            for global in &module.globals {
                if let Some(id) = global.comdat
                    && wanted(global)
                    && seen.get(id.index()) == Some(&false)
                {
                    seen[id.index()] = true;
                    used.push(id);
                }
            }
        }
        for id in used {
            self.out.push(b'\n');
            self.comdat(id);
        }
    }

    fn attribute_groups(&mut self, groups: &[AttrSetId]) {
        let groups = if self.ctx.llvm.attribute_groups() { groups } else { &[] };
        if !groups.is_empty() {
            self.out.push(b'\n');
        }
        for (slot, &set) in groups.iter().enumerate() {
            self.text(b"attributes #");
            write_u32(&mut self.out, slot as u32);
            self.text(b" = { ");
            self.text(self.ctx.attrs.group(set));
            self.text(b" }\n");
        }
    }
}
