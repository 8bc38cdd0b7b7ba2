#include "base/failpoint.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr const char* kVariable = "QUADRILLE_FAILPOINT";

constinit Failpoint* first = nullptr;  // set while the program's static objects are made, so by one thread

// What the variable asks for; `pass` is 0 where it asks for nothing or is malformed.
struct Wish {
  std::string_view name;
  std::uint64_t pass = 0;
};

Wish wish() {
  const char* value = std::getenv(kVariable);
  if (value == nullptr) return {};
  const std::string_view text(value);
  const std::size_t colon = text.find(':');
  Wish result{text.substr(0, colon), 1};
  if (colon == text.npos) return result;
  const auto [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), result.pass);
  if (error != std::errc() || end != text.data() + text.size()) result.pass = 0;
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
  fail(ErrorKind::user, "{}={}: expected NAME or NAME:PASS, where NAME is one of {}", kVariable, std::getenv(kVariable),
       fmt::join(names, ", "));
}

}  // namespace quadrille
