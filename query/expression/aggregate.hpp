#pragma once

// Aggregates over the solutions of a group (SPARQL 1.1 Query, 11 and 18.5.1).
//
//   set function   of nothing   an error or unbound among the values   result
//   COUNT          0            is not counted                         xsd:integer
//   SUM            0            no result                              by numeric promotion; exact for integer, decimal
//   AVG            0            no result                              SUM / COUNT
//   MIN, MAX       no result    no result                              the term that ORDER BY puts first, last
//   SAMPLE         no result    is not taken                           one of the values, here the first
//   GROUP_CONCAT   ""           no result                              xsd:string
//
// "No result" is Value::error(): the variable stays unbound. DISTINCT is the caller's: it adds only distinct values.
// An Accumulator owns what it keeps, so the batch's arena may go after add().
//
// Local. A group that is aggregated on several images has one accumulator on each: save(), move the bytes, load(),
// merge(). Sums of doubles and concatenations depend on the order in which that happens, as SPARQL allows. A group costs
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

// Of which kinds values must have been read (read_values) before they are added: none for COUNT and SAMPLE, numbers for
// SUM and AVG, all for the others. A sample that is a volatile HURI without text travels as it is.
KindSet read_kinds(parser::AggregateKind kind);

class Accumulator {
 public:
  // The aggregate must outlive the accumulator; what it keeps lies in `memory`.
  explicit Accumulator(const parser::Aggregate& aggregate, Arena& memory = *std::pmr::get_default_resource());
  Accumulator(Accumulator&&) noexcept = default;

  // One solution's argument.
  void add(const Value& value);
  // COUNT(*): `count` solutions more.
  void add_solutions(std::uint64_t count);
  // Takes in what another accumulator of the same aggregate has seen.
  void merge(const Accumulator& other);
  // The view into a concatenation or a kept text lives as long as the accumulator is not changed.
  Value result(Arena& arena) const;

  // Appends the state to `out`; load() sets the state of one that was made for the same aggregate, and moves `from`.
  void save(std::string& out) const;
  void load(const unsigned char*& from);

 private:
  using State = std::variant<detail::Count, detail::Sum, detail::Extreme, detail::Sample, detail::Concatenation>;

  static State start(const parser::Aggregate& aggregate, Arena& memory);

  const parser::Aggregate* aggregate_;
  State state_;
};

// Adds values[row] to groups[group_of[row]] for the rows.
void accumulate(const Rows& rows, std::span<const Value> values, std::span<const std::uint32_t> group_of,
                std::span<Accumulator> groups);

}  // namespace quadrille::query
