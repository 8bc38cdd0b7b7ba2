#pragma once

// Packs sorted terms, and their places in a merged range, into bytes for another group.
//
//   terms    | count : 8 | bytes of their texts : 8 |   then for each:  | shared : varint | n : varint | rest : n bytes
// |
//   places   | distance from the previous place : varint |  ...    the first from 0; they ascend strictly
//
// Texts are front-coded: sorted IRIs share most of their text, so a term takes a third of its record or less. A place
// takes one byte. Local.

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

// Not a string: a short string would not use the resource's memory.
using PackedBytes = std::pmr::vector<std::byte>;

// Appends the bytes of terms that arrive one by one.
class TermPacker {
 public:
  // The caller appends nothing else to `out` until finish().
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
// Unpacks the terms of pack_terms() into `arena`, as records without hash and id.
std::span<const SortedTerm> unpack_terms(pgas::Block packed, pgas::QueryArena& arena);

void pack_places(std::span<const std::uint32_t> places, PackedBytes& out);
// Needs places.size() to equal the number of packed places.
void unpack_places(pgas::Block packed, std::span<std::uint32_t> places);

}  // namespace quadrille
