#include "dictionary/delta_terms.hpp"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "dictionary/volatile_huri.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << kVolatileIndexBits) - 1;
constexpr std::uint64_t kFirstSlots = 32;
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

// The hash's uppermost bits choose the part, those in the middle the tag, the lowest the slot.
constexpr int kTagShift = 20;
std::uint64_t tag_of(std::uint64_t hash) {
  return hash << kTagShift & ~kNumberMask;
}
std::uint64_t slot_word(std::uint64_t hash, std::uint64_t number) {
  return tag_of(hash) | (number + 1);
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
    if ((word & ~kNumberMask) != tag_of(hash)) continue;
    const std::uint64_t number = (word & kNumberMask) - 1;
    const Entry& entry = at(number);
    if (entry.hash == hash && entry.term == term) return number;
  }
}

std::uint64_t DeltaTermTable::size_at(std::uint64_t born) const {
  std::uint64_t low = 0, high = size();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    at(middle).born < born ? low = middle + 1 : high = middle;
  }
  return low;
}

DeltaTerms::DeltaTerms(std::pmr::memory_resource& memory, std::uint32_t first_part, std::uint32_t parts)
    : memory_(memory), tables_(new (take(sizeof(DeltaTables), alignof(DeltaTables))) DeltaTables{first_part, parts}) {
  if (parts == 0) return;
  void* const place = take(parts * sizeof(DeltaTermTable), alignof(DeltaTermTable));
  tables_->tables = static_cast<DeltaTermTable*>(place);
  for (std::uint32_t part = 0; part < parts; ++part) new (tables_->tables + part) DeltaTermTable;
}

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
      copy_bytes(place, text.data(), text.size());
      return {place, text.size()};
    }
    next_ = static_cast<char*>(take(kTextChunkBytes, 1));
    free_ = kTextChunkBytes;
  }
  char* const place = next_;
  copy_bytes(place, text.data(), text.size());
  next_ += text.size();
  free_ -= text.size();
  return {place, text.size()};
}

// Names in the program itself are not in shared memory: they are copied, once.
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

void DeltaTerms::grow_slots(DeltaTermTable& table) {
  using Slots = DeltaTermTable::Slots;
  const std::uint64_t size = table.size_.load(std::memory_order_relaxed);
  const std::uint64_t slots = std::max(std::bit_ceil(size + 1) * 4, kFirstSlots);
  void* const place = take(sizeof(Slots) + slots * sizeof(std::atomic<std::uint64_t>), alignof(Slots));
  auto* const grown = new (place) Slots{slots - 1};
  for (std::uint64_t slot = 0; slot < slots; ++slot) new (grown->begin() + slot) std::atomic<std::uint64_t>(0);
  for (std::uint64_t number = 0; number < size; ++number) put(*grown, table.at(number).hash, number);
  table.slots_.store(grown, std::memory_order_release);
}

Huri DeltaTerms::intern(std::uint32_t part, TermView term, HuriKind kind, std::uint64_t hash) {
  QUADRILLE_ASSERT(is_interned(kind), "inline terms and blank nodes need no table");
  QUADRILLE_ASSERT(part - tables_->first_part < tables_->parts, "the part is this image's");
  DeltaTermTable& table = tables_->tables[part - tables_->first_part];
  if (const auto known = table.find(term, hash)) return make_delta_huri(kind, part, *known);
  const std::uint64_t number = table.size_.load(std::memory_order_relaxed);
  if (number + 1 >= kNumberMask)
    fail(ErrorKind::memory, "updates have created too many terms: run 'quadrille compact --rebuild'");
  const DeltaTermTable::Slots* const slots = table.slots_.load(std::memory_order_relaxed);
  if (slots == nullptr || (number + 1) * 2 > slots->mask + 1) grow_slots(table);
  const Place place = place_of_number(number, DeltaTermTable::kFirstChunk);
  DeltaTermTable::Entry* chunk = table.chunks_[place.chunk].load(std::memory_order_relaxed);
  if (chunk == nullptr) {
    const std::size_t entries = DeltaTermTable::kFirstChunk << place.chunk;
    chunk = static_cast<DeltaTermTable::Entry*>(
        take(entries * sizeof(DeltaTermTable::Entry), alignof(DeltaTermTable::Entry)));
    table.chunks_[place.chunk].store(chunk, std::memory_order_release);
  }
  const TermView kept{term.kind, copy(term.text), shared_name(term.datatype), shared_name(term.language)};
  const std::uint64_t born = tables_->published.load(std::memory_order_relaxed);
  new (&chunk[place.offset]) DeltaTermTable::Entry{kept, hash, born, kind};
  put(*table.slots_.load(std::memory_order_relaxed), hash, number);
  table.size_.store(number + 1, std::memory_order_release);       // after the slot: D2
  tables_->published.store(born + 1, std::memory_order_release);  // after the table: D4
  return make_delta_huri(kind, part, number);
}

}  // namespace quadrille
