//! Use-list orders at the end of a module (LLVM 22, `LLParser::parseUseListOrder`, `parseUseListOrderBB`).

use super::constants::BlockName;
use super::globals::GlobalName;
use super::join::{Joined, Unit};
use super::resolve::BlockIndex;
use super::{Env, Parser};
use crate::error::{Error, Result};
use crate::token::{Kw, Tok};
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_uselist::{fill_predecessors, use_counts};
use std::ops::Range;

/// The directives of the top level, and their positions.
#[derive(Default)]
pub(super) struct Directives {
    values: Vec<(UseOrder, Range<usize>)>,
    blocks: Vec<(GlobalId, BlockName<'static>, Range<usize>, Vec<u32>)>,
}

/// Parses the directives at `positions`, when all names are known.
pub(super) fn parse<'s>(env: &Env<'s>, joined: &mut Joined<'s>, positions: &[usize]) -> Result<Directives> {
    let mut directives = Directives::default();
    for &position in positions {
        let types = joined.types.clone();
        let mut parser = Parser::part(env, &types, position);
        let parsed = parser.directive(&mut directives);
        let unit = Unit::of(&mut parser);
        let maps = joined.join_unit(&unit, None);
        match parsed {
            Err(fault) => return Err(fault),
            Ok(true) => {
                if let Some((order, _)) = directives.values.last_mut() {
                    order.value = maps.value(order.value);
                }
            }
            Ok(false) => {}
        }
    }
    Ok(directives)
}

impl Parser<'_, '_> {
    /// One directive; whether it is one for a value.
    fn directive(&mut self, directives: &mut Directives) -> Result<bool> {
        let start = self.span();
        if self.eat_kw(Kw::UseListOrder) {
            let ty = self.ty()?;
            let name = match self.tok {
                Tok::Global => Some(GlobalName::Name(self.name())),
                Tok::GlobalNum => Some(GlobalName::Number(self.value as u32)),
                _ => None,
            };
            if name.is_some_and(|name| self.find_global(&name).is_none()) {
                return Err(self.error_at(start, "value has no uses"));
            }
            let value = self.value(ty)?;
            self.expect(Tok::Comma, "expected comma in uselistorder directive")?;
            let indexes = self.use_list_indexes()?;
            directives.values.push((UseOrder { value, indexes }, start));
            return Ok(true);
        }
        self.next();
        let at = self.span();
        let name = match self.tok {
            Tok::Global => GlobalName::Name(self.name()),
            Tok::GlobalNum => GlobalName::Number(self.value as u32),
            _ => return Err(self.error("expected function name in uselistorder_bb")),
        };
        self.next();
        self.expect(Tok::Comma, "expected comma in uselistorder_bb directive")?;
        let block_at = self.span();
        let block = match self.tok {
            Tok::Local => BlockName::Name(self.name().into_owned().into()),
            Tok::LocalNum => return Err(self.error("invalid numeric label in uselistorder_bb")),
            _ => return Err(self.error("expected basic block name in uselistorder_bb")),
        };
        self.next();
        self.expect(Tok::Comma, "expected comma in uselistorder_bb directive")?;
        let indexes = self.use_list_indexes()?;
        let Some(function) = self.find_global(&name) else {
            return Err(self.error_at(at, "invalid function forward reference in uselistorder_bb"));
        };
        match self.env.and_then(|env| env.module.global(function)).map(|g| (g.function().is_some(), g.is_declaration())) {
            Some((true, false)) => {}
            Some((true, true)) => return Err(self.error_at(at, "invalid declaration in uselistorder_bb")),
            _ => return Err(self.error_at(at, "expected function name in uselistorder_bb")),
        }
        directives.blocks.push((function, block, block_at, indexes));
        Ok(false)
    }
}

/// Stores the directives in the module; their lengths must match the numbers of uses.
pub(super) fn settle(module: &mut Module, directives: Directives) -> Result<()> {
    let Directives { values, blocks } = directives;
    if !values.is_empty() {
        let counts = use_counts(module);
        for (order, span) in values {
            if let ValueKind::Global(id) = order.value.kind() {
                let message = match counts.get(id.index()).copied().unwrap_or(0) {
                    0 => "value has no uses".to_owned(),
                    1 => "value only has one use".to_owned(),
                    n if n as usize != order.indexes.len() => format!("wrong number of indexes, expected {n}"),
                    _ => String::new(),
                };
                if !message.is_empty() {
                    return Err(Error::new(span, message));
                }
            }
            module.provenance.use_orders.push(order);
        }
    }
    for (function, block, span, indexes) in blocks {
        let Some(body) = module.global(function).and_then(|g| g.function()).and_then(|f| f.body) else { continue };
        let Some(body) = module.bodies.get_mut(body as usize) else { continue };
        let Some(found) = BlockIndex::new(body, &[]).find(&block) else {
            let is_local =
                matches!(&block, BlockName::Name(name) if (0..body.local_types.len()).any(|l| body.local_name(l as u32) == &**name));
            let message = if is_local { "expected basic block in uselistorder_bb" } else { "invalid basic block in uselistorder_bb" };
            return Err(Error::new(span, message));
        };
        body.provenance.use_orders.push(UseOrder { value: Value::block(found), indexes });
        fill_predecessors(body);
    }
    Ok(())
}
