// Calls through tables of other units; the program's copy of a template.
#include "shapes.h"
#include <algorithm>
#include <numeric>

template struct Stack<std::string>;

const char *const units[] = {"mm", "cm", "m", nullptr};

double total(const std::vector<std::unique_ptr<Shape>> &shapes) {
  std::vector<double> areas(shapes.size());
  std::transform(shapes.begin(), shapes.end(), areas.begin(), [](const auto &shape) { return shape->area() + shape->length(); });
  std::sort(areas.begin(), areas.end());
  return std::accumulate(areas.begin(), areas.end(), 0.0);
}
