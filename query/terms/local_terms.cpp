#include "query/terms/local_terms.hpp"

#include <bit>
#include <new>

#include "dictionary/inline_term.hpp"

namespace quadrille::query {

namespace {

// Chunk and place of a term: chunks double in size, so no term ever moves.
struct Place {
  std::size_t chunk;
  std::uint64_t offset;
};
Place place_of_number(std::uint64_t number) {
  const std::uint64_t scaled = number / LocalTermTable::kFirstChunk + 1;
  const auto chunk = static_cast<std::size_t>(std::bit_width(scaled) - 1);
  return {chunk, number - LocalTermTable::kFirstChunk * ((std::uint64_t{1} << chunk) - 1)};
}

}  // namespace

const TermView& LocalTermTable::at(std::uint64_t number) const {
  const Place place = place_of_number(number);
  return chunks[place.chunk][place.offset];
}

LocalTerms::LocalTerms(pgas::QueryArena& arena, ImageId image)
    : arena_(arena), image_(image), table_(new (arena.make_span<LocalTermTable>(1).data()) LocalTermTable) {}

std::uint64_t LocalTerms::hash_of(TermView term) {
  const std::hash<std::string_view> hash;
  return hash(term.text) ^ hash(term.datatype) * 3 ^ hash(term.language) * 5 ^ static_cast<std::uint64_t>(term.kind);
}

Huri LocalTerms::intern(TermView term) {
  const std::uint64_t hash = hash_of(term);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto entry = begin; entry != end; ++entry) {
    if (table_->at(number_of(entry->second)) == term) return entry->second;
  }
  const HuriKind kind = term.kind == TermKind::blank ? HuriKind::blank : place_of(term).kind;
  const Place place = place_of_number(size_);
  TermView*& chunk = table_->chunks[place.chunk];
  if (!chunk) chunk = arena_.make_span<TermView>(LocalTermTable::kFirstChunk << place.chunk).data();
  new (&chunk[place.offset])
      TermView{term.kind, arena_.copy(term.text), arena_.copy(term.datatype), arena_.copy(term.language)};
  const Huri huri =
      Huri::make_volatile(kind, std::uint64_t{1} << 58 | static_cast<std::uint64_t>(index(image_)) << 42 | size_++);
  arena_.charge(64);  // about the size of an entry of by_hash_
  by_hash_.emplace(hash, huri);
  return huri;
}

}  // namespace quadrille::query
