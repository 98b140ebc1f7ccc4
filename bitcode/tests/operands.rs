//! The short walk over the operands of frequent instructions agrees with the walk over all.
use crate::corpus::{files, with_parts};
use bctk_bitcode::{ReadOptions, read_module};
use bctk_ir::visit::{frequent_operands, operands, operands_by_number};

#[test]
fn frequent_operands_are_the_operands() {
    let (mut frequent, mut others) = (0, 0);
    for path in files([4, 13, 15, 22, 23].into_iter()) {
        with_parts(&path, |_, parts| {
            for part in parts {
                let Ok(module) = read_module(part, &ReadOptions::default()) else { continue };
                for body in &module.bodies {
                    for inst in &body.insts {
                        let (mut short, mut all, mut by_number) = (Vec::new(), Vec::new(), Vec::new());
                        if !frequent_operands(inst, body, |number, value| short.push((number, value))) {
                            assert!(short.is_empty(), "{}: {inst:?}", path.display());
                            others += 1;
                            continue;
                        }
                        operands(inst, body, |number, value| all.push((number, value)));
                        operands_by_number(inst, body, |value| by_number.push(value));
                        assert_eq!(short, all, "{}: {inst:?}", path.display());
                        assert!(short.iter().map(|&(_, value)| value).eq(by_number), "{}: {inst:?}", path.display());
                        frequent += 1;
                    }
                }
            }
        });
    }
    assert!(frequent > 1000 && others > 100, "{frequent} frequent instructions and {others} others");
}
