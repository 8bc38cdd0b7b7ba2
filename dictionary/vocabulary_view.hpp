#pragma once

// A VocabularyView reads a vocabulary part (vocabulary_format.hpp) in place: in a mapped file, the symmetric heap, a
// buffer.
//
// Ranks are global within a kind: this part covers first_rank(kind) .. first_rank(kind) + count(kind).
// Opening checks trailer and index; each group is checked by the thread that first touches it (the flags are here, not
// in the mapped bytes). Damage throws ErrorKind::io naming the part. Any number of threads may call const functions,
// each with its own KeyBuffer.
//
//   key         one block is decoded up to the key: about 16 keys; a compressed group first, unless it was the last
//   keys        sorted ranks: each block once
//   for_each    sequential, some 3 ns a key
//   find        binary search over the heads of groups and first keys of blocks, then one block

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/assert.hpp"
#include "dictionary/vocabulary_block.hpp"

namespace quadrille {

// first <= rank < end
struct RankRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  bool empty() const { return first >= end; }
  bool operator==(const RankRange&) const = default;
};

class VocabularyView {
 public:
  // `part` is exactly the output of the builder; it is not owned and must stay. `name` is for messages: the file.
  VocabularyView(std::span<const std::byte> part, std::string name);

  // The bytes of all compressed groups when they are decompressed, as a GroupCache counts them.
  std::uint64_t decompressed_bytes() const;
  // Before other functions are called: the cache keeps decompressed groups. It outlives the view.
  void keep_groups_in(GroupCache& cache) { cache_ = &cache; }

  std::uint64_t count(HuriKind kind) const { return kind_entry(kind).count; }
  std::uint64_t first_rank(HuriKind kind) const { return kind_entry(kind).first_rank; }
  std::uint64_t end_rank(HuriKind kind) const { return first_rank(kind) + count(kind); }
  // The kind's first key in this part; needs count(kind) > 0. Free.
  std::string_view smallest_key(HuriKind kind) const { return head(kind_entry(kind).first_group); }
  std::size_t bytes() const { return part_.size(); }
  const std::string& name() const { return name_; }

  // The key of a rank of this part; a view of the buffer.
  std::string_view key(HuriKind kind, std::uint64_t rank, KeyBuffer& buffer) const;

  // Calls take(i, key) for the i-th of ascending HURIs of the kind, repetitions allowed. The key is valid until take
  // returns.
  template <class Take>
  void keys(HuriKind kind, std::span<const Huri> huris, KeyBuffer& buffer, Take&& take) const;

  // Calls take(rank, key) for every rank of the range.
  template <class Take>
  void for_each(HuriKind kind, RankRange ranks, KeyBuffer& buffer, Take&& take) const;

  std::optional<std::uint64_t> find(HuriKind kind, std::string_view key, KeyBuffer& buffer) const;
  // The rank of the first key >= `key`; end_rank(kind) if there is none.
  std::uint64_t lower_bound(HuriKind kind, std::string_view key, KeyBuffer& buffer) const;

  // Verifies every group and the order of all keys. Throws ErrorKind::io.
  void check() const;

 private:
  static constexpr std::size_t kFetchedAhead = 8;  // keys
  static constexpr std::uint64_t kFarApart = 4;    // average number of ranks between two requested keys

  struct Place {
    std::uint64_t rank = 0;
    bool found = false;
  };

  const KindEntry& kind_entry(HuriKind kind) const { return trailer_.kinds[static_cast<std::size_t>(kind)]; }
  std::uint32_t end_block(HuriKind kind) const;
  std::uint32_t end_group(HuriKind kind) const;
  std::string_view head(std::uint32_t group) const;
  const unsigned char* raw_group(std::uint32_t group, KeyBuffer& buffer) const;
  const unsigned char* block(std::uint32_t block, KeyBuffer& buffer) const;
  // Prefetches the data that locates a block; or the block. Only for groups that are not compressed.
  void fetch_place(std::uint32_t block) const;
  void fetch_block(std::uint32_t block) const;
  void verify_group(std::uint32_t group) const;
  void validate_index() const;
  Place place_of_key(HuriKind kind, std::string_view key, KeyBuffer& buffer) const;
  [[noreturn]] void fail_damaged(std::string_view what) const;

  std::span<const std::byte> part_;
  std::string name_;
  GroupCache* cache_ = nullptr;
  std::uint64_t id_;  // of compressed groups in KeyBuffers: id_ + group
  VocabularyTrailer trailer_;
  std::span<const GroupEntry> groups_;
  std::span<const std::uint64_t> head_offsets_;
  std::span<const std::uint32_t> block_groups_;
  std::string_view heads_;
  std::unique_ptr<std::atomic<bool>[]> verified_;  // by group
};

template <class Take>
void VocabularyView::keys(HuriKind kind, std::span<const Huri> huris, KeyBuffer& buffer, Take&& take) const {
  const KindEntry& entry = kind_entry(kind);
  const auto block_of = [&](std::size_t key) {
    return static_cast<std::uint32_t>((huris[key].payload() - entry.first_rank) / kBlockKeys) + entry.first_block;
  };
  // Blocks of keys that are close together are prefetched by the processor itself.
  const bool fetches = !huris.empty() && (huris.back().payload() - huris.front().payload()) / huris.size() >= kFarApart;
  std::size_t i = 0, places_fetched = fetches ? 0 : huris.size(), blocks_fetched = places_fetched;
  while (i < huris.size()) {
    for (; places_fetched < std::min(i + 2 * kFetchedAhead, huris.size()); ++places_fetched) {
      fetch_place(block_of(places_fetched));
    }
    for (; blocks_fetched < std::min(i + kFetchedAhead, huris.size()); ++blocks_fetched) {
      fetch_block(block_of(blocks_fetched));
    }
    const std::uint64_t block_number = (huris[i].payload() - entry.first_rank) / kBlockKeys;
    std::uint64_t rank = entry.first_rank + block_number * kBlockKeys;
    const std::uint64_t block_end = std::min(rank + kBlockKeys, end_rank(kind));
    QUADRILLE_ASSERT(entry.first_rank <= huris[i].payload() && huris[i].payload() < block_end,
                     "ranks are those of this part");
    BlockReader reader(block(entry.first_block + static_cast<std::uint32_t>(block_number), buffer), buffer);
    for (; i < huris.size() && huris[i].payload() < block_end; ++i) {
      QUADRILLE_ASSERT(huris[i].payload() >= rank, "ranks ascend");
      for (; rank < huris[i].payload(); ++rank) reader.next();
      take(i, buffer.key());
    }
  }
}

template <class Take>
void VocabularyView::for_each(HuriKind kind, RankRange ranks, KeyBuffer& buffer, Take&& take) const {
  const KindEntry& entry = kind_entry(kind);
  QUADRILLE_ASSERT(ranks.empty() || (entry.first_rank <= ranks.first && ranks.end <= end_rank(kind)),
                   "ranks are those of this part");
  while (!ranks.empty()) {
    const std::uint64_t block_number = (ranks.first - entry.first_rank) / kBlockKeys;
    std::uint64_t rank = entry.first_rank + block_number * kBlockKeys;
    const std::uint64_t end = std::min(rank + kBlockKeys, ranks.end);
    BlockReader reader(block(entry.first_block + static_cast<std::uint32_t>(block_number), buffer), buffer);
    for (; rank < ranks.first; ++rank) reader.next();
    take(rank, buffer.key());
    while (++rank < end) {
      reader.next();
      take(rank, buffer.key());
    }
    ranks.first = end;
  }
}

}  // namespace quadrille
