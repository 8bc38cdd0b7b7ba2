// Scans and joins: access paths, and the operators of joins.

#include <algorithm>

#include "query/index/cardinality.hpp"
#include "query/index/routed_path.hpp"
#include "query/joins/index_join.hpp"
#include "query/joins/semi_join.hpp"
#include "query/operators/exchange_operator.hpp"
#include "query/operators/index_scan.hpp"
#include "query/plan/physical/distribution.hpp"
#include "query/plan/physical/placed.hpp"

namespace quadrille::query {

namespace {

// Owners test the keys; the rows of `left` are not moved. nullptr: the rows already are where they can be looked up.
OperatorPtr semi_join(const Planning& planning, const logical::PatternJoin& join, std::span<const VariableId> bound,
                      OperatorPtr& left) {
  const bool always = planning.options.choices.always.has(Rule::semi_join);
  const Distribution& spread = left->schema().distribution;
  const bool inner = join.kind == JoinKind::inner;
  const auto there = look_up_by_owner(planning.data, join.pattern, bound, {}, spread, inner);
  if (there && there->fits(spread) && !always && join.kind != JoinKind::mark) return nullptr;
  left = canonical(planning, std::move(left), bound);
  const JoinKind kind = inner ? JoinKind::semi : join.kind;
  return std::make_unique<SemiJoin>(kind, std::move(left), *join.semi_join, join.mark);
}

// The path by which images that read their own shards look rows up; `left` is moved to the owners.
AccessPath path_of_owners(const Planning& planning, const logical::PatternJoin& join, OperatorPtr& left,
                          std::span<const VariableId> bound, std::span<const VariableId> outputs) {
  const bool inner = join.kind == JoinKind::inner;
  RoutedPath way = *look_up_by_owner(planning.data, join.pattern, bound, outputs, left->schema().distribution, inner);
  // If a row has at most one match, there may be a path whose keys can be merged or tested by a bitmap.
  const bool is_test = inner ? bound.size() == join.pattern.variables().size() : join.kind != JoinKind::left;
  if (auto test = is_test ? test_by_owner(planning.data, join.pattern, bound) : std::nullopt;
      test && test->at == way.at) {
    way = std::move(*test);
  }
  left = way.heavy_everywhere ? Exchange::with_heavy_everywhere(std::move(left), way.at)
                              : moved(planning, std::move(left), Distribution::by(way.at));
  return std::move(way.path);
}

// The path by which the images of one group look rows up. Each can look up any row; but many rows are moved to their
// owners, each of which then reads only its own blocks, and has their adjacency index.
AccessPath path_in_group(Planning& planning, const logical::PatternJoin& join, OperatorPtr& left,
                         std::span<const VariableId> bound, std::span<const VariableId> outputs) {
  AccessPath path = look_up_path(join.pattern, bound, outputs);
  const Distribution& spread = left->schema().distribution;
  const bool can_move = spread.kind == Distribution::Kind::by || spread.kind == Distribution::Kind::anyhow;
  const bool tests_a_bit = join.pattern.variables().size() == 1;
  const double least = planning.options.choices.rows_for_owners;
  if (planning.options.team_size == 1 || !can_move || tests_a_bit || join.left->rows < least) return path;
  if (estimate_pattern(planning.data, planning.counts, join.pattern).rows < least) return path;
  auto way = look_up_by_owner(planning.data, join.pattern, bound, outputs, spread, join.kind == JoinKind::inner);
  const auto quality = [](const AccessPath& of) {
    return std::pair(of.prefix.size(), -static_cast<int>(of.residual.size()));
  };
  if (!way || way->heavy_everywhere || quality(way->path) < quality(path)) return path;
  left = moved(planning, std::move(left), Distribution::by(way->at));
  return std::move(way->path);
}

// The left side of a bind join, which its right side reads.
std::shared_ptr<BindJoinRows> rows_of_left(const Planning& planning, OperatorPtr left, const logical::Join& join) {
  const std::vector<VariableId> shared = both(join.left->columns, join.right->columns).list();
  auto rows = std::make_shared<BindJoinRows>(canonical(planning, std::move(left), shared));
  for (const logical::Node* reader : left_readers(*join.right)) {
    const auto* service = reader->as<logical::Service>();
    if (!service || !service->endpoint_key) continue;
    rows->add_endpoint(std::get<VariableId>(service->service->endpoint), *service->endpoint_key);
  }
  return rows;
}

}  // namespace

// Of the paths with the fewest rows, chooses the one distributed by `preferred`; else one whose rows with equal values
// of it are adjacent; without `preferred`, one whose rows are adjacent as `together` asks.
OperatorPtr placed_scan(Planning& planning, const logical::Scan& scan) {
  Few<VariableId, 4> outputs;
  for (const VariableId variable : scan.pattern.variables()) {
    if (scan.wanted.has(variable)) outputs.push_back(variable);
  }
  const auto fit_of = [&](const AccessPath& path) {
    if (!scan.preferred && scan.together.empty()) return 0;
    const Schema schema = IndexScan::schema_of(planning.data, path);
    if (!scan.preferred) {
      return static_cast<int>(std::count_if(scan.together.begin(), scan.together.end(),
                                            [&](const auto& key) { return run_columns(schema, key).has_value(); }));
    }
    if (schema.distribution == Distribution::by(*scan.preferred)) return 2;
    return !path.outputs.empty() && path.outputs.front().second == *scan.preferred ? 1 : 0;
  };
  std::optional<AccessPath> best;
  std::uint64_t best_rows = 0;
  int best_fit = 0;
  for (AccessPath& path : access_paths(scan.pattern, {}, outputs)) {
    const std::uint64_t rows = planning.counts.rows(path);
    const int fit = fit_of(path);
    if (best && (rows > best_rows || (rows == best_rows && fit <= best_fit))) continue;
    best = std::move(path);
    best_rows = rows;
    best_fit = fit;
  }
  return std::make_unique<IndexScan>(planning.data, std::move(*best));
}

OperatorPtr placed_pattern_join(Planning& planning, const logical::PatternJoin& join, const KeptTables& tables) {
  OperatorPtr left = placed(planning, *join.left, tables);
  const auto bound = bound_in(*join.left, join.pattern);
  if (join.semi_join) {
    if (OperatorPtr tested = semi_join(planning, join, bound, left)) return tested;
  }
  Few<VariableId, 4> outputs;
  for (const VariableId variable : join.pattern.variables()) {
    if (!join.left->columns.has(variable) && join.wanted.has(variable)) outputs.push_back(variable);
  }
  left = canonical(planning, std::move(left), bound);
  AccessPath path = planning.is_apart() ? path_of_owners(planning, join, left, bound, outputs)
                                        : path_in_group(planning, join, left, bound, outputs);
  return std::make_unique<IndexJoin>(join.kind, std::move(left), std::move(path));
}

OperatorPtr placed_join(Planning& planning, const logical::Join& join, const KeptTables& tables) {
  OperatorPtr left = placed(planning, *join.left, tables);
  KeptTables inside;
  if (join.is_bind_join) {
    inside = tables;
    inside.left = rows_of_left(planning, std::move(left), join);
    left = std::make_unique<BindJoinInput>(inside.left);
  }
  OperatorPtr right = placed(planning, *join.right, join.is_bind_join ? inside : tables);
  std::vector<VariableId> shared;
  for (const ColumnInfo& column : left->schema().columns) {
    if (right->schema().has(column.variable)) shared.push_back(column.variable);
  }
  left = canonical(planning, std::move(left), shared);
  right = canonical(planning, std::move(right), shared);
  JoinDetails details;
  for (const parser::Expression* condition : join.conditions) details.conditions.push_back(*condition);
  details.mark = join.mark;
  details.shared = join.shared;
  details.parts_by = meet(planning, left, right);
  const auto read = wanted_texts(planning, join.conditions, kBooleanKinds, {left.get(), right.get()});
  left = readable(planning, std::move(left), read);
  right = readable(planning, std::move(right), read, Texts::for_good);
  return std::make_unique<HashJoin>(join.kind, std::move(left), std::move(right), std::move(details));
}

}  // namespace quadrille::query
