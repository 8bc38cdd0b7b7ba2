#pragma once

// A SkipScan returns each distinct value of a column of an index once, and how many rows it has (DistinctKeys). It
// serves DISTINCT, COUNT(DISTINCT) and GROUP BY of one pattern with few values among many rows.
//
//   SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p     pso: (p1, first row), (p2, first row), ...
//
// A value in several shards is returned once for each, with its rows there; the operators above combine them. Each
// image reads its own shards. Local. Cost: about 2 us a value and shard.

#include <optional>

#include "quadstore/distinct_keys.hpp"
#include "query/index/access_path.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class SkipScan final : public Operator {
 public:
  // The path has one output, the column after its constant prefix, and no checks (reads_keys()). `count`: a variable
  // for the number of rows.
  SkipScan(const GraphView& data, AccessPath path, std::optional<VariableId> count);
  std::string describe() const override { return "SkipScan"; }
  Details details(const PlanWords& words) const override;

  // Distributed as an IndexScan; not sorted.
  static Schema schema_of(const GraphView& data, const AccessPath& path, std::optional<VariableId> count);

  static bool reads_keys(const AccessPath& path);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  void read_shard(Context& context, Table& out);

  const AccessPath path_;
  const bool counts_;
  std::uint32_t shard_ = 0, end_shard_ = 0;
  std::optional<DistinctKeys> keys_;  // of that shard, once it has been begun
};

}  // namespace quadrille::query
