//! Options of `llvm-nm`, which `bcdump --symbols` takes, too: short ones may stand together, long ones have two dashes.
//!
//! Taken from the behaviour of llvm-nm 22.
use std::ffi::OsString;
use std::path::PathBuf;

/// A layout of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    #[default]
    Bsd,
    Posix,
    Sysv,
    Darwin,
    JustSymbols,
}

/// The base of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Radix {
    Octal,
    Decimal,
    #[default]
    Hexadecimal,
}

/// What is to be listed, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) debug_syms: bool,
    pub(crate) defined_only: bool,
    pub(crate) demangle: bool,
    pub(crate) dynamic: bool,
    pub(crate) export_symbols: bool,
    pub(crate) extern_only: bool,
    pub(crate) format: Format,
    pub(crate) hex: bool,
    pub(crate) no_llvm_bc: bool,
    pub(crate) no_sort: bool,
    pub(crate) no_weak: bool,
    pub(crate) numeric_sort: bool,
    pub(crate) print_armap: bool,
    pub(crate) print_file_name: bool,
    pub(crate) print_size: bool,
    pub(crate) quiet: bool,
    pub(crate) radix: Radix,
    pub(crate) reverse_sort: bool,
    pub(crate) size_sort: bool,
    pub(crate) special_syms: bool,
    pub(crate) undefined_only: bool,
    pub(crate) without_aliases: bool,
    /// Architectures of universal binaries, or `all`.
    pub(crate) arch: Vec<String>,
    /// Whether files for 32 bits are listed, and those for 64.
    pub(crate) bits: Option<(bool, bool)>,
    /// Everything there is to say of every symbol.
    pub(crate) full: bool,
    pub(crate) json: bool,
    pub(crate) help: bool,
    pub(crate) version: bool,
    pub(crate) files: Vec<PathBuf>,
}

