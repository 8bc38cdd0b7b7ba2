#include "base/graph_rights.hpp"

#include <algorithm>
#include <utility>

namespace quadrille {

namespace {

constexpr char kDefaultMark = 'd', kIriMark = '=', kPrefixMark = '^', kEnd = '\n';

void sort_and_unify(std::vector<std::string>& texts) {
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
}

// `prefixes`: ascending, none begins with another. Only the last one that is not greater can be a prefix of `iri`.
bool has_prefix_of(const std::vector<std::string>& prefixes, std::string_view iri) {
  const auto after = std::upper_bound(prefixes.begin(), prefixes.end(), iri);
  return after != prefixes.begin() && iri.starts_with(*std::prev(after));
}

std::string key_of(const GraphRights::Parts& parts) {
  std::string key;
  if (parts.default_graph) key += kDefaultMark, key += kEnd;
  for (const std::string& iri : parts.iris) key += kIriMark + iri + kEnd;
  for (const std::string& prefix : parts.prefixes) key += kPrefixMark + prefix + kEnd;
  return key;
}

}  // namespace

GraphRights::GraphRights(Parts parts) {
  sort_and_unify(parts.iris);
  sort_and_unify(parts.prefixes);
  std::vector<std::string> shortest;
  for (std::string& prefix : parts.prefixes) {
    if (shortest.empty() || !prefix.starts_with(shortest.back())) shortest.push_back(std::move(prefix));
  }
  parts.prefixes = std::move(shortest);
  std::erase_if(parts.iris, [&](const std::string& iri) { return has_prefix_of(parts.prefixes, iri); });
  std::string key = key_of(parts);
  parts_ = std::make_shared<const Kept>(Kept{std::move(parts), std::move(key)});
}

const GraphRights& GraphRights::all() {
  static const GraphRights rights({.default_graph = true, .prefixes = {""}});
  return rights;
}

const GraphRights& GraphRights::none() {
  static const GraphRights rights(Parts{});
  return rights;
}

bool GraphRights::holds(std::string_view iri) const {
  return std::binary_search(iris().begin(), iris().end(), iri) || has_prefix_of(prefixes(), iri);
}

GraphRights GraphRights::intersection(const GraphRights& other) const {
  if (other.is_all()) return *this;
  if (is_all()) return other;
  Parts both{.default_graph = has_default_graph() && other.has_default_graph()};
  const auto add = [&](const GraphRights& one, const GraphRights& limits) {
    for (const std::string& iri : one.iris()) {
      if (limits.holds(iri)) both.iris.push_back(iri);
    }
    for (const std::string& prefix : one.prefixes()) {
      if (has_prefix_of(limits.prefixes(), prefix)) both.prefixes.push_back(prefix);
    }
  };
  add(*this, other);
  add(other, *this);
  return GraphRights(std::move(both));
}

std::optional<GraphRights> GraphRights::of_key(std::string_view key) {
  Parts parts;
  while (!key.empty()) {
    const std::size_t end = key.find(kEnd);
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    std::string text(key.substr(1, end - 1));
    switch (key.front()) {
      case kDefaultMark:
        if (!text.empty()) return std::nullopt;
        parts.default_graph = true;
        break;
      case kIriMark:
        parts.iris.push_back(std::move(text));
        break;
      case kPrefixMark:
        parts.prefixes.push_back(std::move(text));
        break;
      default:
        return std::nullopt;
    }
    key.remove_prefix(end + 1);
  }
  return GraphRights(std::move(parts));
}

}  // namespace quadrille
