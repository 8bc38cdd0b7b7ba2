#include "inferencer/why/graph_facts.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/sort_different.hpp"
#include "quadstore/membership.hpp"
#include "quadstore/quad.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::uint64_t kFirstRows = 32, kMostRows = 4096;  // a visitor that wants few facts reads few

using Pairs = std::vector<FactStore::Pair>;

// Ascending, each once; stated if it is anywhere.
void merge_equal(Pairs& pairs, std::size_t first) {
  const auto begin = pairs.begin() + static_cast<std::ptrdiff_t>(first);
  const auto key = [](const FactStore::Pair& its) { return std::pair(its.predicate, its.object); };
  std::sort(begin, pairs.end(), [&](const auto& a, const auto& b) {
    return key(a) != key(b) ? key(a) < key(b) : a.is_stated > b.is_stated;
  });
  pairs.erase(std::unique(begin, pairs.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
              pairs.end());
}

// The default graph, with all facts that its rows mean.
class SnapshotTriples final : public ProofTriples {
 public:
  explicit SnapshotTriples(const Snapshot& snapshot)
      : classes_(snapshot.shared_equal_terms() ? snapshot.shared_equal_terms() : std::make_shared<EqualTerms>()),
        rows_(snapshot),
        stated_(snapshot, View::stated),
        facts_(rows_, stated_, *classes_) {}

  bool pairs_of(Huri subject, std::size_t most, Pairs& pairs) override { return facts_.pairs_of(subject, most, pairs); }
  bool visit(const Fact& pattern, const Visit& visit) override { return facts_.visit(pattern, visit); }
  bool is_stated(const Fact& fact) override { return facts_.is_stated(fact); }
  std::vector<Huri> predicates() override { return facts_.predicates(); }
  bool has_literals(Huri predicate) override { return facts_.has_literals(predicate); }
  Size size() override { return facts_.size(); }
  Huri graph_of(const Fact&) override { return kDefaultGraph; }

 private:
  const std::shared_ptr<const EqualTerms> classes_;
  SnapshotFacts rows_, stated_;
  EqualFacts facts_;
};

// The triples of the default graph and of named graphs together; `graph`: of one named graph, or unbound: of all.
// `has(fact)`: which triples of the default graph belong to them.
class JoinedTriples final : public ProofTriples {
 public:
  JoinedTriples(const Snapshot& snapshot, Huri graph, std::function<bool(const Fact&)> has)
      : triples_(snapshot), quads_(snapshot), graph_(graph), has_(std::move(has)) {}

  bool pairs_of(Huri subject, std::size_t most, Pairs& pairs) override {
    const std::size_t first = pairs.size();
    Pairs own;
    bool all = triples_.pairs_of(subject, most, own);
    for (const Pair& its : own)
      if (has_({subject, its.predicate, its.object})) pairs.push_back(its);
    all = all && quads_.visit_marked({subject, kUnbound, kUnbound, graph_}, [&](const Fact& fact, Marks marks) {
      pairs.push_back({fact.predicate, fact.object, has(marks, Marks::stated)});
      return pairs.size() - first <= most;
    });
    if (all) {
      merge_equal(pairs, first);
    } else {
      pairs.resize(first);
    }
    return all;
  }
  bool visit(const Fact& pattern, const Visit& visit) override {
    std::unordered_set<Fact, FactHash> seen;  // several graphs may have a triple
    const auto use = [&](const Fact& fact) { return has_(fact) && seen.insert(fact).second ? visit(fact) : true; };
    if (!triples_.visit({pattern.subject, pattern.predicate, pattern.object}, use)) return false;
    const Fact in_graph{pattern.subject, pattern.predicate, pattern.object, graph_};
    return quads_.visit_marked(in_graph, [&](const Fact& fact, Marks) {
      const Fact triple{fact.subject, fact.predicate, fact.object};
      return seen.insert(triple).second ? visit(triple) : true;
    });
  }
  bool is_stated(const Fact& fact) override {
    bool found = has_(fact) && triples_.is_stated(fact);
    if (!found) {
      quads_.visit_marked({fact.subject, fact.predicate, fact.object, graph_}, [&](const Fact&, Marks marks) {
        found = has(marks, Marks::stated);
        return !found;
      });
    }
    return found;
  }
  std::vector<Huri> predicates() override {
    std::vector<Huri> all = triples_.predicates();
    const std::vector<Huri> others = quads_.predicates();
    all.insert(all.end(), others.begin(), others.end());
    sort_different(all);
    return all;
  }
  bool has_literals(Huri predicate) override {
    return !visit({kUnbound, predicate, kUnbound}, [](const Fact& fact) { return !fact.object.is_literal(); });
  }
  Size size() override { return triples_.size(); }

  // A graph in which the fact is stated, if there is one.
  Huri graph_of(const Fact& fact) override {
    if (has_(fact) && triples_.is_stated(fact)) return kDefaultGraph;
    Huri graph;
    quads_.visit_marked({fact.subject, fact.predicate, fact.object, graph_}, [&](const Fact& found, Marks marks) {
      graph = found.graph;
      return !has(marks, Marks::stated);
    });
    return graph;
  }

 private:
  SnapshotTriples triples_;
  SnapshotQuads quads_;
  const Huri graph_;
  const std::function<bool(const Fact&)> has_;
};

}  // namespace

