#pragma once

// Sorted terms, and their places in a merged range, as bytes for another group.
//
//   terms    | how many : 8 | bytes of their texts : 8 |  then each  | shared : varint | n : varint | rest of the text
//   : n | places   | distance from the place before : varint |  ...       the first one from 0; they ascend strictly
//
// Front-coded: sorted IRIs share most of their text, so a term costs a third of its record or less, a place one byte.
// Local.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loader/build/sort_terms.hpp"
#include "pgas/exchange.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

// Not a string: a short one would not lie in the resource's memory.
using PackedBytes = std::pmr::vector<std::byte>;

// Appends the bytes of terms that come one by one.
class TermPacker {
 public:
  // Nothing else is appended to `out` until finish().
  explicit TermPacker(PackedBytes& out);
  // Texts ascend.
  void add(std::string_view text);
  void finish();

 private:
  PackedBytes& out_;
  const std::size_t header_;
  std::uint64_t terms_ = 0, text_bytes_ = 0;
  std::string previous_;
};

// Appends the bytes of `terms` to `out`.
void pack_terms(std::span<const SortedTerm> terms, PackedBytes& out);
// The terms of pack_terms(), as records without hash and id, in `arena`.
std::span<const SortedTerm> unpack_terms(pgas::Block packed, pgas::QueryArena& arena);

void pack_places(std::span<const std::uint32_t> places, PackedBytes& out);
// Needs as many places as were packed.
void unpack_places(pgas::Block packed, std::span<std::uint32_t> places);

}  // namespace quadrille
