//! What a note says: for people a text, for programs (`--json`) also its kind and what it is about.
use bctk::Module;
use bctk::contents::Contents;
use bctk_ir::provenance::{DroppedDebug, NotUnderstood, ShortRecord};
use serde_json::{Map, Value, json};

/// A note about a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Note {
    kind: Kind,
    /// The whole note in words.
    pub(crate) text: String,
    /// What it is about.
    constructs: Vec<Value>,
    /// What only notes of this kind have.
    more: Map<String, Value>,
}

/// The kinds of notes. `docs/bctk.md` describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Parts of a container were not read.
    Unread,
    /// The file was copied without being understood.
    CopiedUnread,
    /// Parts of the bitcode are not known.
    Unknown,
    /// Records have fewer operands than LLVM demands.
    ShortRecords,
    /// Something was left out as it does not hold any more.
    Stale,
    /// Regions of the bitcode are not as they were in the input.
    Rewritten,
    /// Parts of the description below a text were not used.
    Description,
    /// The text does not restore its bitcode file.
    Unrestored,
    /// A reader of LLVM drops the debug information.
    DebugDropped,
    /// A translation changed something.
    Translation,
    /// The output has several modules.
    SeveralModules,
    /// A source file is not there.
    NoSource,
    /// An option does less than one may think.
    Option,
    /// A part of a container could not be converted.
    LeftAsItIs,
    /// A thin archive became one that holds its members.
    Filled,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Kind::Unread => "unread",
            Kind::CopiedUnread => "copied-unread",
            Kind::Unknown => "unknown",
            Kind::ShortRecords => "short-records",
            Kind::Stale => "stale",
            Kind::Rewritten => "rewritten",
            Kind::Description => "description",
            Kind::Unrestored => "unrestored",
            Kind::DebugDropped => "debug-dropped",
            Kind::Translation => "translation",
            Kind::SeveralModules => "several-modules",
            Kind::NoSource => "no-source",
            Kind::Option => "option",
            Kind::LeftAsItIs => "left-as-it-is",
            Kind::Filled => "filled",
        }
    }
}

impl Note {
    /// A note in words.
    pub(crate) fn new(kind: Kind, text: impl Into<String>) -> Note {
        Note { kind, text: text.into(), constructs: Vec::new(), more: Map::new() }
    }

    /// With the things that it is about, each of which has a name.
    pub(crate) fn about(self, names: impl IntoIterator<Item = impl Into<String>>) -> Note {
        self.with_constructs(names.into_iter().map(|name| json!({ "construct": name.into() })))
    }

    fn with_constructs(mut self, constructs: impl IntoIterator<Item = Value>) -> Note {
        self.constructs.extend(constructs);
        self
    }

    /// With something that only notes of its kind have.
    pub(crate) fn with(mut self, key: &str, value: impl Into<Value>) -> Note {
        self.more.insert(key.to_owned(), value.into());
        self
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        let mut all = self.more.clone();
        all.insert("kind".into(), self.kind.word().into());
        all.insert("text".into(), self.text.clone().into());
        all.insert("constructs".into(), self.constructs.clone().into());
        Value::Object(all)
    }
}

/// A note about the parts of a container that were not read; none if all were.
pub(crate) fn unread(contents: &Contents) -> Option<Note> {
    let part = |unread: &bctk::contents::Unread| json!({ "construct": unread.part, "message": unread.message, "bit": unread.bit, "path": unread.path, "byte": unread.byte });
    let text = contents.note()?;
    Some(Note::new(Kind::Unread, text).with_constructs(contents.faults.iter().map(part)))
}

/// A note about records of the modules' bitcode that LLVM refuses because they have too few operands; none if there are none.
pub(crate) fn short_records(modules: &[Module]) -> Option<Note> {
    let record = |short: &ShortRecord| {
        let construct = bctk::modules::record_path(short);
        json!({ "construct": construct, "operands": short.operands, "count": short.count })
    };
    let text = crate::diag::short_records(modules)?;
    Some(Note::new(Kind::ShortRecords, text).with_constructs(modules.iter().flat_map(bctk::modules::short_records_of).map(record)))
}

/// A note about what of the modules' bitcode is not known, and what `becomes` of it; none if all is known.
pub(crate) fn not_understood(modules: &[Module], becomes: &str, kept: bool) -> Option<Note> {
    let unknown = |unknown: &NotUnderstood| json!({ "construct": unknown.what, "count": unknown.count, "replaced": unknown.replaced });
    let text = format!("{}; {becomes}", crate::diag::not_understood(modules)?);
    let note = Note::new(Kind::Unknown, text).with("kept", kept);
    Some(note.with_constructs(modules.iter().flat_map(bctk::modules::unknown_of).map(unknown)))
}

/// A note about debug information that a reader dropped from the file `name`, with what LLVM's verifier finds in it.
pub(crate) fn debug_dropped(module: &Module, name: &str) -> Option<Note> {
    let dropped = module.provenance.dropped_debug?;
    let version = match dropped {
        DroppedDebug::Version(version) => Some(version),
        DroppedDebug::Invalid => None,
    };
    let messages = module.provenance.debug_faults.as_ref().map_or("", |faults| &faults.messages);
    let note = Note::new(Kind::DebugDropped, dropped.warning(name)).about(["debug information"]);
    Some(note.with("version", version).with("messages", messages.lines().map(Value::from).collect::<Vec<_>>()))
}
