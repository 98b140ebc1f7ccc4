//! The module that all handles share. It is read lazily, in full only once that is needed, and nobody changes it.
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, TryLockError};

use bctk::{Limits, ModuleFile};
use bctk_bitcode::{DetachedModule, ReadOptions};
use bctk_ir::body::Body;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::metadata::subprograms::subprograms_by_function;
use bctk_ir::module::Module;
use bctk_ir::view::FunctionView;
use bctk_textual::ModuleSlotTracker;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{Fault, Outcome};
use crate::lines::Lines;
use crate::uses::{BodyUses, ModuleUses};

/// Stack of the threads that read, print and verify. A thread of Python may have less than these need.
const STACK: usize = 16 << 20;

/// Threads that work, with enough stack.
///
/// A process that was forked has none of its parent's threads, so it gets its own.
pub(crate) struct Pool {
    /// How many; 0 for one on each core.
    threads: usize,
    /// The number of the process, and its threads.
    made: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

/// How often a pool is looked for while another thread makes it.
const LOOKS: usize = 1000;

impl Pool {
    pub(crate) const fn new(threads: usize) -> Pool {
        Pool { threads, made: Mutex::new(None) }
    }

    /// The threads of this process.
    pub(crate) fn get(&self) -> Outcome<Arc<ThreadPool>> {
        let process = std::process::id();
        for _ in 0..LOOKS {
            let mut made = match self.made.try_lock() {
                Ok(made) => made,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    std::thread::yield_now();
                    continue;
                }
            };
            if let Some((of, pool)) = &*made
                && *of == process
            {
                return Ok(Arc::clone(pool));
            }
            let pool = self.make()?;
            // The threads of the parent's pool are not there to be ended.
            std::mem::forget(made.replace((process, Arc::clone(&pool))));
            return Ok(pool);
        }
        // The thread that held the lock may be lost with the parent process.
        self.make()
    }

    fn make(&self) -> Outcome<Arc<ThreadPool>> {
        let builder = ThreadPoolBuilder::new().num_threads(self.threads).stack_size(STACK).thread_name(|at| format!("bctk-{at}"));
        let made =
            builder.build().map_err(|error| Fault::Error(bctk::Error::new("", bctk::ErrorKind::Open(std::io::Error::other(error)))))?;
        Ok(Arc::new(made))
    }

    /// Does `work` on the threads. A panic becomes an error.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Outcome<T> {
        let pool = self.get()?;
        guard(|| pool.install(work))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let made = self.made.get_mut().unwrap_or_else(PoisonError::into_inner);
        if made.as_ref().is_some_and(|(of, _)| *of != std::process::id()) {
            std::mem::forget(made.take());
        }
    }
}

/// The threads of most work.
static POOL: Pool = Pool::new(0);

/// Does `work` on threads with enough stack. A panic becomes an error.
///
/// A thread that waits for others does some of their work meanwhile, be it for another module: what is done here takes no lock that is held
/// while such a thread waits. So locks are taken before, and values that are made once are made before.
fn on_threads<T: Send>(work: impl FnOnce() -> Outcome<T> + Send) -> Outcome<T> {
    POOL.run(work)?
}

/// Does `work` without the GIL, on threads with enough stack. A panic becomes an exception.
pub(crate) fn work<T: Send>(py: Python<'_>, work: impl FnOnce() -> Outcome<T> + Send) -> Outcome<T> {
    py.detach(|| on_threads(work))
}

/// Does a little without the help of a thread. A panic becomes an exception.
pub(crate) fn guard<T>(work: impl FnOnce() -> T) -> Outcome<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Fault::panic(&*payload))
}

/// The numbers of a module's unnamed things, once they are needed; who makes them holds the lock.
#[derive(Default)]
pub(crate) struct Numbers<'m>(OnceLock<ModuleSlotTracker<'m>>, Mutex<()>);

self_cell::self_cell!(
    /// A module that was read in full, and its numbers.
    pub(crate) struct Whole {
        owner: Module,
        #[not_covariant]
        dependent: Numbers,
    }
);

impl Whole {
    /// The module.
    pub(crate) fn module(&self) -> &Module {
        self.borrow_owner()
    }

    /// Makes the numbers, where neither the GIL nor a thread of the pool waits.
    fn number(&self) -> Outcome<()> {
        self.with_dependent(|module, numbers| {
            let _lock = numbers.1.lock().unwrap_or_else(PoisonError::into_inner);
            if numbers.0.get().is_none() {
                let made = on_threads(|| Ok(ModuleSlotTracker::new(module)))?;
                let _ = numbers.0.set(made);
            }
            Ok(())
        })
    }

