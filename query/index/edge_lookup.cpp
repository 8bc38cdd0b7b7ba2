#include "query/index/edge_lookup.hpp"

#include <algorithm>

#include "quadstore/meant_terms.hpp"
#include "query/table/row_limit.hpp"

namespace quadrille::query {

namespace {

// The variables of the lookup patterns.
constexpr VariableId kNode = 0, kPredicate = 1, kEnd = 2;

}  // namespace

EdgeLookup::EdgeLookup(Context& context, const GraphScope& scope, Huri predicate, bool backward, bool reads_ends)
    : context_(context),
      predicate_(predicate),
      with_predicates_(predicate.is_unbound()),
      backward_(backward),
      found_(context.arena, reads_ends ? (with_predicates_ ? 2 : 1) : 0) {
  const auto add = [&](const GraphScope& part, const EqualTerms* equal) {
    const Slot middle =
        with_predicates_ ? Slot::of(kPredicate) : Slot::of(equal ? equal->representative(predicate) : predicate);
    const Slot node = Slot::of(kNode), end = Slot::of(kEnd);
    const QuadPattern pattern{backward ? std::array{end, middle, node} : std::array{node, middle, end}, part};
    const VariableId bound[] = {kNode};
    std::vector<VariableId> outputs;
    if (found_.width() > 0) outputs.push_back(kEnd);
    if (found_.width() > 1) outputs.push_back(kPredicate);
    AccessPath path = look_up_path(pattern, bound, outputs);
    // Outputs in the order of `outputs`, whatever the permutation.
    std::sort(path.outputs.begin(), path.outputs.end(),
              [](const auto& a, const auto& b) { return a.second > b.second; });
    sources_.push_back(std::make_unique<Source>(std::move(path), equal));
  };
  const bool has_default = scope.kind == GraphScope::Kind::default_graph || scope.kind == GraphScope::Kind::everything;
  const EqualTerms* const equal = has_default ? context.data.classes() : nullptr;
  if (equal) {  // what a row means is known from all of it
    found_ = Table(context.arena, with_predicates_ ? 2 : 1);
    stored_ = std::make_unique<Table>(context.arena, found_.width());
  }
  if (scope.kind == GraphScope::Kind::everything) {
    add(GraphScope::unnamed_part(), equal);
    add(scope.named_part(), nullptr);
  } else {
    add(scope, equal);
  }
}

QuadPrefix EdgeLookup::prefix_of(const Source& source, Huri node) {
  QuadPrefix prefix;
  for (const Slot& slot : source.path.prefix) prefix.push_back(slot.variable ? stored(source, node) : slot.term);
  return prefix;
}

std::vector<Huri> EdgeLookup::residual_of(const Source& source, Huri node) {
  std::vector<Huri> bound;
  for (const auto& [column, slot] : source.path.residual) {
    bound.push_back(slot.variable ? stored(source, node) : slot.term);
  }
  return bound;
}

void EdgeLookup::append_owners(Huri node, std::vector<int>& members) const {
  for (const auto& source : sources_) {
    const ShardSpan shards = shards_of(context_.data, source->path.permutation, prefix_of(*source, node).values());
    const int last = context_.owner(ShardId{shards.end - 1});
    for (int member = context_.owner(ShardId{shards.begin}); member <= last; ++member) members.push_back(member);
  }
}

// Calls use(rows, bound) for the rows of the node in each shard, until it returns true.
template <class Use>
bool EdgeLookup::in_shards(const Source& source, Huri node, const Use& use) const {
  const QuadPrefix prefix = prefix_of(source, node);
  const std::vector<Huri> bound = residual_of(source, node);
  const ShardSpan shards =
      shards_of(context_.data, source.path.permutation, prefix.values()).within(context_.readable_shards());
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    MergedRows rows = run_to_filter(context_.data, source.path, ShardId{shard}).find(prefix);
    if (use(rows, bound)) return true;
  }
  return false;
}

void EdgeLookup::look_up(Huri node) {
  found_.clear();
  for (const auto& source : sources_) {
    if (source->equal) stored_->clear();
    in_shards(*source, node, [&](MergedRows& rows, std::span<const Huri> bound) {
      source->reader.restart();
      source->reader.read(rows, rows.size(), bound, source->equal ? *stored_ : found_);
      return false;
    });
    if (source->equal) append_meant(*source, node, *stored_);
  }
  if (sources_.size() > 1) drop_copies();
}

// Appends the edges of `node` that rows of the term that stands for it mean.
void EdgeLookup::append_meant(const Source& source, Huri node, const Table& rows) {
  const EqualTerms& equal = *source.equal;
  if (!may_stand(node, backward_ ? TriplePlace::object : TriplePlace::subject)) return;
  const TriplePlace place = backward_ ? TriplePlace::subject : TriplePlace::object;
  const Huri here = equal.representative(node);
  std::vector<Quad> edges;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const Huri end = rows.column(0)[row];
    const Huri predicate = with_predicates_ ? rows.column(1)[row] : equal.representative(predicate_);
    if (!is_meant(equal, backward_ ? end : here, predicate, backward_ ? here : end)) continue;
    const auto add = [&](Huri its_predicate) {
      for_each_meant(equal, end, place, [&](Huri term) {
        edges.push_back({backward_ ? term : node, its_predicate, backward_ ? node : term, kDefaultGraph});
      });
    };
    with_predicates_ ? for_each_meant(equal, predicate, TriplePlace::predicate, add) : add(predicate_);
  }
  leave_out_stated(context_.data.default_graph(), edges);
  const std::size_t before = found_.rows();
  found_.resize(before + edges.size());
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    found_.column(0)[before + edge] = backward_ ? edges[edge].subject : edges[edge].object;
    if (with_predicates_) found_.column(1)[before + edge] = edges[edge].predicate;
  }
}

// A triple may be in the unnamed graph and in a named one.
void EdgeLookup::drop_copies() {
  if (found_.rows() < 2) return;
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
  return std::any_of(sources_.begin(), sources_.end(), [&](const auto& source) { return has_edge(*source, node); });
}

bool EdgeLookup::has_edge(Source& source, Huri node) {
  found_.clear();
  if (source.equal) {
    if (!may_stand(node, backward_ ? TriplePlace::object : TriplePlace::subject)) return false;
    const bool is_member = !source.equal->members(stored(source, node)).empty();
    if (is_member || context_.data.hides_stated()) {
      look_up(node);
      return !found_.empty();
    }
  }
  return in_shards(source, node, [&](MergedRows& rows, std::span<const Huri> bound) {
    source.reader.restart();
    if (!source.reader.checks()) return !rows.empty();
    while (found_.empty() && !rows.empty()) {
      source.reader.read(rows, std::min<std::uint64_t>(rows.size(), context_.chunk_rows), bound, found_);
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
