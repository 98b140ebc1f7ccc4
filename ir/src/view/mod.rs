//! Views: a module as functions, blocks, instructions and values that know where they belong.
//!
//! [`Module::view`] gives the view of a module. Views are small and can be copied; they borrow the module. Each gives its id, for the tables
//! of the model and for edits.
//!
//! ```
//! use bctk_ir::module::Module;
//!
//! /// Prints who calls whom.
//! fn calls(module: &Module) {
//!     for function in module.view().functions() {
//!         for call in function.instructions().filter_map(|inst| inst.as_call()) {
//!             if let Some(callee) = call.called_function() {
//!                 println!("{} -> {}", function.name_str(), callee.name_str());
//!             }
//!         }
//!     }
//! }
//! # calls(&Module::default());
//! ```
mod debug;
mod function;
mod value;

pub use debug::{DebugInfoView, LocationView, NodeView};
pub use function::{BlockView, CallView, FunctionView, InstView};
pub use value::{GlobalView, TypeView, ValueView};

use crate::entity::{GlobalId, MdId};
use crate::module::Module;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::borrow::Cow;
use std::hash::BuildHasher;
use std::sync::OnceLock;

impl Module {
    /// The module as functions, blocks, instructions and values.
    pub fn view(&self) -> ModuleView<'_> {
        ModuleView { module: self, names: OnceLock::new() }
    }
}

/// The view of a module. It looks names up by hash, in a table that it makes when a name is asked for; keep it for many names.
#[derive(Clone, Debug)]
pub struct ModuleView<'m> {
    module: &'m Module,
    /// Global values by the hash of their names. It borrows nothing, so that the module can be changed after the last use of the view.
    names: OnceLock<Names>,
}

#[derive(Clone, Debug, Default)]
struct Names {
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

/// Bytes of a name as text; what is not UTF-8 is replaced.
fn name_str(name: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(name)
}

impl<'m> ModuleView<'m> {
    /// The module.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// `source_filename`; empty if the file states none.
    pub fn source_filename(&self) -> Cow<'m, str> {
        name_str(self.module.source_filename.map_or(b"", |name| self.module.str(name)))
    }

    /// `target triple`; empty for none.
    pub fn triple(&self) -> Cow<'m, str> {
        name_str(self.module.str(self.module.triple))
    }

    /// The functions, declarations among them, in order.
    pub fn functions(&self) -> impl Iterator<Item = FunctionView<'m>> + use<'m> {
        let module = self.module;
        module.functions().map(move |(id, _, _)| FunctionView::new(module, id))
    }

    /// The global values, in order: variables, functions, aliases, ifuncs.
    pub fn globals(&self) -> impl Iterator<Item = GlobalView<'m>> + use<'m> {
        let module = self.module;
        (0..module.globals.len()).map(move |at| GlobalView { module, id: GlobalId::new(at) })
    }

    /// The global value of this name.
    pub fn global(&self, name: impl AsRef<[u8]>) -> Option<GlobalView<'m>> {
        let module = self.module;
        let text = |at: u32| module.globals.get(at as usize).map_or(&b""[..], |global| module.str(global.name));
        let names = self.names.get_or_init(|| {
            let mut names = Names::default();
            for at in (0..module.globals.len() as u32).filter(|&at| !text(at).is_empty()) {
                let hasher = &names.hasher;
                names.table.insert_unique(hasher.hash_one(text(at)), at, |&other| hasher.hash_one(text(other)));
            }
            names
        });
        let name = name.as_ref();
        let found = names.table.find(names.hasher.hash_one(name), |&at| text(at) == name)?;
        Some(GlobalView { module, id: GlobalId(*found) })
    }

    /// The function of this name.
    pub fn function(&self, name: impl AsRef<[u8]>) -> Option<FunctionView<'m>> {
        self.global(name)?.as_function()
    }

    /// The view of a global value.
    pub fn get(&self, id: GlobalId) -> Option<GlobalView<'m>> {
        self.module.global(id).map(|_| GlobalView { module: self.module, id })
    }

    /// The nodes of a named metadata; none if there is no such.
    pub fn named_metadata(&self, name: impl AsRef<[u8]>) -> Vec<NodeView<'m>> {
        let module = self.module;
        let named = module.metadata.named.iter().find(|named| module.str(named.name) == name.as_ref());
        named.map_or_else(Vec::new, |named| named.nodes.iter().map(|&id| NodeView::new(module, id)).collect())
    }

    /// The debug information.
    pub fn debug_info(&self) -> DebugInfoView<'m> {
        DebugInfoView { module: self.module }
    }

    /// The view of a debug location's node.
    pub fn location(&self, id: MdId) -> LocationView<'m> {
        LocationView::new(self.module, id)
    }

    /// The view of a metadata node.
    pub fn node(&self, id: MdId) -> NodeView<'m> {
        NodeView::new(self.module, id)
    }
}
