//! Collections, closures, traits, panics that are caught, threads, wide integers, strings and floating-point numbers.
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}

impl Tree {
    fn insert(self, value: i64) -> Tree {
        match self {
            Tree::Leaf => Tree::Node(Box::new(Tree::Leaf), value, Box::new(Tree::Leaf)),
            Tree::Node(left, own, right) if value < own => Tree::Node(Box::new(left.insert(value)), own, right),
            Tree::Node(left, own, right) => Tree::Node(left, own, Box::new(right.insert(value))),
        }
    }

    fn walk(&self, visit: &mut dyn FnMut(i64, usize), depth: usize) {
        if let Tree::Node(left, own, right) = self {
            left.walk(visit, depth + 1);
            visit(*own, depth);
            right.walk(visit, depth + 1);
        }
    }
}

trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> String {
        format!("shape of {:.3}", self.area())
    }
}

struct Circle(f64);
struct Square(f32);

impl Shape for Circle {
    fn area(&self) -> f64 {
        std::f64::consts::PI * self.0.powi(2)
    }
}

impl Shape for Square {
    fn area(&self) -> f64 {
        f64::from(self.0 * self.0)
    }

    fn name(&self) -> String {
        "square".to_owned()
    }
}

struct Noisy(&'static str, Arc<Mutex<String>>);

impl Drop for Noisy {
    fn drop(&mut self) {
        self.1.lock().unwrap_or_else(|e| e.into_inner()).push_str(self.0);
    }
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[inline(never)]
fn checked(items: &[i32], at: usize, by: i32) -> i32 {
    items[at] / by
}

#[inline(never)]
fn wide(a: u128, b: i128) -> (u128, i128, Option<u128>, u32) {
    (a.wrapping_mul(a).rotate_left(17), b / 1_000_003 % 77_777_777, a.checked_mul(a), a.leading_zeros() + b.count_ones())
}

#[inline(never)]
fn casts(x: f64) -> (i32, u8, i64, f32, u64) {
    (x as i32, x as u8, (x * 1e12) as i64, x as f32, (x * 3.0).to_bits())
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let mut tree = Tree::Leaf;
    for n in 0..20 {
        tree = tree.insert(n * 7919 % 101 - 40);
    }
    let mut shown = String::new();
    tree.walk(&mut |value, depth| shown += &format!("{value}@{depth} "), 0);
    println!("{shown}{}", tree == tree.clone());
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Circle(1.5)), Box::new(Square(2.25))];
    for shape in &shapes {
        println!("{} {:.6}", shape.name(), shape.area());
    }
    std::panic::set_hook(Box::new(|info| println!("panic: {}", info.to_string().lines().last().unwrap_or_default())));
    let log = Arc::new(Mutex::new(String::new()));
    for (at, by) in [(1, 2), (5, 1), (0, 0)] {
        let (one, log) = (Noisy("x", log.clone()), log.clone());
        let result = catch_unwind(AssertUnwindSafe(move || {
            let _kept = one;
            let _second = Noisy("y", log);
            checked(&[10, 20, 30], at, by)
        }));
        println!("{result:?}", result = result.ok());
    }
    println!("{}", log.lock().unwrap());
    println!("{:?}", wide(0x0123_4567_89ab_cdef_0011_2233, -987_654_321_987_654_321_987));
    println!("{:?} {:?} {:?}", casts(300.7), casts(-1.25), casts(f64::NAN));
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    for word in "one fish two fish red fish blue fish".split(' ') {
        *words.entry(word).or_default() += 1;
    }
    println!("{words:?}");
    let hashed: HashMap<u64, String> = (0..200).map(|n| (n * n, format!("{n:x}"))).collect();
    let mut keys: Vec<_> = hashed.iter().filter(|(_, v)| v.len() == 1).map(|(k, v)| format!("{k}{v}")).collect();
    keys.sort_unstable();
    println!("{}", keys.join(","));
    let total = Arc::new(AtomicU64::new(0));
    let (sender, receiver) = mpsc::channel();
    let threads: Vec<_> = (0..4u64)
        .map(|n| {
            let (total, sender) = (total.clone(), sender.clone());
            std::thread::spawn(move || {
                for i in 0..500 {
                    total.fetch_add(i ^ n, Ordering::Relaxed);
                }
                let _ = total.fetch_max(n, Ordering::SeqCst);
                sender.send(n * 11).unwrap();
            })
        })
        .collect();
    drop(sender);
    let received: u64 = receiver.iter().sum();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    println!("{received} {}", total.load(Ordering::SeqCst));
    let mut queue: VecDeque<_> = (1..=10).collect();
    queue.rotate_left(3);
    queue.push_front(77);
    println!("{:?} {}", queue, Hex(&"übung".bytes().rev().collect::<Vec<_>>()));
    let mut state = 12345u32;
    let mut numbers: Vec<u32> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state % 1000
    })
    .take(50)
    .collect();
    numbers.sort_by_key(|n| std::cmp::Reverse(n % 97));
    println!("{numbers:?} {}", numbers.iter().map(|&n| f64::from(n).sqrt()).sum::<f64>());
    println!("{:?} {:?} {:e}", "12x".parse::<i32>().map_err(|e| e.to_string()), "-1.5e3".parse::<f32>(), 123456.789f64);
    5
}
