//! The FUNCTION blocks of a module: written in parallel, each on its own, and joined in order.
use super::addresses::Addresses;
use super::emit::Emitter;
use super::enumerate::{Numbering, Scratch};
use super::fast::FastForms;
use super::fault::Fault;
use super::function::{self, Context};
use super::output::Pieces;
use super::use_orders::BodyOrders;
use bctk_bitstream::stream::{BlockInfo, StreamWriter};
use bctk_bitstream::{Error, Result};
use bctk_ir::datalayout::AddressSpaces;
use bctk_ir::entity::GlobalId;
use bctk_ir::provenance::Described;
use bctk_support::parallel::{Reused, Taken, by_weight, in_order};
use bctk_uselist::Directives;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of instructions in the bodies that one thread writes at once.
const TASK: usize = 1 << 11;
/// Number of instructions in written bodies that wait for their turn, for each thread.
const WAITING: usize = 1 << 14;
/// How many tasks may wait for what comes before them in the file.
const EARLY: usize = 64;

/// A function and the number of its body.
type Place = (GlobalId, u32);

/// The blocks of a task, as far as there was no error.
#[derive(Default)]
pub(super) struct Written {
    bytes: Vec<u8>,
    /// Where in these bytes each block begins.
    starts: Vec<usize>,
    error: Option<Error>,
}

/// The bodies of a module, and what they are written with.
pub(super) struct Bodies<'c, 'm> {
    context: Context<'c, 'm>,
    orders: &'c Directives,
    addresses: &'c [Addresses],
    told: Option<&'m Described>,
    /// Memory of tasks that were appended.
    spare: Reused<Written>,
    /// What the stream of the module has around the blocks.
    info: Arc<BlockInfo>,
    outer: u32,
    all: Vec<Place>,
}

impl<'c, 'm> Bodies<'c, 'm> {
    /// The bodies of the module that `numbers` numbers, which are written inside the block that is open in `stream`.
    pub(super) fn new(
        numbers: &'c Numbering<'m>,
        orders: &'c Directives,
        addresses: &'c [Addresses],
        told: Option<&'m Described>,
        stream: &StreamWriter,
    ) -> Self {
        let module = numbers.module;
        let all = numbers.globals.functions.iter().filter_map(|&id| Some((id, numbers.body_of(id)?.0))).collect();
        let alloca_space = AddressSpaces::parse(module.str(module.stated_data_layout())).alloca;
        let context = Context { numbers, alloca_space, fast: FastForms::new(stream.block_info(), numbers.llvm) };
        Bodies { context, orders, addresses, told, spare: Reused::default(), info: stream.block_info().clone(), outer: stream.width(), all }
    }

    /// All bodies with their functions, in order.
    pub(super) fn all(&self) -> &[Place] {
        &self.all
    }

    /// The block of a function.
    pub(super) fn alone(&self, function: GlobalId, body: u32) -> Result<Vec<u8>> {
        self.block(&mut Scratch::default(), &(function, body), Vec::new())
    }

    /// All bodies by tasks, with the number of instructions in each.
    pub(super) fn tasks(&self) -> impl Iterator<Item = (&[Place], usize)> + Send {
        let bodies = &self.context.numbers.module.bodies;
        by_weight(&self.all, TASK, |&(_, index)| bodies[index as usize].insts.len() + 16)
    }

    /// Writes tasks while `wanted` is true.
    pub(super) fn write_early<'b>(
        &self,
        tasks: &mut impl Iterator<Item = (&'b [Place], usize)>,
        wanted: &AtomicBool,
    ) -> Vec<Taken<Written>> {
        let is_wanted = |_: &usize| wanted.load(Ordering::Relaxed);
        let mut scratch = Scratch::default();
        (0..EARLY).take_while(is_wanted).map_while(|_| tasks.next().map(|(task, _)| self.make(&mut scratch, task))).collect()
    }

    /// Appends the tasks that are written to `out`, then writes all others; `pieces` takes what is there. Returns the bit position of each body.
    pub(super) fn write<'b>(
        &self,
        out: &mut Emitter,
        pieces: &mut Pieces<'_>,
        early: Vec<Taken<Written>>,
        tasks: impl Iterator<Item = (&'b [Place], usize)>,
    ) -> std::result::Result<Vec<u64>, Fault> {
        let mut places = Vec::with_capacity(self.all.len());
        let mut append = |mut written: Taken<Written>| {
            let Written { bytes, starts, error } = &mut *written;
            if let Some(error) = error.take() {
                return Err(Fault::from(error));
            }
            let at = out.stream.position();
            places.extend(starts.drain(..).map(|start| at + start as u64 * 8));
            out.stream.append(bytes, bytes.len() as u64 * 8)?;
            bytes.clear();
            pieces.pass(&mut out.stream)?;
            Ok(written)
        };
        // There are more of these than ever wait later.
        early.into_iter().try_for_each(|written| append(written).map(drop))?;
        let scratches: Reused<Scratch> = Reused::default();
        in_order(
            WAITING,
            tasks,
            |task| self.make(&mut scratches.lend(), task),
            |written| {
                self.spare.give_back(append(written)?);
                Ok::<(), Fault>(())
            },
        )?;
        Ok(places)
    }

    fn make(&self, scratch: &mut Scratch, task: &[Place]) -> Taken<Written> {
        let mut written = self.spare.take();
        let Written { bytes, starts, error } = &mut *written;
        for place in task {
            starts.push(bytes.len());
            match self.block(scratch, place, std::mem::take(bytes)) {
                Ok(more) => *bytes = more,
                Err(found) => {
                    *error = Some(found);
                    break;
                }
            }
        }
        written
    }

    /// The blocks `before`, followed by that of a function.
    fn block(&self, scratch: &mut Scratch, &(id, index): &Place, mut before: Vec<u8>) -> Result<Vec<u8>> {
        let module = self.context.numbers.module;
        let body = &module.bodies[index as usize];
        let orders = BodyOrders {
            by_value: self.orders.bodies.get(index as usize).map_or(&[][..], |orders| orders),
            by_number: self.told.and_then(|told| told.body_orders.get(index as usize)).map_or(&[][..], |orders| orders),
        };
        let addresses = self.addresses.get(index as usize);
        // Mostly more than enough.
        before.reserve(body.insts.len() * 6 + (body.loc_nodes.len() + body.dbg_records.len()) * 10 + 256);
        let stream = StreamWriter::within(self.info.clone(), self.outer, before);
        let written = function::write(stream, self.context, id, body, addresses, orders, scratch).and_then(StreamWriter::finish);
        let name = || String::from_utf8_lossy(module.str(module.globals[id.index()].name)).into_owned();
        written.map_err(|error| error.within(&format!("MODULE/FUNCTION[@{}]", name())))
    }
}
