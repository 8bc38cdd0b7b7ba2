#include <algorithm>
#include <array>
#include <bit>

#include "base/bytes.hpp"
#include "quadstore/bit_packing.hpp"
#include "quadstore/detail/codecs.hpp"

namespace quadrille::detail {

namespace {

constexpr int kRunPlaceBits = 10;
constexpr std::size_t kStartWords = kBlockRows / 64;

// Bit i of word i / 64 is set where a run begins.
using Starts = std::array<std::uint64_t, kStartWords>;

void set_bit(Starts& starts, std::size_t row) {
  starts[row / 64] |= std::uint64_t{1} << (row % 64);
}

std::size_t places_bytes(std::size_t runs) {
  return packed_bytes(runs - 1, kRunPlaceBits);
}
std::size_t bits_bytes(std::size_t rows) {
  return (rows + 7) / 8;
}
bool stored_as_places(std::size_t runs, std::size_t rows) {
  return places_bytes(runs) < bits_bytes(rows);
}
std::size_t starts_bytes(std::size_t runs, std::size_t rows) {
  return std::min(places_bytes(runs), bits_bytes(rows));
}

// The starts of the runs of a packed column, in either form.
class StartsView {
 public:
  StartsView(const std::byte* in, std::size_t runs, std::size_t rows)
      : in_(in), runs_(runs), as_places_(stored_as_places(runs, rows)) {}

  bool as_places() const { return as_places_; }
  // If the starts are bits: word i of them. Bits after the last row are undefined.
  std::uint64_t word(std::size_t i) const { return load<std::uint64_t>(in_ + 8 * i); }

  // The run that holds `row`: the starts up to and including it, less one.
  std::size_t run_of(std::size_t row) const {
    if (as_places_) return first_packed_at_least(in_, kRunPlaceBits, 0, runs_ - 1, row + 1);
    std::size_t before = 0;
    for (std::size_t i = 0; i < row / 64; ++i) before += std::popcount(word(i));
    const std::uint64_t up_to_row = low_bits(static_cast<int>(row % 64) + 1);
    return before + std::popcount(word(row / 64) & up_to_row) - 1;
  }

  // The run that holds `to`, if `run` holds `from`, which is not after it.
  std::size_t run_of(std::size_t to, std::size_t from, std::size_t run) const {
    if (as_places_ || to / 64 != from / 64) return run_of(to);
    const std::uint64_t after_from = ~low_bits(static_cast<int>(from % 64) + 1);
    return run + std::popcount(word(to / 64) & after_from & low_bits(static_cast<int>(to % 64) + 1));
  }

  // The first row of `run`, which is after the run `before` that holds `row`.
  std::size_t first_row(std::size_t run, std::size_t row, std::size_t before) const {
    if (as_places_) return packed_value(in_, kRunPlaceBits, run - 1);
    std::size_t at = row / 64, left = run - before - 1;  // starts to go past
    std::uint64_t bits = word(at) & ~low_bits(static_cast<int>(row % 64) + 1);
    for (std::size_t here; left >= (here = std::popcount(bits)); bits = word(++at)) left -= here;
    for (; left > 0; --left) bits &= bits - 1;
    return at * 64 + std::countr_zero(bits);
  }

 private:
  const std::byte* in_;
  const std::size_t runs_;
  const bool as_places_;
};

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
    pack_bits(std::span(places).subspan(1, runs - 1), kRunPlaceBits, out);
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
  const StartsView starts(in + 2, runs, rows);
  const std::byte* column = in + 2 + starts_bytes(runs, rows);
  const std::size_t first_run = starts.run_of(from), last_run = starts.run_of(to - 1, from, first_run);
  if (first_run == last_run) {
    decode_column(column, runs, min, first_run, first_run + 1, out);
    std::fill_n(out + 1, to - from - 1, *out);
    return;
  }
  std::array<std::uint64_t, kBlockRows> run_values;
  decode_column(column, runs, min, first_run, last_run + 1, run_values.data());
  const std::uint64_t* value = run_values.data();
  if (starts.as_places()) {
    std::size_t row = from;
    for (std::size_t run = first_run; run <= last_run; ++run) {
      const std::size_t end = run == last_run ? to : starts.first_row(run + 1, row, run);
      out = std::fill_n(out, end - row, *value++);
      row = end;
    }
    return;
  }
  *out++ = *value;
  for (std::size_t row = from + 1; row < to;) {
    const std::size_t end = std::min(to, row / 64 * 64 + 64);
    std::uint64_t word = starts.word(row / 64) >> (row % 64);
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

// Among the runs of which the rows are, and then where these begin.
FoundRows find_runs(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                    std::uint64_t wanted) {
  const std::size_t runs = load<std::uint16_t>(in);
  const StartsView starts(in + 2, runs, rows);
  const std::size_t first = starts.run_of(from), end = starts.run_of(to - 1, from, first) + 1;
  const FoundRows found = find_in_column(in + 2 + starts_bytes(runs, rows), runs, min, first, end, wanted);
  const auto row_of = [&](std::size_t run) {
    return run == first ? from : run == end ? to : starts.first_row(run, from, first);
  };
  return {row_of(found.begin), row_of(found.end)};
}

}  // namespace quadrille::detail
