// C++ for the corpus: classes, virtual calls, templates, exceptions, lambdas, statics.
struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
};
template <class T, int N> struct Box : Shape {
  T side[N];
  explicit Box(T s) { for (auto &x : side) x = s; }
  double area() const override { T p = 1; for (auto x : side) p *= x; return p; }
};
namespace util {
inline namespace v1 { enum class Mode : unsigned char { A, B = 200 }; }
struct Error { int code; };
static int &instance() { static int value = [] { return 42; }(); return value; }
}
thread_local int depth;
double measure(const Shape *s, util::Mode m) {
  ++depth;
  if (m == util::Mode::B) throw util::Error{depth};
  return s->area();
}
extern "C" int run(int k) {
  Box<float, 3> a(1.5f);
  Box<long, 2> b(k);
  try {
    return int(measure(&a, util::Mode::A) + measure(&b, k ? util::Mode::B : util::Mode::A));
  } catch (const util::Error &e) {
    return e.code + util::instance();
  } catch (...) {
    return -1;
  }
}
