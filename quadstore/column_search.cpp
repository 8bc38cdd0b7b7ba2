#include "quadstore/column_search.hpp"

#include "base/assert.hpp"
#include "quadstore/detail/codecs.hpp"

namespace quadrille {

namespace {

FoundRows find_constant(const std::byte*, std::size_t, std::uint64_t min, std::size_t from, std::size_t to,
                        std::uint64_t wanted) {
  return wanted == min ? FoundRows{from, to} : FoundRows{to, to};
}

}  // namespace

FoundRows find_in_column(const std::byte* column, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                         std::uint64_t wanted) {
  if (from == to || wanted < min) return {from, from};
  static constexpr detail::Find* kFind[kCodecs] = {find_constant,      detail::find_frame,      detail::find_delta,
                                                   detail::find_runs,  detail::find_dictionary, detail::find_frames,
                                                   detail::find_steps, detail::find_differences};
  const auto codec = static_cast<std::size_t>(codec_of(column));
  QUADRILLE_ASSERT(codec < kCodecs, "a column's first byte names its codec");
  return kFind[codec](column + 1, rows, min, from, to, wanted);
}

}  // namespace quadrille
