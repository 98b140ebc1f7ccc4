//! Checks the values of string attributes (the strings of `Verifier::verifyAttributeTypes` and `verifyFunctionAttrs`).
use crate::attribute_facts::SetFacts;
use bctk_ir::module::Module;
use bctk_ir::version::{Feature, LlvmVersion};

/// Attributes whose values are `true`, `false` or empty, with the feature that they came with, and the first one without them.
const BOOLS: [(&str, Option<Feature>, Option<Feature>); 13] = [
    ("allow_direct_access_in_hot_patch_function", Some(Feature::CallableConventions), None),
    ("approx-func-fp-math", None, Some(Feature::FormatRules)),
    ("less-precise-fpmad", None, None),
    ("loader-replaceable", Some(Feature::CallableConventions), None),
    ("marked_for_windows_hot_patching", Some(Feature::CallableConventions), None),
    ("no-infs-fp-math", None, Some(Feature::FormatIndexRules)),
    ("no-inline-line-tables", None, None),
    ("no-jump-tables", None, None),
    ("no-nans-fp-math", None, Some(Feature::FormatIndexRules)),
    ("no-signed-zeros-fp-math", None, None),
    ("profile-sample-accurate", None, None),
    ("unsafe-fp-math", None, Some(Feature::FormatRules)),
    ("use-sample-profile", None, None),
];

/// The other attributes that are checked.
const OTHERS: [&str; 28] = [
    "aarch64_in_za",
    "aarch64_in_zt0",
    "aarch64_inout_za",
    "aarch64_inout_zt0",
    "aarch64_new_za",
    "aarch64_new_zt0",
    "aarch64_out_za",
    "aarch64_out_zt0",
    "aarch64_preserves_za",
    "aarch64_preserves_zt0",
    "aarch64_pstate_sm_compatible",
    "aarch64_pstate_sm_enabled",
    "aarch64_za_state_agnostic",
    "alloc-family",
    "alloc-variant-zeroed",
    "branch-protection-pauth-lr",
    "branch-target-enforcement",
    "denormal-fp-math",
    "denormal-fp-math-f32",
    "frame-pointer",
    "guarded-control-stack",
    "modular-format",
    "patchable-function-entry",
    "patchable-function-entry-section",
    "patchable-function-prefix",
    "sign-return-address",
    "sign-return-address-key",
    "target-features",
];

/// More of them, apart from the table above so that both stay sorted.
const LAST: [&str; 2] = ["vector-function-abi-variant", "warn-stack-size"];

/// A key whose value is checked.
pub(crate) fn known(key: &[u8]) -> Option<&'static str> {
    let bool = BOOLS.binary_search_by_key(&key, |(name, ..)| name.as_bytes()).map(|at| BOOLS[at].0);
    let other = || OTHERS.binary_search_by_key(&key, |name| name.as_bytes()).map(|at| OTHERS[at]);
    let last = || LAST.binary_search_by_key(&key, |name| name.as_bytes()).map(|at| LAST[at]);
    bool.or_else(|_| other()).or_else(|_| last()).ok()
}

/// What is wrong with a string attribute.
pub(crate) struct Fault {
    pub(crate) message: String,
    /// Whether LLVM prints the function or call below the message.
    pub(crate) shows: bool,
}

impl Fault {
    pub(crate) fn shown(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), shows: true }
    }

    pub(crate) fn plain(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), shows: false }
    }
}

/// The string attributes of one set.
pub(crate) struct Strings<'a> {
    pub(crate) module: &'a Module,
    pub(crate) llvm: LlvmVersion,
    pub(crate) set: &'a SetFacts,
}

/// Whether the string attributes of a set are valid on all functions, whatever their types and other attributes.
pub(crate) fn are_plain(strings: &Strings<'_>) -> bool {
    let depends = ["alloc-variant-zeroed", "modular-format", "vector-function-abi-variant"];
    let mut faults = Vec::new();
    strings.bools(&mut faults);
    strings.target_features(&mut faults);
    !depends.iter().any(|key| strings.set.string(key).is_some())
        && strings.incompatible_state().is_none()
        && !strings.has_half_of_avx512()
        && strings.values(&mut faults)
        && faults.is_empty()
}