impl Options {
    /// Reads `args`. `own` allows what llvm-nm does not have.
    ///
    /// # Errors
    /// Complaints, each without the tool's name.
    pub(crate) fn parse(args: &[OsString], own: bool) -> Result<Options, Vec<String>> {
        let mut options = Options::default();
        let mut wrong = Vec::new();
        let mut args = args.iter();
        let mut only_files = false;
        while let Some(arg) = args.next() {
            let text = arg.to_string_lossy();
            if only_files || text == "-" || !text.starts_with('-') {
                options.files.push(PathBuf::from(arg));
            } else if text == "--" {
                only_files = true;
            } else if let Some(long) = text.strip_prefix("--") {
                let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value.to_owned())));
                let mut value = || value.clone().or_else(|| args.next().map(|next| next.to_string_lossy().into_owned()));
                match name {
                    "format" | "radix" | "arch" => match value() {
                        Some(value) if name == "arch" => options.arch.push(value),
                        Some(value) if name == "format" => options.set_format(&value, &mut wrong),
                        Some(value) => options.set_radix(&value, &mut wrong),
                        None => wrong.push(format!("--{name}: missing argument")),
                    },
                    _ if long.contains('=') || !(options.set_long(name) || own && options.set_own(name)) => {
                        wrong.push(format!("unknown argument '{text}'"));
                    }
                    _ => {}
                }
            } else if text == "-arch" {
                match args.next() {
                    Some(name) => options.arch.push(name.to_string_lossy().into_owned()),
                    None => wrong.push("-arch: missing argument".into()),
                }
            } else {
                let letters = text.char_indices().skip(1);
                for (at, letter) in letters {
                    if matches!(letter, 'f' | 't' | 'X') {
                        let joined = &text[at + 1..];
                        let value = match joined {
                            "" => args.next().map(|next| next.to_string_lossy().into_owned()),
                            joined => Some(joined.to_owned()),
                        };
                        match (letter, value) {
                            (_, None) => wrong.push(format!("-{letter}: missing argument")),
                            ('f', Some(value)) => options.set_format(&value, &mut wrong),
                            ('t', Some(value)) => options.set_radix(&value, &mut wrong),
                            (_, Some(value)) => options.set_bits(&value, &mut wrong),
                        }
                        break;
                    }
                    if !options.set_short(letter) {
                        wrong.push(format!("unknown argument '-{letter}'"));
                    }
                }
            }
        }
        if options.export_symbols {
            (options.extern_only, options.defined_only) = (true, true);
        }
        if wrong.is_empty() { Ok(options) } else { Err(wrong) }
    }

    fn set_long(&mut self, name: &str) -> bool {
        let flag = match name {
            "debug-syms" => &mut self.debug_syms,
            "defined-only" => &mut self.defined_only,
            "demangle" => &mut self.demangle,
            "dynamic" => &mut self.dynamic,
            "export-symbols" => &mut self.export_symbols,
            "extern-only" => &mut self.extern_only,
            "help" => &mut self.help,
            "no-llvm-bc" => &mut self.no_llvm_bc,
            "no-sort" => &mut self.no_sort,
            "no-weak" => &mut self.no_weak,
            "numeric-sort" => &mut self.numeric_sort,
            "print-file-name" => &mut self.print_file_name,
            "print-size" => &mut self.print_size,
            "quiet" => &mut self.quiet,
            "reverse-sort" => &mut self.reverse_sort,
            "size-sort" => &mut self.size_sort,
            "undefined-only" => &mut self.undefined_only,
            "version" => &mut self.version,
            "without-aliases" => &mut self.without_aliases,
            "no-demangle" => {
                self.demangle = false;
                return true;
            }
            "portability" => return self.set(Format::Posix),
            "just-symbol-name" => return self.set(Format::JustSymbols),
            "special-syms" => &mut self.special_syms,
            "print-armap" => &mut self.print_armap,
            // Line numbers and what only the dynamic linker of Darwin knows are not looked for.
            "line-numbers" | "add-dyldinfo" | "add-inlinedinfo" | "dyldinfo-only" | "no-dyldinfo" | "no-rsrc" => {
                return true;
            }
            _ => return false,
        };
        *flag = true;
        true
    }

    fn set_own(&mut self, name: &str) -> bool {
        let flag = match name {
            "symbols" => return true,
            "full" => &mut self.full,
            "json" => &mut self.json,
            _ => return false,
        };
        *flag = true;
        true
    }

    fn set_short(&mut self, letter: char) -> bool {
        match letter {
            'B' => self.set(Format::Bsd),
            'P' => self.set(Format::Posix),
            'j' => self.set(Format::JustSymbols),
            'm' => self.set(Format::Darwin),
            'x' => {
                self.hex = true;
                true
            }
            _ => self.set_long(match letter {
                'a' => "debug-syms",
                'A' | 'o' => "print-file-name",
                'C' => "demangle",
                'D' => "dynamic",
                'g' => "extern-only",
                'h' => "help",
                'l' => "line-numbers",
                'M' => "print-armap",
                'n' | 'v' => "numeric-sort",
                'p' => "no-sort",
                'r' => "reverse-sort",
                'S' => "print-size",
                'u' => "undefined-only",
                'U' => "defined-only",
                'V' => "version",
                'W' => "no-weak",
                _ => return false,
            }),
        }
    }

    fn set(&mut self, format: Format) -> bool {
        self.format = format;
        true
    }

    fn set_format(&mut self, value: &str, wrong: &mut Vec<String>) {
        self.format = match value {
            "bsd" => Format::Bsd,
            "posix" => Format::Posix,
            "sysv" => Format::Sysv,
            "darwin" => Format::Darwin,
            "just-symbols" => Format::JustSymbols,
            _ => return wrong.push("--format value should be one of: bsd, posix, sysv, darwin, just-symbols".into()),
        };
    }

    fn set_radix(&mut self, value: &str, wrong: &mut Vec<String>) {
        self.radix = match value {
            "o" => Radix::Octal,
            "d" => Radix::Decimal,
            "x" => Radix::Hexadecimal,
            _ => return wrong.push("--radix value should be one of: 'o' (octal), 'd' (decimal), 'x' (hexadecimal)".into()),
        };
    }

    fn set_bits(&mut self, value: &str, wrong: &mut Vec<String>) {
        self.bits = match value {
            "32" => Some((true, false)),
            "64" => Some((false, true)),
            "32_64" | "any" => None,
            _ => return wrong.push("-X value should be one of: 32, 64, 32_64, (default) any".into()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Options, Vec<String>> {
        Options::parse(&args.iter().map(OsString::from).collect::<Vec<_>>(), false)
    }

    #[test]
    fn short_options_may_stand_together() {
        let want = Options { extern_only: true, defined_only: true, format: Format::Posix, files: vec!["a".into()], ..Options::default() };
        assert_eq!(parsed(&["-gU", "-fposix", "a"]), Ok(want.clone()));
        assert_eq!(parsed(&["a", "--extern-only", "-U", "--format", "posix"]), Ok(want.clone()));
        assert_eq!(parsed(&["-gUf", "posix", "--", "a"]), Ok(want));
    }

    #[test]
    fn wrong_ones_are_named() {
        // As llvm-nm 22 words them.
        assert_eq!(parsed(&["--bogus", "-f"]), Err(vec!["unknown argument '--bogus'".into(), "-f: missing argument".into()]));
        assert_eq!(parsed(&["--json"]), Err(vec!["unknown argument '--json'".into()]));
    }
}
