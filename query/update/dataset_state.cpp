#include "query/update/dataset_state.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "base/bytes.hpp"
#include "quadstore/delta_builder.hpp"
#include "quadstore/membership.hpp"
#include "quadstore/sharding.hpp"
#include "query/table/shard_span.hpp"
#include "query/update/send_records.hpp"
#include "query/update/whole_graphs.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kQuadsBetweenLooks = 65536;

using Changes = std::vector<ShardChanges>;  // by shard

// Assigns the quads to their shards, each list in the order of the quads.
template <class ShardOf>
void add(std::span<const Quad> quads, bool inserted, DeltaRows ShardChanges::*side, Changes& changes,
         const ShardOf& shard_of_quad) {
  std::vector<std::uint32_t> shards;
  shards.reserve(quads.size());
  std::vector<std::array<std::size_t, 2>> counts(changes.size());  // of the default graph, of named ones
  for (const Quad& quad : quads) {
    shards.push_back(index(shard_of_quad(quad)));
    if (table_of(quad) == QuadTable::triple_terms) continue;
    ++counts[shards.back()][quad.graph == kDefaultGraph ? 0 : 1];
  }
  for (std::size_t shard = 0; shard < changes.size(); ++shard) {
    DeltaRows& rows = changes[shard].*side;
    (inserted ? rows.inserted_triples : rows.deleted_triples).reserve(counts[shard][0]);
    (inserted ? rows.inserted_quads : rows.deleted_quads).reserve(counts[shard][1]);
  }
  for (std::size_t place = 0; place < quads.size(); ++place) {
    DeltaRows& rows = changes[shards[place]].*side;
    if (table_of(quads[place]) == QuadTable::triple_terms) {
      rows.inserted_terms.push_back(quad_row(quads[place]));
    } else if (quads[place].graph == kDefaultGraph) {
      (inserted ? rows.inserted_triples : rows.deleted_triples).push_back(triple_row(quads[place]));
    } else {
      (inserted ? rows.inserted_quads : rows.deleted_quads).push_back(quad_row(quads[place]));
    }
  }
}

// Changes of marks, in a database with rules.
void add_marked(pgas::Team& team, pgas::QueryArena& arena, const Snapshot& snapshot, std::vector<MarkedQuad> marked,
                Changes& changes) {
  const std::uint32_t shards = snapshot.shards();
  for (const MarkedQuad& its : marked)
    changes[index(shard_of(its.quad.subject, shards))].by_subject.add(its.quad, its.marks);
  const HeavyObjects& heavy = snapshot.heavy_objects();
  const auto shard_of_object = [&](const MarkedQuad& its) {
    return heavy.object_shard(its.quad.subject, its.quad.object, shards);
  };
  const auto owner = [&](const MarkedQuad& its) { return member_of_shard(shard_of_object(its), team.size(), shards); };
  const auto [mine] = send_records<1, MarkedQuad>(team, arena, {std::move(marked)}, owner);
  for (const MarkedQuad& its : mine) changes[index(shard_of_object(its))].by_object.add(its.quad, its.marks);
}

Changes changes_of_shards(pgas::Team& team, pgas::QueryArena& arena, const Snapshot& snapshot,
                          const QuadChanges& mine) {
  const std::uint32_t shards = snapshot.shards();
  Changes changes(shards);
  const auto shard_of_subject = [&](const Quad& quad) { return shard_of(quad.subject, shards); };
  add(mine.deletes, false, &ShardChanges::by_subject, changes, shard_of_subject);
  add(mine.inserts, true, &ShardChanges::by_subject, changes, shard_of_subject);
  add(mine.terms, true, &ShardChanges::by_subject, changes, shard_of_subject);

  const HeavyObjects& heavy = snapshot.heavy_objects();
  const auto shard_of_object = [&](const Quad& quad) { return heavy.object_shard(quad.subject, quad.object, shards); };
  const auto add_by_object = [&](std::span<const Quad> deletes, std::span<const Quad> inserts) {
    add(deletes, false, &ShardChanges::by_object, changes, shard_of_object);
    add(inserts, true, &ShardChanges::by_object, changes, shard_of_object);
  };
  if (team.size() == 1) {
    add_by_object(mine.deletes, mine.inserts);
    add_by_object({}, mine.terms);
    return changes;
  }
  const auto owner = [&](const Quad& quad) { return member_of_shard(shard_of_object(quad), team.size(), shards); };
  const auto [deletes, inserts, terms] =
      send_records<3, Quad>(team, arena, {mine.deletes, mine.inserts, mine.terms}, owner);
  add_by_object(deletes, inserts);
  add_by_object({}, terms);
  return changes;
}

