#include "query/update/term_numbers.hpp"

#include <algorithm>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "dictionary/delta_terms.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kMostNames = 16;
constexpr std::uint64_t kNumberMask = 0xffffffff;

}  // namespace

std::uint32_t TermNumbers::of(const TermView& term) {
  const std::uint64_t hash = delta_hash(term), tag = hash & ~kNumberMask, mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    if ((slots_[slot] & ~kNumberMask) != tag) continue;
    const auto number = static_cast<std::uint32_t>((slots_[slot] & kNumberMask) - 1);
    if (terms_[number] == term) return number;
  }
  if (terms_.size() + 1 >= kNumberMask) fail(ErrorKind::unsupported, "more than 4 billion different terms at once");
  terms_.push_back({term.kind, copy(term.text), copy_name(term.datatype), copy_name(term.language)});
  hashes_.push_back(hash);
  slots_[slot] = tag | terms_.size();
  if (terms_.size() * 2 > slots_.size()) grow();
  return static_cast<std::uint32_t>(terms_.size() - 1);
}

void TermNumbers::grow() {
  std::vector<std::uint64_t> grown(slots_.size() * 4);
  const std::uint64_t mask = grown.size() - 1;
  for (std::size_t number = 0; number < terms_.size(); ++number) {
    std::size_t slot = hashes_[number] & mask;
    while (grown[slot] != 0) slot = (slot + 1) & mask;
    grown[slot] = (hashes_[number] & ~kNumberMask) | (number + 1);
  }
  slots_ = std::move(grown);
}

std::string_view TermNumbers::copy(std::string_view text) {
  if (text.empty()) return {};
  auto* const place = static_cast<char*>(texts_.allocate(text.size(), 1));
  copy_bytes(place, text.data(), text.size());
  text_bytes_ += text.size();
  return {place, text.size()};
}

std::string_view TermNumbers::copy_name(std::string_view name) {
  if (name.empty()) return {};
  const auto known = std::find(names_.begin(), names_.end(), name);
  if (known != names_.end()) return *known;
  const std::string_view copied = copy(name);
  if (names_.size() < kMostNames) names_.push_back(copied);
  return copied;
}

}  // namespace quadrille::query
