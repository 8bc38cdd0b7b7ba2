#include "loader/check/check_tables.hpp"

#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "loader/database/dump.hpp"
#include "loader/database/each_quad.hpp"

namespace quadrille {

namespace {

// Counts, for each predicate, the rows and the distinct values of `counted` in a run that begins with the predicate.
template <class IsCounted>
std::vector<PredicateStatistics> count_predicates(const MergedRun& run, Position counted, const IsCounted& is_counted) {
  std::vector<PredicateStatistics> found;
  Huri last;
  detail::for_each_quad(run, [&](const Quad& quad) {
    if (found.empty() || found.back().predicate != quad.predicate) {
      found.push_back({quad.predicate, 0, 0, 0});
      last = kUnbound;
    }
    ++found.back().rows;
    const Huri value = quad[counted];
    if (value != last && is_counted(value))
      ++(counted == Position::subject ? found.back().distinct_subjects : found.back().distinct_objects);
    last = value;
  });
  return found;
}

GraphStatistics count_graph(const Snapshot& snapshot, ShardId shard, Permutation by_subject, Permutation by_object) {
  const HeavyObjects& heavy = snapshot.heavy_objects();
  auto all = count_predicates(snapshot.run(by_subject, shard), Position::subject, [](Huri) { return true; });
  for (PredicateStatistics its : count_predicates(snapshot.run(by_object, shard), Position::object,
                                                  [&](Huri object) { return !heavy.contains(object); })) {
    its.rows = 0;  // counted
    all.push_back(its);
  }
  return GraphStatistics(std::move(all));
}

Statistics sum_over(pgas::Team& team, const Statistics& mine) {
  Statistics all;
  for (const std::string& bytes : team.all_gather_bytes(mine.serialise()))
    all.add(Statistics::parse(bytes, "a member"));
  return all;
}

void compare_graph(CheckFinds& finds, const std::string& table, const char* graphs, const GraphStatistics& counted,
                   const GraphStatistics& told, bool exact) {
  std::map<Huri, std::pair<PredicateStatistics, PredicateStatistics>> both;
  for (const auto& its : counted.predicates()) both[its.predicate].first = its;
  for (const auto& its : told.predicates()) both[its.predicate].second = its;
  for (const auto& [predicate, its] : both) {
    const auto& [right, found] = its;
    const auto differs = [&](const char* what, std::uint64_t a, std::uint64_t b) {
      if (a == b) return;
      finds.damage(fmt::format("{}: {}, predicate {:016x}: {} {}, but counted {}; {}", table, graphs, predicate.bits(),
                               b, what, a, kRestoreDatabase));
    };
    differs("rows", right.rows, found.rows);
    if (!exact) continue;
    differs("distinct subjects", right.distinct_subjects, found.distinct_subjects);
    differs("distinct objects", right.distinct_objects, found.distinct_objects);
  }
}

// Counts rows for each entry of the table, then for each object: those in the default graph, those in named graphs.
std::vector<std::uint64_t> count_heavy(const Snapshot& snapshot, std::span<const ShardId> shards) {
  std::vector<std::uint64_t> counts;
  const auto count = [&](Permutation permutation, const QuadPrefix& prefix) {
    std::uint64_t rows = 0;
    for (const ShardId shard : shards) rows += snapshot.run(permutation, shard).count(prefix);
    counts.push_back(rows);
  };
  const HeavyObjects& heavy = snapshot.heavy_objects();
  for (const HeavyEntry& entry : heavy.entries()) {
    count(Permutation::pos, {entry.predicate, entry.object});
    count(Permutation::posg, {entry.predicate, entry.object});
  }
  for (const Huri object : heavy.objects()) {
    count(Permutation::ops, {object});
    count(Permutation::opsg, {object});
  }
  return counts;
}

std::vector<std::uint64_t> sum_over(pgas::Team& team, const std::vector<std::uint64_t>& mine) {
  std::vector<std::uint64_t> all(mine.size());
  const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof mine[0]);
  for (const std::string& theirs : team.all_gather_bytes(bytes)) {
    for (std::size_t place = 0; place < all.size(); ++place) {
      std::uint64_t count;
      std::memcpy(&count, theirs.data() + place * sizeof count, sizeof count);
      all[place] += count;
    }
  }
  return all;
}

void compare_heavy(CheckFinds& finds, const std::string& table, const HeavyObjects& heavy,
                   std::span<const std::uint64_t> counted) {
  std::map<Huri, std::pair<std::uint64_t, std::uint64_t>> of_object;
  std::size_t at = 0;
  for (const HeavyEntry& entry : heavy.entries()) {
    of_object[entry.object].first += entry.default_rows;
    of_object[entry.object].second += entry.named_rows;
    if (counted[at] != entry.default_rows || counted[at + 1] != entry.named_rows) {
      finds.damage(fmt::format("{}: heavy object {:016x}, predicate {:016x}: {} and {} rows, counted {} and {}; {}",
                               table, entry.object.bits(), entry.predicate.bits(), entry.default_rows, entry.named_rows,
                               counted[at], counted[at + 1], kRestoreDatabase));
    }
    at += 2;
  }
  for (const Huri object : heavy.objects()) {
    if (counted[at] != of_object[object].first || counted[at + 1] != of_object[object].second) {
      finds.damage(fmt::format("{}: heavy object {:016x}: {} and {} rows, counted {} and {}; {}", table, object.bits(),
                               of_object[object].first, of_object[object].second, counted[at], counted[at + 1],
                               kRestoreDatabase));
    }
    at += 2;
  }
}

}  // namespace

