#include <algorithm>
#include <array>
#include <bit>

#include "base/bytes.hpp"
#include "quadstore/bit_packing.hpp"
#include "quadstore/detail/codecs.hpp"

namespace quadrille::detail {

namespace {

constexpr int kPlaceBits = 10;
constexpr std::size_t kWords = kBlockRows / 64;

// Bit i of word i / 64 is set where a run begins.
using Starts = std::array<std::uint64_t, kWords>;

void set_bit(Starts& starts, std::size_t row) {
  starts[row / 64] |= std::uint64_t{1} << (row % 64);
}

std::size_t places_bytes(std::size_t runs) {
  return packed_bytes(runs - 1, kPlaceBits);
}
std::size_t bits_bytes(std::size_t rows) {
  return (rows + 7) / 8;
}
bool stored_as_places(std::size_t runs, std::size_t rows) {
  return places_bytes(runs) < bits_bytes(rows);
}

Starts read_starts(const std::byte* in, std::size_t runs, std::size_t rows) {
  Starts starts{};
  if (!stored_as_places(runs, rows)) {
    std::memcpy(starts.data(), in, bits_bytes(rows));
    return starts;
  }
  set_bit(starts, 0);
  for (std::size_t i = 0; i + 1 < runs; ++i) set_bit(starts, packed_value(in, kPlaceBits, i));
  return starts;
}

// The run that holds `row`: the starts up to and including it, less one.
std::size_t run_of(const Starts& starts, std::size_t row) {
  std::size_t before = 0;
  for (std::size_t word = 0; word < row / 64; ++word) before += std::popcount(starts[word]);
  const std::uint64_t up_to_row = low_bits(static_cast<int>(row % 64) + 1);
  return before + std::popcount(starts[row / 64] & up_to_row) - 1;
}

}  // namespace

void encode_runs(Values values, Bytes& out) {
  Starts starts{};
  std::array<std::uint64_t, kBlockRows> run_values, places;
  std::size_t runs = 0;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (row > 0 && values[row] == values[row - 1]) continue;
    set_bit(starts, row);
    places[runs] = row;
    run_values[runs++] = values[row];
  }
  out.push_back(static_cast<std::byte>(runs & 0xff));
  out.push_back(static_cast<std::byte>(runs >> 8));
  if (stored_as_places(runs, values.size())) {
    pack_bits(std::span(places).subspan(1, runs - 1), kPlaceBits, out);
  } else {
    const auto* bytes = reinterpret_cast<const std::byte*>(starts.data());
    out.insert(out.end(), bytes, bytes + bits_bytes(values.size()));
  }
  encode_column(std::span(run_values).first(runs), out);
}

void decode_runs(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                 std::uint64_t* out) {
  if (from == to) return;
  const std::size_t runs = load<std::uint16_t>(in);
  const Starts starts = read_starts(in + 2, runs, rows);
  const std::byte* column = in + 2 + std::min(places_bytes(runs), bits_bytes(rows));
  const std::size_t first_run = run_of(starts, from), last_run = run_of(starts, to - 1);
  std::array<std::uint64_t, kBlockRows> run_values;
  decode_column(column, runs, min, first_run, last_run + 1, run_values.data());

  const std::uint64_t* value = run_values.data();
  *out++ = *value;
  for (std::size_t row = from + 1; row < to;) {
    const std::size_t end = std::min(to, row / 64 * 64 + 64);
    std::uint64_t word = starts[row / 64] >> (row % 64);
    if (word == 0) {
      out = std::fill_n(out, end - row, *value);
      row = end;
    }
    for (; row < end; ++row, word >>= 1) {
      value += word & 1;
      *out++ = *value;
    }
  }
}

}  // namespace quadrille::detail
