#include "quadstore/column_search.hpp"

#include <algorithm>
#include <array>

#include "quadstore/detail/codecs.hpp"
#include "quadstore/detail/packed_list.hpp"

namespace quadrille {

namespace {

FoundRows find_unpacked(const std::byte* column, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                        std::uint64_t wanted) {
  std::array<std::uint64_t, kBlockRows> values;
  decode_column(column, rows, min, from, to, values.data());
  const auto [first, last] = std::equal_range(values.begin(), values.begin() + (to - from), wanted);
  return {from + static_cast<std::size_t>(first - values.begin()),
          from + static_cast<std::size_t>(last - values.begin())};
}

}  // namespace

FoundRows find_in_column(const std::byte* column, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                         std::uint64_t wanted) {
  if (from == to || wanted < min) return {from, from};
  const std::byte* form = column + 1;
  switch (codec_of(column)) {
    case Codec::constant:
      return wanted == min ? FoundRows{from, to} : FoundRows{to, to};
    case Codec::frame:
      if (detail::PackedListView(form, rows).has_exceptions()) break;
      return detail::find_frame(form, rows, min, from, to, wanted);
    case Codec::delta:
      return detail::find_delta(form, rows, min, from, to, wanted);
    case Codec::steps:
      return detail::find_steps(form, rows, min, from, to, wanted);
    case Codec::runs:
      return detail::find_runs(form, rows, min, from, to, wanted);
    case Codec::dictionary:
      return detail::find_dictionary(form, rows, min, from, to, wanted);
    case Codec::frames:
      break;
  }
  return find_unpacked(column, rows, min, from, to, wanted);
}

}  // namespace quadrille
