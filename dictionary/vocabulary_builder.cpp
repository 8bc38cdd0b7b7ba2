#include "dictionary/vocabulary_builder.hpp"

#include <xxhash.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "base/assert.hpp"
#include "dictionary/term_key.hpp"

namespace quadrille {

namespace {

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// The checksum of both, one after the other.
std::uint64_t checksum_of(std::string_view first, std::string_view second) {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), XXH3_freeState);
  XXH3_64bits_reset(state.get());
  XXH3_64bits_update(state.get(), first.data(), first.size());
  XXH3_64bits_update(state.get(), second.data(), second.size());
  return XXH3_64bits_digest(state.get());
}

std::string sealed(VocabularyTrailer trailer) {
  trailer.checksum = XXH3_64bits(&trailer, offsetof(VocabularyTrailer, checksum));
  return {reinterpret_cast<const char*>(&trailer), sizeof trailer};
}

}  // namespace

VocabularyBuilder::VocabularyBuilder(Sink sink, const FirstRanks& first_ranks) : sink_(std::move(sink)) {
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) trailer_.kinds[kind].first_rank = first_ranks[kind];
  const std::uint64_t magic = kVocabularyMagic;
  write({reinterpret_cast<const char*>(&magic), sizeof magic});
}

void VocabularyBuilder::write(std::string_view bytes) {
  bytes_ += bytes.size();
  sink_(bytes);
}

std::string_view VocabularyBuilder::previous() const {
  return is_previous_head_ ? std::string_view(heads_).substr(head_offsets_.back()) : previous_;
}

std::uint64_t VocabularyBuilder::add(HuriKind kind, std::string_view key) {
  QUADRILLE_ASSERT(in_vocabulary(kind), "only terms of the vocabulary have keys");
  check_key_size(key.size());
  if (kind != kind_) begin_kind(kind);
  KindEntry& entry = trailer_.kinds[static_cast<std::size_t>(kind)];
  QUADRILLE_ASSERT(entry.count == 0 || previous() < key, "F1: keys ascend strictly within a kind");
  if (group_.full() || group_.empty()) {
    const std::string_view head = entry.count == 0 ? key : key.substr(0, common_prefix(previous(), key) + 1);  // F3
    forget_long_key();
    end_group();
    begin_group(head, entry.count == 0);
  }
  group_.add(key, previous());
  is_previous_head_ = entry.count == 0;
  if (!is_previous_head_) previous_ = key;
  return entry.first_rank + entry.count++;
}

void VocabularyBuilder::begin_kind(HuriKind kind) {
  QUADRILLE_ASSERT(kind_ < kind, "F1: kinds ascend");
  forget_long_key();
  end_group();
  kind_ = kind;
}

void VocabularyBuilder::begin_group(std::string_view head, bool first_of_kind) {
  KindEntry& entry = trailer_.kinds[static_cast<std::size_t>(kind_)];
  if (first_of_kind) {
    entry.first_group = static_cast<std::uint32_t>(groups_.size());
    entry.first_block = static_cast<std::uint32_t>(block_groups_.size());
  }
  head_offsets_.push_back(heads_.size());
  heads_ += head;
}

// After the end of a group the previous key is not needed any more.
void VocabularyBuilder::forget_long_key() {
  if (previous_.capacity() > kGroupBytes) std::string().swap(previous_);
}

void VocabularyBuilder::end_group() {
  if (group_.empty()) return;
  GroupEntry entry;
  entry.offset = bytes_;
  entry.first_block = static_cast<std::uint32_t>(block_groups_.size());
  block_groups_.insert(block_groups_.end(), group_.blocks(), static_cast<std::uint32_t>(groups_.size()));
  const std::uint64_t keys = group_.keys();
  const std::string raw = group_.take();
  const auto [codec, stored] = compressor_.encode(raw, keys);
  entry.codec = codec;
  entry.raw_bytes = static_cast<std::uint32_t>(raw.size());
  entry.stored_bytes = static_cast<std::uint32_t>(stored.size());
  entry.checksum = XXH3_64bits(stored.data(), stored.size());
  groups_.push_back(entry);
  write(stored);
}

// All but the heads, which may have a long key.
std::string VocabularyBuilder::index_before_heads() const {
  std::string index(bytes_of(groups_));
  index += bytes_of(head_offsets_);
  const std::uint64_t heads_end = heads_.size();
  index.append(reinterpret_cast<const char*>(&heads_end), sizeof heads_end);
  index += bytes_of(block_groups_);
  return index;
}

void VocabularyBuilder::finish() {
  forget_long_key();
  end_group();
  write(std::string(round_up(bytes_, 8) - bytes_, '\0'));
  const std::string bytes = index_before_heads();
  trailer_.index_offset = bytes_;
  trailer_.index_bytes = bytes.size() + heads_.size();
  trailer_.index_checksum = checksum_of(bytes, heads_);
  trailer_.groups = static_cast<std::uint32_t>(groups_.size());
  trailer_.blocks = static_cast<std::uint32_t>(block_groups_.size());
  write(bytes);
  write(heads_);
  write(sealed(trailer_));
}

std::string trailer_with_first_ranks(std::string_view part_end, const VocabularyBuilder::FirstRanks& first_ranks) {
  QUADRILLE_ASSERT(part_end.size() >= sizeof(VocabularyTrailer), "a part ends with its trailer");
  auto trailer = load<VocabularyTrailer>(part_end.data() + part_end.size() - sizeof(VocabularyTrailer));
  QUADRILLE_ASSERT(trailer.magic == kVocabularyMagic, "a part ends with its trailer");
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) trailer.kinds[kind].first_rank = first_ranks[kind];
  return sealed(trailer);
}

}  // namespace quadrille
