#include "dictionary/vocabulary_view.hpp"

#include <xxhash.h>

#include <algorithm>

#include "base/error.hpp"

namespace quadrille {

namespace {

// Numbers for groups that are unique in this process; 0 means none.
std::uint64_t next_group_ids(std::uint32_t groups) {
  static std::atomic<std::uint64_t> next{1};
  return next.fetch_add(groups);
}

}  // namespace

VocabularyView::VocabularyView(std::span<const std::byte> part, std::string name)
    : part_(part), name_(std::move(name)), id_(0), trailer_() {
  constexpr std::size_t kMagicBytes = sizeof kVocabularyMagic;
  if (part_.size() < kMagicBytes + sizeof trailer_) fail_damaged("too short");
  trailer_ = load<VocabularyTrailer>(part_.data() + part_.size() - sizeof trailer_);
  if (trailer_.magic != kVocabularyMagic || load<std::uint64_t>(part_.data()) != kVocabularyMagic) {
    fail_damaged("not a vocabulary file");
  }
  if (trailer_.version != kVocabularyVersion) {
    fail(ErrorKind::unsupported, "vocabulary part {} has version {}, this program reads version {}", name_,
         trailer_.version, kVocabularyVersion);
  }
  if (trailer_.checksum != XXH3_64bits(&trailer_, offsetof(VocabularyTrailer, checksum))) {
    fail_damaged("wrong checksum of the trailer");
  }
  const std::size_t fixed_bytes = trailer_.groups * (sizeof(GroupEntry) + sizeof(std::uint64_t)) +
                                  sizeof(std::uint64_t) + trailer_.blocks * sizeof(std::uint32_t);
  if (trailer_.index_offset % 8 != 0 || trailer_.index_bytes < fixed_bytes ||
      trailer_.index_offset + trailer_.index_bytes + sizeof trailer_ != part_.size()) {
    fail_damaged("wrong offset of the index");
  }
  const std::byte* at = part_.data() + trailer_.index_offset;
  if (reinterpret_cast<std::uintptr_t>(at) % alignof(GroupEntry) != 0) fail_damaged("not aligned to 8 bytes");
  if (trailer_.index_checksum != XXH3_64bits(at, trailer_.index_bytes)) fail_damaged("wrong checksum of the index");
  groups_ = {reinterpret_cast<const GroupEntry*>(at), trailer_.groups};
  at += groups_.size_bytes();
  head_offsets_ = {reinterpret_cast<const std::uint64_t*>(at), std::size_t{trailer_.groups} + 1};
  at += head_offsets_.size_bytes();
  block_groups_ = {reinterpret_cast<const std::uint32_t*>(at), trailer_.blocks};
  at += block_groups_.size_bytes();
  heads_ = {reinterpret_cast<const char*>(at), trailer_.index_bytes - fixed_bytes};
  validate_index();
  verified_ = std::make_unique<std::atomic<bool>[]>(groups_.size());
  id_ = next_group_ids(trailer_.groups);
}

std::uint64_t VocabularyView::decompressed_bytes() const {
  std::uint64_t bytes = 0;
  for (const GroupEntry& group : groups_) {
    if (group.codec != GroupCodec::plain) bytes += group.raw_bytes + kWideBytes;
  }
  return bytes;
}

// The checksum ensures that the index is what a builder wrote; this check ensures that it is consistent, so that
// nothing is read outside of the part.
void VocabularyView::validate_index() const {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const GroupEntry& group = groups_[i];
    const std::uint32_t next_block = i + 1 < groups_.size() ? groups_[i + 1].first_block : trailer_.blocks;
    if (group.offset + group.stored_bytes > trailer_.index_offset || group.first_block >= next_block ||
        head_offsets_[i] > head_offsets_[i + 1]) {
      fail_damaged("inconsistent index");
    }
  }
  if (head_offsets_.back() != heads_.size()) fail_damaged("inconsistent index");
  for (std::size_t i = 0; i < kHuriKinds; ++i) {
    const KindEntry& kind = trailer_.kinds[i];
    if (kind.count == 0) continue;
    const std::uint64_t blocks = (kind.count + kBlockKeys - 1) / kBlockKeys;
    if (kind.first_block + blocks > trailer_.blocks || kind.first_group >= trailer_.groups) {
      fail_damaged("inconsistent index");
    }
  }
}

void VocabularyView::fail_damaged(std::string_view what) const {
  fail(ErrorKind::io, "vocabulary part {} is damaged: {}; restore the file from a copy", name_, what);
}

std::uint32_t VocabularyView::end_block(HuriKind kind) const {
  const KindEntry& entry = kind_entry(kind);
  return entry.first_block + static_cast<std::uint32_t>((entry.count + kBlockKeys - 1) / kBlockKeys);
}

std::uint32_t VocabularyView::end_group(HuriKind kind) const {
  const std::uint32_t block = end_block(kind);
  return block < block_groups_.size() ? block_groups_[block] : trailer_.groups;
}

std::string_view VocabularyView::head(std::uint32_t group) const {
  return heads_.substr(head_offsets_[group], head_offsets_[group + 1] - head_offsets_[group]);
}

