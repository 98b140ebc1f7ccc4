// A thread's own variable, atomics, and an implicit use of the stack's guard.
#include "shapes.h"
#include <atomic>
#include <thread>

thread_local unsigned steps = 1;

unsigned count_steps(unsigned n) {
  std::atomic<unsigned> sum{0};
  auto work = [&](unsigned times) {
    for (unsigned i = 0; i < times; i++)
      steps += i % 3;
    sum.fetch_add(steps, std::memory_order_relaxed);
  };
  std::thread one(work, n), two(work, 2 * n);
  one.join();
  two.join();
  return sum.load();
}
