#include "base/failpoint.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr const char* kVariable = "QUADRILLE_FAILPOINT";

constinit Failpoint* first = nullptr;  // set during static initialisation, so by one thread

// The content of the variable; `pass` is 0 if it is not set or malformed.
struct Wish {
  std::string_view name;
  std::uint64_t pass = 0;
  std::optional<int> image;
};

// Reads all of `text` as a number; false if it is not one.
template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

Wish wish() {
  const char* value = std::getenv(kVariable);
  if (value == nullptr) return {};
  std::string_view text(value);
  Wish result;
  bool valid = true;
  if (const std::size_t at = text.find('@'); at != text.npos) {
    valid = read_number(text.substr(at + 1), result.image.emplace());
    text = text.substr(0, at);
  }
  const std::size_t colon = text.find(':');
  result.name = text.substr(0, colon);
  result.pass = 1;
  if (colon != text.npos) valid = read_number(text.substr(colon + 1), result.pass) && valid;
  if (!valid) result.pass = 0;
  return result;
}

}  // namespace

Failpoint::Failpoint(const char* name) : name_(name), next_(first) {
  first = this;
  const Wish wished = wish();
  if (wished.name == name) left_ = wished.pass;
}

bool Failpoint::count_down() {
  std::uint64_t left = left_.load();
  while (left != 0 && !left_.compare_exchange_weak(left, left - 1)) {
  }
  return left == 1;
}

void Failpoint::die() {
  ::kill(::getpid(), SIGKILL);
  for (;;) ::pause();
}

void set_failpoint_image(int image) {
  if (wish().image.value_or(image) == image) return;
  for (Failpoint* point = first; point != nullptr; point = point->next_) point->left_ = 0;
}

void arm_failpoint(std::string_view name) {
  for (Failpoint* point = first; point != nullptr; point = point->next_) {
    if (point->name_ == name) point->left_ = 1;
  }
}

std::vector<std::string> failpoint_names() {
  std::vector<std::string> names;
  for (const Failpoint* point = first; point != nullptr; point = point->next_) names.emplace_back(point->name_);
  std::sort(names.begin(), names.end());
  return names;
}

void check_failpoint() {
  if (std::getenv(kVariable) == nullptr) return;
  const Wish wished = wish();
  const auto names = failpoint_names();
  if (wished.pass != 0 && std::binary_search(names.begin(), names.end(), wished.name)) return;
  fail(ErrorKind::user, "{}={}: expected NAME, NAME:PASS or NAME:PASS@IMAGE, where NAME is one of {}", kVariable,
       std::getenv(kVariable), fmt::join(names, ", "));
}

}  // namespace quadrille
