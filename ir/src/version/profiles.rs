//! Dialects: the languages of compilers that are built on a release of LLVM and have rules of their own.
use super::LlvmVersion;
use std::fmt;
use std::str::FromStr;

/// A dialect of LLVM IR: a release, and rules of the compiler that takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// NVVM IR for libNVVM's older language (NVIDIA, "NVVM IR Specification"): architectures before `compute_100`.
    Nvvm70,
    /// NVVM IR for `compute_100` and newer architectures.
    Nvvm100,
    /// AIR, the bitcode of Metal libraries.
    Air,
    /// DXIL, the bitcode of DirectX shaders (DirectXShaderCompiler, docs/DXIL.rst).
    Dxil,
}

/// What is fixed about a dialect.
#[derive(Clone, Copy, Debug)]
pub struct ProfileRow {
    /// Which.
    pub profile: Profile,
    /// Its name.
    pub name: &'static str,
    /// The release whose language it is.
    pub llvm: LlvmVersion,
    /// What it is, in a few words.
    pub what: &'static str,
}

/// All dialects.
pub const PROFILES: &[ProfileRow] = &[
    ProfileRow {
        profile: Profile::Nvvm70,
        name: "nvvm70",
        llvm: LlvmVersion::new(7),
        what: "NVVM IR for libNVVM, architectures before compute_100",
    },
    ProfileRow {
        profile: Profile::Nvvm100,
        name: "nvvm100",
        // libNVVM 13.5 states LLVM 22 for these (`nvvmLLVMVersion`).
        llvm: LlvmVersion::new(22),
        what: "NVVM IR for libNVVM, compute_100 and newer architectures",
    },
    ProfileRow { profile: Profile::Air, name: "air", llvm: LlvmVersion::new(5), what: "AIR, the bitcode of Metal libraries" },
    ProfileRow { profile: Profile::Dxil, name: "dxil", llvm: LlvmVersion::three(7), what: "DXIL, the bitcode of DirectX shaders" },
];

/// Words that begin the names of dialects that are known, but older than all that can be written.
const TOO_OLD: &[(&str, &str)] = &[("spir", "SPIR has the bitcode of LLVM 3.2 or 3.4")];

impl Profile {
    /// Its row.
    pub fn row(self) -> &'static ProfileRow {
        PROFILES.iter().find(|row| row.profile == self).unwrap_or(&PROFILES[0])
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().name
    }
    /// The release whose language it is.
    pub fn llvm(self) -> LlvmVersion {
        self.row().llvm
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(name: &str) -> Result<Profile, String> {
        let lower = name.to_ascii_lowercase();
        if let Some(row) = PROFILES.iter().find(|row| row.name == lower) {
            return Ok(row.profile);
        }
        match TOO_OLD.iter().find(|(start, _)| lower.starts_with(start)) {
            Some((_, why)) => Err(format!("{why}, which is older than what can be written; the oldest is LLVM {}", Profile::Dxil.llvm())),
            None => {
                let names: Vec<&str> = PROFILES.iter().map(|row| row.name).collect();
                Err(format!("expected {}", names.join(", ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for row in PROFILES {
            assert_eq!(row.name.parse(), Ok(row.profile));
            assert_eq!(row.profile.row().name, row.name);
        }
        assert_eq!("NVVM70".parse(), Ok(Profile::Nvvm70));
        assert!("spir64".parse::<Profile>().is_err_and(|why| why.contains("SPIR")));
        assert!("ptx".parse::<Profile>().is_err_and(|why| why == "expected nvvm70, nvvm100, air, dxil"));
    }
}
