#include "dictionary/fetched_terms.hpp"

#include <algorithm>

namespace quadrille {

std::size_t FetchedTerms::slot_of(Huri huri) const {
  std::size_t slot = std::hash<Huri>()(huri) & (slots_.size() - 1);
  while (slots_[slot] != kEmpty && huris_[slots_[slot]] != huri) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

const TermView* FetchedTerms::find(Huri huri) const {
  if (huris_.empty()) return nullptr;
  const std::uint32_t place = slots_[slot_of(huri)];
  return place == kEmpty ? nullptr : &terms_[place];
}

void FetchedTerms::clear() {
  if (huris_.empty()) return;
  huris_.clear();
  terms_.clear();
  std::fill(slots_.begin(), slots_.end(), kEmpty);
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
  if ((huris_.size() + 1) * 2 > slots_.size()) grow();
  std::uint32_t& slot = slots_[slot_of(huri)];
  if (slot != kEmpty) return;
  slot = static_cast<std::uint32_t>(huris_.size());
  huris_.push_back(huri);
  terms_.push_back(term);
}

void FetchedTerms::grow() {
  slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), kEmpty);
  for (std::uint32_t place = 0; place < huris_.size(); ++place) slots_[slot_of(huris_[place])] = place;
}

}  // namespace quadrille
