//! The kinds of damage by name.
use super::text::Text;
use super::{blocks, calls, globals, nodes, operands};
use bctk_generate::numbers::Numbers;

/// Changes a text somewhere; whether it did.
pub(crate) type Damage = fn(&mut Text, &mut Numbers) -> bool;

/// All kinds.
pub(crate) const KINDS: &[(&str, Damage)] = &[
    ("operand-same-type", operands::same_type),
    ("operand-any", operands::any_local),
    ("operand-later", operands::later),
    ("operand-constant", operands::constant),
    ("operand-undefined", operands::undefined),
    ("operand-global", operands::global),
    ("operand-intrinsic", operands::intrinsic_address),
    ("operand-itself", operands::itself),
    ("token-elsewhere", operands::token_elsewhere),
    ("type", operands::instruction_type),
    ("type-of-all", operands::all_of_type),
    ("type-odd", operands::odd_type),
    ("type-of-signature", operands::signature_type),
    ("vector-length", operands::vector_length),
    ("cast-result", operands::cast_result),
    ("cast-opcode", operands::cast_opcode),
    ("opcode", operands::opcode),
    ("predicate", operands::predicate),
    ("flags", operands::flags),
    ("index", operands::index),
    ("number", operands::number),
    ("syntax", operands::syntax),
    ("delete", blocks::delete),
    ("delete-unused", blocks::delete_unused),
    ("duplicate", blocks::duplicate),
    ("move-up", blocks::move_up),
    ("move-down", blocks::move_down),
    ("move-to-block", blocks::move_to_block),
    ("terminator-deleted", blocks::delete_terminator),
    ("terminator-replaced", blocks::replace_terminator),
    ("terminator-inside", blocks::terminator_inside),
    ("target", blocks::target),
    ("target-pad", blocks::target_pad),
    ("phi-entry-removed", blocks::phi_entry_removed),
    ("phi-entry-doubled", blocks::phi_entry_doubled),
    ("phi-entry-changed", blocks::phi_entry_changed),
    ("phi-swapped", blocks::phi_swapped),
    ("phi-moved", blocks::phi_moved),
    ("phi-added", blocks::phi_added),
    ("switch-case", blocks::switch_case),
    ("invoke-targets", blocks::invoke_targets),
    ("invoke-as-call", blocks::invoke_or_call),
    ("landing-pad", blocks::landing_pad),
    ("pad-parent", blocks::pad_parent),
    ("unwind-target", blocks::unwind_target),
    ("block-order", blocks::block_order),
    ("label", blocks::label),
    ("alignment", calls::alignment),
    ("ordering", calls::ordering),
    ("atomic", calls::atomic),
    ("atomic-operation", calls::atomic_operation),
    ("alloca", calls::alloca),
    ("argument", calls::argument),
    ("callee", calls::callee),
    ("call-type", calls::call_type),
    ("tail-kind", calls::tail_kind),
    ("calling-convention", calls::calling_convention),
    ("attribute-of-call", calls::attribute_of_call),
    ("attribute-of-function", calls::attribute_of_function),
    ("attribute-of-group", calls::attribute_of_group),
    ("attribute-removed", calls::attribute_removed),
    ("string-attribute", calls::string_attribute),
    ("bundle-added", calls::bundle_added),
    ("bundle-changed", calls::bundle_removed),
    ("immediate", calls::immediate),
    ("intrinsic-constant", calls::intrinsic_constant),
    ("intrinsic-type", calls::intrinsic_type),
    ("intrinsic-other", calls::intrinsic_other),
    ("intrinsic-added", calls::intrinsic_added),
    ("convergence", calls::convergence),
    ("linkage", globals::linkage),
    ("visibility", globals::visibility),
    ("dll-storage", globals::dll_storage),
    ("dso-local", globals::local_words),
    ("thread-local", globals::thread_local),
    ("section", globals::section),
    ("comdat", globals::comdat),
    ("initializer", globals::initializer),
    ("global-type", globals::global_type),
    ("alias", globals::alias),
    ("special-global", globals::special),
    ("function-extras", globals::function_extras),
    ("expression", globals::expression),
    ("module", globals::module),
    ("attachment-added", nodes::attachment_added),
    ("attachment-fitting", nodes::attachment_fitting),
    ("attachment-removed", nodes::attachment_removed),
    ("attachment-swapped", nodes::attachment_swapped),
    ("node-operand", nodes::node_operand),
    ("alias-tags", nodes::alias_tags),
    ("profile", nodes::profile),
    ("loops-and-ranges", nodes::loops_and_ranges),
    ("field-removed", nodes::field_removed),
    ("field-changed", nodes::field_changed),
    ("field-node", nodes::field_node),
    ("field-added", nodes::field_added),
    ("node-kind", nodes::node_kind),
    ("debug-expression", nodes::expression),
    ("module-flags", nodes::module_flags),
    ("named-node", nodes::named),
    ("debug-record", nodes::record),
    ("location", nodes::location),
    ("metadata-argument", nodes::argument),
];

/// Damages a text in one way: what came of it, if anything changed.
pub(crate) fn damage(text: &Text, damage: Damage, rng: &mut Numbers) -> Option<String> {
    for _ in 0..4 {
        let mut changed = text.clone();
        if damage(&mut changed, rng) && changed != *text {
            return Some(changed.print());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text in which every kind finds something.
    const TEXT: &str = include_str!("sample.ll");

    #[test]
    fn every_kind_changes_a_text() {
        let text = Text::new(TEXT);
        let whole = text.print();
        for (name, of) in KINDS {
            let made: Vec<Option<String>> = (0..20).map(|number| damage(&text, *of, &mut Numbers::of_part(1, number))).collect();
            let some = made.iter().flatten().next().unwrap_or_else(|| panic!("{name}: nothing changes"));
            assert_ne!(*some, whole, "{name}");
            let again: Vec<Option<String>> = (0..20).map(|number| damage(&text, *of, &mut Numbers::of_part(1, number))).collect();
            assert_eq!(made, again, "{name}");
        }
    }

    /// Else the texts would test nothing but parsers.
    #[test]
    fn every_kind_makes_texts_that_parse() {
        let text = Text::new(TEXT);
        let never = KINDS.iter().filter(|(_, of)| {
            let parses = (0..400)
                .filter_map(|number| damage(&text, *of, &mut Numbers::of_part(2, number)))
                .any(|made| bctk_textual::parse(made.as_bytes(), &bctk_textual::ParseOptions::default()).is_ok());
            !parses
        });
        let never: Vec<&str> = never.map(|kind| kind.0).collect();
        assert!(never.is_empty(), "{never:?}");
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::HashSet<&str> = KINDS.iter().map(|kind| kind.0).collect();
        assert_eq!(names.len(), KINDS.len());
    }

    #[test]
    fn undamaged_texts_stay_as_they_are() {
        let text = Text::new(TEXT);
        let again = Text::new(&text.print());
        assert_eq!(text.print(), again.print());
        let parsed = bctk_textual::parse(text.print().as_bytes(), &bctk_textual::ParseOptions::default());
        assert!(parsed.is_ok(), "{:?}", parsed.err());
    }
}
