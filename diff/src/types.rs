//! Compares named structure types.
use bctk_ir::entity::TypeId;
use bctk_ir::strings::Str;
use bctk_ir::types::{StructKind, Type};
use bctk_textual::DisplayIn;
use hashbrown::{HashMap, HashSet};

use crate::Change;
use crate::Kind;
use crate::globals::by_name;
use crate::side::Side;

/// The named types of both modules: name and text.
pub(crate) struct Types {
    old: Vec<(String, String)>,
    new: Vec<(String, String)>,
}

/// Finds the named types, and gives those that are the same but for numbers in their names one number.
pub(crate) fn pair(old: &mut Side<'_>, new: &mut Side<'_>) -> Types {
    let has_name = |name: Str| !name.is_empty();
    let mut types = Types { old: of(old, &has_name), new: of(new, &has_name) };
    for (number, (from, to)) in (0..).zip(twins(&types)) {
        old.types.insert(from, number);
        new.types.insert(to, number);
    }
    types.old.retain(|(name, _)| !old.types.contains_key(name));
    types.new.retain(|(name, _)| !new.types.contains_key(name));
    types
}

/// Names of types that only one module has, and that are the same but for numbers in their names.
fn twins(types: &Types) -> Vec<(String, String)> {
    let names = |types: &'_ [(String, String)]| types.iter().map(|(name, _)| name.clone()).collect::<HashSet<String>>();
    let (olds, news) = (names(&types.old), names(&types.new));
    let mut free: HashMap<(&str, &str), &str> = HashMap::new();
    for (name, text) in types.new.iter().filter(|(name, _)| !olds.contains(name)) {
        free.insert((base(name), text), name);
    }
    let mut twins = Vec::new();
    for (name, text) in types.old.iter().filter(|(name, _)| !news.contains(name)) {
        if let Some(twin) = free.remove(&(base(name), text.as_str())) {
            twins.push((name.clone(), twin.to_owned()));
        }
    }
    twins
}

pub(crate) fn compare(types: &Types, changes: &mut Vec<Change>) {
    by_name(Kind::Type, &types.old, &types.new, changes);
}

/// Gives structures without names numbers of what is in them.
pub(crate) fn count_unnamed(side: &mut Side<'_>) {
    let unnamed = of(side, &|name| name.is_empty());
    for _ in 0..STEPS {
        let mut next = Vec::with_capacity(unnamed.len());
        for (name, text) in &unnamed {
            next.push((name.clone(), side.line(text, &|_| false).shape));
        }
        side.types.extend(next);
    }
}

/// How deep structures without names are compared.
const STEPS: usize = 4;

/// The names of types in the text, and what is in them. Those of structures without a name are numbers.
fn of(side: &Side<'_>, wanted: &dyn Fn(Str) -> bool) -> Vec<(String, String)> {
    let types = &side.module.types;
    let text = |id: TypeId| id.display(&side.tracker).to_string();
    let named = types.iter().filter_map(|(id, ty)| match ty {
        Type::Struct { kind, name, packed, fields } if wanted(name) => {
            let fields: Vec<String> = types.list(fields).iter().map(text).collect();
            let definition = match (kind, packed) {
                (StructKind::Literal, _) => return None,
                (StructKind::Opaque, _) => "type opaque".to_owned(),
                (StructKind::Identified, false) => format!("type {{ {} }}", fields.join(", ")),
                (StructKind::Identified, true) => format!("type <{{ {} }}>", fields.join(", ")),
            };
            let name = text(id);
            Some((name.strip_prefix('%').unwrap_or(&name).to_owned(), definition))
        }
        _ => None,
    });
    named.collect()
}

/// A name without the number that LLVM appends.
fn base(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((base, number)) if !base.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => name,
    }
}
