#include "query/index/key_packing.hpp"

namespace quadrille::query {

namespace {

constexpr std::uint32_t kEscaped = ~std::uint32_t{0};
constexpr std::size_t kMostEscapes = 4;  // in a row: after more of them a new block is smaller

constexpr std::uint32_t upper(Huri key) {
  return static_cast<std::uint32_t>(key.bits() >> 32);
}
constexpr std::uint32_t lower(Huri key) {
  return static_cast<std::uint32_t>(key.bits());
}

// Packs one block of keys from place `from` on; returns its end. `to` moves past the block.
std::size_t pack_block(std::span<const Huri> column, std::span<const std::uint32_t> picked, std::size_t from,
                       std::vector<Huri>& escaped, std::uint32_t*& to) {
  std::uint32_t* const head = to;
  const std::uint32_t base = upper(column[picked[from]]);
  to += 2;
  escaped.clear();
  std::size_t at = from;
  for (std::size_t in_a_row = 0; at < picked.size() && in_a_row < kMostEscapes; ++at) {
    const Huri key = column[picked[at]];
    const bool fits = upper(key) == base && lower(key) != kEscaped;
    *to++ = fits ? lower(key) : kEscaped;
    in_a_row = fits ? 0 : in_a_row + 1;
    if (!fits) escaped.push_back(key);
  }
  head[0] = base;
  head[1] = static_cast<std::uint32_t>(at - from);
  for (const Huri key : escaped) {
    *to++ = lower(key);
    *to++ = upper(key);
  }
  return at;
}

}  // namespace

std::size_t pack_keys(std::span<const std::span<const Huri>> columns, std::span<const std::uint32_t> picked,
                      std::span<std::uint32_t> out) {
  if (picked.empty()) return 0;
  std::vector<Huri> escaped;
  std::uint32_t* to = out.data();
  *to++ = static_cast<std::uint32_t>(picked.size());
  for (const std::span<const Huri> column : columns) {
    for (std::size_t at = 0; at < picked.size();) at = pack_block(column, picked, at, escaped, to);
  }
  return static_cast<std::size_t>(to - out.data());
}

void unpack_keys(std::span<const std::uint32_t> words, Table& keys) {
  if (words.empty()) return;
  const std::size_t before = keys.rows();
  const std::uint32_t* from = words.data();
  keys.resize(before + *from++);
  for (std::size_t column = 0; column < keys.width(); ++column) {
    Huri* to = keys.column(column).data() + before;
    Huri* const end = keys.column(column).data() + keys.rows();
    while (to < end) {
      const std::uint64_t base = std::uint64_t{*from++} << 32;
      const std::uint32_t* const block_end = from + 1 + *from;
      const std::uint32_t* escaped = block_end;
      for (++from; from < block_end; ++from) {
        if (*from != kEscaped) {
          *to++ = Huri(base | *from);
        } else {
          *to++ = Huri(escaped[0] | std::uint64_t{escaped[1]} << 32);
          escaped += 2;
        }
      }
      from = escaped;
    }
  }
}

}  // namespace quadrille::query
