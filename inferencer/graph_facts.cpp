#include "inferencer/graph_facts.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/sort_different.hpp"
#include "quadstore/membership.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille::inferencer {

namespace {

using SubjectPairs = std::vector<FactStore::Pair>;

// Ascending, each once; stated if it is anywhere.
void merge_equal(SubjectPairs& pairs, std::size_t first) {
  const auto begin = pairs.begin() + static_cast<std::ptrdiff_t>(first);
  const auto key = [](const FactStore::Pair& its) { return std::pair(its.predicate, its.object); };
  std::sort(begin, pairs.end(), [&](const auto& a, const auto& b) {
    return key(a) != key(b) ? key(a) < key(b) : a.is_stated > b.is_stated;
  });
  pairs.erase(std::unique(begin, pairs.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
              pairs.end());
}

// Adds the pairs of quads to those from `first` on. If they are more than `most`, or `are_few` is false, takes all of
// these back, and returns false.
bool add_quads(SnapshotQuads& quads, const Fact& pattern, bool are_few, std::size_t most, SubjectPairs& pairs,
               std::size_t first) {
  are_few = are_few && quads.visit_marked(pattern, [&](const Fact& fact, Marks marks) {
    pairs.push_back({fact.predicate, fact.object, has(marks, Marks::stated)});
    return pairs.size() - first <= most;
  });
  if (are_few) {
    merge_equal(pairs, first);
  } else {
    pairs.resize(first);
  }
  return are_few;
}

// The default graph, with all facts that its rows mean.
class SnapshotTriples final : public GraphTriples {
 public:
  explicit SnapshotTriples(const Snapshot& snapshot)
      : classes_(snapshot.shared_equal_terms() ? snapshot.shared_equal_terms() : std::make_shared<EqualTerms>()),
        rows_(snapshot),
        stated_(snapshot, View::stated),
        facts_(rows_, stated_, *classes_) {}

  bool pairs_of(Huri subject, std::size_t most, SubjectPairs& pairs) override {
    return facts_.pairs_of(subject, most, pairs);
  }
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
class JoinedTriples final : public GraphTriples {
 public:
  JoinedTriples(const Snapshot& snapshot, Huri graph, std::function<bool(const Fact&)> has)
      : triples_(snapshot), quads_(snapshot), graph_(graph), has_(std::move(has)) {}

  bool pairs_of(Huri subject, std::size_t most, SubjectPairs& pairs) override {
    const std::size_t first = pairs.size();
    SubjectPairs own;
    const bool are_few = triples_.pairs_of(subject, most, own);
    for (const Pair& its : own)
      if (has_({subject, its.predicate, its.object})) pairs.push_back(its);
    return add_quads(quads_, {subject, kUnbound, kUnbound, graph_}, are_few, most, pairs, first);
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
    return triples_.has_literals(predicate) || quads_.has_literals(graph_, predicate);
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

// The values of the column after a prefix, ascending. Each is found by a search from the one before.
std::vector<Huri> SnapshotQuads::values_after(Permutation permutation, const QuadPrefix& prefix) {
  std::vector<Huri> all;
  const Huri last(~std::uint64_t{0});
  for (std::uint32_t shard = 0; shard < closure_.shards(); ++shard) {
    const MergedRun run = closure_.run(permutation, ShardId{shard});
    for (Huri from;;) {
      MergedRows rows = run.find_range(prefix, from, last);
      if (rows.empty()) break;
      Huri value;
      batch_.take(rows, 1);
      batch_.read(ColumnIndex(static_cast<std::uint8_t>(prefix.size())), {&value, 1});
      all.push_back(value);
      from = Huri(value.bits() + 1);
    }
  }
  sort_different(all);
  return all;
}

std::vector<Huri> SnapshotQuads::graphs() {
  return values_after(Permutation::gspo, {});
}

std::vector<Huri> SnapshotQuads::predicates_of(Huri graph) {
  return values_after(Permutation::gpos, {graph});
}

bool SnapshotQuads::has_literals(Huri graph, Huri predicate) const {
  const bool by_graph = !graph.is_unbound();
  const QuadPrefix prefix = by_graph ? QuadPrefix{graph, predicate} : QuadPrefix{predicate};
  const Permutation permutation = by_graph ? Permutation::gpos : Permutation::posg;
  for (std::uint32_t shard = 0; shard < closure_.shards(); ++shard)
    if (!closure_.run(permutation, ShardId{shard}).find_range(prefix, kFirstLiteral, kLastLiteral).empty()) return true;
  return false;
}

std::vector<PredicateKey> DatasetFacts::named_predicates(std::size_t most) {
  std::vector<PredicateKey> all;
  for (const Huri graph : graphs_.any ? quads_.graphs() : graphs_.names) {
    for (const Huri predicate : quads_.predicates_of(graph)) all.push_back({predicate, graph});
    if (all.size() > most) break;
  }
  return all;
}

std::vector<Huri> SnapshotQuads::predicates() {
  std::vector<Huri> all;
  for (const PredicateStatistics& its : closure_.statistics().named_graphs.predicates())
    if (its.rows > 0) all.push_back(its.predicate);
  return all;
}

std::unique_ptr<GraphTriples> graph_triples(const Snapshot& snapshot, RuleGraphs graphs, Huri graph,
                                            const Schema& schema) {
  if (graphs == RuleGraphs::all)
    return std::make_unique<JoinedTriples>(snapshot, kUnbound, [](const Fact&) { return true; });
  if (graphs == RuleGraphs::each && graph != kDefaultGraph)
    return std::make_unique<JoinedTriples>(snapshot, graph, [&schema](const Fact& fact) { return schema.has(fact); });
  return std::make_unique<SnapshotTriples>(snapshot);
}

KnownFacts::KnownFacts(std::vector<Fact> facts) : by_subject_(std::move(facts)) {
  sort_different(by_subject_);
  for (const Fact& fact : by_subject_) table_.add(fact);
}

std::span<const Fact> KnownFacts::of(Huri subject) const {
  const auto its = std::equal_range(by_subject_.begin(), by_subject_.end(), Fact{subject, kUnbound, kUnbound},
                                    [](const Fact& a, const Fact& b) { return a.subject < b.subject; });
  return {its.first, its.second};
}

bool NamedGraphFacts::pairs_of(Huri subject, std::size_t most, std::vector<Pair>& pairs) {
  const std::size_t first = pairs.size();
  for (const Fact& fact : known_.of(subject)) pairs.push_back({fact.predicate, fact.object, true});
  const bool are_few = pairs.size() - first <= most;
  return add_quads(quads_, in_graph({subject, kUnbound, kUnbound}), are_few, most, pairs, first);
}

bool NamedGraphFacts::visit(const Fact& pattern, const Visit& visit) {
  const auto agrees = [&](const Fact& fact) { return pattern.object.is_unbound() || pattern.object == fact.object; };
  if (!known_.table().visit(pattern, [&](const Fact& fact) { return !agrees(fact) || visit(fact); })) return false;
  return quads_.visit_marked(in_graph(pattern), [&](const Fact& quad, Marks) {
    const Fact fact{quad.subject, quad.predicate, quad.object};
    return known_.contains(fact) || visit(fact);
  });
}

bool NamedGraphFacts::is_stated(const Fact& fact) {
  return known_.contains(fact) || quads_.is_stated(in_graph(fact));
}

std::vector<Huri> NamedGraphFacts::predicates() {
  std::vector<Huri> all = quads_.predicates_of(graph_);
  for (const Fact& fact : known_.table().facts()) all.push_back(fact.predicate);
  sort_different(all);
  return all;
}

bool NamedGraphFacts::has_literals(Huri predicate) {
  return quads_.has_literals(graph_, predicate) ||
         !known_.table().visit({kUnbound, predicate, kUnbound},
                               [](const Fact& its) { return !its.object.is_only_object(); });
}

}  // namespace quadrille::inferencer