    /// Does something with the numbers of the module, which [`Shared::numbered`] made.
    pub(crate) fn numbered<R>(&self, work: impl for<'m> FnOnce(&'m Module, &ModuleSlotTracker<'m>) -> R) -> R {
        self.with_dependent(|module, numbers| work(module, numbers.0.get_or_init(|| ModuleSlotTracker::new(module))))
    }
}

enum State {
    /// With some of the bodies.
    Lazy(Box<DetachedModule>),
    /// With all.
    Whole(Arc<Whole>),
    /// While it changes from one to the other.
    Gone,
}

impl State {
    fn module(&self) -> Outcome<&Module> {
        match self {
            State::Lazy(lazy) => Ok(lazy.module()),
            State::Whole(whole) => Ok(whole.module()),
            State::Gone => Err(broken()),
        }
    }
}

fn broken() -> Fault {
    Fault::Bug("the module was lost in an earlier error".into())
}

/// What all handles to a module and its parts share.
pub(crate) struct Shared {
    /// The name of the module in messages.
    pub(crate) name: String,
    /// What it was read from; none for a module that an operation made.
    pub(crate) file: Option<ModuleFile>,
    /// Whether it is upgraded already: that of its reader changes no more.
    pub(crate) upgraded: bool,
    pub(crate) limits: Limits,
    state: RwLock<State>,
    names: OnceLock<HashMap<Vec<u8>, GlobalId>>,
    /// The subprograms that name their functions.
    subprograms: OnceLock<HashMap<GlobalId, MdId>>,
    /// The texts of the function whose instructions were printed last.
    lines: Mutex<Option<(u32, Arc<Lines>)>>,
    /// Who uses what in the whole module, and in the function that was asked for last.
    pub(crate) uses: OnceLock<ModuleUses>,
    pub(crate) body_uses: Mutex<Option<(GlobalId, Arc<BodyUses>)>>,
}

/// A reference to a [`Shared`], equal to itself alone.
pub(crate) type Handle = Arc<Shared>;

impl Shared {
    /// Reads a module, without its bodies if it is bitcode.
    pub(crate) fn open(file: ModuleFile) -> Outcome<Handle> {
        let state = if file.is_assembly() {
            State::Whole(Arc::new(Whole::new(file.read_as_stored()?, |_| Numbers::default())))
        } else {
            let fault = |error| Fault::bitcode(file.name(), error);
            let options = ReadOptions { limits: file.limits().clone(), ..ReadOptions::default() };
            let parts = bctk_bitcode::modules(file.bytes(), &options).map_err(fault)?;
            let Some(part) = parts.first() else {
                return Err(fault(bctk_bitcode::Error::malformed("expected a module block, found none")));
            };
            State::Lazy(Box::new(bctk_bitcode::read_lazily(part, &options).map_err(fault)?.detach()))
        };
        let (name, limits) = (file.name().to_owned(), file.limits().clone());
        Ok(Arc::new(Shared::new(name, Some(file), false, limits, state)))
    }

    /// A module that an operation made.
    pub(crate) fn made(name: String, module: Module, upgraded: bool, limits: Limits) -> Handle {
        let state = State::Whole(Arc::new(Whole::new(module, |_| Numbers::default())));
        Arc::new(Shared::new(name, None, upgraded, limits, state))
    }

    fn new(name: String, file: Option<ModuleFile>, upgraded: bool, limits: Limits, state: State) -> Shared {
        let (state, lines, body_uses) = (RwLock::new(state), Mutex::new(None), Mutex::new(None));
        let (names, subprograms, uses) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Shared { name, file, upgraded, limits, state, names, subprograms, lines, uses, body_uses }
    }

    /// Looks at the module, with the bodies that have been read so far. `look` must not use Python: who waits for the module holds its lock.
    pub(crate) fn with<R: Send>(&self, py: Python<'_>, look: impl FnOnce(&Module) -> R + Send) -> PyResult<R> {
        let found = match self.state.try_read() {
            Ok(state) => guard(|| Ok(look(state.module()?)))?,
            Err(TryLockError::Poisoned(_)) => Err(broken()),
            Err(TryLockError::WouldBlock) => py.detach(|| {
                let state = self.state.read().map_err(|_| broken())?;
                guard(|| Ok(look(state.module()?)))?
            }),
        };
        Ok(found?)
    }

    /// Looks at the body of a function, which is read if it was not before.
    pub(crate) fn with_body<R: Send>(
        &self,
        py: Python<'_>,
        function: GlobalId,
        look: impl FnOnce(&Module, &Body) -> R + Send,
    ) -> PyResult<Option<R>> {
        let body = self.with(py, |module| module.global(function).and_then(|global| global.function()?.body))?;
        let Some(body) = body else { return Ok(None) };
        self.need(py, function, body)?;
        self.with(py, |module| module.bodies.get(body as usize).map(|body| look(module, body)))
    }