// The changes of this member's shards among those of all.
Changes own_changes(const pgas::Team& team, const Snapshot& snapshot, const QuadChanges& all) {
  const std::uint32_t shards = snapshot.shards();
  const ShardSpan own = own_shards(team, shards);
  Changes changes(shards);
  const auto add_own = [&](DeltaRows ShardChanges::*side, const auto& shard_of_quad) {
    const auto is_own = [&](const Quad& quad) {
      const std::uint32_t shard = index(shard_of_quad(quad));
      return shard >= own.begin && shard < own.end;
    };
    for (const auto& [quads, inserted] :
         {std::pair(&all.deletes, false), std::pair(&all.inserts, true), std::pair(&all.terms, true)}) {
      std::vector<Quad> mine;
      std::copy_if(quads->begin(), quads->end(), std::back_inserter(mine), is_own);
      add(mine, inserted, side, changes, shard_of_quad);
    }
  };
  const HeavyObjects& heavy = snapshot.heavy_objects();
  add_own(&ShardChanges::by_subject, [&](const Quad& quad) { return shard_of(quad.subject, shards); });
  add_own(&ShardChanges::by_object,
          [&](const Quad& quad) { return heavy.object_shard(quad.subject, quad.object, shards); });
  return changes;
}

// The message of a member to the others: | lists : 8 | a ShardLevels each | statistics |
struct ShardLevels {
  std::uint32_t shard = 0, unused = 0;
  LevelList list;
};
static_assert(std::is_trivially_copyable_v<ShardLevels>);

std::string serialise(const std::vector<ShardLevels>& lists, const StatisticsChange& statistics) {
  std::string bytes;
  append_list(bytes, lists);
  return bytes += statistics.serialise();
}

void read_levels(std::string_view message, std::vector<LevelList>& levels) {
  for (auto count = load<std::uint64_t>(message.data()); count > 0; --count) {
    const auto its = load<ShardLevels>(message.data() + sizeof count + (count - 1) * sizeof(ShardLevels));
    levels[its.shard] = its.list;
  }
}

StatisticsChange read_statistics(std::string_view message) {
  const auto count = load<std::uint64_t>(message.data());
  return StatisticsChange::parse(message.substr(sizeof count + count * sizeof(ShardLevels)));
}

StatisticsChange sum_of(std::span<const std::string> messages) {
  StatisticsChange all;
  for (const std::string& theirs : messages) all.add(read_statistics(theirs));
  return all;
}

// The messages of this group's members among those of all.
std::span<const std::string> of_group(const pgas::Team& team, std::span<const std::string> messages) {
  const auto begin = static_cast<std::size_t>(team.group_begin(team.group()));
  return messages.subspan(begin, static_cast<std::size_t>(team.group_end(team.group())) - begin);
}

bool is_cleared(const Quad& quad, const QuadChanges& changes) {
  const QuadTable table = table_of(quad);
  if (table == QuadTable::triple_terms) return false;
  if (table == QuadTable::default_graph) return changes.clears.default_graph;
  const std::vector<Huri>& graphs = changes.clears_graphs;
  return changes.clears.named_graphs || std::binary_search(graphs.begin(), graphs.end(), quad.graph);
}

HeavyObjects without_graphs(const HeavyObjects& heavy, GraphKinds graphs) {
  std::vector<HeavyEntry> entries(heavy.entries().begin(), heavy.entries().end());
  for (HeavyEntry& entry : entries) {
    if (graphs.default_graph) entry.default_rows = 0;
    if (graphs.named_graphs) entry.named_rows = 0;
  }
  return HeavyObjects(std::move(entries));
}

