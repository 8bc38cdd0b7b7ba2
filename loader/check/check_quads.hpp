#pragma once

// Whether the ten orders of a snapshot hold the same quads, of terms that are there. Collective, as a step of a
// DatabaseCheck: each image looks at its own shards.
//
//   rows      in a shard the permutations of one side have the same quads; over all shards those of the subjects' side
//             and those of the objects' side have. Compared by number and by the sum of a 128-bit hash of each quad,
//             which does not hang on order.
//   terms     every term of a quad is one that its place can hold and is there: in the vocabulary's range, in the delta
//             vocabulary's, a blank node that was given out, or in its HURI
//
// Cost: 0.04 us a quad (LUBM(8), one core).

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "dictionary/huri.hpp"
#include "loader/check/check_report.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

// The terms that quads may have.
struct KnownTerms {
  std::array<std::uint64_t, 16> of_kind{};  // in the vocabulary, by HuriKind
  std::uint64_t blank_nodes = 0;            // counters below were given out
  std::vector<std::uint64_t> delta;         // of the delta vocabulary, by part

  bool has(Huri huri) const;
};

// An order-independent sum over quads.
struct QuadSum {
  std::uint64_t rows = 0, low = 0, high = 0;

  void add(const Quad& quad);
  QuadSum& operator+=(const QuadSum& other);
  bool operator==(const QuadSum&) const = default;
};

// `name`: what is checked, as steps call it: "the base".
void check_quads(DatabaseCheck& check, const std::string& name, const Snapshot& snapshot, const KnownTerms& terms);

}  // namespace quadrille