    /// Looks at the view of a function, whose body is read if it was not before.
    pub(crate) fn view<R: Send>(
        &self,
        py: Python<'_>,
        function: GlobalId,
        look: impl FnOnce(FunctionView<'_>) -> R + Send,
    ) -> PyResult<Option<R>> {
        let body = self.with(py, |module| module.global(function).and_then(|global| global.function()?.body))?;
        if let Some(body) = body {
            self.need(py, function, body)?;
        }
        self.with(py, |module| module.view().get(function).and_then(|global| global.as_function()).map(look))
    }

    /// Reads a body.
    fn need(&self, py: Python<'_>, function: GlobalId, body: u32) -> PyResult<()> {
        // A lock that somebody holds is waited for below.
        if let Ok(state) = self.state.try_read() {
            match &*state {
                State::Lazy(lazy) if !lazy.has_read(body) => {}
                _ => return Ok(()),
            }
        }
        let read = || {
            let mut state = self.state.write().map_err(|_| broken())?;
            match (&mut *state, &self.file) {
                (State::Lazy(lazy), Some(file)) => {
                    let fault = |error| Fault::bitcode(&self.name, error);
                    let read = on_threads(|| lazy.read_body(file.bytes(), function).map(|_| ()).map_err(fault));
                    // After a panic, nobody knows what the module has.
                    if let Err(Fault::Bug(_)) = read {
                        *state = State::Gone;
                    }
                    read
                }
                _ => Ok(()),
            }
        };
        Ok(py.detach(read)?)
    }

    /// The module with all its bodies.
    pub(crate) fn whole(&self, py: Python<'_>) -> PyResult<Arc<Whole>> {
        if let Ok(state) = self.state.try_read()
            && let State::Whole(whole) = &*state
        {
            return Ok(Arc::clone(whole));
        }
        Ok(py.detach(|| self.read_whole())?)
    }

    /// The module with all its bodies, and the numbers of what has no name.
    pub(crate) fn numbered(&self, py: Python<'_>) -> PyResult<Arc<Whole>> {
        let whole = self.whole(py)?;
        py.detach(|| whole.number())?;
        Ok(whole)
    }

    /// As [`Shared::whole`], where the GIL is not held. On the threads of the pool it is for modules without a file, which are whole.
    pub(crate) fn read_whole(&self) -> Outcome<Arc<Whole>> {
        let mut state = self.state.write().map_err(|_| broken())?;
        if let State::Whole(whole) = &*state {
            return Ok(Arc::clone(whole));
        }
        if let (State::Lazy(lazy), Some(file)) = (&mut *state, &self.file) {
            let read = on_threads(|| lazy.read_bodies(file.bytes()).map_err(|error| Fault::bitcode(&self.name, error)));
            if let Err(Fault::Bug(_)) = read {
                *state = State::Gone;
            }
            read?;
        }
        let State::Lazy(lazy) = std::mem::replace(&mut *state, State::Gone) else { return Err(broken()) };
        let whole = Arc::new(Whole::new(lazy.into_module(), |_| Numbers::default()));
        *state = State::Whole(Arc::clone(&whole));
        Ok(whole)
    }

    /// The global value of this name.
    pub(crate) fn named(&self, py: Python<'_>, name: &[u8]) -> PyResult<Option<GlobalId>> {
        if self.names.get().is_none() {
            let names = self.with(py, |module| {
                let named = module.globals.iter().enumerate().filter(|(_, global)| !global.name.is_empty());
                named.map(|(at, global)| (module.str(global.name).to_vec(), GlobalId::new(at))).collect::<HashMap<_, _>>()
            })?;
            let _ = self.names.set(names);
        }
        Ok(self.names.get().and_then(|names| names.get(name).copied()))
    }

    /// The subprogram that names `function`, as those of LLVM 3.7 do: later ones are attached to their functions.
    pub(crate) fn subprogram_of(&self, py: Python<'_>, function: GlobalId) -> PyResult<Option<MdId>> {
        if self.subprograms.get().is_none() {
            let found = self.with(py, subprograms_by_function)?;
            let _ = self.subprograms.set(found);
        }
        Ok(self.subprograms.get().and_then(|found| found.get(&function).copied()))
    }

    /// The texts of a body, which is that of `function`.
    pub(crate) fn lines(&self, py: Python<'_>, body: u32) -> PyResult<Arc<Lines>> {
        {
            let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((of, lines)) = &*lines
                && *of == body
            {
                return Ok(Arc::clone(lines));
            }
        }
        let whole = self.numbered(py)?;
        let made = work(py, || Ok(Arc::new(whole.numbered(|module, numbers| Lines::new(module, numbers, body)))))?;
        *self.lines.lock().unwrap_or_else(PoisonError::into_inner) = Some((body, Arc::clone(&made)));
        Ok(made)
    }
}
