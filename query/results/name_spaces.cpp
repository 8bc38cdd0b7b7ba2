#include "query/results/name_spaces.hpp"

#include <unordered_set>

#include "base/iri_reference.hpp"

namespace quadrille::results {

NameSpaces::NameSpaces(std::vector<Prefix> prefixes) : prefixes_(std::move(prefixes)) {
  for (const auto& [prefix, iri] : prefixes_) sorted_.push_back({iri, prefix});
  std::stable_sort(sorted_.begin(), sorted_.end(), [](const Entry& a, const Entry& b) { return a.iri < b.iri; });
  const auto same = [](const Entry& a, const Entry& b) { return a.iri == b.iri; };
  sorted_.erase(std::unique(sorted_.begin(), sorted_.end(), same), sorted_.end());
  for (std::size_t place = 1; place < sorted_.size(); ++place) {
    std::size_t above = place - 1;
    while (above != kNone && !sorted_[place].iri.starts_with(sorted_[above].iri)) above = sorted_[above].above;
    sorted_[place].above = above;
  }
}

std::vector<Prefix> declared_prefixes(std::span<const Prefix> wanted) {
  std::vector<Prefix> declared;
  std::unordered_set<std::string> prefixes, spaces;
  const auto declare = [&](const Prefix& one) {
    if (declared.size() == kMostPrefixes || !has_scheme(one.second)) return;
    if (prefixes.contains(one.first) || spaces.contains(one.second)) return;
    prefixes.insert(one.first);
    spaces.insert(one.second);
    declared.push_back(one);
  };
  for (const Prefix& one : wanted) declare(one);
  for (const Prefix& one : usual_prefixes()) declare(one);
  return declared;
}

}  // namespace quadrille::results
