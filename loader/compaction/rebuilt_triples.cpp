#include "loader/compaction/rebuilt_triples.hpp"

#include <unordered_map>
#include <unordered_set>

#include "loader/build/rank_triples.hpp"
#include "loader/build/shared_list.hpp"
#include "loader/compaction/snapshot_columns.hpp"

namespace quadrille {

namespace {

// Calls visit(subject, predicate, object, triple) for the triple terms in these shards.
template <class Visit>
void for_each_triple(ShardedWork& work, const Snapshot& snapshot, std::span<const ShardId> shards, const Visit& visit) {
  SnapshotColumns columns(snapshot, Permutation::spot, shards);
  while (columns.next()) {
    std::array<std::span<Huri>, 4> values;
    for (int column = 0; column < 4; ++column) values[static_cast<std::size_t>(column)] = columns[ColumnIndex(column)];
    for (std::size_t row = 0; row < columns.size(); ++row) {
      visit(TripleRow{values[0][row], values[1][row], values[2][row]}, values[3][row]);
    }
    work.pulse(0);
  }
}

struct PendingTriple {
  TripleRow components;  // new, but for a triple term
  Huri triple;           // old
};

}  // namespace

TriplePlaces triple_places(pgas::Team& team, const Snapshot& snapshot, std::span<const ShardId> shards) {
  std::vector<std::uint64_t> mine, all;
  for (const ShardId shard : shards) mine.push_back(snapshot.generation().run(Permutation::tspo, shard).rows());
  for (const auto& theirs : gather_lists(team, mine)) all.insert(all.end(), theirs.begin(), theirs.end());
  return TriplePlaces(all);
}

void mark_components(ShardedWork& work, const Snapshot& snapshot, std::span<const ShardId> shards, UsedTerms& used) {
  std::unordered_set<Huri> done;
  for (bool more = true; more;) {
    more = false;
    for_each_triple(work, snapshot, shards, [&](const TripleRow& components, Huri triple) {
      if (!triple.is_volatile() || !used.has(triple) || !done.insert(triple).second) return;
      used.mark(components);
      more = true;
    });
    more = work.team().any(more);
    if (more) used.agree();
  }
}

std::vector<std::array<Huri, 2>> renumber_triples(ShardedWork& work, const Snapshot& snapshot,
                                                  std::span<const ShardId> shards, const UsedTerms& used,
                                                  const Renumbering& renumbering) {
  std::vector<PendingTriple> pending;
  for_each_triple(work, snapshot, shards, [&](const TripleRow& old, Huri triple) {
    if (!used.has(triple)) return;
    const bool nests = old[2].kind() == HuriKind::triple_term;
    pending.push_back({{renumbering(old[0]), renumbering(old[1]), nests ? old[2] : renumbering(old[2])}, triple});
  });
  TripleNumbering numbering(work);
  std::vector<std::array<Huri, 2>> all;
  std::unordered_map<Huri, Huri> known;
  while (work.team().any(!pending.empty())) {
    std::vector<TripleRow> rows;
    std::vector<std::array<Huri, 2>> mine;
    std::erase_if(pending, [&](const PendingTriple& its) {
      TripleRow row = its.components;
      if (row[2].kind() == HuriKind::triple_term) {
        const auto inner = known.find(row[2]);
        if (inner == known.end()) return false;
        row[2] = inner->second;
      }
      rows.push_back(row);
      mine.push_back({its.triple, kUnbound});
      return true;
    });
    std::vector<Huri> huris(rows.size());
    numbering.number(rows, huris);
    for (std::size_t place = 0; place < mine.size(); ++place) mine[place][1] = huris[place];
    for (const auto& theirs : gather_lists(work.team(), mine)) {
      for (const auto& [old, its] : theirs) known.emplace(old, its);
      all.insert(all.end(), theirs.begin(), theirs.end());
    }
  }
  return all;
}

}  // namespace quadrille