ViewTables without_graphs(const ViewTables& tables, GraphKinds graphs) {
  ViewTables rest;
  for (const View view : kAllViews) {
    if (!tables.has(view)) continue;
    RowTables its{tables.of(view).statistics, without_graphs(tables.of(view).heavy, graphs)};
    if (graphs.default_graph) its.statistics.default_graph = {};
    if (graphs.named_graphs) its.statistics.named_graphs = {};
    rest.set(view, std::move(its));
  }
  return rest;
}

// Collective. Returns those of these graphs that have rows in this base.
std::vector<Huri> graphs_of_base(pgas::Team& team, const Snapshot& snapshot, std::span<const Huri> graphs) {
  std::vector<char> is_there(graphs.size());
  const ShardSpan own = own_shards(team, snapshot.shards());
  for (std::uint32_t shard = own.begin; shard < own.end; ++shard) {
    const RunView& by_graph = snapshot.base(Permutation::gspo, ShardId{shard});
    for (std::size_t place = 0; place < graphs.size(); ++place) {
      if (by_graph.count({graphs[place]}) > 0) is_there[place] = 1;
    }
  }
  for (const std::string& theirs : team.all_gather_bytes({is_there.data(), is_there.size()})) {
    for (std::size_t place = 0; place < graphs.size(); ++place) is_there[place] |= theirs[place];
  }
  std::vector<Huri> found;
  for (std::size_t place = 0; place < graphs.size(); ++place) {
    if (is_there[place] != 0) found.push_back(graphs[place]);
  }
  return found;
}

// Collective. True if hiding these graphs costs less than deleting their quads: a bit for each row of the base and a
// copy of the levels, compared with some 50 words a quad.
bool pays_to_hide(pgas::Team& team, const Snapshot& snapshot, std::span<const Huri> graphs) {
  constexpr std::uint64_t kRowsPerQuad = 100;
  std::uint64_t rows = 0;
  for (const Huri graph : graphs)
    rows += count_graph(GraphView::all(snapshot), own_shards(team, snapshot.shards()), graph);
  const std::uint64_t base = snapshot.generation().statistics().named_graphs.rows();
  return team.sum(rows) * kRowsPerQuad >= std::max(base, snapshot.statistics().named_graphs.rows());
}

// The changes with deletes in place of clears_graphs.
QuadChanges with_deletes(pgas::Team& team, const Snapshot& snapshot, QuadChanges changes) {
  if (!changes.clears.named_graphs) {
    for (const Huri graph : changes.clears_graphs) {
      append_graph(
          GraphView::all(snapshot), own_shards(team, snapshot.shards()), graph, [] {}, changes.deletes);
    }
    sort_unique(changes.deletes, snapshot.shards());
  }
  changes.clears_graphs.clear();
  return changes;
}

// Collective. The state without the quads of the graphs that the changes clear. The remaining levels are published to
// the group again, because some of them are copies.
DatasetState without_graphs(pgas::Team& team, const DatasetState& before, const QuadChanges& changes,
                            std::pmr::memory_resource& memory) {
  const Snapshot& seen = before.snapshot;
  const GraphKinds graphs = changes.clears;
  DeltaState levels = before.levels;
  StatisticsChange gone;
  std::vector<Huri> hidden(seen.hidden_graphs().begin(), seen.hidden_graphs().end());
  if (!changes.clears_graphs.empty() && !graphs.named_graphs) {
    const ShardSpan own = own_shards(team, seen.shards());
    for (std::uint32_t number = own.begin; number < own.end; ++number) {
      const ShardId shard{number};
      const MergedRun by_graph = seen.run(Permutation::gpos, shard);
      for (const Huri graph : changes.clears_graphs) {
        gone.take_away(by_graph, graph, seen.tables());
      }
      const RunOf run_of = [&](Permutation permutation) -> const RunView& { return seen.base(permutation, shard); };
      levels.hide(shard, changes.clears_graphs, run_of, memory);
    }
    const std::vector<Huri> more = graphs_of_base(team, seen, changes.clears_graphs);
    std::vector<Huri> all;
    std::set_union(hidden.begin(), hidden.end(), more.begin(), more.end(), std::back_inserter(all));
    hidden = std::move(all);
  }
  levels.clear(graphs, memory);
  std::vector<ShardLevels> left;
  for (const ShardId shard : levels.changed_shards()) left.push_back({index(shard), 0, levels.levels(shard)});
  auto delta = std::make_shared<SnapshotDelta>();
  delta->hidden = seen.hidden() | graphs;
  delta->levels.resize(seen.shards());
  const std::vector<std::string> messages = team.all_gather_bytes(serialise(left, gone));
  for (const std::string& theirs : of_group(team, messages)) read_levels(theirs, delta->levels);
  const StatisticsChange all = sum_of(messages);
  if (!graphs.named_graphs) delta->hidden_graphs = std::move(hidden);
  delta->tables = without_graphs(all.apply(seen.tables()), graphs);
  return {std::move(levels),
          Snapshot(seen.generation(), seen.version(), std::move(delta)).with(seen.shared_equal_terms())};
}

