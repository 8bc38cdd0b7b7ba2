#include "loader/build/term_table.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr int kFirstSlotBits = 15;
constexpr int kHashBits = 32;

}  // namespace

TermTable::TermTable(pgas::QueryArena& arena) : arena_(arena) {
  take_slots(kFirstSlotBits);
}

std::uint32_t TermTable::hash(HuriKind kind, std::string_view key) {
  const auto by_kind = static_cast<std::uint32_t>(kind) * 0x9e3779b9;
  return static_cast<std::uint32_t>(XXH3_64bits(key.data(), key.size()) >> 32) ^ by_kind;
}

void TermTable::take_slots(int bits) {
  slots_ = arena_.make_span<std::uint64_t>(std::size_t{1} << bits);
  std::fill(slots_.begin(), slots_.end(), 0);
  shift_ = kHashBits - bits;
  most_terms_ = std::min<std::uint64_t>(slots_.size() / 8 * 5, most_terms);
}

void TermTable::prefetch_record(std::uint32_t hash) const {
  const std::uint64_t tag = tag_of(hash);
  for (std::size_t at = place(hash); slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
    if ((slots_[at] & kTagMask) != tag) continue;
    __builtin_prefetch(address_of(slots_[at]));
    __builtin_prefetch(address_of(slots_[at]) + 64);
    return;
  }
}

std::uint32_t TermTable::find_or_add(std::uint32_t hash, HuriKind kind, std::string_view key) {
  const std::uint64_t tag = tag_of(hash);
  for (std::size_t at = place(hash); slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
    if ((slots_[at] & kTagMask) != tag) continue;
    const TermRecord record(address_of(slots_[at]));
    if (record.kind() == kind && record.key() == key) return record.id();
  }
  if (terms_ == most_terms_) grow();
  const auto id = static_cast<std::uint32_t>(terms_);
  unsigned char* record = take(TermRecord::size_bytes(key.size()));
  TermRecord::write(record, hash, id, kind, key);
  insert(hash, record);
  ++terms_;
  return id;
}

void TermTable::insert(std::uint32_t hash, const unsigned char* record) {
  std::size_t at = place(hash);
  while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = tag_of(hash) | reinterpret_cast<std::uintptr_t>(record);
}

void TermTable::grow() {
  if (terms_ >= most_terms || shift_ == 0) {
    fail(ErrorKind::unsupported, "more than {} distinct terms on one image; build with more images", terms_);
  }
  const std::span<std::uint64_t> old = slots_;
  take_slots(kHashBits - shift_ + 1);
  for_each([&](TermRecord record) { insert(record.hash(), record.address()); });
  arena_.free_span(old);
}

void TermTable::close() {
  arena_.free_span(slots_);
  slots_ = {};
}

unsigned char* TermTable::take(std::size_t bytes) {
  if (chunks_.empty() || bytes > static_cast<std::size_t>(chunk_limit_ - chunks_.back().end)) {
    const std::span<unsigned char> chunk = arena_.make_span<unsigned char>(std::max(kChunkBytes, bytes));
    chunks_.push_back({chunk.data(), chunk.data()});
    chunk_limit_ = chunk.data() + chunk.size();
  }
  unsigned char* place = chunks_.back().end;
  chunks_.back().end += bytes;
  return place;
}

}  // namespace quadrille
