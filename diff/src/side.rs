//! One of the two modules: its numbers, and the lines that it prints, without what a renumbering changes.
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalValue;
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_textual::{DisplayIn, ModuleSlotTracker};
use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_64;

use crate::nodes::Nodes;
use crate::tokens::{Token, Tokens};

/// A module and the numbers in its text.
pub(crate) struct Side<'m> {
    pub(crate) module: &'m Module,
    pub(crate) tracker: ModuleSlotTracker<'m>,
    pub(crate) nodes: Nodes,
    /// Ids of the nodes, by the numbers that the text has.
    pub(crate) numbered: Vec<bctk_ir::entity::MdId>,
    /// The groups of attributes, by number.
    groups: Vec<Vec<String>>,
    /// The name of each global value in the text, in quotes if it needs them.
    names: Vec<String>,
    /// The same without quotes, for people.
    pub(crate) shown: Vec<String>,
    /// What a global value counts as, by its name in the text; any other counts as its name.
    pub(crate) globals: HashMap<String, u64>,
    /// The same of types.
    pub(crate) types: HashMap<String, u64>,
}

/// A line, and what two equal ones may differ in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line<'t> {
    /// As it is printed.
    pub(crate) text: &'t str,
    /// Hash of the code in it, without locals.
    pub(crate) shape: u64,
    /// Locals in it, in order.
    pub(crate) locals: Vec<&'t str>,
    /// The local that it defines, which is the first in `locals`.
    pub(crate) defines: bool,
    /// Hash of the attributes.
    pub(crate) attributes: u64,
    /// Hash of the metadata that is no debug information.
    pub(crate) metadata: u64,
    /// Hash of the debug information.
    pub(crate) debug: u64,
    /// Whether it is a debug record.
    pub(crate) is_record: bool,
    /// Whether it is a label.
    pub(crate) is_label: bool,
    /// Kinds and numbers of attached nodes.
    pub(crate) attachments: Vec<(&'t str, usize)>,
    /// Numbers of groups of attributes.
    pub(crate) groups: Vec<usize>,
    /// Attributes of arguments and results.
    pub(crate) words: Vec<&'t str>,
}

impl<'m> Side<'m> {
    pub(crate) fn new(module: &'m Module, paths: bool) -> Side<'m> {
        let tracker = ModuleSlotTracker::new(module);
        let groups = tracker.attribute_groups().into_iter().map(|set| tracker.attributes(set)).collect();
        let text = |id: u32| Value::global(GlobalId(id)).display(&tracker).to_string();
        let names: Vec<String> = (0..module.globals.len() as u32).map(|id| after_sign(&text(id))).collect();
        let shown = |(global, text): (&GlobalValue, &String)| match module.str(global.name) {
            b"" => text.clone(),
            name => String::from_utf8_lossy(name).into_owned(),
        };
        let shown = module.globals.iter().zip(&names).map(shown).collect();
        let numbered = tracker.nodes();
        Side {
            nodes: Nodes::new(module, &tracker, paths),
            numbered,
            groups,
            names,
            shown,
            globals: HashMap::new(),
            types: HashMap::new(),
            module,
            tracker,
        }
    }

    /// Gives a global value a number to count as.
    pub(crate) fn count_as(&mut self, id: GlobalId, number: u64) {
        if let Some(name) = self.names.get(id.index()) {
            self.globals.insert(name.clone(), number);
        }
    }

    /// The text of a global value, with its body.
    pub(crate) fn text(&self, id: GlobalId) -> String {
        id.display(&self.tracker).to_string()
    }

    /// The attributes of a group.
    pub(crate) fn group(&self, number: usize) -> &[String] {
        self.groups.get(number).map_or(&[], Vec::as_slice)
    }

    /// The hash of a node with a number.
    fn node(&self, hashes: &[u64], number: usize) -> u64 {
        let id = self.numbered.get(number);
        id.and_then(|id| hashes.get(id.index())).copied().unwrap_or(number as u64)
    }

    /// A line of a function, whose locals are those that `is_local` knows, or of another global value.
    pub(crate) fn line<'t>(&self, text: &'t str, is_local: &dyn Fn(&str) -> bool) -> Line<'t> {
        let mut line = Line { text, is_record: is_record(text), ..Line::default() };
        let (mut shape, mut attributes, mut metadata, mut debug) = (Vec::with_capacity(64), Vec::new(), Vec::new(), Vec::new());
        if let Some(label) = label(text) {
            (line.defines, line.is_label) = (true, true);
            line.locals.push(label);
            line.shape = xxh3_64(b"label:");
            return line;
        }
        for token in Tokens::of(text) {
            match token {
                Token::Text(text) => shape.extend_from_slice(text.as_bytes()),
                Token::Local(name) if is_local(name) => {
                    line.defines |= line.locals.is_empty() && text.trim_start().starts_with('%');
                    line.locals.push(name);
                    shape.push(b'%');
                }
                Token::Local(name) => counted(b'T', name, &self.types, &mut shape),
                Token::Global(name) => counted(b'@', name, &self.globals, &mut shape),
                Token::Node(number) if line.is_record => shape.extend(self.node(&self.nodes.all, number).to_le_bytes()),
                Token::Node(number) => shape.extend(self.node(&self.nodes.code, number).to_le_bytes()),
                Token::Group(number) => {
                    line.groups.push(number);
                    self.group(number).iter().for_each(|text| attributes.extend_from_slice(text.as_bytes()));
                }
                Token::Attribute(text) => {
                    line.words.push(text);
                    attributes.extend_from_slice(text.as_bytes());
                    attributes.push(b' ');
                }
                Token::Attachment(kind, number) => {
                    line.attachments.push((kind, number));
                    let part = if is_debug(kind) { &mut debug } else { &mut metadata };
                    part.extend_from_slice(kind.as_bytes());
                    if is_debug(kind) {
                        part.extend(self.node(&self.nodes.all, number).to_le_bytes());
                    } else {
                        part.extend(self.node(&self.nodes.code, number).to_le_bytes());
                        debug.extend(self.node(&self.nodes.all, number).to_le_bytes());
                    }
                }
            }
        }
        (line.shape, line.attributes, line.metadata, line.debug) =
            (xxh3_64(&shape), xxh3_64(&attributes), xxh3_64(&metadata), xxh3_64(&debug));
        line
    }
}

/// Writes what a name counts as.
fn counted(sign: u8, name: &str, counts: &HashMap<String, u64>, shape: &mut Vec<u8>) {
    shape.push(sign);
    match counts.get(name) {
        Some(number) => shape.extend(number.to_le_bytes()),
        None => shape.extend_from_slice(name.as_bytes()),
    }
}

/// The name after the sign of a global value that is printed with its type.
fn after_sign(text: &str) -> String {
    text.split_once('@').map_or(text, |(_, name)| name).to_owned()
}

/// Whether metadata of a kind is debug information.
fn is_debug(kind: &str) -> bool {
    matches!(kind, "dbg" | "DIAssignID" | "heapallocsite" | "srcloc")
}

/// Whether a line is a debug record, or a call of an intrinsic that does the same.
fn is_record(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("#dbg_") || text.contains("call void @llvm.dbg.")
}

/// The label that a line is. Comments tell of predecessors behind it.
pub(crate) fn label(text: &str) -> Option<&str> {
    let code = text.rsplit_once("; preds = ").or_else(|| text.rsplit_once("; No predecessors!")).map_or(text, |(code, _)| code);
    let label = code.trim_end().strip_suffix(':')?;
    let is_label = !label.is_empty() && !label.starts_with([' ', '@', '!', '}']);
    is_label.then_some(label)
}
