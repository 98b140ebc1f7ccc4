//! Names of the Itanium C++ ABI: a parser that builds a graph of a name, and a printer of that graph. Both limit depth and work.
mod expr;
mod float;
mod names;
mod operators;
mod params;
mod parse;
mod print;
mod print_expr;
mod types;

use operators::Operator;

/// The number of a node in [`Graph::nodes`].
type Id = u32;

/// Some nodes in a row, in [`Graph::lists`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct List {
    start: u32,
    len: u32,
}

impl List {
    fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// `const`, `volatile` and `restrict`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Qualifiers {
    constant: bool,
    volatile: bool,
    restrict: bool,
}

impl Qualifiers {
    fn any(self) -> bool {
        self.constant || self.volatile || self.restrict
    }
}

/// The reference qualifier of a member function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reference {
    #[default]
    None,
    Left,
    Right,
}

/// What may follow the parameters of a function.
#[derive(Clone, Copy, Debug, Default)]
struct Behind {
    qualifiers: Qualifiers,
    reference: Reference,
    /// The exception specification of a type; the constraint of a function.
    last: Option<Id>,
}

/// The six abbreviations of the standard library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standard {
    Allocator,
    BasicString,
    String,
    Istream,
    Ostream,
    Iostream,
}

/// The kind of a template parameter that a lambda declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ParamKind {
    Type,
    Value,
    Template,
}

