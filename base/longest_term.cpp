#include "base/longest_term.hpp"

#include <fmt/format.h>

namespace quadrille {

std::string too_long_term(std::size_t bytes) {
  return fmt::format(
      "a term of {} bytes is longer than the limit of {} bytes (64 MiB): keep such data in a file of its own, and its "
      "address here",
      bytes, kLongestTermBytes);
}

}  // namespace quadrille
