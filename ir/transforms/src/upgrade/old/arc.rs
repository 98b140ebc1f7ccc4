//! Automatic reference counting of Objective-C: bundles without a function, and the marker of calls in assembly.
use bctk_ir::constants::ConstPool;
use bctk_ir::module::Module;

/// Removes `"clang.arc.attachedcall"()` without operands, which has no meaning any more (`UpgradeOperandBundles`).
pub(crate) fn drop_empty_bundles(module: &mut Module) {
    let tag =
        |module: &Module, tag: u32| module.bundle_tags.get(tag as usize).is_some_and(|&name| module.str(name) == b"clang.arc.attachedcall");
    for at in 0..module.bodies.len() {
        let body = &module.bodies[at];
        let kept: Vec<bool> =
            body.bundles.iter().map(|bundle| !(tag(module, bundle.tag) && body.lists.get(bundle.inputs).is_empty())).collect();
        if kept.iter().all(|kept| *kept) {
            continue;
        }
        let place = |end: u32| kept.iter().take(end as usize).filter(|kept| **kept).count() as u32;
        let body = &mut module.bodies[at];
        for call in &mut body.calls {
            call.bundles = (place(call.bundles.0), place(call.bundles.1));
        }
        let mut kept = kept.iter();
        body.bundles.retain(|_| kept.next().copied().unwrap_or(true));
    }
}

/// The comment that marks a call for the Objective-C runtime starts with another character now (`UpgradeInlineAsmString`).
pub(crate) fn rename_markers(module: &mut Module) {
    let rename = |pool: &mut ConstPool| {
        for at in 0..pool.asms.len() {
            let text = pool.bytes.get(pool.asms[at].template);
            let find = |what: &[u8]| text.windows(what.len()).position(|found| found == what);
            if text.starts_with(b"mov\tfp")
                && find(b"objc_retainAutoreleaseReturnValue").is_some()
                && let Some(marker) = find(b"# marker")
            {
                let mut text = text.to_vec();
                text[marker] = b';';
                pool.asms[at].template = pool.bytes.push(&text);
            }
        }
    };
    rename(&mut module.consts);
    module.bodies.iter_mut().for_each(|body| rename(&mut body.consts));
}
