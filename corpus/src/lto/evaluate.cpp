// An evaluator in reverse Polish notation, whose faults are exceptions.
#include "shapes.h"
#include <sstream>

int64_t checked(int64_t size) {
  int64_t doubled;
  if (__builtin_mul_overflow(size, int64_t{1} << 40, &doubled))
    throw TooLarge(size);
  return doubled >> 40;
}

std::string evaluate(const std::string &text) {
  Stack<std::string> stack;
  std::istringstream words(text);
  std::string word;
  try {
    while (words >> word) {
      if (word == "+" || word == "*") {
        const int64_t b = std::stoll(stack.pop()), a = std::stoll(stack.pop());
        stack.push(std::to_string(word == "+" ? a + b : checked(a * b)));
      } else {
        stack.push(word);
      }
    }
    return stack.pop();
  } catch (const TooLarge &fault) {
    return "too large: " + std::to_string(fault.size);
  } catch (const std::exception &fault) {
    return std::string("fault: ") + fault.what();
  }
}
