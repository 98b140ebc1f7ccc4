//! What is wrong with modules that are linked, in LLVM's words.
use std::fmt;

/// How bad a [`Problem`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The modules cannot be linked.
    Error,
    /// They are linked nevertheless.
    Warning,
}

/// A value of a module flag that differs, and the module that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagValue {
    /// The value as it prints; empty where the release does not tell it.
    pub value: String,
    /// The name of the module.
    pub module: String,
}

/// What LLVM demands of two appending arrays of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Appending {
    /// Both are constant, or none is.
    Constness,
    /// The same alignment.
    Alignment,
    /// The same visibility.
    Visibility,
    /// The same `unnamed_addr`.
    UnnamedAddr,
    /// The same section.
    Section,
    /// The same address space.
    AddressSpace,
    /// The same type of elements.
    ElementType,
}

/// Something that keeps modules from being linked, or that LLVM warns of. It prints in LLVM's words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Two strong definitions.
    MultiplyDefined {
        /// The symbol.
        name: String,
    },
    /// Comdats of one name with selection kinds that do not go together.
    ComdatKinds {
        /// The comdat.
        name: String,
    },
    /// The comdat's selection kind compares data, and its leader is no variable.
    ComdatLeader {
        /// The comdat.
        name: String,
    },
    /// The comdat's leader is an alias of something without a size.
    ComdatAlias {
        /// The comdat.
        name: String,
    },
    /// Comdats that must have equal contents differ.
    ComdatContents {
        /// The comdat.
        name: String,
    },
    /// Comdats that must have equal sizes differ.
    ComdatSizes {
        /// The comdat.
        name: String,
    },
    /// A function or alias of a `nodeduplicate` comdat in both modules. LLVM goes on.
    NotDuplicated {
        /// The symbol.
        name: String,
    },
    /// An appending array and another variable.
    NotAppending {
        /// The symbol.
        name: String,
    },
    /// Appending arrays that differ.
    AppendingDiffers(Appending),
    /// Module flags with different behaviors.
    FlagBehaviors {
        /// The flag.
        flag: String,
        /// The module that is linked, and the module that it is linked into.
        modules: [String; 2],
    },
    /// Module flags that both override with different values.
    FlagOverrides {
        /// The flag.
        flag: String,
        /// The module that is linked, and the module that it is linked into.
        modules: [String; 2],
    },
    /// Module flags with different values.
    FlagValues {
        /// The flag.
        flag: String,
        /// The value in the module that is linked, and that in the module that it is linked into.
        values: [FlagValue; 2],
    },
    /// Module flags with different values, of which LLVM warns.
    FlagWarning {
        /// The flag.
        flag: String,
        /// The value in the module that is linked, and that in the module that it is linked into.
        values: [FlagValue; 2],
    },
    /// A module flag that another one requires.
    FlagRequired {
        /// The required flag.
        flag: String,
    },
    /// The modules have different data layouts.
    DataLayouts {
        /// Module and layout of the module that is linked, then of that which it is linked into.
        layouts: [FlagValue; 2],
    },
    /// The modules are of different targets.
    Triples {
        /// Module and triple of the module that is linked, then of that which it is linked into.
        triples: [FlagValue; 2],
    },
    /// A module with pseudo probes is imported from by one without them.
    Probes {
        /// The module that is imported from, and the other one.
        modules: [String; 2],
    },
    /// What this linker does not do yet.
    NotSupported(String),
}

