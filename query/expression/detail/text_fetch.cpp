#include "query/expression/detail/text_fetch.hpp"

#include <functional>

namespace quadrille::query::detail {

namespace {
constexpr std::size_t kTermsBetweenChecks = 64;  // of the deadline: a number may have a million digits
}

void TextFetch::start_batch() {
  if (huris_.empty()) return;
  huris_.clear();
  read_.clear();
  places_.clear();
}

std::uint32_t TextFetch::place_of(Huri huri) {
  const std::hash<Huri> hash;
  places_.make_room(huris_.size(), [&](std::uint32_t known) { return hash(huris_[known]); });
  const auto is_same = [&](std::uint32_t known) { return huris_[known] == huri; };
  const std::uint32_t place = places_.find_or_insert(hash(huri), huris_.size(), is_same);
  if (place == huris_.size()) huris_.push_back(huri);
  return place;
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