bool SnapshotQuads::read(Permutation permutation, ShardId shard, const QuadPrefix& prefix, const MarkedVisit& visit) {
  std::vector<std::array<Huri, 4>> quads;
  std::vector<Marks> marks;
  std::uint64_t most = kFirstRows;
  for (MergedRows rows = closure_.run(permutation, shard).find(prefix); !rows.empty(); most = kMostRows) {
    const auto count = static_cast<std::size_t>(std::min(rows.size(), most));
    quads.resize(count);
    marks.resize(count);
    values_.resize(count);
    batch_.take(rows, count);
    batch_.read_marks(marks);
    for (int column = 0; column < column_count(permutation); ++column) {
      batch_.read(ColumnIndex(static_cast<std::uint8_t>(column)), values_);
      const Position position = position_of(permutation, ColumnIndex(static_cast<std::uint8_t>(column)));
      for (std::size_t i = 0; i < count; ++i) quads[i][static_cast<std::size_t>(index(position))] = values_[i];
    }
    for (std::size_t i = 0; i < count; ++i)
      if (!visit({quads[i][0], quads[i][1], quads[i][2], quads[i][3]}, marks[i])) return false;
  }
  return true;
}

bool SnapshotQuads::visit_marked(const Fact& pattern, const MarkedVisit& visit) {
  const bool by_graph = !pattern.graph.is_unbound();
  QuadPrefix prefix;
  if (by_graph) prefix.push_back(pattern.graph);
  if (!pattern.subject.is_unbound()) {
    prefix.push_back(pattern.subject);
    if (!pattern.predicate.is_unbound()) prefix.push_back(pattern.predicate);
    if (!pattern.object.is_unbound()) prefix.push_back(pattern.object);
    return read(by_graph ? Permutation::gspo : Permutation::spog, shard_of(pattern.subject, closure_.shards()), prefix,
                visit);
  }
  prefix.push_back(pattern.predicate);
  if (!pattern.object.is_unbound()) prefix.push_back(pattern.object);
  const Permutation permutation = by_graph ? Permutation::gpos : Permutation::posg;
  if (!pattern.object.is_unbound() && !closure_.heavy_objects().contains(pattern.object))
    return read(permutation, shard_of(pattern.object, closure_.shards()), prefix, visit);
  for (std::uint32_t shard = 0; shard < closure_.shards(); ++shard)
    if (!read(permutation, ShardId{shard}, prefix, visit)) return false;
  return true;
}

bool SnapshotQuads::visit(const Fact& pattern, const FactStore::Visit& visit) {
  return visit_marked(pattern, [&](const Fact& fact, Marks) { return visit(fact); });
}

Marks SnapshotQuads::marks_of(const Fact& fact) const {
  const Quad quad{fact.subject, fact.predicate, fact.object, fact.graph};
  return quadrille::marks_of(closure_, {&quad, 1}).front();
}

bool SnapshotQuads::is_stated(const Fact& fact) {
  return has(marks_of(fact), Marks::stated);
}

// Each name is found by a search from the one before.
std::vector<Huri> SnapshotQuads::graphs() {
  std::vector<Huri> all;
  const Huri last(~std::uint64_t{0});
  for (std::uint32_t shard = 0; shard < closure_.shards(); ++shard) {
    const MergedRun run = closure_.run(Permutation::gspo, ShardId{shard});
    for (Huri from;;) {
      MergedRows rows = run.find_range({}, from, last);
      if (rows.empty()) break;
      Huri graph;
      batch_.take(rows, 1);
      batch_.read(ColumnIndex{0}, {&graph, 1});
      all.push_back(graph);
      from = Huri(graph.bits() + 1);
    }
  }
  sort_different(all);
  return all;
}

std::vector<Huri> SnapshotQuads::predicates() {
  std::vector<Huri> all;
  for (const PredicateStatistics& its : closure_.statistics().named_graphs.predicates())
    if (its.rows > 0) all.push_back(its.predicate);
  return all;
}

std::unique_ptr<ProofTriples> proof_triples(const Snapshot& snapshot, RuleGraphs graphs, Huri graph,
                                            const Schema& schema) {
  if (graphs == RuleGraphs::all)
    return std::make_unique<JoinedTriples>(snapshot, kUnbound, [](const Fact&) { return true; });
  if (graphs == RuleGraphs::each && graph != kDefaultGraph)
    return std::make_unique<JoinedTriples>(snapshot, graph, [&schema](const Fact& fact) { return schema.has(fact); });
  return std::make_unique<SnapshotTriples>(snapshot);
}

}  // namespace quadrille::inferencer
