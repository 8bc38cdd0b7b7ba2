#include "base/name_spaces.hpp"

namespace quadrille {

NameSpaces::NameSpaces(std::vector<DeclaredPrefix> prefixes) : prefixes_(std::move(prefixes)) {
  for (const auto& [prefix, iri] : prefixes_) sorted_.push_back({iri, prefix, sorted_.size()});
  std::stable_sort(sorted_.begin(), sorted_.end(), [](const Entry& a, const Entry& b) { return a.iri < b.iri; });
  const auto same = [](const Entry& a, const Entry& b) { return a.iri == b.iri; };
  sorted_.erase(std::unique(sorted_.begin(), sorted_.end(), same), sorted_.end());
  for (std::size_t place = 1; place < sorted_.size(); ++place) {
    std::size_t above = place - 1;
    while (above != kNone && !sorted_[place].iri.starts_with(sorted_[above].iri)) above = sorted_[above].above;
    sorted_[place].above = above;
  }
}

}  // namespace quadrille
