//! Attributes of functions, their results and parameters.
use crate::attributes::{change_set, sets_of};
use crate::module::ModuleEdit;
use crate::{EditError, Result};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::interned::Texts;
use bctk_ir::strings::Str;

impl ModuleEdit<'_> {
    /// Adds an attribute to a function, its result or a parameter; one of the same kind or key is replaced.
    ///
    /// # Errors
    /// If it is no function.
    pub fn add_attribute(&mut self, id: GlobalId, index: AttrIndex, attr: Attr) -> Result<()> {
        self.change_attributes(id, index, |set| {
            set.retain(|other| match (other, &attr) {
                (Attr::String(a, _), Attr::String(b, _)) => a != b,
                (a, b) => a.kind().is_none() || a.kind() != b.kind(),
            });
            set.push(attr);
        })
    }

    /// Adds an attribute without a value, such as [`AttrKind::NO_UNWIND`], to a function.
    ///
    /// # Errors
    /// If it is no function.
    pub fn add_enum_attribute(&mut self, id: GlobalId, kind: AttrKind) -> Result<()> {
        self.add_attribute(id, AttrIndex::Function, Attr::Enum(kind))
    }

    /// Adds the attribute `"key"="value"` to a function; one with this key is replaced.
    ///
    /// # Errors
    /// If it is no function.
    pub fn add_string_attribute(&mut self, id: GlobalId, key: &str, value: &str) -> Result<()> {
        self.remove_string_attribute(id, key)?;
        let (key, value) = (self.attribute_text(key), (!value.is_empty()).then(|| self.attribute_text(value)));
        self.add_attribute(id, AttrIndex::Function, Attr::String(key, value))
    }

    /// The text of an attribute. One that another attribute has is used again, since equal sets are one.
    fn attribute_text(&mut self, text: &str) -> Str {
        let module = &mut *self.module;
        let texts = self.attribute_texts.get_or_insert_with(|| {
            let texts = module.attrs.sets.iter().flatten().flat_map(|attr| match attr {
                Attr::String(key, value) => [Some(*key), *value],
                _ => [None, None],
            });
            let mut known = Texts::default();
            texts.flatten().for_each(|text| _ = known.first(&module.strings, text));
            known
        });
        texts.intern(&mut module.strings, text.as_bytes())
    }

    /// Removes the attribute with this key from a function.
    ///
    /// # Errors
    /// If it is no function.
    pub fn remove_string_attribute(&mut self, id: GlobalId, key: &str) -> Result<()> {
        let Some(function) = self.module.global(id).and_then(|global| global.function()) else {
            return Err(EditError::new("expected a function"));
        };
        let strings = &self.module.strings;
        let set = self.module.attrs.set_at(function.attrs, AttrIndex::Function);
        let has_key = |attr: &Attr| matches!(attr, Attr::String(other, _) if strings.get(*other) == key.as_bytes());
        let places: Vec<usize> = set
            .map_or(&[][..], |set| self.module.attrs.set(set))
            .iter()
            .enumerate()
            .filter(|(_, attr)| has_key(attr))
            .map(|(at, _)| at)
            .collect();
        if places.is_empty() {
            return Ok(());
        }
        self.change_attributes(id, AttrIndex::Function, |set| {
            let mut at = 0;
            set.retain(|_| {
                at += 1;
                !places.contains(&(at - 1))
            });
        })
    }

    /// Changes the attributes of a function, its result or a parameter.
    ///
    /// # Errors
    /// If it is no function.
    pub fn change_attributes(&mut self, id: GlobalId, index: AttrIndex, change: impl FnOnce(&mut Vec<Attr>)) -> Result<()> {
        let Some(list) = self.module.global(id).and_then(|global| global.function()).map(|function| function.attrs) else {
            return Err(EditError::new("expected a function"));
        };
        let sets = self.sets.get_or_insert_with(|| sets_of(self.module));
        let list = change_set(self.module, list, index, sets, |_, set| change(set));
        if let Some(function) = self.function_mut(id) {
            function.attrs = list;
        }
        Ok(())
    }
}
