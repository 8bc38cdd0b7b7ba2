#include "query/results/name_spaces.hpp"

#include <unordered_set>

#include "base/iri_reference.hpp"

namespace quadrille::results {

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
