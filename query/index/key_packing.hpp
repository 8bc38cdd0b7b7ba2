#pragma once

// pack_keys() packs keys for transfer between groups: 32-bit offsets from the base of their block (CGE21), about half
// of their size in memory.
//
//   words of 32 bits:  count of keys | column | column ...
//   a column:          block | block ..., until it has `count` keys
//   a block:           base | keys | offset, offset ... | the keys that have escaped, two words each, low one first
//
// A base is the upper half of a block's first key; an offset is the lower half of a key with the same upper half. Keys
// of other kinds, or farther away, escape: their offset is kEscaped. Several escapes in a row start a new block. So
// keys sorted by kind take four bytes each, whatever their kinds are, and the worst mixture takes fourteen.
//
// Local. Cost: about 1 ns a key either way.

#include <cstddef>
#include <cstdint>
#include <span>

#include "dictionary/huri.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

// The largest number of words for `keys` keys of `columns` columns.
constexpr std::size_t most_packed_words(std::size_t keys, std::size_t columns) {
  return keys == 0 ? 0 : 1 + columns * (2 + 4 * keys);
}

// Packs the rows `picked` of `columns`, one key each. Returns the number of words written at the front of `out`, which
// has room for most_packed_words(); no keys take no words.
std::size_t pack_keys(std::span<const std::span<const Huri>> columns, std::span<const std::uint32_t> picked,
                      std::span<std::uint32_t> out);

// Appends the keys written by pack_keys() to `keys`, which has the same columns.
void unpack_keys(std::span<const std::uint32_t> words, Table& keys);

}  // namespace quadrille::query
