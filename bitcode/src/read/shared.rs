//! A module whose function bodies are read on demand by several threads.
use super::lazy::{DetachedModule, LazyModule, missing};
use super::part::ModulePart;
use bctk_bitstream::{Error, Result};
use bctk_ir::body::Body;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::view::FunctionView;
use std::cell::RefCell;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A [`LazyModule`] for several threads: each reads the bodies that it wants, through `&self`.
///
/// Threads decode bodies, and look at them, at the same time. What a body adds to the module, metadata and types, is added by one thread
/// after the other, while no other looks at the module. So a look should not take long. While a thread looks at the module it cannot read
/// another body of it, which is an error; nor must it wait for a thread that does. [`SharedModule::take_body`] gives a body away instead.
///
/// ```
/// use bctk_bitcode::{ReadOptions, modules, read_lazily};
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let parts = modules(&bytes, &ReadOptions::default())?;
/// let lazy = read_lazily(&parts[0], &ReadOptions::default())?;
/// let ids: Vec<_> = lazy.module().functions().filter(|(_, _, f)| f.body.is_some()).map(|(id, _, _)| id).collect();
/// let shared = lazy.share();
/// let counts: Vec<usize> = std::thread::scope(|scope| {
///     let count = |id| shared.read_body(id, |function| function.instructions().count());
///     let threads: Vec<_> = ids.iter().map(|&id| scope.spawn(move || count(id))).collect();
///     threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Result<_, _>>()
/// })?;
/// # assert!(!counts.is_empty() && counts.iter().all(|&count| count > 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SharedModule<'a> {
    part: ModulePart<'a>,
    inner: RwLock<DetachedModule>,
}

impl std::fmt::Debug for SharedModule<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedModule").finish_non_exhaustive()
    }
}

thread_local! {
    /// The modules that this thread looks at, by address.
    static LOOKS: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// A look at a module. A second one on the same thread would wait for the first, which waits for it.
struct Look(usize);

impl Look {
    fn at(module: &SharedModule<'_>) -> Result<Look> {
        let address = std::ptr::from_ref(module) as usize;
        LOOKS.with_borrow_mut(|looks| {
            if looks.contains(&address) {
                return Err(Error::unsupported("reading a module while this thread looks at it"));
            }
            looks.push(address);
            Ok(Look(address))
        })
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        LOOKS.with_borrow_mut(|looks| looks.retain(|&look| look != self.0));
    }
}

impl<'a> LazyModule<'a> {
    /// The module for several threads.
    pub fn share(self) -> SharedModule<'a> {
        let (part, inner) = self.into_parts();
        SharedModule { part, inner: RwLock::new(inner) }
    }
}

impl<'a> SharedModule<'a> {
    /// Reads the body of a function, unless it was read before, adds its metadata and types to the module, and passes the function to `see`.
    ///
    /// # Errors
    /// If `function` has no body in this file, the body is damaged, or this thread looks at the module already.
    pub fn read_body<T>(&self, function: GlobalId, see: impl FnOnce(FunctionView<'_>) -> T) -> Result<T> {
        let _look = Look::at(self)?;
        loop {
            let inner = self.inner();
            let index = inner.index(function)?;
            if inner.has_read(index as u32) {
                let view = inner.module().view();
                let view = view.get(function).and_then(|global| global.as_function()).ok_or_else(missing)?;
                return Ok(see(view));
            }
            let decoded = inner.decode(&self.part, index)?;
            drop(inner);
            // Another thread may take the body away before this one comes to look at it.
            self.inner_mut().add(index, decoded)?;
        }
    }

    /// Reads the body of a function and gives it away, as [`LazyModule::take_body`] does.
    ///
    /// # Errors
    /// As [`SharedModule::read_body`].
    pub fn take_body(&self, function: GlobalId) -> Result<Body> {
        let _look = Look::at(self)?;
        let inner = self.inner();
        let index = inner.index(function)?;
        let decoded = if inner.has_read(index as u32) { None } else { Some(inner.decode(&self.part, index)?) };
        drop(inner);
        let mut inner = self.inner_mut();
        match decoded {
            Some(decoded) => inner.add(index, decoded)?,
            // Another thread has taken it meanwhile.
            None if !inner.has_read(index as u32) => {
                let decoded = inner.decode(&self.part, index)?;
                inner.add(index, decoded)?;
            }
            None => {}
        }
        inner.take(index)
    }

    /// Passes the module to `see`, with the bodies that have been read.
    ///
    /// # Errors
    /// If this thread looks at the module already.
    pub fn see_module<T>(&self, see: impl FnOnce(&Module) -> T) -> Result<T> {
        let _look = Look::at(self)?;
        Ok(see(self.inner().module()))
    }

    /// The module for one thread, with the bodies read so far.
    pub fn into_lazy(self) -> LazyModule<'a> {
        LazyModule::of_parts(self.part, self.inner.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    // What is under the lock panics for no input.
    fn inner(&self) -> RwLockReadGuard<'_, DetachedModule> {
        self.inner.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn inner_mut(&self) -> RwLockWriteGuard<'_, DetachedModule> {
        self.inner.write().unwrap_or_else(PoisonError::into_inner)
    }
}
