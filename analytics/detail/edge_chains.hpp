#pragma once

// EdgeChains hold entries by bucket, in chains of chunks, so that entries are written once, without counting them
// first. Each image appends to chains of its own; all images of the group read and rewrite them after a barrier.
//
//   image 0   bucket 0: | chunk | -> | chunk |     bucket 1: | chunk |  ...
//   image 1   bucket 0: | chunk |                  ...
//
// Entries of a bucket are read image by image, in the order in which they were appended.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

struct PlainEntry {
  std::uint64_t key;  // the row in the upper half, the neighbour in the lower one
};
struct WeightedEntry {
  std::uint64_t key;
  double weight;
};

template <class Entry>
class EdgeChains {
 public:
  // Collective in the group.
  EdgeChains(Workers& workers, std::size_t buckets)
      : workers_(workers), heads_(workers.arena().make_span<Chunk*>(buckets)), tails_(buckets), counts_(buckets) {
    for (Chunk*& head : heads_) head = nullptr;
  }

  // Local. Between begin and share().
  void append(std::size_t bucket, const Entry& entry) {
    Tail& tail = tails_[bucket];
    if (tail.next == tail.end) [[unlikely]]
      add_chunk(bucket);
    *tail.next++ = entry;
  }
  // Collective in the group. All chains can be read.
  void share() {
    for (std::size_t bucket = 0; bucket < tails_.size(); ++bucket) {
      if (heads_[bucket]) close(tails_[bucket]);
    }
    all_heads_ = workers_.gather(heads_.data());
    for (Chunk* const* heads : all_heads_) {
      for (std::size_t bucket = 0; bucket < tails_.size(); ++bucket) {
        for (Chunk* chunk = heads[bucket]; chunk; chunk = chunk->next) counts_[bucket] += chunk->count;
      }
    }
  }
  std::size_t buckets() const { return tails_.size(); }
  // Local. The entries of a bucket when it was shared.
  std::size_t count(std::size_t bucket) const { return counts_[bucket]; }

  // Local. Calls visit(entries) for the pieces of a bucket.
  template <class Visit>
  void read(std::size_t bucket, Visit&& visit) const {
    for (Chunk* const* heads : all_heads_) {
      for (Chunk* chunk = heads[bucket]; chunk; chunk = chunk->next) {
        visit(std::span<const Entry>(chunk->entries, chunk->count));
      }
    }
  }
  // Local. Replaces the entries of a bucket by as many or fewer.
  void rewrite(std::size_t bucket, std::span<const Entry> entries) {
    for (Chunk* const* heads : all_heads_) {
      for (Chunk* chunk = heads[bucket]; chunk; chunk = chunk->next) {
        const std::size_t count = std::min<std::size_t>(chunk->count, entries.size());
        std::copy_n(entries.data(), count, chunk->entries);
        chunk->count = static_cast<std::uint32_t>(count);
        entries = entries.subspan(count);
      }
    }
  }
  // Collective in the group.
  void free() {
    workers_.barrier();
    for (const std::span<std::byte> piece : pieces_) workers_.arena().free_span(piece);
    pieces_.clear();
  }

 private:
  static constexpr std::size_t kChunkBytes = 4096;
  static constexpr std::size_t kFirstPieceBytes = pgas::QueryArena::kLargeBytes;  // which can be freed
  static constexpr std::size_t kPieceBytes = 1 << 20;
  struct Chunk {
    static constexpr std::size_t kEntries = (kChunkBytes - 16) / sizeof(Entry);
    Chunk* next;
    std::uint32_t count;
    Entry entries[kEntries];
  };
  static_assert(sizeof(Chunk) <= kChunkBytes);
  struct Tail {
    Entry* next = nullptr;
    Entry* end = nullptr;
    Chunk* chunk = nullptr;
  };

  static void close(Tail& tail) { tail.chunk->count = static_cast<std::uint32_t>(tail.next - tail.chunk->entries); }
  void add_chunk(std::size_t bucket) {
    if (free_.size() < sizeof(Chunk)) {
      // Pieces are small at first: a small graph has few chunks.
      const std::size_t bytes = std::clamp(taken_ / 8, kFirstPieceBytes, kPieceBytes);
      taken_ += bytes;
      free_ = workers_.arena().template make_span<std::byte>(bytes);
      pieces_.push_back(free_);
    }
    auto* chunk = reinterpret_cast<Chunk*>(free_.data());
    free_ = free_.subspan(sizeof(Chunk));
    chunk->next = nullptr;
    Tail& tail = tails_[bucket];
    if (tail.chunk) {
      close(tail);
      tail.chunk->next = chunk;
    } else {
      heads_[bucket] = chunk;
    }
    tail = {chunk->entries, chunk->entries + Chunk::kEntries, chunk};
  }

  Workers& workers_;
  std::span<Chunk*> heads_;  // by bucket, shared
  std::vector<Tail> tails_;  // by bucket
  std::vector<std::size_t> counts_;
  std::vector<Chunk**> all_heads_;  // by image of the group
  std::vector<std::span<std::byte>> pieces_;
  std::span<std::byte> free_;  // of the last piece
  std::size_t taken_ = 0;      // bytes of all pieces
};

}  // namespace quadrille::analytics::detail