struct LevelsMade {
  std::vector<ShardLevels> lists;  // of the shards that have changed
  StatisticsChange statistics;
};

// Local. Adds levels to the state's own; the snapshot does not have them yet.
LevelsMade make_levels(DatasetState& state, Changes changes, std::pmr::memory_resource& memory,
                       const ShareWatch& watch) {
  const Snapshot& seen = state.snapshot;
  LevelsMade made;
  const auto all_changed =
      std::count_if(changes.begin(), changes.end(), [](const ShardChanges& its) { return !its.empty(); });
  std::uint32_t done = 0;
  for (std::uint32_t number = 0; number < changes.size(); ++number) {
    const ShardId shard{number};
    if (changes[number].empty()) continue;
    if (watch) watch(static_cast<double>(done++) / static_cast<double>(all_changed));
    const RunOf run_of = [&](Permutation permutation) -> const RunView& { return seen.base(permutation, shard); };
    DeltaLevelPtr level = build_level(run_of, std::move(changes[number]), memory);
    if (!level) continue;
    made.statistics.add(*level, seen.tables(), [&](Permutation permutation) { return seen.run(permutation, shard); });
    state.levels.add(shard, std::move(level), memory);
    made.lists.push_back({number, 0, state.levels.levels(shard)});
  }
  return made;
}

// Local. Sets the snapshot of this version, with the levels that this group's members have published.
void publish(DatasetState& state, std::span<const std::string> of_group, const StatisticsChange& statistics,
             std::uint64_t version) {
  const Snapshot& seen = state.snapshot;
  auto delta = std::make_shared<SnapshotDelta>();
  delta->hidden = seen.hidden();
  delta->hidden_graphs.assign(seen.hidden_graphs().begin(), seen.hidden_graphs().end());
  delta->levels.resize(seen.shards());
  for (std::uint32_t shard = 0; shard < seen.shards(); ++shard) delta->levels[shard] = seen.levels(ShardId{shard});
  for (const std::string& theirs : of_group) read_levels(theirs, delta->levels);
  delta->tables = statistics.apply(seen.tables());
  state.snapshot = Snapshot(seen.generation(), version, std::move(delta)).with(seen.shared_equal_terms());
}

// The message of a member that may have failed: | kind of the error + 1 : 1 | its text |, or | 0 : 1 | message |.
const std::string kSuccess(1, '\0');

std::string serialise_error(const Error& error) {
  return std::string(1, static_cast<char>(static_cast<int>(error.kind()) + 1)) + error.what();
}

void throw_error(std::string_view message) {
  if (message.front() != 0) throw Error(static_cast<ErrorKind>(message.front() - 1), std::string(message.substr(1)));
}

}  // namespace

GraphKinds non_empty(const Snapshot& snapshot, GraphKinds graphs) {
  const Statistics& statistics = snapshot.statistics();
  return {graphs.default_graph && statistics.default_graph.rows() > 0,
          graphs.named_graphs && statistics.named_graphs.rows() > 0};
}

