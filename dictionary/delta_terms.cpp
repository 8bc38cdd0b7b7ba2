#include "dictionary/delta_terms.hpp"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "dictionary/query_terms.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << kVolatileIndexBits) - 1;
constexpr std::uint64_t kFirstSlots = 512;
constexpr std::size_t kTextChunkBytes = 64 * 1024;

// Chunk and place of a term: chunks double in size.
struct Place {
  std::size_t chunk;
  std::uint64_t offset;
};
Place place_of_number(std::uint64_t number, std::uint64_t first_chunk) {
  const std::uint64_t scaled = number / first_chunk + 1;
  const auto chunk = static_cast<std::size_t>(std::bit_width(scaled) - 1);
  return {chunk, number - first_chunk * ((std::uint64_t{1} << chunk) - 1)};
}

// The hash's upper bits choose the owner and the tag, the lower ones the slot.
std::uint64_t slot_word(std::uint64_t hash, std::uint64_t number) {
  return (hash & ~kNumberMask) | (number + 1);
}

}  // namespace

std::uint64_t delta_hash(TermView term) {
  const auto kind = static_cast<std::uint64_t>(term.kind);
  const std::uint64_t datatype = XXH3_64bits_withSeed(term.datatype.data(), term.datatype.size(), kind);
  const std::uint64_t language = XXH3_64bits_withSeed(term.language.data(), term.language.size(), datatype);
  return XXH3_64bits_withSeed(term.text.data(), term.text.size(), language);
}

const DeltaTermTable::Entry& DeltaTermTable::at(std::uint64_t number) const {
  const Place place = place_of_number(number, kFirstChunk);
  return chunks_[place.chunk].load(std::memory_order_acquire)[place.offset];
}

// A slot's word is stored with release after its entry is whole; a reader that loads the word with acquire sees the
// entry. One that still looks into older slots misses only terms that are being added now.
std::optional<std::uint64_t> DeltaTermTable::find(TermView term, std::uint64_t hash) const {
  const Slots* slots = slots_.load(std::memory_order_acquire);
  if (slots == nullptr) return std::nullopt;
  for (std::uint64_t slot = hash & slots->mask;; slot = (slot + 1) & slots->mask) {
    const std::uint64_t word = slots->begin()[slot].load(std::memory_order_acquire);
    if (word == 0) return std::nullopt;
    if (((word ^ hash) & ~kNumberMask) != 0) continue;
    const std::uint64_t number = (word & kNumberMask) - 1;
    const Entry& entry = at(number);
    if (entry.hash == hash && entry.term == term) return number;
  }
}

DeltaTerms::DeltaTerms(std::pmr::memory_resource& memory, ImageId image)
    : memory_(memory),
      image_(image),
      table_(new (memory.allocate(sizeof(DeltaTermTable), alignof(DeltaTermTable))) DeltaTermTable),
      bytes_(sizeof(DeltaTermTable)) {}

void* DeltaTerms::take(std::size_t bytes, std::size_t alignment) {
  void* const place = memory_.allocate(bytes, alignment);
  bytes_ += bytes;
  return place;
}

std::string_view DeltaTerms::copy(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > free_) {
    // A long text has its own place, and the rest of the chunk stays for short ones.
    if (text.size() > kTextChunkBytes / 8) {
      auto* const place = static_cast<char*>(take(text.size(), 1));
      std::memcpy(place, text.data(), text.size());
      return {place, text.size()};
    }
    next_ = static_cast<char*>(take(kTextChunkBytes, 1));
    free_ = kTextChunkBytes;
  }
  char* const place = next_;
  std::memcpy(place, text.data(), text.size());
  next_ += text.size();
  free_ -= text.size();
  return {place, text.size()};
}

// Names of the program itself do not lie in shared memory: they are copied, once.
std::string_view DeltaTerms::shared_name(std::string_view name) {
  if (name.empty()) return {};
  const auto known = names_.find(std::string(name));
  if (known != names_.end()) return known->second;
  return names_.emplace(name, copy(name)).first->second;
}

void DeltaTerms::put(DeltaTermTable::Slots& slots, std::uint64_t hash, std::uint64_t number) {
  std::uint64_t slot = hash & slots.mask;
  while (slots.begin()[slot].load(std::memory_order_relaxed) != 0) slot = (slot + 1) & slots.mask;
  slots.begin()[slot].store(slot_word(hash, number), std::memory_order_release);
}

void DeltaTerms::grow_slots() {
  using Slots = DeltaTermTable::Slots;
  const std::uint64_t size = table_->size_.load(std::memory_order_relaxed);
  const std::uint64_t slots = std::max(std::bit_ceil(size + 1) * 4, kFirstSlots);
  void* const place = take(sizeof(Slots) + slots * sizeof(std::atomic<std::uint64_t>), alignof(Slots));
  auto* const grown = new (place) Slots{slots - 1};
  for (std::uint64_t slot = 0; slot < slots; ++slot) new (grown->begin() + slot) std::atomic<std::uint64_t>(0);
  for (std::uint64_t number = 0; number < size; ++number) put(*grown, table_->at(number).hash, number);
  table_->slots_.store(grown, std::memory_order_release);
}

Huri DeltaTerms::intern(TermView term, HuriKind kind, std::uint64_t hash) {
  QUADRILLE_ASSERT(in_vocabulary(kind), "inline terms and blank nodes need no table");
  const auto huri_of = [&](std::uint64_t number) {
    const auto image = static_cast<std::uint64_t>(static_cast<std::uint16_t>(image_));
    return Huri::make_volatile(kind, image << kVolatileIndexBits | number);
  };
  if (const auto known = table_->find(term, hash)) return huri_of(*known);
  const std::uint64_t number = table_->size_.load(std::memory_order_relaxed);
  if (number + 1 >= kNumberMask) fail(ErrorKind::memory, "the terms born in updates on one image have no number left");
  const DeltaTermTable::Slots* const slots = table_->slots_.load(std::memory_order_relaxed);
  if (slots == nullptr || (number + 1) * 2 > slots->mask + 1) grow_slots();
  const Place place = place_of_number(number, DeltaTermTable::kFirstChunk);
  DeltaTermTable::Entry* chunk = table_->chunks_[place.chunk].load(std::memory_order_relaxed);
  if (chunk == nullptr) {
    const std::size_t entries = DeltaTermTable::kFirstChunk << place.chunk;
    chunk = static_cast<DeltaTermTable::Entry*>(
        take(entries * sizeof(DeltaTermTable::Entry), alignof(DeltaTermTable::Entry)));
    table_->chunks_[place.chunk].store(chunk, std::memory_order_release);
  }
  const TermView kept{term.kind, copy(term.text), shared_name(term.datatype), shared_name(term.language)};
  new (&chunk[place.offset]) DeltaTermTable::Entry{kept, hash, kind};
  put(*table_->slots_.load(std::memory_order_relaxed), hash, number);
  table_->size_.store(number + 1, std::memory_order_release);  // after the slot: D2
  return huri_of(number);
}

}  // namespace quadrille
