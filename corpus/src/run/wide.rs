//! Integers of 128 bits as members: enums, options, tuples, generic structures, statics.
use std::hint::black_box;
#[derive(Clone, Debug, PartialEq)]
enum E { A(i128), B { x: u8, y: u128, z: u16 }, C(Option<i128>) }
#[derive(Clone, Copy, Debug)]
struct P<T> { a: u8, t: T, b: u32 }
static T: [P<i128>; 3] = [P { a: 1, t: -2, b: 3 }, P { a: 4, t: 5 << 100, b: 6 }, P { a: 7, t: 8, b: 9 }];
fn pair(a: i128, b: u32) -> (i128, u32) { (a * 3, b + 1) }
fn triple(n: u32) -> (u8, i128, Option<(u64, i128)>) { (n as u8, (n as i128) << 77, if n % 2 == 0 { Some((n as u64, -(n as i128))) } else { None }) }
#[unsafe(no_mangle)]
pub extern "C" fn main(_argc: i32, _argv: *const *const u8) -> i32 {
    let v: Vec<E> = (0..6).map(|n| match n % 3 { 0 => E::A(black_box(n) as i128 * -7), 1 => E::B { x: n as u8, y: u128::MAX - n as u128, z: 9 }, _ => E::C(Some(n as i128)) }).collect();
    println!("{:?}", v);
    println!("{:?} {}", T, T.iter().map(|p| p.t).sum::<i128>());
    let f: fn(i128, u32) -> (i128, u32) = black_box(pair);
    println!("{:?} {:?} {:?}", f(black_box(1 << 90), 2), triple(black_box(3)), triple(black_box(4)));
    let b = Box::new(P { a: 1, t: P { a: 2, t: 3i128, b: 4 }, b: 5 });
    println!("{:?} {}", b, std::mem::size_of::<P<P<i128>>>());
    let mut w = v.clone(); w.reverse(); w.sort_by_key(|e| match e { E::A(x) => *x, E::B { y, .. } => *y as i128, E::C(o) => o.unwrap_or(0) });
    println!("{:?} {}", w, w == v);
    0
}
