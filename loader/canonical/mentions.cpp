#include "loader/canonical/mentions.hpp"

#include <numeric>

namespace quadrille::canonical {

// Counts, makes the ends of the lists of the counts, then fills each list from its end, the last quad first.
Mentions::Mentions(const Dataset& dataset) : starts_(dataset.blank_nodes() + std::size_t{1}) {
  const std::span<const RankedQuad> quads = dataset.quads();
  for (const RankedQuad& quad : quads) {
    for_each_blank(quad, dataset.first_blank(), [&](std::uint32_t blank) { ++starts_[blank]; });
  }
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  quads_.resize(starts_.back());
  for (std::size_t place = quads.size(); place-- > 0;) {
    for_each_blank(quads[place], dataset.first_blank(),
                   [&](std::uint32_t blank) { quads_[--starts_[blank]] = static_cast<std::uint32_t>(place); });
  }
}

}  // namespace quadrille::canonical
