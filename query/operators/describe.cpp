#include "query/operators/describe.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "quadstore/meant_terms.hpp"
#include "query/index/row_reader.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kBytesAResource = 64;  // in the set and the queue, approximately

}  // namespace

namespace {

// Copies of a triple that several graphs have may come from different images.
void drop_copies(Table& triples) {
  std::set<std::array<Huri, 3>> seen;
  std::vector<std::uint32_t> picked;
  for (std::uint32_t row = 0; row < triples.rows(); ++row) {
    const Table& all = triples;
    if (seen.insert({all.column(0)[row], all.column(1)[row], all.column(2)[row]}).second) picked.push_back(row);
  }
  triples.keep(picked);
}

}  // namespace

Schema DescribeTriples::schema_of() {
  Schema schema;
  for (VariableId place = 0; place < 3; ++place) schema.columns.push_back({place});
  schema.distribution = Distribution::first();
  return schema;
}

DescribeTriples::DescribeTriples(OperatorPtr resources, std::vector<Term> described, GraphScope scope, bool together)
    : Operator(schema_of(), together || (resources && resources->collective())),
      resources_(std::move(resources)),
      described_(std::move(described)),
      scope_(std::move(scope)),
      together_(together) {}

Details DescribeTriples::details(const PlanWords& words) const {
  std::string resources = resources_ ? words.columns(resources_->schema()) : "";
  for (const Term& term : described_) {
    if (resources.size() > PlanWords::kLongest) break;
    if (!resources.empty()) resources += ' ';
    resources += words.term(term.view());
  }
  return {{"of", shortened(std::move(resources), PlanWords::kLongest)}};
}

std::vector<const Operator*> DescribeTriples::children() const {
  return resources_ ? std::vector<const Operator*>{resources_.get()} : std::vector<const Operator*>{};
}

void DescribeTriples::want(Context& context, Huri resource) {
  if (resource.is_unbound() || resource.is_only_object() || !wanted_.insert(resource).second) return;
  context.arena.charge(kBytesAResource);
  queue_.push_back(resource);
}

void DescribeTriples::do_open(Context& context) {
  if (!together_ && (scope_.kind == GraphScope::Kind::everything || context.data.classes())) {
    lookup_ = std::make_unique<EdgeLookup>(context, scope_, kUnbound, false);
  }
  if (together_) edges_ = std::make_unique<EdgeBatch>(context, scope_, std::vector<EdgeKind>(1), true);
  for (const Term& term : described_) want(context, context.dictionary.find(term.view()));
  if (!resources_) return;
  resources_->open(context);
  for_each_chunk(context, *resources_, [&](const Table& chunk) {
    for (std::size_t column = 0; column < chunk.width(); ++column) {
      for (const Huri huri : chunk.column(column)) want(context, huri);
    }
  });
}

bool DescribeTriples::do_next(Context& context, Table& out) {
  return together_ ? next_together(context, out) : next_alone(context, out);
}

bool DescribeTriples::next_together(Context& context, Table& out) {
  std::vector<Huri> subjects;
  if (context.team.is_first()) {
    const std::size_t end = std::min(queue_.size(), next_ + std::min(context.chunk_rows, kBatchResources));
    subjects.assign(queue_.begin() + static_cast<std::ptrdiff_t>(next_),
                    queue_.begin() + static_cast<std::ptrdiff_t>(end));
    next_ = end;
  }
  if (!context.team.any(!subjects.empty())) return false;
  edges_->look_up(subjects);
  out.resize(edges_->edges());
  for (std::size_t edge = 0; edge < edges_->edges(); ++edge) {
    out.column(0)[edge] = subjects[edges_->place(edge)];
    out.column(1)[edge] = edges_->predicate(edge);
    out.column(2)[edge] = edges_->end(edge);
    if (edges_->end(edge).is_blank()) want(context, edges_->end(edge));
  }
  if (scope_.kind == GraphScope::Kind::everything) drop_copies(out);
  return true;
}

bool DescribeTriples::next_alone(Context& context, Table& out) {
  const bool mine = context.team.is_first();
  while (mine && next_ < queue_.size() && out.rows() < context.chunk_rows) {
    const std::size_t before = out.rows();
    const Huri resource = queue_[next_++];
    lookup_ ? append_edges(context, resource, out) : append_triples(context, resource, out);
    for (std::size_t row = before; row < out.rows(); ++row) {
      if (std::as_const(out).column(2)[row].is_blank()) want(context, std::as_const(out).column(2)[row]);
    }
  }
  const bool more = !out.empty() || (mine && next_ < queue_.size());
  return collective() ? context.team.any(more) : more;
}

// Where a triple may have several rows, or a row several triples.
void DescribeTriples::append_edges(Context& context, Huri subject, Table& out) {
  PredicatesAndEnds edges(&context.arena.own());
  lookup_->append_edges(subject, edges);
  const std::size_t before = out.rows();
  out.resize(before + edges.size());
  for (std::size_t row = 0; row < edges.size(); ++row) {
    out.column(0)[before + row] = subject;
    std::tie(out.column(1)[before + row], out.column(2)[before + row]) = edges[row];
  }
}

void DescribeTriples::append_triples(Context& context, Huri subject, Table& out) {
  const QuadPattern pattern{{Slot::of(subject), Slot::of(VariableId{1}), Slot::of(VariableId{2})}, scope_};
  const std::vector<VariableId> outputs{1, 2};
  for (const AccessPath& path : access_paths(pattern, {}, outputs)) {
    if (path.permutation != Permutation::spo && path.permutation != Permutation::spog &&
        path.permutation != Permutation::gspo) {
      continue;
    }
    if (!found_) found_ = std::make_unique<Table>(context.arena, 2);
    Table& found = *found_;
    found.clear();
    RowReader reader(path);
    const QuadPrefix prefix = constant_prefix(path);
    const ShardSpan shards = shards_of(context.data, path.permutation, prefix.values());
    for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
      MergedRows rows = run_to_filter(context.data, path, ShardId{shard}).find(prefix);
      reader.read(rows, rows.size(), {}, found);
    }
    const std::size_t before = out.rows();
    out.resize(before + found.rows());
    for (std::size_t row = 0; row < found.rows(); ++row) {
      out.column(0)[before + row] = subject;
      out.column(1)[before + row] = std::as_const(found).column(0)[row];
      out.column(2)[before + row] = std::as_const(found).column(1)[row];
    }
    return;
  }
}

}  // namespace quadrille::query
