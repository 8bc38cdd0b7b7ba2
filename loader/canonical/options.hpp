#pragma once

// The caller's options for a canonical document.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "loader/canonical/digest.hpp"

namespace quadrille::canonical {

struct CanonicalOptions {
  HashAlgorithm hash = HashAlgorithm::sha256;

  // The most steps of Hash N-Degree Quads. A step is a mention of a related node that is hashed, a node of a
  // permutation, or an identifier that is issued again: 0.1 to 0.2 us. Without a value: default_steps().
  std::optional<std::uint64_t> most_steps;
  std::string how_to_allow_more = "allow more steps";  // for the error beyond them

  // Asked from time to time; true ends the work with an error (cancelled).
  std::function<bool()> cancelled;
};

// Data of which most nodes differ by their own quads need few steps a node; hostile data are refused after seconds.
constexpr std::uint64_t default_steps(std::uint64_t blank_nodes) {
  return 10'000'000 + 100 * blank_nodes;
}

inline void check_cancelled(const CanonicalOptions& options) {
  if (options.cancelled && options.cancelled()) fail(ErrorKind::cancelled, "the canonical form was cancelled");
}

}  // namespace quadrille::canonical
