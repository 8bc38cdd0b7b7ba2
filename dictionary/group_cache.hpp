#pragma once

// A GroupCache keeps decompressed groups of the vocabulary for all threads of the process. Unpacking one takes some 30
// us, and queries read the same texts repeatedly. The least recently used ones are removed, in separate segments, so
// that threads seldom wait for each other. Local.

#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace quadrille {

class GroupCache {
 public:
  using Group = std::shared_ptr<const std::string>;  // may be used after it has been removed from the cache

  static constexpr std::size_t kMostBytes = std::size_t{32} << 20;

  explicit GroupCache(std::size_t most_bytes) : most_bytes_(most_bytes / kSegments) {}
  // The cache that KeyBuffers use.
  static GroupCache& of_process();

  // nullptr: not cached. `group_id` is unique in the process (VocabularyView).
  Group find(std::uint64_t group_id);
  void keep(std::uint64_t group_id, Group group);
  std::size_t used_bytes() const;

 private:
  static constexpr std::size_t kSegments = 16;
  struct Entry {
    std::uint64_t id;
    Group group;
  };
  struct Segment {
    mutable std::mutex mutex;
    std::list<Entry> entries;  // the most recently used first
    std::unordered_map<std::uint64_t, std::list<Entry>::iterator> places;
    std::size_t bytes = 0;
  };

  Segment& segment_of(std::uint64_t group_id) { return segments_[group_id % kSegments]; }

  const std::size_t most_bytes_;  // of a segment
  std::array<Segment, kSegments> segments_;
};

}  // namespace quadrille
