#pragma once

// A GroupCache keeps decompressed groups of a database's vocabulary for all threads of the process. Unpacking one takes
// some 30 us, and queries read the same texts repeatedly. The least recently used ones are removed, in separate
// segments, so that threads seldom wait for each other. A small cache has one segment. Local.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "base/cache_registry.hpp"

namespace quadrille {

class GroupCache final : public Cache {
 public:
  using Group = std::shared_ptr<const std::string>;  // may be used after it has been removed from the cache

  static constexpr std::size_t kWantedBytes = std::size_t{32} << 20;
  // For a vocabulary whose compressed groups have so many bytes when they are decompressed: all of them fit. An eighth
  // is added, because segments are not equally full.
  static constexpr std::size_t wanted_bytes_for(std::uint64_t groups_bytes) {
    return std::min<std::uint64_t>(kWantedBytes, groups_bytes + groups_bytes / 8);
  }

  // `registry` may be nullptr.
  explicit GroupCache(CacheRegistry* registry, std::size_t wanted_bytes = kWantedBytes)
      : Cache("compressed_texts", wanted_bytes),
        num_segments_(std::clamp<std::size_t>(wanted_bytes / kSegmentBytes, 1, kMostSegments)),
        membership_(registry, *this) {}

  // nullptr: not cached. `group_id` is unique in the process (VocabularyView).
  Group find(std::uint64_t group_id);
  void keep(std::uint64_t group_id, Group group);
  std::size_t used_bytes() const override;

 private:
  static constexpr std::size_t kMostSegments = 16;
  static constexpr std::size_t kSegmentBytes = kWantedBytes / kMostSegments;  // so that the longest groups fit
  struct Entry {
    std::uint64_t id;
    Group group;
  };
  struct Segment {
    mutable std::mutex mutex;
    std::list<Entry> entries;  // the most recently used first
    std::unordered_map<std::uint64_t, std::list<Entry>::iterator> places;
    std::size_t bytes = 0;

    // Moves the least recently used ones to `gone` until `most_bytes` are left. Needs the lock.
    void shrink(std::size_t most_bytes, std::list<Entry>& gone);
  };

  Segment& segment_of(std::uint64_t group_id) { return segments_[group_id % num_segments_]; }
  std::size_t most_bytes_of_segment() const { return most_bytes() / num_segments_; }
  void shrink() override;

  const std::size_t num_segments_;
  std::array<Segment, kMostSegments> segments_;
  const CacheMembership membership_;
};

}  // namespace quadrille
