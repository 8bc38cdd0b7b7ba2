#include "base/limit.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace quadrille {

Limit::Limit(const char* name, std::uint64_t value) : value_(value) {
  const char* const variable = std::getenv("QUADRILLE_LIMIT");
  if (variable == nullptr) return;
  const std::string_view wish(variable);
  const std::size_t colon = wish.find(':');
  if (colon == wish.npos || wish.substr(0, colon) != name) return;
  std::uint64_t lowered = value;
  const char* const end = wish.data() + wish.size();
  if (const auto read = std::from_chars(wish.data() + colon + 1, end, lowered); read.ptr == end) {
    value_ = std::min(value, lowered);
  }
}

}  // namespace quadrille
