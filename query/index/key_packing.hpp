#pragma once

// Keys as they travel between groups: 32-bit offsets from the base of their block (CGE21), so about half of what they
// take in memory.
//
//   words of 32 bits:  count of keys | column | column ...
//   a column:          block | block ..., until it has `count` keys
//   a block:           base | keys | offset, offset ... | the keys that have escaped, two words each, low one first
//
// A base is what the upper half of a block's first key is, an offset the lower half of a key that has the same. Keys of
// other kinds, or farther away, escape: their offset is kEscaped. Where several in a row do, a new block begins, so
// keys that come kind by kind take four bytes each, whatever their kinds are, and the worst mixture takes fourteen.
//
// Local. Cost: about 1 ns a key either way.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

// The most words that so many keys of so many columns take.
constexpr std::size_t most_packed_words(std::size_t keys, std::size_t columns) {
  return keys == 0 ? 0 : 1 + columns * (2 + 4 * keys);
}

// The rows `picked` of `columns`, one key each. Returns the words written at the front of `out`, which has room for
// most_packed_words(); no keys, no words.
std::size_t pack_keys(std::span<const std::span<const Huri>> columns, std::span<const std::uint32_t> picked,
                      std::span<std::uint32_t> out);

// Appends to `keys`, which has a column for each, what pack_keys() wrote.
void unpack_keys(std::span<const std::uint32_t> words, Table& keys);

}  // namespace quadrille::query
