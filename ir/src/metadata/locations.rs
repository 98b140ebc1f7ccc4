//! `DILocation` nodes, which have two forms: most lack the last fields, and have no room for them.
use super::di::DiKind;
use super::{Metadata, MetadataTable, md_slot};
use crate::body::DebugLoc;
use crate::entity::MdId;

/// The slots of a short location.
const SHORT: usize = DiKind::Location.slots();
/// Those of a long one, which also has `isImplicitCode`, `atomGroup` (two slots) and `atomRank`.
const LONG: usize = DiKind::LongLocation.slots();

/// The fields of a location, in the slots of a [`DiKind::LongLocation`].
pub type LocationSlots = [u32; LONG];

/// The form that a location of these slots has.
#[inline]
const fn form(slots: &LocationSlots) -> DiKind {
    match slots {
        [_, _, _, _, 0, 0, 0, 0] => DiKind::Location,
        _ => DiKind::LongLocation,
    }
}

impl DebugLoc {
    /// The fields of the node.
    #[inline]
    pub fn slots(&self) -> LocationSlots {
        [
            self.line,
            self.column,
            md_slot(self.scope),
            md_slot(self.inlined_at),
            u32::from(self.implicit),
            self.atom_group as u32,
            (self.atom_group >> 32) as u32,
            u32::from(self.atom_rank),
        ]
    }
}

impl MetadataTable {
    /// The slots of the location `id`, none if it is something else. There are four or eight of them.
    #[inline]
    pub fn location(&self, id: MdId) -> Option<&[u32]> {
        match self.get(id) {
            Metadata::Node { kind, fields, .. } if kind.is_location() => Some(self.node_fields(kind, fields)).filter(|s| !s.is_empty()),
            _ => None,
        }
    }
    /// All fields of an item of this table, none if it is no location. A short one has zeros at the end.
    #[inline]
    pub fn location_slots(&self, item: Metadata) -> Option<LocationSlots> {
        let Metadata::Node { kind, fields, .. } = item else { return None };
        match (kind, self.node_fields(kind, fields)) {
            (DiKind::Location, &[line, column, scope, inlined_at]) => Some([line, column, scope, inlined_at, 0, 0, 0, 0]),
            (DiKind::LongLocation, slots) => slots.try_into().ok(),
            _ => None,
        }
    }
    /// Appends a location with these fields.
    #[inline]
    pub fn push_location(&mut self, distinct: bool, slots: &LocationSlots) -> MdId {
        let kind = form(slots);
        let fields = self.fields.len() as u32;
        self.fields.extend_from_slice(&slots[..kind.slots()]);
        self.push(Metadata::Node { kind, distinct, fields })
    }
    /// The kind of a node whose fields have been filled in at the end of [`MetadataTable::fields`]. Without a field that only a long location
    /// has, a location becomes a short one. So equal locations have one form.
    #[inline]
    pub fn finished_kind(&mut self, kind: DiKind) -> DiKind {
        if kind == DiKind::LongLocation
            && let Some(slots) = self.fields.last_chunk::<LONG>()
            && form(slots) == DiKind::Location
        {
            self.fields.truncate(self.fields.len() - (LONG - SHORT));
            return DiKind::Location;
        }
        kind
    }
    /// Gives locations whose fields have changed the form that they should have.
    pub fn settle_locations(&mut self) {
        for at in 0..self.items.len() {
            if let item @ Metadata::Node { kind: DiKind::LongLocation, distinct, fields } = self.items[at]
                && self.location_slots(item).is_some_and(|slots| form(&slots) == DiKind::Location)
            {
                self.items[at] = Metadata::Node { kind: DiKind::Location, distinct, fields };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: LocationSlots = [3, 7, 1, 2, 0, 0, 0, 0];

    #[test]
    fn the_form_follows_from_the_fields() {
        let mut table = MetadataTable::default();
        let short = table.push_location(false, &PLAIN);
        assert_eq!(table.location(short), Some(&PLAIN[..4]));
        for at in 4..8 {
            let mut slots = PLAIN;
            slots[at] = 1;
            let long = table.push_location(true, &slots);
            assert_eq!(table.location(long), Some(&slots[..]));
            assert_eq!(table.location_slots(table.get(long)), Some(slots));
        }
        assert_eq!(table.fields.len(), 4 + 4 * 8);
        assert_eq!(table.location_slots(table.get(short)), Some(PLAIN));
        assert_eq!(table.location_slots(Metadata::Missing), None);
        assert_eq!(table.location(MdId(99)), None);
    }

    #[test]
    fn a_location_without_long_fields_becomes_short() {
        let mut table = MetadataTable::default();
        let (first, long) = (table.push_location(false, &PLAIN), table.push_location(false, &[1, 1, 1, 0, 1, 0, 0, 0]));
        table.fields[8] = 0;
        table.settle_locations();
        assert_eq!(table.location(first), Some(&PLAIN[..4]));
        assert_eq!(table.location(long), Some(&[1, 1, 1, 0][..]));
        table.fields.extend(PLAIN);
        assert_eq!(table.finished_kind(DiKind::LongLocation), DiKind::Location);
        assert_eq!(table.fields.len(), 4 + 8 + 4);
        table.fields.extend([0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(table.finished_kind(DiKind::LongLocation), DiKind::LongLocation);
        assert_eq!(table.finished_kind(DiKind::Subprogram), DiKind::Subprogram);
        assert_eq!(table.fields.len(), 4 + 8 + 4 + 8);
    }
}