void check_tables(DatabaseCheck& check, const std::string& name, const Snapshot& snapshot) {
  pgas::Team& team = check.team();
  const Manifest& manifest = snapshot.generation().manifest();
  const auto table = [&](const char* role) {
    std::string path = role;
    for (const ManifestFile& file : manifest.files_of(role)) {
      if (file.part == index(snapshot.view())) path = file.path;
    }
    return (snapshot.generation().folder() / path).string();
  };
  const auto shards = shards_of_member(team.rank(), team.size(), snapshot.shards());
  check.step(fmt::format("statistics of {}", name), "predicates", [&](CheckFinds& finds) {
    Statistics mine;
    const bool all_read = finds.attempt([&] {
      for (const ShardId shard : shards) {
        mine.add({count_graph(snapshot, shard, Permutation::pso, Permutation::pos),
                  count_graph(snapshot, shard, Permutation::psog, Permutation::posg)});
      }
    });
    Statistics counted = sum_over(team, mine);
    counted.add_heavy(snapshot.heavy_objects());
    if (!team.all(all_read) || !team.is_first()) return;
    const Statistics& told = snapshot.statistics();
    const bool exact = snapshot.version() == 0;
    const std::string file = table(file_role::kStatistics);
    compare_graph(finds, file, "default graph", counted.default_graph, told.default_graph, exact);
    compare_graph(finds, file, "named graphs", counted.named_graphs, told.named_graphs, exact);
    finds.looked_at(told.default_graph.predicates().size() + told.named_graphs.predicates().size());
  });
  check.step(fmt::format("heavy objects of {}", name), "objects", [&](CheckFinds& finds) {
    const HeavyObjects& heavy = snapshot.heavy_objects();
    std::vector<std::uint64_t> mine(2 * (heavy.entries().size() + heavy.objects().size()));
    const bool all_read = finds.attempt([&] { mine = count_heavy(snapshot, shards); });
    const auto counted = sum_over(team, mine);
    if (!team.all(all_read) || !team.is_first()) return;
    compare_heavy(finds, table(file_role::kHeavyObjects), heavy, counted);
    finds.looked_at(heavy.objects().size());
  });
}

}  // namespace quadrille
