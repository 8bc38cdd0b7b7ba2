#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "quadstore/changed_keys.hpp"
#include "quadstore/delta_builder.hpp"
#include "quadstore/delta_state.hpp"
#include "quadstore/distinct_keys.hpp"
#include "quadstore/merge_levels.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/merged_run.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/run_merger.hpp"
#include "quadstore/testing/quads.hpp"
#include "quadstore/testing/random.hpp"
#include "quadstore/testing/terms.hpp"
#include "quadstore/testing/wide_run.hpp"

namespace quadrille {
namespace {

using detail::in_order;
using detail::iri;
using detail::MarkedQuads;
using detail::MarkedRows;
using detail::MarkKinds;
using detail::Random;
using detail::random_marks;
using detail::Rows;
using detail::WideRun;

constexpr std::uint64_t kDeltaSeed = 20101;
const std::uint64_t kRounds = std::getenv("QUADRILLE_LONG") != nullptr ? 20 : 1;

Huri born_in_an_update(std::uint64_t index) {
  return Huri::make_volatile(HuriKind::iri, index);
}

// The permutations whose runs have more than 2^32 rows in a wide base: one of each side and kind of graphs.
bool is_wide(Permutation permutation) {
  using enum Permutation;
  return permutation == spo || permutation == pos || permutation == psog || permutation == gpos;
}

// The ten runs of a base of one shard.
class Base {
 public:
  explicit Base(const MarkedQuads& quads, bool wide = false) {
    for (int number = 0; number < kPermutations; ++number) {
      const Permutation permutation = permutation_at(number);
      MarkedRows rows;
      for (const auto& [quad, marks] : quads) {
        if (table_of(quad) == table_of(permutation)) {
          rows.emplace(in_order(permutation, quad), marks);
        }
      }
      RunBuilder builder(permutation);
      for (const auto& [row, marks] : rows) builder.append(row, marks);
      bytes_.push_back(builder.finish());
      views_.emplace_back(bytes_.back(), permutation, "test");
      if (wide && is_wide(permutation)) {
        wide_[permutation] = std::make_unique<WideRun>(permutation, bytes_.back());
      }
    }
  }
  RunOf run_of() const {
    return [this](Permutation permutation) -> const RunView& { return run(permutation); };
  }
  const RunView& run(Permutation permutation) const {
    const auto wide = wide_.find(permutation);
    return wide == wide_.end() ? views_[static_cast<std::size_t>(index(permutation))] : wide->second->view();
  }
  std::uint64_t filler_rows(Permutation permutation) const {
    const auto wide = wide_.find(permutation);
    return wide == wide_.end() ? 0 : wide->second->filler_rows();
  }

 private:
  std::vector<std::vector<std::byte>> bytes_;
  std::vector<RunView> views_;
  std::map<Permutation, std::unique_ptr<WideRun>> wide_;
};

// Quads that have both marks.
MarkedQuads plain(const std::vector<Quad>& quads) {
  MarkedQuads plain;
  for (const Quad& quad : quads) plain.emplace(quad, Marks::both);
  return plain;
}

// A shard with its levels, and its rows with their marks.
class LevelledShard {
 public:
  explicit LevelledShard(MarkedQuads quads, bool wide = false) : quads_(std::move(quads)), base_(quads_, wide) {}

  // Gives these marks to the rows: none deletes them. `again`: quads that are deleted and inserted again.
  void commit(const MarkedQuads& after, const std::vector<Quad>& again = {}) {
    ShardChanges changes;
    const auto add = [&](const Quad& quad, MarkChange change) {
      for (DeltaRows* side : {&changes.by_subject, &changes.by_object}) side->add(quad, change);
    };
    for (const auto& [quad, marks] : after) {
      const Marks before = this->marks(quad);
      if (before != marks || before == Marks::stated)
        add(quad, {before, marks});  // one that changes nothing is dropped
      quads_.erase(quad);
      if (marks != Marks::none) quads_.emplace(quad, marks);
    }
    for (const Quad& quad : again) {
      add(quad, {Marks::both, Marks::none});
      add(quad, {Marks::none, Marks::both});
    }
    state_.add(ShardId(0), build_level(base_.run_of(), std::move(changes), memory_), memory_);
    levels_ = state_.levels(ShardId(0));
  }
  void replace(const std::vector<Quad>& deleted, const std::vector<Quad>& inserted) {
    MarkedQuads after = plain(inserted);
    std::vector<Quad> again;
    for (const Quad& quad : deleted) {
      if (!after.emplace(quad, Marks::none).second) again.push_back(quad);
    }
    commit(after, again);
  }

