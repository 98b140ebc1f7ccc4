//! The queue of parts by what they hold. LLVM's is a heap of the C++ library whose order leaves open which of two equal parts comes first, so
//! the steps of that heap decide.

/// A part, and how much it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) part: u32,
    pub(crate) size: u32,
}

impl Load {
    /// Whether it comes after another. Parts that hold something and the same are equal.
    fn is_after(self, other: Load) -> bool {
        match (self.size, other.size) {
            (0, 0) => self.part > other.part,
            (own, its) => own > its,
        }
    }
}

/// All parts, the emptiest first.
#[derive(Debug, Default)]
pub(crate) struct Queue(Vec<Load>);

impl Queue {
    pub(crate) fn push(&mut self, load: Load) {
        self.0.push(load);
        self.rise(self.0.len() - 1, load);
    }

    /// Takes the first one.
    pub(crate) fn pop(&mut self) -> Option<Load> {
        let last = self.0.pop()?;
        let Some(first) = self.0.first().copied() else { return Some(last) };
        // The hole sinks to the bottom, and the last one rises from there.
        let (mut hole, len) = (0, self.0.len());
        loop {
            let (left, right) = (2 * hole + 1, 2 * hole + 2);
            let child = match right < len {
                true if self.0[right].is_after(self.0[left]) => left,
                true => right,
                false if left < len => left,
                false => break,
            };
            self.0[hole] = self.0[child];
            hole = child;
        }
        self.rise(hole, last);
        Some(first)
    }

    fn rise(&mut self, mut hole: usize, load: Load) {
        while hole > 0 {
            let parent = (hole - 1) / 2;
            if !self.0[parent].is_after(load) {
                break;
            }
            self.0[hole] = self.0[parent];
            hole = parent;
        }
        self.0[hole] = load;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the heap of the C++ library does with parts that are equally full.
    #[test]
    fn equal_parts_come_in_the_order_of_the_heap() {
        let mut queue = Queue::default();
        (0..3).for_each(|part| queue.push(Load { part, size: 0 }));
        let mut order = Vec::new();
        for size in [5, 4, 4, 3, 3, 2, 2, 2, 2, 2] {
            let Some(load) = queue.pop() else { panic!("no part") };
            order.push(load.part);
            queue.push(Load { size: load.size + size, ..load });
        }
        assert_eq!(order, [0, 1, 2, 1, 2, 0, 1, 2, 0, 1]);
        assert_eq!(Queue::default().pop(), None);
    }
}
