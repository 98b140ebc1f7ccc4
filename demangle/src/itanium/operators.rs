//! The operators of expressions and of functions that overload them: their codes, from the ABI's table, and how they bind.

/// How tightly an operator binds: the first binds most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    Primary,
    Postfix,
    Unary,
    Cast,
    MemberPointer,
    Multiplicative,
    Additive,
    Shift,
    Spaceship,
    Relational,
    Equality,
    And,
    Xor,
    Or,
    AndThen,
    OrElse,
    Conditional,
    Assign,
    Comma,
}

/// What an operator makes of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Prefix,
    /// Prefix if an underscore follows the code.
    Postfix,
    Binary,
    Subscript,
    Member,
    New,
    Delete,
    Call,
    Cast,
    Conditional,
    /// Only the name of a function.
    Name,
    NamedCast,
    /// Of a type: `sizeof (int)`.
    OfType,
    /// Of an expression.
    OfValue,
}

/// One operator.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Operator {
    pub(super) code: [u8; 2],
    pub(super) form: Form,
    /// Of arrays, for `new` and `delete`; with parentheses, for calls; that no function overloads, for members and what is said of types and values.
    pub(super) flag: bool,
    pub(super) binding: Binding,
    pub(super) words: &'static str,
}

const fn row(code: &[u8; 2], form: Form, flag: bool, binding: Binding, words: &'static str) -> Operator {
    Operator { code: *code, form, flag, binding, words }
}

/// By code.
static OPERATORS: [Operator; 64] = [
    row(b"aN", Form::Binary, false, Binding::Assign, "&="),
    row(b"aS", Form::Binary, false, Binding::Assign, "="),
    row(b"aa", Form::Binary, false, Binding::AndThen, "&&"),
    row(b"ad", Form::Prefix, false, Binding::Unary, "&"),
    row(b"an", Form::Binary, false, Binding::And, "&"),
    row(b"at", Form::OfType, true, Binding::Unary, "alignof "),
    row(b"aw", Form::Name, false, Binding::Primary, "co_await"),
    row(b"az", Form::OfValue, true, Binding::Unary, "alignof "),
    row(b"cc", Form::NamedCast, false, Binding::Postfix, "const_cast"),
    row(b"cl", Form::Call, false, Binding::Postfix, "()"),
    row(b"cm", Form::Binary, false, Binding::Comma, ","),
    row(b"co", Form::Prefix, false, Binding::Unary, "~"),
    row(b"cp", Form::Call, true, Binding::Postfix, "()"),
    row(b"cv", Form::Cast, false, Binding::Cast, ""),
    row(b"dV", Form::Binary, false, Binding::Assign, "/="),
    row(b"da", Form::Delete, true, Binding::Unary, "delete[]"),
    row(b"dc", Form::NamedCast, false, Binding::Postfix, "dynamic_cast"),
    row(b"de", Form::Prefix, false, Binding::Unary, "*"),
    row(b"dl", Form::Delete, false, Binding::Unary, "delete"),
    row(b"ds", Form::Member, true, Binding::MemberPointer, ".*"),
    row(b"dt", Form::Member, true, Binding::Postfix, "."),
    row(b"dv", Form::Binary, false, Binding::Multiplicative, "/"),
    row(b"eO", Form::Binary, false, Binding::Assign, "^="),
    row(b"eo", Form::Binary, false, Binding::Xor, "^"),
    row(b"eq", Form::Binary, false, Binding::Equality, "=="),
    row(b"ge", Form::Binary, false, Binding::Relational, ">="),
    row(b"gt", Form::Binary, false, Binding::Relational, ">"),
    row(b"ix", Form::Subscript, false, Binding::Postfix, "[]"),
    row(b"lS", Form::Binary, false, Binding::Assign, "<<="),
    row(b"le", Form::Binary, false, Binding::Relational, "<="),
    row(b"ls", Form::Binary, false, Binding::Shift, "<<"),
    row(b"lt", Form::Binary, false, Binding::Relational, "<"),
    row(b"mI", Form::Binary, false, Binding::Assign, "-="),
    row(b"mL", Form::Binary, false, Binding::Assign, "*="),
    row(b"mi", Form::Binary, false, Binding::Additive, "-"),
    row(b"ml", Form::Binary, false, Binding::Multiplicative, "*"),
    row(b"mm", Form::Postfix, false, Binding::Postfix, "--"),
    row(b"na", Form::New, true, Binding::Unary, "new[]"),
    row(b"ne", Form::Binary, false, Binding::Equality, "!="),
    row(b"ng", Form::Prefix, false, Binding::Unary, "-"),
    row(b"nt", Form::Prefix, false, Binding::Unary, "!"),
    row(b"nw", Form::New, false, Binding::Unary, "new"),
    row(b"oR", Form::Binary, false, Binding::Assign, "|="),
    row(b"oo", Form::Binary, false, Binding::OrElse, "||"),
    row(b"or", Form::Binary, false, Binding::Or, "|"),
    row(b"pL", Form::Binary, false, Binding::Assign, "+="),
    row(b"pl", Form::Binary, false, Binding::Additive, "+"),
    row(b"pm", Form::Member, false, Binding::MemberPointer, "->*"),
    row(b"pp", Form::Postfix, false, Binding::Postfix, "++"),
    row(b"ps", Form::Prefix, false, Binding::Unary, "+"),
    row(b"pt", Form::Member, false, Binding::Postfix, "->"),
    row(b"qu", Form::Conditional, false, Binding::Conditional, "?"),
    row(b"rM", Form::Binary, false, Binding::Assign, "%="),
    row(b"rS", Form::Binary, false, Binding::Assign, ">>="),
    row(b"rc", Form::NamedCast, false, Binding::Postfix, "reinterpret_cast"),
    row(b"rm", Form::Binary, false, Binding::Multiplicative, "%"),
    row(b"rs", Form::Binary, false, Binding::Shift, ">>"),
    row(b"sc", Form::NamedCast, false, Binding::Postfix, "static_cast"),
    row(b"ss", Form::Binary, false, Binding::Spaceship, "<=>"),
    row(b"st", Form::OfType, true, Binding::Unary, "sizeof "),
    row(b"sz", Form::OfValue, true, Binding::Unary, "sizeof "),
    row(b"te", Form::OfValue, true, Binding::Postfix, "typeid "),
    row(b"ti", Form::OfType, true, Binding::Postfix, "typeid "),
    row(b"nx", Form::OfValue, true, Binding::Unary, "noexcept "),
];

/// The operator of a code.
pub(super) fn find(code: [u8; 2]) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.code == code)
}

impl Operator {
    /// Whether a function can have this name.
    pub(super) fn names_function(&self) -> bool {
        match self.form {
            Form::OfType | Form::OfValue | Form::NamedCast | Form::Cast => false,
            Form::Member => !self.flag,
            _ => true,
        }
    }

    /// Whether it takes two operands that a fold may stand between.
    pub(super) fn folds(&self) -> bool {
        self.form == Form::Binary || (self.form == Form::Member && self.binding == Binding::MemberPointer)
    }
}
