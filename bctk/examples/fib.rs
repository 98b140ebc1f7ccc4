//! Makes the Fibonacci numbers from nothing, with debug information: `cargo run --example fib -- OUTPUT`.
use bctk::prelude::*;

fn main() -> Result<(), bctk::Error> {
    let mut module = Module::new("fib.c");
    let mut edit = module.edit();
    let int = edit.int_type(32);
    let fib = edit.add_function("fib", int, &[int]);

    let mut di = edit.debug_info();
    let file = di.create_file("fib.c", "/src")?;
    let unit = di.create_compile_unit(Lang::C99, file, "bctk", false)?;
    let int_type = di.create_basic_type("int", 32, Encoding::SIGNED)?;
    let ty = di.create_subroutine_type(&[Some(int_type), Some(int_type)])?;
    let subprogram = di.create_function(unit, "fib", "", file, 1, ty, 1, false)?;
    edit.attach(fib, "dbg", subprogram)?;
    let [test, small, large] = [2, 3, 4].map(|line| edit.debug_location(line, 3, subprogram, None));

    let mut b = edit.build(fib)?;
    let n = b.param(0);
    let (_, stop, go_on) = (b.block("entry"), b.block("stop"), b.block("go_on"));
    b.set_debug_location(Some(test));
    let is_small = b.icmp(ICmpPred::Slt, n, 2)?;
    b.cond_br(is_small, stop, go_on)?;
    b.switch_to(stop);
    b.set_debug_location(Some(small));
    b.ret(n)?;
    b.switch_to(go_on);
    b.set_debug_location(Some(large));
    let (one, two) = (b.nsw_sub(n, 1)?, b.nsw_sub(n, 2)?);
    let (one, two) = (b.call(fib, [one])?, b.call(fib, [two])?);
    let sum = b.nsw_add(one, two)?;
    b.ret(sum)?;
    edit.finish()?;
    match std::env::args().nth(1) {
        Some(output) => bctk::write(&module, output),
        None => {
            module.view().functions().for_each(|function| println!("{}", function.display()));
            Ok(())
        }
    }
}
