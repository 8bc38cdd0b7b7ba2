#pragma once

// The different terms among the values of one aggregate with DISTINCT, in one group: COUNT(DISTINCT ?x). Terms are
// compared as terms, by HURI where there is one and by their text otherwise; a row as a whole for COUNT(DISTINCT *).

#include <string>
#include <unordered_set>

#include "query/expression/value.hpp"

namespace quadrille::query {

class DistinctValues {
 public:
  static constexpr std::size_t kBytesAnEntry = 64;  // about

  // True if the value is new.
  bool add(const Value& value) {
    if (!value.huri().is_unbound()) return huris_.insert(value.huri()).second;
    return texts_.insert(to_ntriples(to_term(value).view())).second;
  }
  bool add_row(std::string row) { return texts_.insert(std::move(row)).second; }

 private:
  std::unordered_set<Huri> huris_;
  std::unordered_set<std::string> texts_;
};

}  // namespace quadrille::query
