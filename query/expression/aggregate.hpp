#pragma once

// Aggregates over the solutions of a group (SPARQL 1.1 Query, 11 and 18.5.1).
//
//   set function   of nothing   an error or unbound among the values   result
//   COUNT          0            is not counted                         xsd:integer
//   SUM            0            no result                              by numeric promotion; exact for integer, decimal
//   AVG            0            no result                              SUM / COUNT
//   MIN, MAX       no result    no result                              the term that ORDER BY puts first, last
//   SAMPLE         no result    is not taken                           one of the values
//   GROUP_CONCAT   ""           no result                              xsd:string
//
// "No result" is Value::error(): the variable stays unbound. DISTINCT is the caller's: it adds only distinct values.
// An Accumulator owns what it keeps, so the batch's arena may go after add().
//
// Local. A group that is aggregated on several images has one accumulator on each: save(), move the bytes, load(),
// merge(). Sums of floats and concatenations depend on the order in which that happens, as SPARQL allows.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "parser/expression.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query {

class Accumulator {
 public:
  explicit Accumulator(const parser::Aggregate& aggregate);

  // One solution's argument, with its text where text is needed (see below).
  void add(const Value& value);
  // COUNT(*): `count` solutions more.
  void add_solutions(std::uint64_t count);
  // Takes in what another accumulator of the same aggregate has seen.
  void merge(const Accumulator& other);
  Value result(Arena& arena) const;

  // Appends the state to `out`; load() sets the state of one that was made for the same aggregate, and moves `from`.
  void save(std::string& out) const;
  void load(const unsigned char*& from);
};

}  // namespace quadrille::query
