// Exceptions, virtual inheritance, templates, containers, streams, threads, atomics, and lambdas.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>
#include <variant>
#include <vector>

namespace {

struct Base {
  virtual ~Base() { log() += "~B"; }
  virtual std::string name() const { return "Base"; }
  static std::string &log() {
    static std::string text;
    return text;
  }
  long weight = 3;
};
struct Left : virtual Base {
  ~Left() override { log() += "~L"; }
  std::string name() const override { return "Left"; }
  int left = 4;
};
struct Right : virtual Base {
  ~Right() override { log() += "~R"; }
  virtual int value() const { return 5 + right; }
  int right = 1;
};
struct Both final : Left, Right {
  ~Both() override { log() += "~D"; }
  std::string name() const override { return "Both of " + Left::name(); }
  int value() const override { return static_cast<int>(weight) * 10 + left; }
};

struct Fault : std::runtime_error {
  int code;
  Fault(int code, const std::string &what) : std::runtime_error(what), code(code) {}
};

struct Guard {
  std::string &log;
  char mark;
  ~Guard() { log += mark; }
};

[[gnu::noinline]] int depth(int n, std::string &log) {
  Guard guard{log, static_cast<char>('a' + n)};
  if (n == 0)
    throw Fault(42, "at the bottom");
  if (n == 3) {
    try {
      return depth(n - 1, log);
    } catch (const Fault &fault) {
      log += '!';
      throw std::out_of_range(std::string("again: ") + fault.what());
    }
  }
  return depth(n - 1, log) + 1;
}

template <typename T, std::size_t N> struct Ring {
  T items[N]{};
  std::size_t at = 0;
  void push(T item) { items[at++ % N] = std::move(item); }
  template <typename F> auto fold(F f) const {
    auto result = items[0];
    for (std::size_t i = 1; i < N; ++i)
      result = f(result, items[i]);
    return result;
  }
};

template <typename... Ts> auto sum(Ts... values) { return (values + ... + 0); }

template <int N> struct Fibonacci {
  static constexpr long value = Fibonacci<N - 1>::value + Fibonacci<N - 2>::value;
};
template <> struct Fibonacci<1> { static constexpr long value = 1; };
template <> struct Fibonacci<0> { static constexpr long value = 0; };

std::atomic<long> total{0};
std::atomic<bool> ready{false};
thread_local int own = 0;

[[gnu::noinline]] std::string visit(const std::variant<int, double, std::string> &value) {
  return std::visit([](const auto &v) { std::ostringstream out; out << v << '/' << sizeof v; return out.str(); }, value);
}

int Base::*pointer_test() { return nullptr; }

} // namespace

int main() {
  {
    std::unique_ptr<Base> base = std::make_unique<Both>();
    auto *right = dynamic_cast<Right *>(base.get());
    std::cout << base->name() << ' ' << right->value() << ' ' << (typeid(*right) == typeid(Both)) << '\n';
    int (Right::*method)() const = &Right::value;
    int Left::*field = &Left::left;
    Both both;
    std::cout << (both.*method)() << ' ' << both.*field << ' ' << (pointer_test() == nullptr) << '\n';
    std::cout << (dynamic_cast<Left *>(static_cast<Base *>(right)) != nullptr) << '\n';
  }
  std::cout << Base::log() << '\n';

  std::string log;
  try {
    depth(5, log);
  } catch (const std::logic_error &fault) {
    std::cout << "logic " << fault.what() << ' ' << log << '\n';
  } catch (...) {
    std::cout << "other\n";
  }
  try {
    throw 7;
  } catch (const std::string &) {
    std::cout << "no\n";
  } catch (int number) {
    std::cout << "int " << number << '\n';
  }
  try {
    (void)std::string("short").substr(9);
  } catch (const std::out_of_range &) {
    std::cout << "out of range\n";
  }

  std::map<std::string, std::vector<int>> words;
  std::istringstream text("the quick brown fox jumps over the lazy dog and the quick cat");
  int position = 0;
  for (std::string word; text >> word;)
    words[word].push_back(position++);
  for (const auto &[word, places] : words)
    std::cout << word << ':' << std::accumulate(places.begin(), places.end(), 0) << ' ';
  std::cout << '\n' << std::hex << std::setw(8) << std::setfill('0') << 48879 << std::dec << ' ' << std::fixed << std::setprecision(5)
            << std::sqrt(2.0) << '\n';

  Ring<std::string, 3> ring;
  for (const char *word : {"a", "bb", "ccc", "dddd"})
    ring.push(word);
  std::cout << ring.fold([](const std::string &a, const std::string &b) { return a + '-' + b; }) << '\n';
  Ring<double, 4> numbers;
  for (int i = 0; i < 6; ++i)
    numbers.push(i * 1.5);
  std::cout << numbers.fold([](double a, double b) { return std::max(a, b); }) << ' ' << sum(1, 2.5, 3L) << ' ' << Fibonacci<40>::value << '\n';

  std::function<int(int)> factorial = [&](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
  std::vector<int> values(20);
  std::iota(values.begin(), values.end(), -7);
  std::stable_sort(values.begin(), values.end(), [](int a, int b) { return a * a % 11 < b * b % 11; });
  for (int value : values)
    std::cout << value << ' ';
  std::cout << factorial(9) << '\n';

  std::vector<std::thread> threads;
  std::mutex mutex;
  long guarded = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      while (!ready.load(std::memory_order_acquire))
        std::this_thread::yield();
      for (int i = 0; i < 1000; ++i) {
        own += t;
        total.fetch_add(1, std::memory_order_relaxed);
        std::lock_guard<std::mutex> lock(mutex);
        guarded += i % 3;
      }
      total += own;
    });
  ready.store(true, std::memory_order_release);
  for (auto &thread : threads)
    thread.join();
  std::cout << total << ' ' << guarded << ' ' << own << '\n';
  std::cout << visit(3) << ' ' << visit(2.5) << ' ' << visit(std::string("text")) << '\n';
  auto shared = std::make_shared<std::vector<int>>(3, 9);
  std::weak_ptr<std::vector<int>> weak = shared;
  std::cout << weak.lock()->size() << ' ' << shared.use_count();
  shared.reset();
  std::cout << ' ' << weak.expired() << std::endl;
  return 4;
}