impl<'a> Strings<'a> {
    pub(crate) fn get(&self, key: &str) -> Option<&'a [u8]> {
        self.set.string(key).map(|value| self.module.str(value))
    }

    /// Checks the attributes that are true or false.
    pub(crate) fn bools(&self, faults: &mut Vec<Fault>) {
        for &(key, value) in &self.set.strings {
            let Ok(at) = BOOLS.binary_search_by_key(&key, |(name, ..)| name) else { continue };
            let (_, since, gone) = BOOLS[at];
            let is_checked = self.llvm.attribute_rules()
                && since.is_none_or(|since| self.llvm.has(since))
                && gone.is_none_or(|gone| !self.llvm.has(gone));
            let value = self.module.str(value);
            if is_checked && !matches!(value, b"" | b"true" | b"false") {
                faults.push(Fault::plain(invalid(key, value)));
            }
        }
    }

    /// What is wrong with the attributes of AArch64's modes and state.
    pub(crate) fn incompatible_state(&self) -> Option<&'static str> {
        let has = |key: &str| self.set.string(key).is_some();
        let count = |keys: &[&str]| keys.iter().filter(|key| has(key)).count();
        if has("aarch64_pstate_sm_enabled") && has("aarch64_pstate_sm_compatible") {
            return Some("Attributes 'aarch64_pstate_sm_enabled and aarch64_pstate_sm_compatible' are incompatible!");
        }
        let knows_agnostic = self.llvm.naked_rules();
        let agnostic = usize::from(knows_agnostic && has("aarch64_za_state_agnostic"));
        let za = ["aarch64_new_za", "aarch64_in_za", "aarch64_inout_za", "aarch64_out_za", "aarch64_preserves_za"];
        if self.llvm.argument_size_rules() && count(&za) + agnostic > 1 {
            return Some(match knows_agnostic {
                true => {
                    "Attributes 'aarch64_new_za', 'aarch64_in_za', 'aarch64_out_za', 'aarch64_inout_za', 'aarch64_preserves_za' and \
                     'aarch64_za_state_agnostic' are mutually exclusive"
                }
                false => {
                    "Attributes 'aarch64_new_za', 'aarch64_in_za', 'aarch64_out_za', 'aarch64_inout_za' and 'aarch64_preserves_za' are \
                     mutually exclusive"
                }
            });
        }
        let zt0 = ["aarch64_new_zt0", "aarch64_in_zt0", "aarch64_inout_zt0", "aarch64_out_zt0", "aarch64_preserves_zt0"];
        if self.llvm.protection_rules() && count(&zt0) + agnostic > 1 {
            return Some(match knows_agnostic {
                true => {
                    "Attributes 'aarch64_new_zt0', 'aarch64_in_zt0', 'aarch64_out_zt0', 'aarch64_inout_zt0', 'aarch64_preserves_zt0' and \
                     'aarch64_za_state_agnostic' are mutually exclusive"
                }
                false => {
                    "Attributes 'aarch64_new_zt0', 'aarch64_in_zt0', 'aarch64_out_zt0', 'aarch64_inout_zt0' and 'aarch64_preserves_zt0' are \
                     mutually exclusive"
                }
            });
        }
        None
    }

    /// Whether the target features have AVX-512 without 512-bit vectors, which LLVM 18 to 21 check.
    pub(crate) fn has_half_of_avx512(&self) -> bool {
        let contains = |text: &[u8], part: &[u8]| text.windows(part.len()).any(|found| found == part);
        let features = || self.get("target-features").unwrap_or_default();
        self.llvm.protection_rules() && !self.llvm.format_rules() && contains(features(), b"-evex512") && contains(features(), b"+avx512f")
    }

    /// The checks of `frame-pointer`.
    pub(crate) fn frame_pointer(&self, faults: &mut Vec<Fault>) {
        let Some(value) = self.get("frame-pointer") else { return };
        let is_valid = match value {
            b"all" | b"non-leaf" | b"none" => true,
            b"reserved" => self.llvm.argument_size_rules(),
            b"non-leaf-no-reserve" => self.llvm.format_rules(),
            _ => false,
        };
        if !is_valid {
            faults.push(Fault::shown(invalid("frame-pointer", value)));
        }
    }

    /// The checks after that of `frame-pointer`, up to `vector-function-abi-variant`. Returns whether the others follow.
    pub(crate) fn after_frame_pointer(&self, faults: &mut Vec<Fault>) -> bool {
        let number = |key: &str, faults: &mut Vec<Fault>| {
            if let Some(value) = self.get(key)
                && unsigned(value).is_none()
            {
                faults.push(Fault::shown(format!("\"{key}\" takes an unsigned integer: {}", String::from_utf8_lossy(value))));
            }
        };
        number("patchable-function-prefix", faults);
        number("patchable-function-entry", faults);
        if self.llvm.callable_conventions() && self.get("patchable-function-entry-section").is_some_and(<[u8]>::is_empty) {
            faults.push(Fault::plain("\"patchable-function-entry-section\" must not be empty"));
            return false;
        }
        number("warn-stack-size", faults);
        let one_of = |key: &str, allowed: &[&[u8]], faults: &mut Vec<Fault>| {
            if let Some(value) = self.get(key)
                && !allowed.contains(&value)
            {
                faults.push(Fault::shown(invalid(key, value)));
            }
        };
        if !self.llvm.protection_rules() {
            return true;
        }
        one_of("sign-return-address", &[b"none", b"all", b"non-leaf"], faults);
        one_of("sign-return-address-key", &[b"a_key", b"b_key"], faults);
        let checks_more = self.llvm.argument_size_rules();
        if checks_more && self.get("sign-return-address-key").is_some() && self.get("sign-return-address").is_none() {
            faults.push(Fault::plain("'sign-return-address-key' present without `sign-return-address`"));
        }
        if checks_more {
            for key in ["branch-target-enforcement", "branch-protection-pauth-lr", "guarded-control-stack"] {
                one_of(key, &[b"", b"true", b"false"], faults);
            }
        } else {
            one_of("branch-target-enforcement", &[b"true", b"false"], faults);
        }
        true
    }

    /// The checks of the modes of denormal numbers, which are no strings any more since LLVM 23.
    pub(crate) fn denormals(&self, faults: &mut Vec<Fault>) {
        let is_checked = self.llvm.naked_rules() && !self.llvm.denormal_environment();
        for key in ["denormal-fp-math", "denormal-fp-math-f32"] {
            if let Some(value) = self.get(key).filter(|_| is_checked)
                && !is_denormal_mode(value)
            {
                faults.push(Fault::shown(invalid(key, value)));
            }
        }
    }

    /// All checks of values that depend on nothing else. Returns whether they were made to the end.
    fn values(&self, faults: &mut Vec<Fault>) -> bool {
        if self.llvm.attribute_rules() {
            self.frame_pointer(faults);
            if !self.after_frame_pointer(faults) {
                return false;
            }
            self.denormals(faults);
        }
        true
    }

    /// What is wrong with `modular-format` of a function with so many parameters.
    pub(crate) fn modular_format(&self, params: usize, vararg: bool) -> Option<&'static str> {
        let value = self.get("modular-format").filter(|_| self.llvm.format_rules())?;
        let parts: Vec<&[u8]> = value.split(|&byte| byte == b',').take(5).collect();
        let [_, format, first, module, name] = parts[..] else {
            return Some("modular-format attribute requires at least 5 arguments");
        };
        let checks_format = self.llvm.format_index_rules();
        // The arguments after the named ones count as one more.
        let bound = params + usize::from(vararg);
        let is_beyond = |number: u32| number as usize > bound;
        if checks_format {
            match unsigned(format) {
                None => return Some("modular-format attribute format string index is not an integer"),
                Some(0) => return Some("modular-format attribute format string index must be greater than 0"),
                Some(number) if is_beyond(number) => return Some("modular-format attribute format string index is out of bounds"),
                Some(_) => {}
            }
        }
        match unsigned(first) {
            None => return Some("modular-format attribute first arg index is not an integer"),
            Some(0) if !checks_format => return Some("modular-format attribute first arg index is out of bounds"),
            Some(number) if is_beyond(number) => return Some("modular-format attribute first arg index is out of bounds"),
            Some(_) => {}
        }
        if checks_format && module.is_empty() {
            return Some("modular-format attribute modular implementation function name cannot be empty");
        }
        if checks_format && name.is_empty() {
            return Some("modular-format attribute implementation name cannot be empty");
        }
        None
    }

    /// The checks of `target-features`. One without a sign ends them.
    pub(crate) fn target_features(&self, faults: &mut Vec<Fault>) {
        let value = self.get("target-features").filter(|value| self.llvm.format_rules() && !value.is_empty());
        for feature in value.into_iter().flat_map(|value| value.split(|&byte| byte == b',')) {
            match feature.first() {
                None => faults.push(Fault::plain("target-features attribute should not contain an empty string")),
                Some(b'+' | b'-') => {}
                Some(_) => {
                    let name = String::from_utf8_lossy(feature);
                    return faults.push(Fault::shown(format!("target feature '{name}' must start with a '+' or '-'")));
                }
            }
        }
    }
}

