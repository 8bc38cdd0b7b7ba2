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

std::vector<DeclaredPrefix> prefixes_of_turtle(std::string_view document) {
  std::vector<DeclaredPrefix> prefixes;
  constexpr std::string_view kBegin = "@prefix ", kIri = ": <";
  while (document.starts_with(kBegin)) {
    document.remove_prefix(kBegin.size());
    const std::size_t name_end = document.find(kIri), iri_end = document.find('>');
    if (name_end > iri_end || iri_end == document.npos) break;
    const std::size_t iri_begin = name_end + kIri.size();
    prefixes.emplace_back(document.substr(0, name_end), document.substr(iri_begin, iri_end - iri_begin));
    document.remove_prefix(std::min(document.find('\n', iri_end), document.size() - 1) + 1);
  }
  return prefixes;
}

}  // namespace quadrille