QuadChanges effective(QuadChanges asked, const Snapshot& snapshot, const ShareWatch& watch) {
  std::size_t done = 0, all = 1;
  // Those quads that are there before the changes, or are not.
  const auto keep = [&](std::vector<Quad>& quads, bool there) {
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < quads.size(); begin += kQuadsBetweenLooks) {
      if (watch) watch(static_cast<double>(done) / static_cast<double>(all));
      const std::size_t count = std::min(kQuadsBetweenLooks, quads.size() - begin);
      const std::vector<bool> was_there = contains(snapshot, std::span(quads).subspan(begin, count));
      for (std::size_t place = 0; place < count; ++place) {
        const Quad& quad = quads[begin + place];
        const bool is_there = was_there[place] && !is_cleared(quad, asked);
        if (is_there == there) quads[kept++] = quad;
      }
      done += count;
    }
    quads.resize(kept);
  };
  if (!asked.are_effective) {
    std::vector<Quad> deletes;
    std::set_difference(asked.deletes.begin(), asked.deletes.end(), asked.inserts.begin(), asked.inserts.end(),
                        std::back_inserter(deletes), OwnerOrder(snapshot.shards()));
    asked.deletes = std::move(deletes);
    all = std::max<std::size_t>(asked.deletes.size() + asked.inserts.size() + asked.terms.size(), 1);
    keep(asked.deletes, true);
    keep(asked.inserts, false);
  } else {
    all = std::max<std::size_t>(asked.terms.size(), 1);
  }
  keep(asked.terms, false);
  return asked;
}

DatasetState next_state(pgas::Team& team, pgas::QueryArena& arena, const DatasetState& before, const QuadChanges& mine,
                        std::uint64_t version, std::pmr::memory_resource& memory, const ShareWatch& watch,
                        bool marks_rows) {
  if (!mine.clears_graphs.empty() && !pays_to_hide(team, before.snapshot, mine.clears_graphs)) {
    return next_state(team, arena, before, with_deletes(team, before.snapshot, mine), version, memory, watch);
  }
  DatasetState next = mine.clears_any() ? without_graphs(team, before, mine, memory) : before;
  Changes changes = changes_of_shards(team, arena, next.snapshot, mine);
  if (marks_rows) add_marked(team, arena, next.snapshot, mine.marked, changes);
  const LevelsMade made = make_levels(next, std::move(changes), memory, watch);
  const std::vector<std::string> messages = team.all_gather_bytes(serialise(made.lists, made.statistics));
  publish(next, of_group(team, messages), sum_of(messages), version);
  return next;
}

CountedState next_state_in_group(pgas::Team& team, const DatasetState& before, const QuadChanges& all,
                                 const StatisticsChange* statistics, std::uint64_t version,
                                 std::pmr::memory_resource& memory, const pgas::Outcome& mine) {
  CountedState next{before, {}};
  LevelsMade made;
  const pgas::Outcome outcome = mine.error() ? mine : pgas::attempt([&] {
    made = make_levels(next.state, own_changes(team, before.snapshot, all), memory, {});
  });
  std::vector<std::string> messages = team.gather_in_group(
      outcome.error() ? serialise_error(*outcome.error()) : kSuccess + serialise(made.lists, made.statistics));
  for (std::string& theirs : messages) {
    throw_error(theirs);
    theirs.erase(0, 1);
  }
  next.statistics = statistics != nullptr ? *statistics : sum_of(messages);
  publish(next.state, messages, next.statistics, version);
  return next;
}

DatasetState under_other_rules(const DatasetState& state) {
  DatasetState other = state;
  other.closure.reset();
  other.unclosed = std::make_shared<const Unclosed>(Unclosed{state, {}, false});
  return other;
}

std::shared_ptr<const Unclosed> unclosed_after(const DatasetState& before, std::span<const MarkedQuad> changes) {
  auto after =
      before.unclosed ? std::make_shared<Unclosed>(*before.unclosed) : std::make_shared<Unclosed>(Unclosed{before, {}});
  const std::size_t room = Unclosed::kMost - after->changes.size();
  if (changes.size() > room) after->is_complete = false;
  changes = changes.first(std::min(changes.size(), room));
  after->changes.insert(after->changes.end(), changes.begin(), changes.end());
  return after;
}

}  // namespace quadrille::query
