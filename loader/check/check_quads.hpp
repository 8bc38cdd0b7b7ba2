#pragma once

// Checks that the ten permutations of a snapshot hold the same quads, and that their terms exist. Collective, as a step
// of a DatabaseCheck: each image checks its own shards.
//
//   rows      within a shard, the permutations of one side have the same quads; over all shards, the subjects' side and
//             the objects' side have the same quads. The check compares their number and the sum of a 128-bit hash of
//             each quad, which does not depend on the order.
//   terms     every term of a quad is allowed in its position and exists: it is in the vocabulary's range or in the
//             delta vocabulary's, it is a blank node that has been given out, or the HURI holds its value
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

// The terms that quads can have.
struct KnownTerms {
  std::array<std::uint64_t, 16> of_kind{};  // in the vocabulary, by HuriKind
  std::uint64_t blank_nodes = 0;            // counters below were given out
  std::vector<std::uint64_t> delta;         // of the delta vocabulary, by part
  std::vector<std::uint64_t> triples;       // stored triple terms, by shard
  Huri same_as;                             // owl:sameAs; a class of equal terms has a row for each literal in it

  bool has(Huri huri) const;
};

// An order-independent sum over quads.
struct QuadSum {
  std::uint64_t rows = 0, low = 0, high = 0;

  void add(const Quad& quad);
  QuadSum& operator+=(const QuadSum& other);
  bool operator==(const QuadSum&) const = default;
};

// `name`: the snapshot's name in the names of steps: "the base".
void check_quads(DatabaseCheck& check, const std::string& name, const Snapshot& snapshot, const KnownTerms& terms);

}  // namespace quadrille
