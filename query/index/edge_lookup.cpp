#include "query/index/edge_lookup.hpp"

#include <algorithm>

#include "query/table/row_limit.hpp"

namespace quadrille::query {

namespace {

// The variables of the lookup patterns.
constexpr VariableId kNode = 0, kPredicate = 1, kEnd = 2;

}  // namespace

EdgeLookup::EdgeLookup(Context& context, const GraphScope& scope, Huri predicate, bool backward, bool reads_ends)
    : context_(context),
      with_predicates_(predicate.is_unbound()),
      found_(context.arena, reads_ends ? (with_predicates_ ? 2 : 1) : 0) {
  const auto add = [&](const GraphScope& part) {
    const Slot middle = with_predicates_ ? Slot::of(kPredicate) : Slot::of(predicate);
    const Slot node = Slot::of(kNode), end = Slot::of(kEnd);
    const QuadPattern pattern{backward ? std::array{end, middle, node} : std::array{node, middle, end}, part};
    const VariableId bound[] = {kNode};
    std::vector<VariableId> outputs;
    if (reads_ends) outputs.push_back(kEnd);
    if (reads_ends && with_predicates_) outputs.push_back(kPredicate);
    AccessPath path = look_up_path(pattern, bound, outputs);
    // Outputs in the order of `outputs`, whatever the permutation.
    std::sort(path.outputs.begin(), path.outputs.end(),
              [](const auto& a, const auto& b) { return a.second > b.second; });
    sources_.push_back(std::make_unique<Source>(std::move(path)));
  };
  if (scope.kind == GraphScope::Kind::everything) {
    add({GraphScope::Kind::default_graph, {}, nullptr});
    add({GraphScope::Kind::merged, {}, nullptr});
  } else {
    add(scope);
  }
}

QuadPrefix EdgeLookup::prefix_of(const Source& source, Huri node) {
  QuadPrefix prefix;
  for (const Slot& slot : source.path.prefix) prefix.push_back(slot.variable ? node : slot.term);
  return prefix;
}

std::vector<Huri> EdgeLookup::residual_of(const Source& source, Huri node) {
  std::vector<Huri> bound;
  for (const auto& [column, slot] : source.path.residual) bound.push_back(slot.variable ? node : slot.term);
  return bound;
}

void EdgeLookup::append_owners(Huri node, std::vector<int>& members) const {
  for (const auto& source : sources_) {
    const ShardSpan shards = shards_of(context_.snapshot, source->path.permutation, prefix_of(*source, node).values());
    const int last = context_.owner(ShardId{shards.end - 1});
    for (int member = context_.owner(ShardId{shards.begin}); member <= last; ++member) members.push_back(member);
  }
}

// Calls use(reader, rows, bound) for the rows of the node in each shard, until it returns true.
template <class Use>
bool EdgeLookup::in_shards(Huri node, const Use& use) {
  for (const auto& source : sources_) {
    const QuadPrefix prefix = prefix_of(*source, node);
    const std::vector<Huri> bound = residual_of(*source, node);
    const ShardSpan shards =
        shards_of(context_.snapshot, source->path.permutation, prefix.values()).within(context_.readable_shards());
    for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
      MergedRows rows = context_.snapshot.run(source->path.permutation, ShardId{shard}).find(prefix);
      source->reader.restart();
      if (use(source->reader, rows, bound)) return true;
    }
  }
  return false;
}

void EdgeLookup::look_up(Huri node) {
  found_.clear();
  in_shards(node, [&](RowReader& reader, MergedRows& rows, std::span<const Huri> bound) {
    reader.read(rows, rows.size(), bound, found_);
    return false;
  });
  if (sources_.size() == 1 || found_.rows() < 2) return;
  // A triple may be in the unnamed graph and in a named one.
  require_row_numbers(found_.rows(), "edges of a node");
  std::vector<std::uint32_t> order(found_.rows());
  for (std::uint32_t row = 0; row < order.size(); ++row) order[row] = row;
  const auto key = [&](std::uint32_t row) {
    const Table& found = found_;
    return std::pair(found.column(0)[row], with_predicates_ ? found.column(1)[row] : kUnbound);
  };
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
  order.erase(std::unique(order.begin(), order.end(), [&](auto a, auto b) { return key(a) == key(b); }), order.end());
  std::sort(order.begin(), order.end());
  found_.keep(order);
}

bool EdgeLookup::has_edge(Huri node) {
  found_.clear();
  return in_shards(node, [&](RowReader& reader, MergedRows& rows, std::span<const Huri> bound) {
    if (!reader.checks()) return !rows.empty();
    while (found_.empty() && !rows.empty()) {
      reader.read(rows, std::min<std::uint64_t>(rows.size(), context_.chunk_rows), bound, found_);
    }
    return !found_.empty();
  });
}

void EdgeLookup::append_ends(Huri node, Nodes& out) {
  look_up(node);
  const auto ends = std::as_const(found_).column(0);
  out.insert(out.end(), ends.begin(), ends.end());
}

void EdgeLookup::append_edges(Huri node, PredicatesAndEnds& out) {
  look_up(node);
  const Table& found = found_;
  for (std::size_t row = 0; row < found.rows(); ++row) out.emplace_back(found.column(1)[row], found.column(0)[row]);
}

}  // namespace quadrille::query
