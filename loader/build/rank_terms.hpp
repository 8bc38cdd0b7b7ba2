#pragma once

// Sort Literals (CGE21 6.2) makes the vocabulary from the local terms of all images and gives each term its HURI.
//
//   sort here -> cut into ranges -> pieces to the owners -> merge own ranges, places back to the images
//             -> ranks: a sum over the ranges before -> HURIs of local ids
//                                                    -> the vocabulary's files, one a range
//
// A HURI is a rank within a kind. This holds for blank nodes too, which have no entry in the vocabulary. So HURIs
// depend on the input alone and not on the number of images.

#include <cstdint>
#include <deque>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "dictionary/huri.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/build/term_table.hpp"
#include "loader/build/vocabulary_range.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

struct RankedTerms {
  std::span<const Huri> huris;      // by local id, in `huri_arena`
  KindCounts counts{};              // distinct terms of all images
  std::vector<ManifestFile> files;  // that this image has written, in `folder`
};

// Writes the ranges of this image to their files. A file is completed only after all ranges have been merged; no more
// than eight are open until then.
class OwnRanges final : public RangeTaker {
 public:
  OwnRanges(ShardedWork& work, std::filesystem::path folder, std::uint64_t generation)
      : work_(work), folder_(std::move(folder)), generation_(generation) {}

  void begin_range() override;
  void add(TermRecord term) override {
    ranges_.back().add(term);
    ++terms_.back();
  }
  void end_range() override { ranges_.back().end(); }

  // Collective; after all ranges have been merged. On return the files exist. `pulse(n)`: n more terms are written.
  std::vector<ManifestFile> finish(const RankedRanges& ranked, const MergePulse& pulse);

 private:
  ShardedWork& work_;
  const std::filesystem::path folder_;
  const std::uint64_t generation_;
  std::deque<VocabularyRange> ranges_;
  std::vector<std::uint64_t> terms_;  // by range
};

// Collective. Closes `terms`; the pulse counts the terms of all images together. On return no other image reads this
// image's terms or `work_arena` any more, and both can be freed.
RankedTerms rank_terms(ShardedWork& work, TermTable& terms, pgas::QueryArena& work_arena, pgas::QueryArena& huri_arena,
                       const std::filesystem::path& folder, std::uint64_t generation);

}  // namespace quadrille
