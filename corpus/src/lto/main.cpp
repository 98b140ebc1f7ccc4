// Prints what the other units compute.
#include "shapes.h"
#include <cmath>
#include <cstdio>

extern "C" int weak_answer() { return 8; }

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int i = 1; i < 6; i++)
    shapes.push_back(i % 2 ? make_square(i) : make_circle(i));
  for (const auto &shape : shapes)
    std::printf("%s: %d, %.6f\n", shape->name().c_str(), shape->sides, shape->area());
  std::printf("total %.9f, alive %d\n", total(shapes), Shape::count());
  if (auto *measured = dynamic_cast<Measured *>(static_cast<Named *>(shapes[1].get())))
    std::printf("length %.1f\n", measured->length());
  try {
    make_circle(std::nan(""));
  } catch (const std::runtime_error &fault) {
    std::printf("%s\n", fault.what());
  }
  for (const char *text : {"1 2 + 3 *", "+", "4000000 4000000 *", "x 1 +"})
    std::printf("%s = %s\n", text, evaluate(text).c_str());
  std::printf("steps %u %u\n", count_steps(1000), steps);
  std::printf("hash %llx\n", hash("some bytes that are hashed, more than sixteen", 45));
  std::printf("answers %d %d %d\n", weak_answer(), resolve_answer(0)(), resolve_answer(1)());
  std::map<std::string, int> lengths;
  for (const char *const *unit = units; *unit; unit++)
    lengths[*unit] += static_cast<int>(std::string(*unit).size());
  for (const auto &[unit, length] : lengths)
    std::printf("%s %d\n", unit.c_str(), length);
  shapes.clear();
  std::printf("alive %d\n", Shape::count());
}
