#pragma once

// Variants of queries: if a query names one product, offer or review, a variant names another one of the data instead.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/query/endpoint.hpp"
#include "bench/query/query_files.hpp"

namespace quadrille::bench {

struct NamedInstance {
  std::string kind;  // Product, Offer or Review
  std::string iri;   // with its angle brackets
  bool operator==(const NamedInstance&) const = default;
};

// The one that the text names, once or several times; nullopt: none, or more than one.
std::optional<NamedInstance> subject_of(std::string_view query);

using Members = std::map<std::string, std::vector<std::string>>;  // by kind
// Local. Requests all of them from a server. Error (user) if it has none.
Members members_at(const Endpoint& server);

// The queries, each with `count` variants behind it: explore-q02-01, explore-q02-01v1 ... Random, from `seed`.
std::vector<NamedQuery> with_variants(std::vector<NamedQuery> queries, const Members& members, std::size_t count,
                                      std::uint64_t seed);

}  // namespace quadrille::bench
