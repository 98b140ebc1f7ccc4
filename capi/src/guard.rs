//! The border to C: what fails becomes a status and an error, and no panic crosses it.
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::bctk_error;
use crate::types::{bctk_status, check_pointer};

/// What a panic says.
fn said(payload: &(dyn std::any::Any + Send)) -> bctk_error {
    let words = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    bctk_error::new(bctk_status::BCTK_INTERNAL, format!("a fault of bctk: {}", words.unwrap_or("a panic")))
}

/// Runs `work`; what fails is given to `error`, if there is a place for it.
///
/// # Safety
/// `error` is null or a place for a pointer.
pub(crate) unsafe fn guard(error: *mut *mut bctk_error, work: impl FnOnce() -> Result<(), bctk_error>) -> bctk_status {
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(said(&*payload)));
    let place = check_pointer(error).is_ok();
    match done {
        Ok(()) => {
            if place {
                // SAFETY: it is a place for a pointer.
                unsafe { error.write(std::ptr::null_mut()) };
            }
            bctk_status::BCTK_OK
        }
        Err(failure) => {
            let status = failure.status;
            if place {
                // SAFETY: it is a place for a pointer.
                unsafe { error.write(Box::into_raw(Box::new(failure))) };
            }
            status
        }
    }
}

/// As [`guard`] for what makes a handle: `out` must be there, and has null where it fails.
///
/// # Safety
/// `out` and `error` are null or places for pointers.
pub(crate) unsafe fn make<T>(out: *mut *mut T, error: *mut *mut bctk_error, work: impl FnOnce() -> Result<T, bctk_error>) -> bctk_status {
    // SAFETY: as the caller promises.
    unsafe {
        guard(error, || {
            check_pointer(out)?;
            out.write(std::ptr::null_mut());
            let made = work()?;
            out.write(Box::into_raw(Box::new(made)));
            Ok(())
        })
    }
}

/// Asks a handle for something that is always there; `R::default()` for null.
///
/// # Safety
/// `handle` is null or a handle of this kind that was not freed.
pub(crate) unsafe fn ask<T, R: Default>(handle: *const T, look: impl FnOnce(&T) -> R) -> R {
    if check_pointer(handle).is_err() {
        return R::default();
    }
    // SAFETY: it is a handle that was not freed.
    let handle = unsafe { &*handle };
    catch_unwind(AssertUnwindSafe(|| look(handle))).unwrap_or_default()
}

/// Frees a handle; null is fine.
///
/// # Safety
/// `handle` is null or a handle of this kind that was not freed and is not used any more.
pub(crate) unsafe fn free<T>(handle: *mut T) {
    if check_pointer(handle).is_ok() {
        // SAFETY: handles come from boxes, and this one was not freed.
        let owned = unsafe { Box::from_raw(handle) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(owned)));
    }
}
