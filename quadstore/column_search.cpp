#include "quadstore/column_search.hpp"

#include "base/assert.hpp"
#include "quadstore/detail/codecs.hpp"

namespace quadrille {

FoundRows find_in_column(const std::byte* column, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                         std::uint64_t wanted) {
  if (from == to || wanted < min) return {from, from};
  const std::byte* form = column + 1;
  switch (codec_of(column)) {
    case Codec::constant:
      return wanted == min ? FoundRows{from, to} : FoundRows{to, to};
    case Codec::frame:
      return detail::find_frame(form, rows, min, from, to, wanted);
    case Codec::differences:
      return detail::find_differences(form, rows, min, from, to, wanted);
    case Codec::delta:
      return detail::find_delta(form, rows, min, from, to, wanted);
    case Codec::steps:
      return detail::find_steps(form, rows, min, from, to, wanted);
    case Codec::runs:
      return detail::find_runs(form, rows, min, from, to, wanted);
    case Codec::dictionary:
      return detail::find_dictionary(form, rows, min, from, to, wanted);
    case Codec::frames:
      return detail::find_frames(form, rows, from, to, wanted);
  }
  QUADRILLE_ASSERT(false, "a column's first byte names its codec");
}

}  // namespace quadrille