void VocabularyView::verify_group(std::uint32_t group) const {
  const GroupEntry& entry = groups_[group];
  if (XXH3_64bits(part_.data() + entry.offset, entry.stored_bytes) != entry.checksum) {
    fail(
        ErrorKind::io,
        "vocabulary part {} is damaged: wrong checksum of group {} (offset {}, {} bytes); restore the file from a copy",
        name_, group, entry.offset, entry.stored_bytes);
  }
  verified_[group].store(true, std::memory_order_relaxed);  // the bytes never change, so there is nothing to order
}

const unsigned char* VocabularyView::raw_group(std::uint32_t group, KeyBuffer& buffer) const {
  if (!verified_[group].load(std::memory_order_relaxed)) verify_group(group);
  const GroupEntry& entry = groups_[group];
  const std::byte* stored = part_.data() + entry.offset;
  if (entry.codec == GroupCodec::plain) return reinterpret_cast<const unsigned char*>(stored);
  const std::string_view frame(reinterpret_cast<const char*>(stored), entry.stored_bytes);
  return reinterpret_cast<const unsigned char*>(buffer.decompress(id_ + group, frame, entry.raw_bytes, cache_).data());
}

const unsigned char* VocabularyView::block(std::uint32_t block, KeyBuffer& buffer) const {
  const std::uint32_t group = block_groups_[block];
  const unsigned char* raw = raw_group(group, buffer);
  return raw + load<std::uint32_t>(raw + (block - groups_[group].first_block) * sizeof(std::uint32_t));
}

void VocabularyView::fetch_place(std::uint32_t block) const {
  if (block >= block_groups_.size()) return;
  const std::uint32_t group = block_groups_[block];
  const GroupEntry& entry = groups_[group];
  if (entry.codec != GroupCodec::plain) return;
  __builtin_prefetch(part_.data() + entry.offset + (block - entry.first_block) * sizeof(std::uint32_t));
}

void VocabularyView::fetch_block(std::uint32_t block) const {
  constexpr std::size_t kLine = 64, kLines = 3;  // a block of short IRIs
  if (block >= block_groups_.size()) return;
  const std::uint32_t group = block_groups_[block];
  const GroupEntry& entry = groups_[group];
  if (entry.codec != GroupCodec::plain || !verified_[group].load(std::memory_order_relaxed)) return;
  const std::byte* raw = part_.data() + entry.offset;
  const std::byte* at = raw + load<std::uint32_t>(raw + (block - entry.first_block) * sizeof(std::uint32_t));
  for (std::size_t line = 0; line < kLines; ++line) __builtin_prefetch(at + line * kLine);
}

std::string_view VocabularyView::key(HuriKind kind, std::uint64_t rank, KeyBuffer& buffer) const {
  const Huri huri = Huri::make(kind, rank);
  keys(kind, {&huri, 1}, buffer, [](std::size_t, std::string_view) {});
  return buffer.key();
}

VocabularyView::Place VocabularyView::place_of_key(HuriKind kind, std::string_view key, KeyBuffer& buffer) const {
  const KindEntry& entry = kind_entry(kind);
  if (entry.count == 0) return {entry.first_rank, false};
  // The last group whose head is not above the key; keys before the kind's first are placed by its first group.
  std::uint32_t group = entry.first_group;
  for (std::uint32_t size = end_group(kind) - group; size > 1;) {
    const std::uint32_t half = size / 2;
    if (head(group + half) <= key) group += half;
    size -= half;
  }
  const unsigned char* raw = raw_group(group, buffer);
  const auto block_at = [&](std::uint32_t i) { return raw + load<std::uint32_t>(raw + i * sizeof(std::uint32_t)); };
  const std::uint32_t first_block = groups_[group].first_block;
  const std::uint32_t last_block = group + 1 < groups_.size() ? groups_[group + 1].first_block : trailer_.blocks;
  std::uint32_t block = 0;
  for (std::uint32_t size = last_block - first_block; size > 1;) {
    const std::uint32_t half = size / 2;
    if (first_key(block_at(block + half)) <= key) block += half;
    size -= half;
  }
  const std::uint64_t before = std::uint64_t{first_block + block - entry.first_block} * kBlockKeys;
  const BlockPlace place = find_in_block(block_at(block), std::min(kBlockKeys, entry.count - before), key);
  return {entry.first_rank + before + place.index, place.found};
}

std::optional<std::uint64_t> VocabularyView::find(HuriKind kind, std::string_view key, KeyBuffer& buffer) const {
  const Place place = place_of_key(kind, key, buffer);
  if (!place.found) return std::nullopt;
  return place.rank;
}

std::uint64_t VocabularyView::lower_bound(HuriKind kind, std::string_view key, KeyBuffer& buffer) const {
  return place_of_key(kind, key, buffer).rank;
}

void VocabularyView::check() const {
  for (std::uint32_t group = 0; group < trailer_.groups; ++group) verify_group(group);
  KeyBuffer buffer;
  std::string previous;
  for (std::size_t i = 0; i < kHuriKinds; ++i) {
    const auto kind = static_cast<HuriKind>(i);
    for_each(kind, {first_rank(kind), end_rank(kind)}, buffer, [&](std::uint64_t rank, std::string_view key) {
      if (rank > first_rank(kind) && key <= previous) fail_damaged("keys not in ascending order");
      previous = key;
    });
  }
}

}  // namespace quadrille