/// What modules do not agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'p> {
    /// A symbol.
    Symbol(&'p str),
    /// A comdat.
    Comdat(&'p str),
    /// A module flag.
    Flag(&'p str),
}

impl Problem {
    /// What it is about, if that has a name.
    pub fn subject(&self) -> Option<Subject<'_>> {
        match self {
            Problem::MultiplyDefined { name } | Problem::NotDuplicated { name } | Problem::NotAppending { name } => {
                Some(Subject::Symbol(name))
            }
            Problem::ComdatKinds { name }
            | Problem::ComdatLeader { name }
            | Problem::ComdatAlias { name }
            | Problem::ComdatContents { name }
            | Problem::ComdatSizes { name } => Some(Subject::Comdat(name)),
            Problem::FlagBehaviors { flag, .. }
            | Problem::FlagOverrides { flag, .. }
            | Problem::FlagValues { flag, .. }
            | Problem::FlagWarning { flag, .. }
            | Problem::FlagRequired { flag } => Some(Subject::Flag(flag)),
            Problem::AppendingDiffers(_)
            | Problem::DataLayouts { .. }
            | Problem::Triples { .. }
            | Problem::Probes { .. }
            | Problem::NotSupported(_) => None,
        }
    }

    /// Whether it is an error or a warning.
    pub fn severity(&self) -> Severity {
        match self {
            Problem::FlagWarning { .. } | Problem::DataLayouts { .. } | Problem::Triples { .. } | Problem::Probes { .. } => {
                Severity::Warning
            }
            _ => Severity::Error,
        }
    }

    /// Whether the modules are linked nevertheless.
    pub fn goes_on(&self) -> bool {
        self.severity() == Severity::Warning || matches!(self, Problem::NotDuplicated { .. })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::MultiplyDefined { name } => write!(f, "Linking globals named '{name}': symbol multiply defined!"),
            Problem::ComdatKinds { name } => write!(f, "Linking COMDATs named '{name}': invalid selection kinds!"),
            Problem::ComdatLeader { name } => {
                write!(f, "Linking COMDATs named '{name}': GlobalVariable required for data dependent selection!")
            }
            Problem::ComdatAlias { name } => write!(f, "Linking COMDATs named '{name}': COMDAT key involves incomputable alias size."),
            Problem::ComdatContents { name } => write!(f, "Linking COMDATs named '{name}': ExactMatch violated!"),
            Problem::ComdatSizes { name } => write!(f, "Linking COMDATs named '{name}': SameSize violated!"),
            Problem::NotDuplicated { name } => write!(f, "linking '{name}': non-variables in comdat nodeduplicate are not handled"),
            Problem::NotAppending { name } => {
                write!(f, "Linking globals named '{name}': can only link appending global with another appending global!")
            }
            Problem::AppendingDiffers(what) => match what {
                Appending::Constness => f.write_str("Appending variables linked with different const'ness!"),
                Appending::Alignment => f.write_str("Appending variables with different alignment need to be linked!"),
                Appending::Visibility => f.write_str("Appending variables with different visibility need to be linked!"),
                Appending::UnnamedAddr => f.write_str("Appending variables with different unnamed_addr need to be linked!"),
                Appending::Section => f.write_str("Appending variables with different section name need to be linked!"),
                Appending::AddressSpace => f.write_str("Appending variables with different address spaces need to be linked!"),
                Appending::ElementType => f.write_str("Appending variables with different element types!"),
            },
            Problem::FlagBehaviors { flag, modules: [src, dst] } => {
                write!(f, "linking module flags '{flag}': IDs have conflicting behaviors in '{src}' and '{dst}'")
            }
            Problem::FlagOverrides { flag, modules: [src, dst] } => {
                write!(f, "linking module flags '{flag}': IDs have conflicting override values in '{src}' and '{dst}'")
            }
            Problem::FlagValues { flag, values: [src, dst] } if src.value.is_empty() => {
                write!(f, "linking module flags '{flag}': IDs have conflicting values in '{}' and '{}'", src.module, dst.module)
            }
            Problem::FlagValues { flag, values: [src, dst] } => write!(
                f,
                "linking module flags '{flag}': IDs have conflicting values: '{}' from {}, and '{}' from {}",
                src.value, src.module, dst.value, dst.module
            ),
            Problem::FlagWarning { flag, values: [src, dst] } => write!(
                f,
                "linking module flags '{flag}': IDs have conflicting values ('{}' from {} with '{}' from {})",
                src.value, src.module, dst.value, dst.module
            ),
            Problem::FlagRequired { flag } => write!(f, "linking module flags '{flag}': does not have the required value"),
            Problem::DataLayouts { layouts: [src, dst] } => writeln!(
                f,
                "Linking two modules of different data layouts: '{}' is '{}' whereas '{}' is '{}'",
                src.module, src.value, dst.module, dst.value
            ),
            Problem::Triples { triples: [src, dst] } => writeln!(
                f,
                "Linking two modules of different target triples: '{}' is '{}' whereas '{}' is '{}'",
                src.module, src.value, dst.module, dst.value
            ),
            Problem::Probes { modules: [src, dst] } => writeln!(
                f,
                "Pseudo-probe ignored: source module '{src}' is compiled with -fpseudo-probe-for-profiling while destination module '{dst}' is not"
            ),
            Problem::NotSupported(what) => f.write_str(what),
        }
    }
}

/// A name as messages have it.
pub(crate) fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}
