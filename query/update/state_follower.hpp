#pragma once

// A StateFollower applies updates to a whole view (server/engine/whole_view.hpp). In a job of several groups an image
// sees only the changes of its group's shards; an image with a whole view must see those of all shards.
//
//   every image     effective changes of its own subjects, new terms of its own parts  --one gather-->
//   those with a    copy the terms; then next_state() on their own copy of the state, as a job of one image does
//   whole view
//
// So a whole view has the changes in memory a second time. If the changes of an operation or of all versions are too
// many, it ends, until the next generation.
//
// Every image has one; it belongs to a generation.

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "dictionary/delta_vocabulary.hpp"
#include "query/update/dataset_state.hpp"

namespace quadrille::query {

class StateFollower {
 public:
  static constexpr std::size_t kMostBytes = 64 << 20;  // that an image sends for one operation

  // `own`: of this image. `copy`: the terms of all images; `alone`: a team of this image; nullptr if it has no whole
  // view. `most_bytes`: of the levels of a whole view.
  StateFollower(DeltaVocabulary& own, DeltaVocabulary* copy, std::unique_ptr<pgas::Team> alone, std::size_t most_bytes);

  // Collective. Copies the terms that exist already.
  void begin(pgas::Team& team);

  // Collective, in the update's lane. `before`: the whole view's state before, nullptr if there is none. Returns its
  // state after the changes, of this version; nullptr on images without a whole view, and after it has ended.
  DatasetStatePtr follow(pgas::Team& team, const DatasetStatePtr& before, const QuadChanges& changes,
                         std::uint64_t version, std::pmr::memory_resource& levels);

  // Local, on an image with a whole view, for a batch (data_batch.hpp): its state after the changes, and what they
  // change in the statistics. The terms of the batch are added by take_terms(), when all images have theirs. Each
  // returns false or nullopt if the whole view has ended.
  std::optional<CountedState> after_batch(const DatasetState& before, const QuadChanges& changes, std::uint64_t version,
                                          std::pmr::memory_resource& levels);
  bool take_terms(std::span<const std::string> terms);
  // Local. Ends the whole view of this image.
  void end() { copy_ = nullptr; }

 private:
  template <class Next>
  std::optional<CountedState> guarded(Next&& next);
  void copy_terms(ImageId image, std::string_view terms);

  DeltaVocabulary& own_;
  DeltaVocabulary* copy_;
  const std::unique_ptr<pgas::Team> alone_;
  const std::size_t most_bytes_;
  bool has_ended_ = false;  // the same on all images
};

}  // namespace quadrille::query
