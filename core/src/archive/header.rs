//! The headers of members, and of the tables that stand between them.
use super::{Error, Member};

/// The largest size that a header can state.
const MOST: u64 = 9_999_999_999;

/// What a header states besides the name.
pub(super) struct Fields {
    pub(super) date: u64,
    pub(super) user: u64,
    pub(super) group: u64,
    pub(super) mode: u64,
    pub(super) size: u64,
}

impl Fields {
    pub(super) fn of(member: &Member<'_>, date: u64, size: u64) -> Result<Fields, Error> {
        let refuse = |what: &str| Err(Error::Member(member.name.to_vec(), format!("{what} does not fit into the header of an archive")));
        match () {
            () if size > MOST => Err(Error::Impossible(format!("File {} exceeds size limit", String::from_utf8_lossy(&member.name)))),
            () if date > 999_999_999_999 => refuse("its date"),
            () if member.mode > 0o7777_7777 => refuse("its mode"),
            () => Ok(Fields { date, user: member.user, group: member.group, mode: member.mode, size }),
        }
    }

    /// Those of a table of the archive.
    pub(super) fn of_table(date: u64, size: u64) -> Fields {
        Fields { date, user: 0, group: 0, mode: 0, size }
    }

    /// A header whose first field is `name`. Numbers of owners lose the digits that have no room.
    pub(super) fn header(&self, name: &[u8]) -> Vec<u8> {
        let mut header = name.to_vec();
        header.resize(16, b' ');
        let (user, group) = (self.user % 1_000_000, self.group % 1_000_000);
        let rest = format!("{:<12}{user:<6}{group:<6}{:<8o}{:<10}`\n", self.date, self.mode, self.size);
        header.extend_from_slice(rest.as_bytes());
        header
    }

    /// A header as BSD has it, with the name after it, for a file at `position`.
    pub(super) fn bsd_header(&self, name: &[u8], position: u64) -> Vec<u8> {
        let pad = to_multiple(position + 60 + name.len() as u64, 8);
        let length = name.len() as u64 + pad;
        let fields = Fields { size: self.size + length, ..*self };
        let mut header = fields.header(format!("#1/{length}").as_bytes());
        header.extend_from_slice(name);
        header.resize(header.len() + pad as usize, 0);
        header
    }
}

/// How many bytes are missing to a multiple of `of`.
pub(super) fn to_multiple(size: u64, of: u64) -> u64 {
    size.next_multiple_of(of) - size
}
