#pragma once

// An Accumulator computes an aggregate over the solutions of a group (SPARQL 1.1 Query, 11 and 18.5.1).
//
//   set function   of nothing   an error or unbound among the values   result
//   COUNT          0            is not counted                         xsd:integer
//   SUM            0            no result                              by numeric promotion; exact for integer, decimal
//   AVG            0            no result                              SUM / COUNT
//   MIN, MAX       no result    no result                              the term that ORDER BY puts first, last
//   SAMPLE         no result    is not taken                           one of the values, here the first
//   GROUP_CONCAT   ""           no result                              xsd:string
//
// "No result" is Value::error(): the variable stays unbound. The caller implements DISTINCT: it adds only distinct
// values. An Accumulator owns what it keeps, so the batch's arena may be released after add().
//
// Local. A group that is aggregated on several images has one accumulator on each: save(), move the bytes, load(),
// merge(). Sums of doubles and concatenations depend on the order of these calls, as SPARQL allows. A group costs
// about 100 bytes and the texts that it keeps.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <variant>

#include "parser/expression.hpp"
#include "query/expression/batch.hpp"
#include "query/expression/detail/aggregate_states.hpp"
#include "query/expression/kind_set.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query {

// The kinds whose values must be read (read_values) before they are added: none for COUNT and SAMPLE, numbers for SUM
// and AVG, all for the others. A sample that is a volatile HURI without text is moved without it.
KindSet read_kinds(parser::AggregateKind kind);

class Accumulator {
 public:
  // The aggregate must outlive the accumulator, which allocates from `memory`.
  explicit Accumulator(const parser::Aggregate& aggregate, Arena& memory = *std::pmr::get_default_resource());
  Accumulator(Accumulator&&) noexcept = default;

  // Adds one solution's argument.
  void add(const Value& value);
  // COUNT(*): adds `count` solutions.
  void add_solutions(std::uint64_t count);
  // Adds the state of another accumulator of the same aggregate.
  void merge(const Accumulator& other);
  // A concatenation or kept text in the result is valid until the accumulator changes.
  Value result(Arena& arena) const;

  // save() appends the state to `out`. load() sets the state of an accumulator of the same aggregate, and moves
  // `from`.
  void save(std::string& out) const;
  void load(const unsigned char*& from);

 private:
  using State = std::variant<detail::Count, detail::Sum, detail::Extreme, detail::Sample, detail::Concatenation>;

  static State start(const parser::Aggregate& aggregate, Arena& memory);

  const parser::Aggregate* aggregate_;
  State state_;
};

}  // namespace quadrille::query