fn invalid(key: &str, value: &[u8]) -> String {
    format!("invalid value for '{key}' attribute: {}", String::from_utf8_lossy(value))
}

/// The number of 32 bits that a text is in decimal (`StringRef::getAsInteger`).
fn unsigned(text: &[u8]) -> Option<u32> {
    let is_number = text.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(text).ok().filter(|_| is_number)?.parse().ok()
}

/// Whether a text is one mode of denormal numbers, or two (`parseDenormalFPAttribute`).
fn is_denormal_mode(text: &[u8]) -> bool {
    let mut parts = text.splitn(2, |&byte| byte == b',');
    parts.all(|part| matches!(part, b"" | b"ieee" | b"preserve-sign" | b"positive-zero" | b"dynamic"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(BOOLS.is_sorted_by_key(|(name, ..)| *name) && OTHERS.is_sorted() && LAST.is_sorted());
        assert_eq!(known(b"warn-stack-size"), Some("warn-stack-size"));
        assert_eq!(known(b"no-jump-tables"), Some("no-jump-tables"));
        assert_eq!(known(b"no-jump"), None);
    }

    #[test]
    fn denormal_modes() {
        assert!(is_denormal_mode(b"ieee") && is_denormal_mode(b"preserve-sign,dynamic") && is_denormal_mode(b""));
        assert!(!is_denormal_mode(b"ieee,ieee,ieee") && !is_denormal_mode(b"x"));
    }
}
