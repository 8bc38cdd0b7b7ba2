#pragma once

// The stored triple terms of a generation, numbered consecutively: those of shard 0, then those of shard 1 ... The same
// on all images.

#include <cstdint>
#include <optional>
#include <vector>

#include "dictionary/huri.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

class TriplePlaces {
 public:
  TriplePlaces() = default;
  explicit TriplePlaces(const std::vector<std::uint64_t>& rows) {  // of the table, by shard
    for (const std::uint64_t more : rows) starts_.push_back(starts_.back() + more);
  }

  std::uint64_t count() const { return starts_.back(); }
  // Of a stable triple term's HURI; nothing if no row has its number.
  std::optional<std::uint64_t> place(Huri huri) const {
    const std::size_t shard = index(triple_shard(huri));
    if (shard + 1 >= starts_.size()) return std::nullopt;
    const std::uint64_t place = starts_[shard] + triple_row_number(huri);
    return place < starts_[shard + 1] ? std::optional(place) : std::nullopt;
  }

 private:
  std::vector<std::uint64_t> starts_{0};  // by shard, and the end
};

}  // namespace quadrille
