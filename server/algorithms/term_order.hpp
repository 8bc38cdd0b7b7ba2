#pragma once

// TermOrder gives vertices ids whose order is that of terms. HURIs of the base have it; those of terms that updates or
// the query have made do not. If edges have such terms, ids of the kinds that a vocabulary holds become keys:
//
//   stable HURI       kind | rank << bits | 11...1
//   other term        kind | rank of the first term of the base after it << bits | its place among those before that
//
// All other HURIs are their own keys: inline values, and blank nodes, whose order is arbitrary. Without new terms all
// HURIs are. `bits` is as small as the new terms allow, so that keys are nearly as dense as HURIs.

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "query/table/context.hpp"

namespace quadrille::server {

// Collects the terms of vertices that updates or the query have made.
class NewTerms {
 public:
  // Local. Cost: a look at each.
  void add(std::span<const Huri> terms);
  std::vector<Huri> take() { return std::move(terms_); }

 private:
  std::vector<Huri> terms_;
};

class TermOrder {
 public:
  // Collective. `new_terms`: those among the vertices of this image; the inputs of the call are among them on some
  // image, or are no vertices. Cost: the texts of the new terms.
  TermOrder(query::Context& context, NewTerms new_terms);
  // Local. The same order as another one's, from its parts.
  struct Parts {
    int bits = 0;
    std::span<const Huri> terms, keys;
  };
  explicit TermOrder(const Parts& parts);
  Parts parts() const { return {bits_, terms_, keys_}; }
  TermOrder() = default;
  // True if terms are of this query alone; the same on all images.
  bool has_query_terms() const;

  // Local. The key of a term; that of a new term which is no vertex is none of a vertex.
  Huri key_of(Huri term) const;
  Huri term_of(Huri key) const;
  // Local. Replaces terms by keys.
  void to_keys(std::span<Huri> terms) const;
  bool is_plain() const { return terms_.empty(); }  // each HURI is its own key

 private:
  std::vector<std::uint64_t> ranks_after(query::Context& context, std::span<const std::string> keys) const;
  void sort_by_terms(query::Context& context);

  int bits_ = 0;
  std::vector<Huri> terms_;  // new ones, by their keys
  std::vector<Huri> keys_;   // ascending
  std::unordered_map<Huri, Huri> key_of_;
};

}  // namespace quadrille::server
