#pragma once

// A StateFollower brings the updates of a job of several groups to the images that have a copy of something:
//
//   terms     each group's first image has a copy of the terms of all images, which its group reads
//             (dictionary/delta_vocabulary.hpp)
//   changes   an image with a whole view (server/engine/whole_view.hpp) has the changes of all shards; others see those
//             of their group's shards
//
//   every image   new terms of its own parts                    --one gather-->   the copies add them
//   every image   effective changes of its own subjects         --one gather-->   next_state() on the whole view's own
//                                                                                 state, as a job of one image does
//
// So a whole view has the changes in memory a second time. If the changes of an operation or of all versions are too
// many, it ends, until the next generation. A copy of terms cannot end: an update whose terms it cannot hold fails.
//
// Every image has one; it belongs to a generation.

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "dictionary/delta_vocabulary.hpp"
#include "query/update/dataset_state.hpp"

namespace quadrille::query {

struct DataBatch;

class StateFollower {
 public:
  static constexpr std::size_t kMostBytes = 64 << 20;  // of changes that an image sends for one operation

  // `own`: of this image. `copy`: the terms of all images, on the first image of each group; else nullptr. `alone`: a
  // team of this image, if it has a whole view; else nullptr. `most_bytes`: of the levels of a whole view.
  StateFollower(DeltaVocabulary& own, DeltaVocabulary* copy, std::unique_ptr<pgas::Team> alone, std::size_t most_bytes);

  // Collective. Sends the copies the terms that they lack. Throws Error(memory) on all images if a copy cannot hold
  // them; the next call sends them again.
  void share_terms(pgas::Team& team);
  // Local; the same on all images. True: a call of share_terms() has failed, and copies may lack terms of states.
  void set_terms_missing(bool are_missing) { are_terms_missing_ = are_missing; }
  bool are_terms_missing() const { return are_terms_missing_; }

  // Collective, in the update's lane, when the terms of the changes have been shared. `before`: the whole view's state
  // before, nullptr if there is none. Returns its state after the changes, of this version; nullptr on images without a
  // whole view, and after it has ended.
  // `marks_rows`: as of next_state().
  DatasetStatePtr follow(pgas::Team& team, const DatasetStatePtr& before, const QuadChanges& changes,
                         std::uint64_t version, std::pmr::memory_resource& levels, bool marks_rows = false);

  // Local, on an image with a whole view, for a batch (data_batch.hpp): its state after the changes, and what they
  // change in the statistics; nullopt if the whole view has ended.
  std::optional<CountedState> after_batch(const DatasetState& before, const QuadChanges& changes, std::uint64_t version,
                                          std::pmr::memory_resource& levels);
  // Local. Adds the terms of a batch to the copy, if this image has one. Throws Error(memory).
  void take_terms(const DataBatch& batch);

 private:
  template <class Next>
  std::optional<CountedState> guarded(Next&& next);

  DeltaVocabulary& own_;
  DeltaVocabulary* const copy_;
  const std::unique_ptr<pgas::Team> alone_;
  const std::size_t most_bytes_;
  bool are_terms_missing_ = false;
  bool is_here_ = true;     // this image's whole view, if it has one
  bool has_ended_ = false;  // whole views, on all images
};

}  // namespace quadrille::query
