//! Options of `llvm-nm`, also used by `bcdump --symbols`: short options may be combined, long options have two dashes.
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

/// The options for what to list, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) debug_syms: bool,
    pub(crate) defined_only: bool,
    pub(crate) demangle: bool,
    pub(crate) dynamic: bool,
    pub(crate) export_symbols: bool,
    pub(crate) dyld_only: bool,
    pub(crate) dyld_too: bool,
    pub(crate) no_dyld: bool,
    /// Symbols of the libraries that a text stub holds, too.
    pub(crate) inlined: bool,
    pub(crate) line_numbers: bool,
    pub(crate) no_resources: bool,
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
    /// Architectures of universal binaries, or all.
    pub(crate) arch: Vec<String>,
    pub(crate) all_archs: bool,
    /// The segment and the section of Mach-O whose symbols alone are listed.
    pub(crate) section: Option<(String, String)>,
    /// Warnings, after which llvm-nm continues.
    pub(crate) complaints: Vec<String>,
    /// Whether files for 32 bits are listed, and those for 64.
    pub(crate) bits: Option<(bool, bool)>,
    /// Everything there is to say of every symbol.
    pub(crate) full: bool,
    pub(crate) json: bool,
    /// The names of what is listed, as people write them; all if there are none.
    pub(crate) names: Vec<String>,
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
        // The segment and the section that follow `-s`, with other options between them.
        let (mut names, mut names_wanted) = (Vec::new(), 0);
        while let Some(arg) = args.next() {
            let text = arg.to_string_lossy();
            if only_files || text == "-" || !text.starts_with('-') {
                match names_wanted {
                    0 => options.files.push(PathBuf::from(arg)),
                    _ => {
                        names_wanted -= 1;
                        names.push(text.into_owned());
                    }
                }
            } else if text == "--" {
                only_files = true;
            } else if text == "-s" {
                match names_wanted {
                    0 => names_wanted = 2,
                    _ => {
                        names_wanted -= 1;
                        names.push(String::new());
                    }
                }
            } else if let Some(long) = text.strip_prefix("--") {
                let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value.to_owned())));
                let mut value = || value.clone().or_else(|| args.next().map(|next| next.to_string_lossy().into_owned()));
                match name {
                    "name" if own => match value() {
                        Some(value) => options.names.push(value),
                        None => wrong.push(format!("--{name}: missing argument")),
                    },
                    "format" | "radix" | "arch" => match value() {
                        Some(value) if name == "arch" => options.set_arch(&value),
                        Some(value) if name == "format" => options.set_format(&value),
                        Some(value) => options.set_radix(&value),
                        None => wrong.push(format!("--{name}: missing argument")),
                    },
                    _ if long.contains('=') || !(options.set_long(name) || own && options.set_own(name)) => {
                        wrong.push(format!("unknown argument '{text}'"));
                    }
                    _ => {}
                }
            } else if text == "-arch" {
                match args.next() {
                    Some(name) => options.set_arch(&name.to_string_lossy()),
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
                            ('f', Some(value)) => options.set_format(&value),
                            ('t', Some(value)) => options.set_radix(&value),
                            (_, Some(value)) => options.set_bits(&value),
                        }
                        break;
                    }
                    if !options.set_short(letter) {
                        wrong.push(format!("unknown argument '-{letter}'"));
                    }
                }
            }
        }
        let count = names.len();
        let mut names = names.into_iter();
        options.section = names.next().zip(names.next());
        if !matches!(count, 0 | 2) {
            options.complaints.push("for the -s option: bad number of arguments (must be two arguments)".into());
        }
        if options.no_dyld && (options.dyld_too || options.dyld_only) {
            options.complaints.push(": --no-dyldinfo can't be used with --add-dyldinfo or --dyldinfo-only".into());
        }
        if options.export_symbols {
            (options.extern_only, options.defined_only) = (true, true);
        }
        if wrong.is_empty() { Ok(options) } else { Err(wrong) }
    }

    /// Whether addresses are listed. Where they are not, LLVM does not look for them, nor sort by them.
    pub(crate) fn wants_addresses(&self) -> bool {
        self.print_size || !self.size_sort
    }

    /// The options for the readers of native files.
    pub(crate) fn of_native(&self) -> bctk_object::native::Options {
        bctk_object::native::Options {
            dynamic: self.dynamic,
            without_addresses: !self.wants_addresses(),
            section: self.section.clone(),
            dyld_only: self.dyld_only,
            dyld_too: self.dyld_too,
            no_dyld: self.no_dyld,
            export_symbols: self.export_symbols,
            no_resources: self.no_resources,
        }
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
            "line-numbers" => &mut self.line_numbers,
            "add-dyldinfo" => &mut self.dyld_too,
            "add-inlinedinfo" => &mut self.inlined,
            "dyldinfo-only" => &mut self.dyld_only,
            "no-dyldinfo" => &mut self.no_dyld,
            "no-rsrc" => &mut self.no_resources,
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

    fn set_arch(&mut self, value: &str) {
        for name in value.split(',').filter(|name| !name.is_empty()) {
            match name {
                "all" => self.all_archs = true,
                name if ARCHITECTURES.contains(&name) => self.arch.push(name.to_owned()),
                name => self.complaints.push(format!("for the --arch option: Unknown architecture named '{name}'")),
            }
        }
    }

    fn set_format(&mut self, value: &str) {
        self.format = match value {
            "bsd" => Format::Bsd,
            "posix" => Format::Posix,
            "sysv" => Format::Sysv,
            "darwin" => Format::Darwin,
            "just-symbols" => Format::JustSymbols,
            _ => return self.complaints.push(": --format value should be one of: bsd, posix, sysv, darwin, just-symbols".into()),
        };
    }

    fn set_radix(&mut self, value: &str) {
        self.radix = match value {
            "o" => Radix::Octal,
            "d" => Radix::Decimal,
            "x" => Radix::Hexadecimal,
            _ => return self.complaints.push(": --radix value should be one of: 'o' (octal), 'd' (decimal), 'x' (hexadecimal)".into()),
        };
    }

    fn set_bits(&mut self, value: &str) {
        self.bits = match value {
            "32" => Some((true, false)),
            "64" => Some((false, true)),
            "32_64" | "any" => None,
            _ => return self.complaints.push(": -X value should be one of: 32, 64, 32_64, (default) any".into()),
        };
    }
}

/// Names of architectures of Mach-O (`MachOObjectFile::getValidArchs`).
const ARCHITECTURES: [&str; 18] = [
    "i386", "x86_64", "x86_64h", "armv4t", "arm", "armv5e", "armv6", "armv6m", "armv7", "armv7em", "armv7k", "armv7m", "armv7s", "arm64",
    "arm64e", "arm64_32", "ppc", "ppc64",
];

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
