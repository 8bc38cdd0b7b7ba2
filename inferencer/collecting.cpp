#include "inferencer/collecting.hpp"

#include <algorithm>
#include <memory_resource>
#include <numeric>

#include "base/sort_different.hpp"
#include "query/expression/aggregate.hpp"
#include "query/expression/evaluator.hpp"

namespace quadrille::inferencer {

Collecting::Collecting(const Collector& collector, const Partition& partition, RuleTerms& terms)
    : collector_(collector),
      partition_(partition),
      terms_(terms),
      width_(collector.keys +
             static_cast<std::size_t>(std::count_if(collector.aggregates.begin(), collector.aggregates.end(),
                                                    [](const parser::Aggregate* its) { return !its->star; }))) {}

int Collecting::owner(std::span<const Huri> row) const {
  std::uint64_t hash = 0;
  for (const Huri key : row.first(collector_.keys)) hash = (hash ^ key.bits()) * 0x9e3779b97f4a7c15 + (hash >> 29);
  return static_cast<int>((hash >> 32) % static_cast<std::uint64_t>(partition_.size()));
}

// The aggregates of the rows of one group.
void Collecting::aggregate(std::span<const std::uint32_t> group, std::span<Huri> out) {
  std::pmr::monotonic_buffer_resource scratch;
  query::EvaluationContext context = terms_.make_evaluation(scratch);
  std::size_t argument = collector_.keys;
  for (std::size_t number = 0; number < collector_.aggregates.size(); ++number) {
    const parser::Aggregate& its = *collector_.aggregates[number];
    query::Accumulator accumulator(its);
    if (its.star) {
      accumulator.add_solutions(group.size());
    } else {
      std::vector<Huri> huris;
      for (const std::uint32_t place : group) huris.push_back(row(place)[argument]);
      ++argument;
      if (its.distinct) sort_different(huris);
      std::vector<query::Value> values;
      for (const Huri huri : huris) values.push_back(query::Value::from_huri(huri, scratch));
      const std::span<const Huri> column(huris);
      query::Batch batch;
      batch.rows = huris.size();
      batch.columns = std::span(&column, 1);
      query::read_values(context, batch, values, query::read_kinds(its.kind));
      for (const query::Value& value : values) accumulator.add(value);
    }
    query::Value result = accumulator.result(scratch);
    query::Batch one;
    one.rows = 1;
    terms_.dictionary().huris_of(std::span(&result, 1), one, context, out.subspan(number, 1));
  }
}

Solutions Collecting::finish(Computing& computing) {
  terms_.fetch(partition_, cells_);
  std::vector<std::uint32_t> order(rows_);
  std::iota(order.begin(), order.end(), 0);
  const auto keys_of = [&](std::uint32_t number) { return row(number).first(collector_.keys); };
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return std::ranges::lexicographical_compare(row(a), row(b)); });
  Solutions result(collector_.variables);
  const std::size_t aggregates = collector_.aggregates.size();
  const auto take_group = [&](std::span<const std::uint32_t> group) {
    Bindings bindings(collector_.variables);
    if (!group.empty()) std::ranges::copy(keys_of(group.front()), bindings.begin());
    aggregate(group, std::span(bindings).subspan(collector_.keys, aggregates));
    result.add(bindings);
  };
  for (auto begin = order.begin(); begin != order.end();) {
    const auto end = std::find_if(
        begin, order.end(), [&](std::uint32_t other) { return !std::ranges::equal(keys_of(*begin), keys_of(other)); });
    take_group({begin, end});
    begin = end;
  }
  if (rows_ == 0 && collector_.is_implicit && partition_.rank() == owner(std::vector<Huri>(width_))) take_group({});
  cells_.clear();
  rows_ = 0;
  for (std::size_t number = 0; number < aggregates; ++number)
    terms_.make_canonical(partition_, result.column(static_cast<std::uint32_t>(collector_.keys + number)));
  computing.run(collector_.computations, result);
  result.filter([&](std::size_t row) {
    return std::none_of(collector_.columns.begin(), collector_.columns.end(), [&](const Collector::Column& column) {
      return result.column(column.variable)[row].is_unbound();
    });
  });
  return result;
}

}  // namespace quadrille::inferencer
