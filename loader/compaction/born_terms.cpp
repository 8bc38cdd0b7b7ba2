#include "loader/compaction/born_terms.hpp"

#include "base/assert.hpp"
#include "loader/build/shared_list.hpp"

namespace quadrille {

BornPlaces::BornPlaces(const std::vector<std::uint64_t>& sizes) {
  for (const std::uint64_t size : sizes) starts_.push_back(starts_.back() + size);
}

BornTerms::BornTerms(pgas::Team& team, const DeltaVocabulary* delta, std::uint64_t delta_size) : delta_(delta) {
  if (delta_ == nullptr) return;
  QUADRILLE_ASSERT(team.size() == delta_->images(), "a rebuild is done by all images together");
  const std::uint32_t first = delta_->first_part(delta_->image()), end = delta_->end_part(delta_->image());
  std::vector<std::uint64_t> mine, all;
  for (std::uint32_t part = first; part < end; ++part) {
    mine.push_back(delta_->size_at(part, delta_size));
  }
  for (const std::vector<std::uint64_t>& theirs : gather_lists(team, mine)) {
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  places_ = BornPlaces(all);
  own_begin_ = places_.begin_of(first);
  own_end_ = places_.begin_of(end);
}

}  // namespace quadrille
