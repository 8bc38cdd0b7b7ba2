#include "dictionary/fetched_terms.hpp"

namespace quadrille {

const TermView* FetchedTerms::find(Huri huri) const {
  if (huris_.empty()) return nullptr;
  const auto place = places_.find(std::hash<Huri>()(huri), [&](std::uint32_t known) { return huris_[known] == huri; });
  return place == NumberTable::kNone ? nullptr : &terms_[place];
}

void FetchedTerms::clear() {
  if (huris_.empty()) return;
  huris_.clear();
  terms_.clear();
  places_.clear();
}

std::span<std::byte> FetchedTerms::make_room(std::size_t bytes, Lifetime lifetime) {
  if (lifetime == Lifetime::good) return arena_.make_span<std::byte>(bytes);
  if (texts_.size() < bytes) {
    arena_.free_span(texts_);
    texts_ = {};
    texts_ = arena_.make_span<std::byte>(bytes + bytes / 2);
  }
  return texts_.first(bytes);
}

void FetchedTerms::add(Huri huri, TermView term) {
  const std::hash<Huri> hash;
  places_.make_room(huris_.size(), [&](std::uint32_t place) { return hash(huris_[place]); });
  const auto place =
      places_.find_or_insert(hash(huri), huris_.size(), [&](std::uint32_t known) { return huris_[known] == huri; });
  if (place < huris_.size()) return;
  huris_.push_back(huri);
  terms_.push_back(term);
}

}  // namespace quadrille
