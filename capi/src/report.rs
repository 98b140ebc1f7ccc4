//! What a translation changed.
use bctk::TranslateReport;
use bctk::ir::version::LlvmVersion;

use crate::error::bctk_error;
use crate::guard::{ask, free, guard};
use crate::types::{Sized_, Text, bctk_status, bctk_string, give, handle, number};

/// What a translation changed, by kind. It does not change.
pub struct bctk_report {
    changes: Vec<Kind>,
}

/// The changes of one kind.
struct Kind {
    action: bctk_action,
    since: Option<LlvmVersion>,
    what: Text,
    how: Text,
    count: u64,
    places: Vec<(Text, Option<(u32, u32)>)>,
}

/// What happened to something that a release does not have. What is refused is in the message of `BCTK_UNREPRESENTABLE`.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bctk_action {
    /// It became something with the same meaning.
    BCTK_ACTION_LOWERED = 0,
    /// It was left out; the program means the same.
    BCTK_ACTION_DROPPED = 1,
    /// It cannot be expressed.
    BCTK_ACTION_REFUSED = 2,
    /// It stays, but the code that the release makes of it is wrong, or it makes none.
    BCTK_ACTION_KEPT = 3,
}

/// A kind of change. Set `size` to `sizeof(bctk_change)` before the call. The strings belong to the report.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_change {
    /// The size of the structure.
    pub size: usize,
    /// What happened.
    pub action: bctk_action,
    /// The first release that has it: 17 for LLVM 17, 307 for LLVM 3.7; 0 if that is not known.
    pub since: u32,
    /// What it happened to: a feature, an attribute, an intrinsic, a field of debug information.
    pub what: bctk_string,
    /// What was done, in words.
    pub how: bctk_string,
    /// How many places it was done at.
    pub count: u64,
    /// How many of these `bctk_report_place` tells: the first few.
    pub places: u64,
}

/// A place of a change. Set `size` to `sizeof(bctk_place)` before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_place {
    /// The size of the structure.
    pub size: usize,
    /// The name of the global value, or its number if it has no name; empty for the module itself.
    pub symbol: bctk_string,
    /// The block of the function, from 0; -1 if it is not about an instruction.
    pub block: i64,
    /// The instruction in that block, from 0; -1 if it is not about one.
    pub instruction: i64,
}

// SAFETY: the structures are `repr(C)` with their size first. They are only given, not taken.
unsafe impl Sized_ for bctk_change {
    const FIRST: usize = size_of::<bctk_change>();
}
// SAFETY: as above.
unsafe impl Sized_ for bctk_place {
    const FIRST: usize = size_of::<bctk_place>();
}

impl bctk_report {
    pub(crate) fn new(report: &TranslateReport) -> bctk_report {
        use bctk::TranslateAction as Action;
        let kind = |change: &bctk::TranslateChange| Kind {
            action: match change.action {
                Action::Lowered => bctk_action::BCTK_ACTION_LOWERED,
                Action::Dropped => bctk_action::BCTK_ACTION_DROPPED,
                Action::Refused => bctk_action::BCTK_ACTION_REFUSED,
                Action::Kept => bctk_action::BCTK_ACTION_KEPT,
            },
            since: change.since,
            what: Text::new(change.what.as_bytes()),
            how: Text::new(change.how),
            count: change.count,
            places: change.places.iter().map(|place| (Text::new(place.global.as_bytes()), place.instruction)).collect(),
        };
        bctk_report { changes: report.changes().map(kind).collect() }
    }
}

/// How many kinds of changes there are; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_report_count(report: *const bctk_report) -> usize {
    // SAFETY: the caller passes null or a report.
    unsafe { ask(report, |report| report.changes.len()) }
}

/// Tells a kind of change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_report_get(
    report: *const bctk_report,
    index: usize,
    change: *mut bctk_change,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes a report, a structure with its size, and a place for a pointer.
    unsafe {
        guard(error, || {
            let kind = handle(report)?.kind(index)?;
            give(
                change,
                bctk_change {
                    size: 0,
                    action: kind.action,
                    since: number(kind.since),
                    what: kind.what.string(),
                    how: kind.how.string(),
                    count: kind.count,
                    places: kind.places.len() as u64,
                },
            )
        })
    }
}

/// Tells one of the first places of a kind of change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_report_place(
    report: *const bctk_report,
    index: usize,
    number: usize,
    place: *mut bctk_place,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes a report, a structure with its size, and a place for a pointer.
    unsafe {
        guard(error, || {
            let places = &handle(report)?.kind(index)?.places;
            let (symbol, instruction) =
                places.get(number).ok_or_else(|| bctk_error::argument(format!("no place {number}; there are {}", places.len())))?;
            let (block, instruction) = instruction.map_or((-1, -1), |(block, instruction)| (block.into(), instruction.into()));
            give(place, bctk_place { size: 0, symbol: symbol.string(), block, instruction })
        })
    }
}

impl bctk_report {
    fn kind(&self, index: usize) -> Result<&Kind, bctk_error> {
        self.changes.get(index).ok_or_else(|| bctk_error::argument(format!("no change {index}; there are {}", self.changes.len())))
    }
}

/// Frees a report; null is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_report_free(report: *mut bctk_report) {
    // SAFETY: the caller passes null or a report that it does not use any more.
    unsafe { free(report) }
}
