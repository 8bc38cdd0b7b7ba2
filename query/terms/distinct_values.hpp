#pragma once

// DistinctValues keeps the different terms among the values of one aggregate with DISTINCT in one group:
// COUNT(DISTINCT ?x). Terms are compared as terms: by HURI if they have one, else by text. COUNT(DISTINCT *) compares
// whole rows.

#include <memory_resource>
#include <string>
#include <unordered_set>

#include "query/expression/value.hpp"

namespace quadrille::query {

class DistinctValues {
 public:
  // Allocates from `memory`.
  explicit DistinctValues(std::pmr::memory_resource& memory) : huris_(&memory), texts_(&memory) {}

  // True if the value is new.
  bool add(const Value& value) {
    if (!value.huri().is_unbound()) return huris_.insert(value.huri()).second;
    return add_row(to_ntriples(to_term(value).view()));
  }
  bool add_row(std::string_view row) { return texts_.emplace(row).second; }

 private:
  std::pmr::unordered_set<Huri> huris_;
  std::pmr::unordered_set<std::pmr::string> texts_;
};

}  // namespace quadrille::query
