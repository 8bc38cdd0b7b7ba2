#pragma once

// BornTerms are the terms of updates at one version, which a rebuild sorts into the vocabulary. Each part of the delta
// vocabulary counts up to its size at that version; the terms of all parts are numbered consecutively.
//
//   part 0: 0 1 2 | part 1: 0 | part 2: 0 1 | ...        place   0 1 2 3 4 5 ...
//
// Parts are distributed over images like shards, so the places of an image's own terms are consecutive.

#include <cstdint>
#include <optional>
#include <vector>

#include "dictionary/delta_vocabulary.hpp"
#include "dictionary/volatile_huri.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// The places of the parts: plain numbers, the same on all images.
class BornPlaces {
 public:
  BornPlaces() = default;
  explicit BornPlaces(const std::vector<std::uint64_t>& sizes);  // by part

  std::uint64_t count() const { return starts_.back(); }
  std::uint64_t begin_of(std::uint32_t part) const { return starts_[part]; }
  // The place of a delta HURI; nothing if its term was added later.
  std::optional<std::uint64_t> place(Huri huri) const {
    const std::uint32_t part = delta_part(huri);
    if (part + 1 >= starts_.size()) return std::nullopt;
    const std::uint64_t place = starts_[part] + volatile_index(huri);
    return place < starts_[part + 1] ? std::optional(place) : std::nullopt;
  }

 private:
  std::vector<std::uint64_t> starts_{0};  // by part, and the end
};

class BornTerms {
 public:
  // Collective over a team of all images. delta_size: delta->size(delta->image()) at the version, or later. Without
  // `delta`, which outlives this, there are no terms.
  BornTerms(pgas::Team& team, const DeltaVocabulary* delta, std::uint64_t delta_size);

  const BornPlaces& places() const { return places_; }

  // Local. This image's own terms.
  std::uint64_t own_begin() const { return own_begin_; }
  std::uint64_t own_end() const { return own_end_; }
  // Local. Calls visit(place, entry) for all of them, in the order of places.
  template <class Visit>
  void for_each_own(Visit&& visit) const {
    if (delta_ == nullptr) return;
    std::uint64_t place = own_begin_;
    for (std::uint32_t part = delta_->first_part(delta_->image()); part < delta_->end_part(delta_->image()); ++part) {
      for (std::uint64_t number = 0; place < places_.begin_of(part + 1); ++number) {
        visit(place++, delta_->at(part, number));
      }
    }
  }

 private:
  const DeltaVocabulary* delta_;
  BornPlaces places_;
  std::uint64_t own_begin_ = 0, own_end_ = 0;
};

}  // namespace quadrille
