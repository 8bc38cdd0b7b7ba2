#include "query/expression/detail/text_fetch.hpp"

#include <algorithm>

namespace quadrille::query::detail {

namespace {
constexpr std::size_t kTermsBetweenChecks = 64;  // of the deadline: a number may have a million digits
}

void TextFetch::start_batch() {
  if (huris_.empty()) return;
  huris_.clear();
  read_.clear();
  std::fill(slots_.begin(), slots_.end(), kEmpty);
}

void TextFetch::grow() {
  slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), kEmpty);
  for (std::uint32_t place = 0; place < huris_.size(); ++place) {
    std::size_t slot = std::hash<Huri>()(huris_[place]) & (slots_.size() - 1);
    while (slots_[slot] != kEmpty) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = place;
  }
}

std::uint32_t TextFetch::place_of(Huri huri) {
  if (huris_.size() * 2 >= slots_.size()) grow();
  std::size_t slot = std::hash<Huri>()(huri) & (slots_.size() - 1);
  while (slots_[slot] != kEmpty) {
    if (huris_[slots_[slot]] == huri) return slots_[slot];
    slot = (slot + 1) & (slots_.size() - 1);
  }
  slots_[slot] = static_cast<std::uint32_t>(huris_.size());
  huris_.push_back(huri);
  return slots_[slot];
}

void TextFetch::read(EvaluationContext& context, const Rows& rows, std::span<Value> values, KindSet kinds) {
  wanted_.clear();
  rows.for_each([&](RowNumber row) {
    if (must_be_read(values[row], kinds)) wanted_.emplace_back(row, place_of(values[row].huri()));
  });
  const std::size_t known = read_.size();
  const std::span<const Huri> missing = std::span(huris_).subspan(known);
  terms_.resize(missing.size());
  context.reader.read(missing, terms_, context.arena);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    read_.push_back(Value::from_term(terms_[i], context.arena, missing[i]));
    if (i % kTermsBetweenChecks == kTermsBetweenChecks - 1 && context.check) context.check();
  }
  for (const auto& [row, place] : wanted_) values[row] = read_[place];
}

}  // namespace quadrille::query::detail
