#include "server/access/rights.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace quadrille::server {

namespace {

constexpr std::array<std::string_view, 4> kRightNames{"read", "write", "admin", "metrics"};

bool includes(Right granted, Right right) {
  if (granted == Right::metrics || right == Right::metrics) return granted == right || granted == Right::admin;
  return granted >= right;
}

constexpr std::string_view kAllDatabasesWord = "*", kDefaultGraphWord = "default";

// No IRI has one of these.
bool can_be_in_iri(char c) {
  return static_cast<unsigned char>(c) > 0x20 && std::string_view("<>\"{}|^`\\").find(c) == std::string_view::npos;
}

std::optional<GraphRights> graphs_of_word(std::string_view word) {
  if (word == kDefaultGraphWord) return GraphRights({.default_graph = true});
  if (word.size() < 3 || !word.starts_with('<') || !word.ends_with('>')) return std::nullopt;
  std::string iri(word.substr(1, word.size() - 2));
  if (!std::all_of(iri.begin(), iri.end(), can_be_in_iri)) return std::nullopt;
  if (!iri.ends_with('*')) return GraphRights({.iris = {std::move(iri)}});
  iri.pop_back();
  return GraphRights({.prefixes = {std::move(iri)}});
}

std::string word_of(const GraphRights& graphs) {
  if (graphs.has_default_graph()) return std::string(kDefaultGraphWord);
  if (!graphs.iris().empty()) return "<" + graphs.iris().front() + ">";
  return "<" + graphs.prefixes().front() + "*>";
}

}  // namespace

std::string_view right_name(Right right) {
  return kRightNames[static_cast<std::size_t>(right)];
}

bool is_database_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) || c == '.' || c == '_' || c == '-');
  });
}

bool includes(const Grants& grants, Right right, std::string_view database) {
  return std::any_of(grants.begin(), grants.end(), [&](const Grant& grant) {
    return !grant.graphs && includes(grant.right, right) && (grant.database.empty() || grant.database == database);
  });
}

GraphRights graphs_of(const Grants& grants, Right right, std::string_view database) {
  if (includes(grants, right, database)) return GraphRights::all();
  GraphRights::Parts graphs;
  for (const Grant& grant : grants) {
    const bool is_meant = grant.database.empty() || grant.database == database;
    if (!grant.graphs || !is_meant || !includes(grant.right, right)) continue;
    graphs.default_graph |= grant.graphs->has_default_graph();
    graphs.iris.insert(graphs.iris.end(), grant.graphs->iris().begin(), grant.graphs->iris().end());
    graphs.prefixes.insert(graphs.prefixes.end(), grant.graphs->prefixes().begin(), grant.graphs->prefixes().end());
  }
  return GraphRights(std::move(graphs));
}

std::optional<Grant> grant_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto found = std::find(kRightNames.begin(), kRightNames.end(), text.substr(0, colon));
  if (found == kRightNames.end()) return std::nullopt;
  const auto right = static_cast<Right>(found - kRightNames.begin());
  if (colon == std::string_view::npos) return Grant{right};
  const std::string_view rest = text.substr(colon + 1);
  const std::size_t second = rest.find(':');
  std::string_view database = rest.substr(0, second);
  const bool is_of_graphs = second != std::string_view::npos;
  if (is_of_graphs && database == kAllDatabasesWord) database = {};
  if (!is_database_name(database) && !(is_of_graphs && database.empty() && rest.starts_with(kAllDatabasesWord)))
    return std::nullopt;
  Grant grant{right, std::string(database)};
  if (!is_of_graphs) return grant;
  if (right != Right::read && right != Right::write) return std::nullopt;
  grant.graphs = graphs_of_word(rest.substr(second + 1));
  return grant.graphs ? std::optional(std::move(grant)) : std::nullopt;
}

std::string text_of(const Grant& grant) {
  std::string text(right_name(grant.right));
  if (grant.graphs)
    return text + ":" + (grant.database.empty() ? std::string(kAllDatabasesWord) : grant.database) + ":" +
           word_of(*grant.graphs);
  return grant.database.empty() ? text : text + ":" + grant.database;
}

}  // namespace quadrille::server