  // A named graph as a whole.
  void clear(Huri graph) {
    state_.hide(ShardId(0), std::span(&graph, 1), base_.run_of(), memory_);
    std::erase_if(quads_, [&](const auto& each) { return each.first.graph == graph; });
    levels_ = state_.levels(ShardId(0));
  }

  const MarkedQuads& quads() const { return quads_; }
  Marks marks(const Quad& quad) const {
    const auto found = quads_.find(quad);
    return found == quads_.end() ? Marks::none : found->second;
  }
  const DeltaState& state() const { return state_; }
  std::size_t levels() const { return levels_.count; }
  MergedRun run(Permutation permutation, View view = View::all) const {
    return {base_.run(permutation), &levels_, view};
  }
  std::uint64_t filler_rows(Permutation permutation) const { return base_.filler_rows(permutation); }

  MarkedRows rows(Permutation permutation, View view) const {
    MarkedRows rows;
    for (const auto& [quad, marks] : quads_) {
      if (table_of(quad) != table_of(permutation) || !shows(view, marks)) continue;
      rows.emplace(in_order(permutation, quad), marks);
    }
    return rows;
  }

 private:
  MarkedQuads quads_;
  std::pmr::unsynchronized_pool_resource memory_;
  const Base base_;
  DeltaState state_;
  LevelList levels_;
};

// `expected`: the marks of the rows, if they are known.
Rows read_all(MergedRows rows, int columns, std::uint64_t chunk, const MarkedRows* expected = nullptr) {
  Rows read;
  MergedBatch batch;
  while (!rows.empty()) {
    const std::uint64_t count = std::min(rows.size(), chunk);
    batch.take(rows, count);
    const std::size_t before = read.size();
    read.resize(before + count, std::vector<Huri>(static_cast<std::size_t>(columns)));
    std::vector<Huri> values(count);
    for (int column = 0; column < columns; ++column) {
      batch.read(static_cast<ColumnIndex>(column), values);
      for (std::size_t i = 0; i < count; ++i) read[before + i][static_cast<std::size_t>(column)] = values[i];
      const std::uint64_t begin = count / 3 + before % 2, end = count - count / 4;  // any part of them
      if (begin >= end) continue;
      std::vector<Huri> part(end - begin);
      batch.read(static_cast<ColumnIndex>(column), {begin, end}, part);
      EXPECT_TRUE(std::equal(part.begin(), part.end(), values.begin() + static_cast<std::ptrdiff_t>(begin)));
    }
    if (expected == nullptr) continue;
    std::vector<Marks> marks(count);
    batch.read_marks(marks);
    for (std::size_t i = 0; i < count; ++i) {
      const auto found = expected->find(read[before + i]);
      EXPECT_TRUE(found != expected->end() && found->second == marks[i]) << "row " << before + i;
    }
  }
  return read;
}

bool has_prefix(const std::vector<Huri>& row, const std::vector<Huri>& prefix) {
  return std::equal(prefix.begin(), prefix.end(), row.begin());
}

void expect_rows(const MergedRows& rows, int columns, const Rows& expected, const MarkedRows& marks, Random& random) {
  ASSERT_EQ(rows.size(), expected.size());
  for (const std::uint64_t chunk : {std::uint64_t{1}, 2 + random() % 40, std::uint64_t{1'000'000}}) {
    if (chunk == 1 && expected.size() > 300) continue;
    ASSERT_EQ(read_all(rows, columns, chunk, &marks), expected) << "in chunks of " << chunk;
  }
}

void expect_distinct_keys(const MergedRun& run, const std::vector<Huri>& prefix, const Rows& expected) {
  std::map<Huri, std::uint64_t> counts, found;
  for (const auto& row : expected) ++counts[row[prefix.size()]];
  DistinctKeys keys(run, QuadPrefix(prefix));
  Huri last;
  while (keys.next()) {
    ASSERT_TRUE(found.empty() || last < keys.key());
    last = keys.key();
    found[last] = keys.rows();
  }
  ASSERT_EQ(found, counts);
}

// Batches of keys, each where the last one ended or before.
void expect_merges(const MergedRun& run, const std::vector<Huri>& prefix, const Rows& expected, Random& random) {
  const std::size_t column = prefix.size();
  RunMerger merger;
  merger.open(run, QuadPrefix(prefix));
  for (int batch = 0; batch < 3; ++batch) {
    std::vector<Huri> keys{iri(random() % 300), born_in_an_update(random() % 10)};
    const std::uint64_t many = random() % 2 == 0 ? 3 : 200;
    for (std::uint64_t i = random() % many; i > 0 && !expected.empty(); --i) {
      keys.insert(keys.end(), 1 + random() % 2, expected[random() % expected.size()][column]);
    }
    std::sort(keys.begin(), keys.end());
    const bool first_only = random() % 3 == 0;
    const std::size_t limit = random() % 2 == 0 ? 1 + random() % 10 : 5000;
    std::multiset<std::vector<Huri>> wanted, found;  // the number of a key, and the columns from its own on
    for (std::size_t key = 0; key < keys.size(); ++key) {
      for (const auto& row : expected) {
        if (row[column] != keys[key]) continue;
        std::vector<Huri> match{Huri(key)};
        if (!first_only) match.insert(match.end(), row.begin() + static_cast<std::ptrdiff_t>(column), row.end());
        wanted.insert(std::move(match));
        if (first_only) break;
      }
    }
    merger.begin(keys, first_only);
    while (merger.next(limit)) {
      ASSERT_LE(merger.keys().size(), limit);
      Rows matches;
      for (const std::uint32_t key : merger.keys()) matches.push_back({Huri(key)});
      std::vector<Huri> values(matches.size());
      for (int c = static_cast<int>(column); c < run.columns() && !first_only; ++c) {
        merger.read(static_cast<ColumnIndex>(c), values.data());
        for (std::size_t i = 0; i < values.size(); ++i) matches[i].push_back(values[i]);
      }
      for (auto& match : matches) found.insert(std::move(match));
    }
    if (first_only) {  // a key may be matched once for each block
      ASSERT_EQ(std::set(found.begin(), found.end()), std::set(wanted.begin(), wanted.end()));
    } else {
      ASSERT_EQ(found, wanted);
    }
  }
}

// The base's rows of each key and its changes are the rows.
void expect_changed_keys(const MergedRun& run, const std::vector<Huri>& prefix, const Rows& expected) {
  if (!run.shows_base()) return;
  const std::size_t column = prefix.size();
  if (column + 2 < static_cast<std::size_t>(run.columns())) return;  // a change has one value
  std::pmr::unsynchronized_pool_resource memory;
  const ChangedKeys changes(std::span(&run, 1), QuadPrefix(prefix), memory);
  const bool has_values = column + 1 < static_cast<std::size_t>(run.columns());
  std::set<std::pair<Huri, Huri>> wanted, found;
  std::set<Huri> keys{iri(1), iri(2), born_in_an_update(1)};
  const auto pair_of = [&](const std::vector<Huri>& row) {
    return std::pair(row[column], has_values ? row[column + 1] : kUnbound);
  };
  for (const auto& row : expected) {
    wanted.insert(pair_of(row));
    keys.insert(row[column]);
  }
  const MergedRun base(run.base(), nullptr, run.view());
  for (const auto& row : read_all(base.find(QuadPrefix(prefix)), run.columns(), 1000)) {
    found.insert(pair_of(row));
    keys.insert(row[column]);
  }
  for (const Huri key : keys) {
    for (const ChangedKeys::Change& change : changes.find(key)) {
      const std::pair row(key, change.value);
      ASSERT_EQ(change.is_delete ? found.erase(row) : found.insert(row).second ? 1u : 0u, 1u);
    }
  }
  ASSERT_EQ(found, wanted);
}

// All rows at once are too many to read: the last ones, from some row of the filler on.
void expect_rows_after_filler(const MergedRun& run, std::uint64_t filler, const MarkedRows& rows) {
  constexpr std::uint64_t kBefore = 100;
  MergedRows all = run.find({});
  ASSERT_EQ(all.size(), filler + rows.size());
  MergedBatch batch;
  batch.take(all, all.size());
  ASSERT_EQ(batch.size(), filler + rows.size());
  std::vector<Huri> values(kBefore + rows.size());
  for (int column = 0; column < run.columns(); ++column) {
    batch.read(static_cast<ColumnIndex>(column), {filler - kBefore, batch.size()}, values);
    ASSERT_TRUE(std::all_of(values.begin(), values.begin() + kBefore, [](Huri huri) { return huri.is_unbound(); }));
    auto value = values.begin() + kBefore;
    for (const auto& each : rows) ASSERT_EQ(*value++, each.first[static_cast<std::size_t>(column)]);
  }
  DistinctKeys keys(run, {});
  ASSERT_TRUE(keys.next());
  ASSERT_TRUE(keys.key().is_unbound());
  ASSERT_EQ(keys.rows(), filler);
}

// The rows that begin with `prefix`, and whose next column is between the two values.
Rows rows_of(const MarkedRows& rows, const std::vector<Huri>& prefix, Huri low = Huri(0),
             Huri high = Huri(~std::uint64_t{0})) {
  Rows expected;
  for (const auto& [row, marks] : rows) {
    const bool is_within = prefix.size() == row.size() || (low <= row[prefix.size()] && row[prefix.size()] <= high);
    if (has_prefix(row, prefix) && is_within) expected.push_back(row);
  }
  return expected;
}

void check(const MergedRun& run, const MarkedRows& rows, std::uint64_t filler, const std::vector<Quad>& some,
           Random& random) {
  const Permutation permutation = run.permutation();
  ASSERT_EQ(run.rows(), filler + rows.size());
  if (filler > 0) expect_rows_after_filler(run, filler, rows);
  for (int columns = filler > 0 ? 1 : 0; columns <= run.columns(); ++columns) {
    for (const Quad& quad : some) {
      const std::vector<Huri> row = in_order(permutation, quad);
      const std::vector<Huri> prefix(row.begin(), row.begin() + columns);
      const Rows expected = rows_of(rows, prefix);
      ASSERT_EQ(run.count(QuadPrefix(prefix)), expected.size());
      expect_rows(run.find(QuadPrefix(prefix)), run.columns(), expected, rows, random);
      if (columns < run.columns() && random() % 4 == 0) {
        expect_distinct_keys(run, prefix, expected);
        expect_merges(run, prefix, expected, random);
        expect_changed_keys(run, prefix, expected);
      }
      if (::testing::Test::HasFatalFailure()) return;
      if (columns == 0) break;
      // From this value of the last column of the prefix to another one.
      const std::vector<Huri> shorter(prefix.begin(), prefix.end() - 1),
          other = in_order(permutation, some[random() % some.size()]);
      const Huri low = prefix.back(),
                 high = random() % 8 == 0 ? Huri(~std::uint64_t{0}) : other[static_cast<std::size_t>(columns - 1)];
      expect_rows(run.find_range(QuadPrefix(shorter), low, high), run.columns(), rows_of(rows, shorter, low, high),
                  rows, random);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

void check(const LevelledShard& shard, const std::vector<Quad>& some, std::span<const View> views, Random& random) {
  for (int number = 0; number < kPermutations; ++number) {
    const Permutation permutation = permutation_at(number);
    for (const View view : views) {
      SCOPED_TRACE(::testing::Message() << name(permutation) << ", view " << index(view));
      const MergedRun run = shard.run(permutation).in(view);
      check(run, shard.rows(permutation, view), view == View::inferred ? 0 : shard.filler_rows(permutation), some,
            random);
      if (::testing::Test::HasFatalFailure()) return;
    }
    for (const Quad& quad : some) {
      if (table_of(quad) != table_of(permutation)) continue;
      const std::vector<Huri> row = in_order(permutation, quad);
      const MergedRun run = shard.run(permutation);
      ASSERT_EQ(run.marks_at(run.base().find(QuadPrefix(row)), QuadPrefix(row)), shard.marks(quad));
    }
  }
}

// Quads of a small world, so that the same ones come and go.
Quad quad_of_world(Random& random, std::uint64_t world) {
  const auto term = [&](std::uint64_t size) {
    const std::uint64_t rank = random() % (size + size / 3 + 1);
    return rank < size ? iri(rank * 3) : born_in_an_update(rank);
  };
  return {term(world), term(4), random() % 3 == 0 ? Huri::make(HuriKind::string, random() % world) : term(world),
          random() % 2 == 0 ? kDefaultGraph : term(3)};
}

struct World {
  std::uint64_t size, base, commits, most_changes;
  bool wide = false;
  MarkKinds marks_of_base = MarkKinds::plain, marks_of_levels = MarkKinds::plain;
};

class Delta : public ::testing::TestWithParam<World> {};
INSTANTIATE_TEST_SUITE_P(Worlds, Delta,
                         ::testing::Values(World{6, 200, 60, 12}, World{6, 0, 60, 12}, World{100, 9000, 12, 2000},
                                           World{300, 9000, 40, 30}, World{3, 30, 200, 3},
                                           World{100, 9000, 12, 2000, true}));

std::vector<World> worlds_with_marks() {
  using enum MarkKinds;
  return {World{6, 150, 18, 12, false, inferred, inferred}, World{6, 150, 18, 12, false, all, all},
          World{6, 150, 18, 12, false, plain, all},         World{6, 150, 18, 12, false, all, plain},
          World{6, 0, 18, 12, false, plain, inferred},      World{100, 3000, 6, 800, false, inferred, inferred},
          World{100, 3000, 6, 800, false, all, all},        World{3, 30, 60, 3, false, all, all},
          World{100, 3000, 6, 800, true, plain, all}};
}
INSTANTIATE_TEST_SUITE_P(Marks, Delta, ::testing::ValuesIn(worlds_with_marks()));

// Rows that come, go, or get other marks; `again`: rows that are deleted and inserted again, which is no change.
void random_commit(LevelledShard& shard, const World& world, Random& random, MarkedQuads& changed) {
  std::vector<Quad> again;
  for (std::uint64_t i = random() % world.most_changes; i > 0; --i) {
    const Quad quad = quad_of_world(random, world.size);
    const auto near = shard.quads().lower_bound(quad);
    if (random() % 2 == 0 && near != shard.quads().end()) {
      const bool stays = world.marks_of_levels != MarkKinds::plain && random() % 2 == 0;
      changed[near->first] = stays ? random_marks(random, world.marks_of_levels) : Marks::none;
    } else if (shard.marks(quad) == Marks::none) {
      changed[quad] = random_marks(random, world.marks_of_levels);
    }
  }
  for (auto each = changed.begin(); each != changed.end();) {
    const bool is_deleted = each->second == Marks::none && shard.marks(each->first) == Marks::both;
    if (is_deleted && random() % 10 == 0) {
      again.push_back(each->first);
      each = changed.erase(each);
    } else {
      ++each;
    }
  }
  shard.commit(changed, again);
}

TEST_P(Delta, AgreesWithAMap) {
  const World world = GetParam();
  const bool is_plain = world.marks_of_base == MarkKinds::plain && world.marks_of_levels == MarkKinds::plain;
  const std::span<const View> views = std::span(kAllViews).first(is_plain ? 1 : kViews);
  const std::uint64_t rounds = kRounds * (is_plain && world.base <= 1000 ? 2 : 1);
  for (std::uint64_t seed = kDeltaSeed; seed < kDeltaSeed + rounds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    MarkedQuads quads;
    for (std::uint64_t i = 0; i < world.base; ++i) {
      const Quad quad = quad_of_world(random, world.size);
      quads[quad] = random_marks(random, world.marks_of_base);
    }
    LevelledShard shard(quads, world.wide);
    for (std::uint64_t commit = 0; commit < world.commits; ++commit) {
      MarkedQuads changed;
      random_commit(shard, world, random, changed);
      const Quad any = quad_of_world(random, world.size);
      if (any.graph != kDefaultGraph && commit % 3 == 2 && !world.wide) shard.clear(any.graph);  // a bit a row
      ASSERT_LE(shard.levels(), kMaxDeltaLevels);
      if (world.base > 1000 && commit % 6 != 5) continue;
      std::vector<Quad> some;
      for (int i = 0; i < 6; ++i) some.push_back(quad_of_world(random, world.size));
      if (!changed.empty()) some.push_back(changed.begin()->first);
      if (!changed.empty()) some.push_back(changed.rbegin()->first);
      if (!shard.quads().empty()) some.push_back(shard.quads().rbegin()->first);
      check(shard, some, views, random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(DeltaLevel, WhatIsUndoneLeavesNothing) {
  const Quad in_base{iri(1), iri(2), iri(3)}, is_new{iri(1), iri(2), iri(4)};
  LevelledShard shard(plain({in_base}));
  shard.replace({in_base}, {is_new});
  EXPECT_EQ(shard.state().changes(), 4u);
  EXPECT_EQ(shard.run(Permutation::spo).count({iri(1)}), 1u);
  shard.replace({is_new}, {in_base});
  EXPECT_EQ(shard.levels(), 0u);
  EXPECT_TRUE(shard.state().changed_shards().empty());
  EXPECT_EQ(read_all(shard.run(Permutation::pos).find({}), 3, 10), (Rows{{iri(2), iri(3), iri(1)}}));
}

TEST(DeltaLevel, ARowOfAClearedGraphComesAndGoesAgain) {
  const Huri graph = iri(8), other = iri(9);
  const Quad gone{iri(1), iri(2), iri(3), graph}, stays{iri(1), iri(2), iri(3), other};
  LevelledShard shard(plain({gone, stays}));
  shard.clear(graph);
  EXPECT_EQ(shard.state().changes(), 2u);
  EXPECT_EQ(shard.run(Permutation::spog).count({}), 1u);
  shard.replace({}, {gone});
  EXPECT_EQ(read_all(shard.run(Permutation::posg).find({}), 4, 1),
            (Rows{{iri(2), iri(3), iri(1), graph}, {iri(2), iri(3), iri(1), other}}));
  shard.replace({gone}, {});
  EXPECT_EQ(shard.levels(), 0u);
  EXPECT_EQ(shard.run(Permutation::gspo).count({graph}), 0u);
  EXPECT_FALSE(shard.run(Permutation::gspo).is_base());
}

TEST(DeltaLevel, NothingChangedIsNoLevel) {
  const Quad quad{iri(1), iri(2), iri(3)};
  LevelledShard shard(plain({quad}));
  shard.replace({}, {});
  shard.replace({quad}, {quad});
  EXPECT_EQ(shard.levels(), 0u);
}

TEST(DeltaLevel, AChangeOfMarksAloneIsAnEntry) {
  const Quad quad{iri(1), iri(2), iri(3)};
  LevelledShard shard({{quad, Marks::closure}});
  const auto rows = [&](View view) { return shard.run(Permutation::spo, view).count({iri(1)}); };
  shard.commit(MarkedQuads{{quad, Marks::both}});
  EXPECT_EQ(shard.state().changes(), 2u);
  EXPECT_EQ(rows(View::all), 1u);
  EXPECT_EQ(rows(View::stated), 1u);
  EXPECT_EQ(rows(View::inferred), 0u);
  EXPECT_FALSE(shard.run(Permutation::spo).find({}).is_base());
  shard.commit(MarkedQuads{{quad, Marks::closure}});
  EXPECT_EQ(shard.levels(), 0u);
  EXPECT_EQ(rows(View::inferred), 1u);
}

// Neither the newer level nor the merged one would count the views apart if only its own entries were looked at.
TEST(DeltaLevel, MarksOfOlderLevelsAreNotLostInAMerge) {
  const Quad quad{iri(1), iri(2), iri(3)};
  LevelledShard shard({{quad, Marks::closure}});
  const auto rows = [&](View view) { return shard.run(Permutation::spo, view).count({iri(1)}); };
  shard.commit(MarkedQuads{{quad, Marks::none}});
  shard.commit(MarkedQuads{{quad, Marks::both}});
  EXPECT_EQ(shard.levels(), 1u);
  EXPECT_EQ(rows(View::stated), 1u);
  EXPECT_EQ(rows(View::inferred), 0u);
}

TEST(DeltaLevel, HasMoreSumsOnlyForOtherMarks) {
  const Quad quad{iri(1), iri(2), iri(3)};
  LevelledShard without_rules({}), with_rules({});
  without_rules.commit(MarkedQuads{{quad, Marks::both}});
  with_rules.commit(MarkedQuads{{quad, Marks::closure}});
  EXPECT_LT(without_rules.state().size_bytes(), with_rules.state().size_bytes());
  EXPECT_TRUE(without_rules.run(Permutation::spo, View::inferred).find({}).is_base());
  EXPECT_TRUE(with_rules.run(Permutation::spo, View::stated).find({}).is_base()) << "the level has no such row";
}

TEST(DeltaLevel, TermsOfUpdatesComeAfterTheirKind) {
  const Quad old_one{iri(900), iri(2), iri(3)},
      text{Huri::make(HuriKind::blank, 1), iri(2), Huri::make(HuriKind::string, 0)};
  LevelledShard shard(plain({old_one, text}));
  const Quad born{iri(5), iri(2), born_in_an_update(0)}, known{iri(5), iri(2), iri(~0ull >> 5)};
  shard.replace({}, {born, known});
  EXPECT_EQ(read_all(shard.run(Permutation::pos).find({iri(2)}), 3, 10), (Rows{{iri(2), iri(3), iri(900)},
                                                                               {iri(2), known.object, iri(5)},
                                                                               {iri(2), born.object, iri(5)},
                                                                               {iri(2), text.object, text.subject}}));
}

TEST(DeltaLevel, AStateSharesTheLevelsThatACommitDoesNotTouch) {
  const Base base({});
  std::pmr::unsynchronized_pool_resource memory;
  const auto level = [&](std::uint64_t first, std::uint64_t count) {
    ShardChanges changes;
    for (std::uint64_t i = first; i < first + count; ++i)
      changes.by_subject.inserted_triples.push_back({iri(i), iri(1), iri(2)});
    return build_level(base.run_of(), std::move(changes), memory);
  };
  DeltaState first;
  first.add(ShardId(3), level(0, 100), memory);
  first.add(ShardId(4), level(0, 3), memory);
  DeltaState second = first;
  second.add(ShardId(3), level(100, 2), memory);
  EXPECT_EQ(first.levels(ShardId(3)).count, 1u);
  ASSERT_EQ(second.levels(ShardId(3)).count, 2u);
  EXPECT_EQ(second.levels(ShardId(3)).levels[0], first.levels(ShardId(3)).levels[0]);
  EXPECT_EQ(second.levels(ShardId(4)).levels[0], first.levels(ShardId(4)).levels[0]);
  EXPECT_EQ(second.levels(ShardId(5)).count, 0u);
  EXPECT_EQ(second.changes(), 105u);
}

TEST(DeltaLevel, LevelsGrowGeometrically) {
  using Sizes = std::vector<std::uint64_t>;
  EXPECT_EQ(levels_to_merge(Sizes{}), 0u);
  EXPECT_EQ(levels_to_merge(Sizes{7}), 0u);
  EXPECT_EQ(levels_to_merge(Sizes{100, 10, 1}), 0u);
  EXPECT_EQ(levels_to_merge(Sizes{100, 4, 1}), 2u);
  EXPECT_EQ(levels_to_merge(Sizes{100, 24, 5, 1}), 4u);
  EXPECT_EQ(levels_to_merge(Sizes{1000, 24, 5, 1}), 3u);
  Sizes steep;
  for (std::uint64_t size = 1ull << 40; size > 0; size /= 16) steep.push_back(size);
  EXPECT_EQ(steep.size(), 11u);
  EXPECT_EQ(levels_to_merge(steep), 4u) << "at most kMaxDeltaLevels stay";
}

}  // namespace
}  // namespace quadrille