/// A part of a name. Parts are shared: a substitution is the node that it refers to.
#[derive(Clone, Copy, Debug)]
enum Node<'n> {
    /// Text that is printed as it is.
    Name(&'n [u8]),
    /// `scope::name`.
    Nested {
        scope: Id,
        name: Id,
    },
    /// A friend that is defined in a class: `scope::friend name`.
    Friend {
        scope: Id,
        name: Id,
    },
    /// An entity of a function: `function()::name`.
    Local {
        function: Id,
        name: Id,
    },
    /// `::name`.
    Global(Id),
    /// `module.name`, or `module:name` for a partition.
    Module {
        parent: Option<Id>,
        name: Id,
        partition: bool,
    },
    /// `name@module`.
    InModule {
        name: Id,
        module: Id,
    },
    Tagged {
        name: Id,
        tag: &'n [u8],
    },
    /// A name, and the arguments of its template.
    WithArguments {
        name: Id,
        arguments: Id,
    },
    Arguments(List),
    /// What `J … E` holds.
    ArgumentPack(List),
    /// An argument whose parameter was described before it.
    Qualifying(Id),
    /// A parameter pack; the argument depends on the current expansion.
    ParameterPack(List),
    Expansion(Id),
    /// A parameter whose arguments follow later in the name.
    Forward(u32),
    Abbreviation(Standard),
    /// The same, spelled out: a constructor of it follows.
    SpelledOut(Standard),
    Constructor {
        class: Id,
        destructor: bool,
    },
    Conversion(Id),
    /// `~class`, where the class is not known.
    Destructor(Id),
    OperatorName(&'static Operator),
    /// `operator""name`.
    Literal(Id),
    Bindings(List),
    Unnamed(&'n [u8]),
    Lambda {
        params: List,
        first: Option<Id>,
        types: List,
        second: Option<Id>,
        count: &'n [u8],
    },
    Block,
    /// A template parameter that has no name in the mangling.
    Invented {
        kind: ParamKind,
        number: u32,
    },
    TypeParam(Id),
    ConstrainedParam {
        constraint: Id,
        name: Id,
    },
    ValueParam {
        name: Id,
        ty: Id,
    },
    TemplateParam {
        name: Id,
        params: List,
        requires: Option<Id>,
    },
    PackParam(Id),

    Function {
        result: Option<Id>,
        name: Id,
        params: List,
        explicit_object: bool,
        attributes: Option<List>,
        behind: Behind,
    },
    /// Words, and the name they are about: `vtable for `.
    Special {
        words: &'static str,
        name: Id,
    },
    ConstructionTable {
        base: Id,
        class: Id,
    },
    /// The text after a dot.
    Suffixed {
        name: Id,
        suffix: &'n [u8],
    },

    Qualified {
        ty: Id,
        qualifiers: Qualifiers,
    },
    /// A qualifier of a vendor.
    Extended {
        ty: Id,
        name: &'n [u8],
        arguments: Option<Id>,
    },
    Protocol {
        ty: Id,
        name: &'n [u8],
    },
    Pointer(Id),
    ReferenceTo {
        ty: Id,
        right: bool,
    },
    MemberPointer {
        class: Id,
        member: Id,
    },
    Array {
        element: Id,
        length: Option<Id>,
    },
    FunctionType {
        result: Id,
        params: List,
        behind: Behind,
    },
    /// A type followed by words: ` complex`.
    Worded {
        ty: Id,
        words: &'static str,
    },
    /// `struct name`.
    Elaborated {
        words: &'static str,
        name: Id,
    },
    Vector {
        element: Id,
        length: Option<Id>,
    },
    PixelVector(Id),
    BitInt {
        bits: Id,
        signed: bool,
    },
    /// `_Float16`.
    Float(Id),
    /// A fixed-point type.
    Fixed {
        saturated: bool,
        size: &'static str,
        fraction: bool,
    },
    /// `name(type)`.
    Transformed {
        name: &'n [u8],
        ty: Id,
    },
    NoExcept(Id),
    Throws(List),

    /// Any list, with commas.
    Sequence(List),
    Prefix {
        operator: &'static Operator,
        operand: Id,
    },
    Postfix {
        operator: &'static Operator,
        operand: Id,
    },
    Binary {
        operator: &'static Operator,
        left: Id,
        right: Id,
    },
    Member {
        operator: &'static Operator,
        left: Id,
        right: Id,
    },
    Subscript {
        left: Id,
        right: Id,
    },
    Conditional {
        condition: Id,
        yes: Id,
        no: Id,
    },
    NamedCast {
        words: &'static str,
        ty: Id,
        operand: Id,
    },
    Cast {
        ty: Id,
        operands: List,
    },
    MemberPointerCast {
        ty: Id,
        operand: Id,
    },
    Call {
        callee: Id,
        arguments: List,
        parenthesised: bool,
    },
    New {
        placement: List,
        ty: Id,
        arguments: List,
        global: bool,
        array: bool,
    },
    Delete {
        operand: Id,
        global: bool,
        array: bool,
    },
    /// `sizeof (operand)`.
    Enclosing {
        words: &'static str,
        operand: Id,
        postfix: bool,
    },
    SizeOfPack(Id),
    Fold {
        left: bool,
        operator: &'static Operator,
        pack: Id,
        start: Option<Id>,
    },
    Throw(Id),
    Braces {
        ty: Option<Id>,
        elements: List,
    },
    Designated {
        array: bool,
        element: Id,
        value: Id,
    },
    DesignatedRange {
        first: Id,
        last: Id,
        value: Id,
    },
    /// A number preceded by its type, or followed by a short suffix.
    Number {
        ty: &'static str,
        digits: &'n [u8],
    },
    Enumerator {
        ty: Id,
        digits: &'n [u8],
    },
    Floating {
        kind: float::Kind,
        digits: &'n [u8],
    },
    StringLiteral(Id),
    LambdaValue(Id),
    FunctionParameter(&'n [u8]),
    Subobject {
        ty: Id,
        of: Id,
        offset: &'n [u8],
    },
    Requires {
        params: List,
        requirements: List,
    },
    /// `{ operand } noexcept -> constraint;`.
    Requirement {
        operand: Id,
        noexcept: bool,
        constraint: Option<Id>,
    },
    TypeRequirement(Id),
    NestedRequirement(Id),
    Decltype(Id),
}

/// The parts of a name.
#[derive(Debug, Default)]
struct Graph<'n> {
    nodes: Vec<Node<'n>>,
    lists: Vec<Id>,
    /// What each [`Node::Forward`] turned out to stand for.
    forward: Vec<Option<Id>>,
}

impl Graph<'_> {
    fn list(&self, list: List) -> &[Id] {
        &self.lists[list.start as usize..(list.start + list.len) as usize]
    }
}

/// The text of a mangled name, which begins with one to four underscores and `Z`.
pub(crate) fn demangle(name: &[u8]) -> Option<Vec<u8>> {
    let (graph, top) = parse::parse(name)?;
    print::print(&graph, top, name.len())
}
