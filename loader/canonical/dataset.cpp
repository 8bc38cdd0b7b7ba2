#include "loader/canonical/dataset.hpp"

#include <algorithm>
#include <numeric>

#include "base/sort_different.hpp"

namespace quadrille::canonical {

namespace {

// The numbers of the terms, less 1, in the order of their texts.
std::vector<std::uint32_t> numbers_by_text(const std::vector<std::string_view>& texts) {
  std::vector<std::uint32_t> numbers(texts.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  std::sort(numbers.begin(), numbers.end(), [&](auto a, auto b) { return texts[a] < texts[b]; });
  return numbers;
}

}  // namespace

Dataset::Dataset(std::unique_ptr<TermNumbers> terms, std::vector<RankedQuad> quads)
    : terms_(std::move(terms)), quads_(std::move(quads)) {
  const std::vector<std::string_view> by_number = terms_->take_texts();
  std::vector<std::uint32_t> rank_of(by_number.size() + 1);  // of the default graph: 0
  texts_.reserve(by_number.size());
  for (const std::uint32_t entry : numbers_by_text(by_number)) {
    texts_.push_back(by_number[entry]);
    rank_of[entry + 1] = static_cast<std::uint32_t>(texts_.size());
  }
  const auto blank = std::partition_point(texts_.begin(), texts_.end(), [](auto text) { return text[0] != '_'; });
  first_blank_ = static_cast<std::uint32_t>(blank - texts_.begin()) + 1;
  for (auto& [subject, predicate, object, graph] : quads_) {
    for (std::uint32_t* const term : {&subject, &predicate, &object, &graph}) *term = rank_of[*term];
  }
  sort_different(quads_);
}

}  // namespace quadrille::canonical
