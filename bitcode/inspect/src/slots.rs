//! The numbers that llvm-dis prints for what has no name in a function: arguments, blocks and instructions count together.
use bctk_bitcode::schema::function;

/// The numbers of a function while its records are walked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    /// The number of the next value or block without a name; none if numbers are not known.
    next: Option<u32>,
    /// The block whose instructions come now.
    block: u32,
    /// The number of the value that the current record makes, if it has one.
    pub(crate) here: Option<u32>,
}

impl Slots {
    /// Those of a function, of whose arguments so many have no name.
    pub(crate) fn new(unnamed: u32, is_block_named: impl Fn(u32) -> bool) -> Slots {
        let mut slots = Slots { next: Some(unnamed), block: 0, here: None };
        slots.block(is_block_named(0));
        slots
    }

    /// A block begins.
    fn block(&mut self, is_named: bool) {
        if !is_named {
            self.take();
        }
    }

    fn take(&mut self) -> Option<u32> {
        let number = self.next?;
        self.next = number.checked_add(1);
        Some(number)
    }

    /// Another record begins.
    pub(crate) fn begin(&mut self) {
        self.here = None;
    }

    /// The record makes a value.
    pub(crate) fn value(&mut self, is_named: bool) {
        self.here = if is_named { None } else { self.take() };
    }

    /// The record may or may not make a value.
    pub(crate) fn lose(&mut self) {
        self.next = None;
    }

    /// The record has this code; what is known of it has been told.
    pub(crate) fn end(&mut self, code: u32, is_block_named: impl Fn(u32) -> bool) {
        let is_terminator = matches!(
            code,
            function::Ret::CODE
                | function::Br::CODE
                | function::Switch::CODE
                | function::IndirectBr::CODE
                | function::Invoke::CODE
                | function::CallBr::CODE
                | function::Unwind::CODE
                | function::Unreachable::CODE
                | function::Resume::CODE
                | function::CleanupRet::CODE
                | function::CatchRet::CODE
                | function::CatchSwitch::CODE
        );
        if is_terminator {
            self.block += 1;
            self.block(is_block_named(self.block));
        }
    }
}
