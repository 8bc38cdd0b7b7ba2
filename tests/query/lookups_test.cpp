// The four kinds of Lookup, IndexLookup, which chooses one, and IndexJoin find the same as comparing every row: in all
// shards and in an image's own, in a base and in changes, with every kind of access path.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "pgas/test_main.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/sharding.hpp"
#include "query/index/adjacency_lookup.hpp"
#include "query/index/bitmap_lookup.hpp"
#include "query/index/index_lookup.hpp"
#include "query/index/merge_lookup.hpp"
#include "query/index/search_lookup.hpp"
#include "query/joins/index_join.hpp"
#include "query/operators/exchange_operator.hpp"
#include "query/update/state_context.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::query::lookups_test {
namespace {

using Row = std::vector<Huri>;
using Matches = std::vector<std::pair<std::uint32_t, Row>>;  // a row of the batch, and the path's outputs

constexpr VariableId kNumber = 9;  // a column of every batch: the number of the row

std::vector<Row> scan(const Snapshot& snapshot, ShardSpan shards, Permutation permutation) {
  std::vector<Row> all;
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    MergedRows rest = snapshot.run(permutation, ShardId{shard}).find({});
    MergedBatch batch;
    batch.take(rest, rest.size());
    const std::size_t before = all.size();
    all.resize(before + batch.size());
    std::vector<Huri> values(batch.size());
    for (int column = 0; column < column_count(permutation); ++column) {
      batch.read(static_cast<quadrille::ColumnIndex>(column), values);
      for (std::size_t row = 0; row < values.size(); ++row) all[before + row].push_back(values[row]);
    }
  }
  return all;
}

std::vector<Row> scan(const StateContext& context, Permutation permutation) {
  return scan(context.snapshot, context.readable_shards(), permutation);
}

Huri at(const Row& row, quadrille::ColumnIndex column) {
  return row[static_cast<std::size_t>(index(column))];
}

// The slow twin: compares every row of the batch with every row of the index.
class Twin {
 public:
  Twin(const Snapshot& snapshot, ShardSpan shards, const AccessPath& path) : path_(path) {
    for (Row& row : scan(snapshot, shards, path.permutation)) {
      if (agrees(row, [](const Slot& slot, Huri value) { return slot.variable || slot.term == value; }) &&
          passes(row)) {
        rows_.push_back(std::move(row));
      }
    }
  }

  Matches matches(const Schema& schema, const Table& batch) const {
    Matches all;
    for (std::uint32_t number = 0; number < batch.rows(); ++number) {
      std::set<Row> triples;
      for (const Row& row : rows_) {
        const bool agreed = agrees(row, [&](const Slot& slot, Huri value) {
          return !slot.variable || batch.column(*schema.column_of(*slot.variable))[number] == value;
        });
        if (!agreed || (path_.merge_graphs && !triples.emplace(row.begin(), row.begin() + 3).second)) continue;
        Row outputs;
        for (const auto& [column, variable] : path_.outputs) outputs.push_back(at(row, column));
        all.emplace_back(number, std::move(outputs));
      }
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  // The values of a column in rows that agree with the constants.
  std::set<Huri> values(std::size_t column) const {
    std::set<Huri> all;
    for (const Row& row : rows_) all.insert(row[column]);
    return all;
  }

 private:
  template <class Compare>
  bool agrees(const Row& row, const Compare& compare) const {
    for (std::size_t place = 0; place < path_.prefix.size(); ++place) {
      if (!compare(path_.prefix[place], row[place])) return false;
    }
    return std::all_of(path_.residual.begin(), path_.residual.end(),
                       [&](const auto& entry) { return compare(entry.second, at(row, entry.first)); });
  }
  bool passes(const Row& row) const {
    for (const auto& [first, second] : path_.equal) {
      if (at(row, first) != at(row, second)) return false;
    }
    if (!path_.allowed_graphs) return true;
    const Huri graph = at(row, *column_of(path_.permutation, Position::graph));
    return path_.allowed_graphs->contains(graph);
  }

  const AccessPath& path_;
  std::vector<Row> rows_;
};

std::vector<std::uint32_t> rows_of(const Matches& matches, std::size_t rows, bool matched) {
  std::vector<bool> met(rows);
  for (const auto& [row, outputs] : matches) met[row] = true;
  std::vector<std::uint32_t> picked;
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (met[row] == matched) picked.push_back(row);
  }
  return picked;
}

template <class AnyLookup>
Matches found(StateContext& context, AnyLookup& lookup, const AccessPath& path, const Table& batch, std::size_t limit) {
  Table out(context.arena, path.outputs.size() + 1);
  std::vector<std::uint32_t> rows{7};  // next() replaces it
  Matches all;
  lookup.begin(context, batch);
  for (bool more = true; more;) {
    more = lookup.next(context, limit, rows, out);
    EXPECT_LT(rows.size(), limit + 64);
    EXPECT_EQ(rows.size(), out.rows());
    for (std::size_t place = 0; place < rows.size(); ++place) {
      Row outputs;
      for (std::size_t column = 1; column < out.width(); ++column) outputs.push_back(out.column(column)[place]);
      all.emplace_back(rows[place], std::move(outputs));
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class AnyLookup>
bool finds(StateContext& context, AnyLookup& lookup, const AccessPath& path, const Table& batch,
           const Matches& expected, std::size_t limit) {
  bool all = found(context, lookup, path, batch, limit) == expected;
  for (const bool matched : {false, true}) {
    std::vector<std::uint32_t> picked{7};
    lookup.begin(context, batch);
    lookup.pick(context, matched, picked);
    all = all && picked == rows_of(expected, batch.rows(), matched);
  }
  return all;
}

std::unique_ptr<ChangedKeys> changed_keys(StateContext& context, const AccessPath& path, const IndexKeys& keys) {
  if (!context.snapshot.has_changes()) return nullptr;
  std::vector<MergedRun> runs;
  for (std::uint32_t shard = context.readable_shards().begin; shard < context.readable_shards().end; ++shard) {
    runs.push_back(context.snapshot.run(path.permutation, ShardId{shard}));
    EXPECT_TRUE(runs.back().shows_base());
  }
  return std::make_unique<ChangedKeys>(runs, keys.constants(), context.arena.own());
}

// The ways that can look this path up.
std::map<std::string, std::unique_ptr<Lookup>> ways(StateContext& context, const AccessPath& path, IndexKeys& keys) {
  std::map<std::string, std::unique_ptr<Lookup>> all;
  all["search"] = std::make_unique<SearchLookup>(path, keys);
  if (checks_rows(path) || !keys.is_one_key()) return all;
  all["merge"] = std::make_unique<MergeLookup>(path, keys);
  const std::size_t key = path.prefix.size() - 1;
  const Snapshot base(context.snapshot.generation());
  const std::set<Huri> values = Twin(base, context.readable_shards(), path).values(key);
  if (path.outputs.empty() && keys.is_whole_row() && !values.empty() &&
      values.rbegin()->bits() - values.begin()->bits() < 1 << 24) {
    auto bitmap = std::make_shared<ClassBitmap>(*values.begin(), *values.rbegin());
    for (const Huri value : values) bitmap->add(value);
    all["bitmap"] = std::make_unique<BitmapLookup>(keys, std::move(bitmap), changed_keys(context, path, keys));
  }
  const bool returns_other = std::any_of(path.outputs.begin(), path.outputs.end(), [&](const auto& output) {
    return static_cast<std::size_t>(index(output.first)) != key + 1;
  });
  if (path.permutation == Permutation::pso && key == 1 && !returns_other) {
    std::vector<ShardId> shards;
    for (std::uint32_t shard = context.readable_shards().begin; shard < context.readable_shards().end; ++shard) {
      shards.push_back(ShardId{shard});
    }
    auto index = AdjacencyIndex::make(
        context.snapshot.generation(), context.snapshot.view(), path.permutation, keys.constants(), shards,
        [](std::size_t) { return true; }, [] {});
    if (index) {
      all["adjacency"] = std::make_unique<AdjacencyLookup>(keys, !path.outputs.empty(), std::move(index),
                                                           changed_keys(context, path, keys));
    }
  }
  return all;
}

// Things with classes, of which some are heavy objects, edges to some things or to themselves, values, graphs.
std::string small_data() {
  std::mt19937_64 random(8);
  std::string text = "@prefix : <http://e/> .\n";
  constexpr std::uint64_t kThings = 400;
  const auto thing = [&] { return random() % kThings; };
  for (std::uint64_t number = 0; number < kThings; ++number) {
    text += fmt::format(":t{0} a :C{1} ; :to :t{2}, :t{3} ", number, random() % 3, thing(), thing());
    if (random() % 9 == 0) text += fmt::format("; :to :t{} ", number);
    if (random() % 2 == 0) text += fmt::format("; :one :t{} ; :number {} ", thing(), random() % 50);
    text += fmt::format(".\n:g{} {{ :t{} :to :t{} }} :g7 {{ :t{} :to :t{} ; :in :t1 }}\n", random() % 4, number,
                        number % 7, number, number % 7);
  }
  return text;
}

class Patterns {
 public:
  Patterns(const StateContext& context, std::uint64_t seed) : data_(context.data), random_(seed) {
    for (const Permutation permutation : {Permutation::spo, Permutation::spog}) {
      for (Row& row : scan(context, permutation)) quads_.push_back(std::move(row));
    }
  }

  bool one_of(std::uint64_t many) { return random_() % many == 0; }

  // Some of a quad's terms, and variables 0, 1 and 2 in place of others, and 3 for the graph; often edges or members.
  QuadPattern pattern() {
    const Row& quad = quads_[random_() % quads_.size()];
    QuadPattern pattern;
    if (one_of(2)) {
      pattern.slots = {Slot::of(VariableId{0}), Slot::of(quad[1]),
                       one_of(2) ? Slot::of(quad[2]) : Slot::of(VariableId{2})};
      return pattern;
    }
    for (std::size_t place = 0; place < 3; ++place) {
      const bool constant = one_of(place == 1 ? 2 : 3);
      pattern.slots[place] =
          constant ? Slot::of(quad[place]) : Slot::of(static_cast<VariableId>(one_of(8) ? random_() % 3 : place));
    }
    if (one_of(3)) pattern.ranges[1] = std::make_shared<TermRanges>(TermRanges{{quad[1], quad[1]}});
    if (quad.size() == 3) return pattern;
    pattern.scope.kind = one_of(3)   ? GraphScope::Kind::one
                         : one_of(2) ? GraphScope::Kind::each
                                     : GraphScope::Kind::merged;
    if (pattern.scope.kind == GraphScope::Kind::one) pattern.scope.graph = Slot::of(quad[3]);
    if (pattern.scope.kind == GraphScope::Kind::each) pattern.scope.graph = Slot::of(VariableId{3});
    if (pattern.scope.kind != GraphScope::Kind::one && one_of(2)) {
      const std::set<Huri> allowed{quad[3], term(3)};
      pattern.scope.allowed = data_.list({allowed.begin(), allowed.end()});
    }
    return pattern;
  }

  std::vector<VariableId> some(std::vector<VariableId> of, std::uint64_t less) {
    std::erase_if(of, [&](VariableId) { return one_of(less); });
    return of;
  }

  // Terms of the positions that the variables have, mostly.
  Table batch(StateContext& context, const QuadPattern& pattern, const Schema& schema, std::size_t rows) {
    Table table(context.arena, schema.columns.size());
    table.resize(rows);
    for (std::size_t column = 0; column < table.width(); ++column) {
      const VariableId variable = schema.columns[column].variable;
      std::size_t position = 3;
      for (std::size_t place = 0; place < 3; ++place) {
        if (pattern.slots[place].variable == variable) position = place;
      }
      for (Huri& value : table.column(column)) value = term(one_of(20) ? random_() % 4 : position);
      for (std::size_t row = 0; variable == kNumber && row < rows; ++row) table.column(column)[row] = Huri(row + 1);
      if (column == 0 && one_of(3)) std::sort(table.column(column).begin(), table.column(column).end());
    }
    return table;
  }

 private:
  Huri term(std::size_t position) {
    const Row& quad = quads_[random_() % quads_.size()];
    return quad[std::min(position, quad.size() - 1)];
  }

  GraphView data_;
  std::vector<Row> quads_;
  std::mt19937_64 random_;
};

Schema schema_of(std::span<const VariableId> variables) {
  Schema schema;
  for (const VariableId variable : variables) schema.columns.push_back({variable});
  schema.columns.push_back({kNumber});
  return schema;
}

// A table as an operator, in chunks of `chunk_rows`.
class Chunks final : public Operator {
 public:
  Chunks(Schema schema, const Table& all) : Operator(std::move(schema), false), all_(all) {}
  std::string describe() const override { return "Chunks"; }

 private:
  void do_open(Context&) override {}
  bool do_next(Context& context, Table& out) override {
    const auto end = static_cast<std::uint32_t>(std::min(all_.rows(), next_ + context.chunk_rows));
    std::vector<std::uint32_t> picked(end - next_);
    std::iota(picked.begin(), picked.end(), next_);
    next_ = end;
    out.append(all_, picked);
    return !picked.empty();
  }

  const Table& all_;
  std::uint32_t next_ = 0;
};

std::vector<Row> rows_of(const Table& table) {
  std::vector<Row> rows(table.rows());
  for (std::size_t column = 0; column < table.width(); ++column) {
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row].push_back(table.column(column)[row]);
  }
  return rows;
}

std::vector<Row> expected_rows(JoinKind kind, const Table& batch, const Matches& matches, std::size_t outputs) {
  std::vector<Row> all;
  const std::vector<Row> left = rows_of(batch);
  if (kind == JoinKind::inner || kind == JoinKind::left) {
    for (const auto& [row, values] : matches) {
      all.push_back(left[row]);
      all.back().insert(all.back().end(), values.begin(), values.end());
    }
  }
  if (kind != JoinKind::inner) {
    for (const std::uint32_t row : rows_of(matches, batch.rows(), kind == JoinKind::semi)) {
      all.push_back(left[row]);
      if (kind == JoinKind::left) all.back().resize(batch.width() + outputs, kUnbound);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool joins_alike(StateContext& context, const AccessPath& path, const Schema& schema, const Table& batch,
                 const Matches& matches, std::size_t chunk_rows) {
  context.chunk_rows = chunk_rows;
  bool all = true;
  for (const JoinKind kind : {JoinKind::inner, JoinKind::left, JoinKind::semi, JoinKind::anti}) {
    IndexJoin join(kind, std::make_unique<Chunks>(schema, batch), path);
    join.open(context);
    std::vector<Row> rows;
    for_each_chunk(context, join, [&](const Table& chunk) {
      EXPECT_LE(chunk.rows(), chunk_rows + 64);
      for (Row& row : rows_of(chunk)) rows.push_back(std::move(row));
    });
    if (kind == JoinKind::semi || kind == JoinKind::anti) {
      EXPECT_TRUE(
          std::is_sorted(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.back() < b.back(); }));
    }
    std::sort(rows.begin(), rows.end());
    all = all && rows == expected_rows(kind, batch, matches, path.outputs.size());
  }
  context.chunk_rows = Context::kChunkRows;
  return all;
}

template <class Work>
void run(const Snapshot& snapshot, const Dictionary& terms, Work&& work,
         std::size_t budget = pgas::QueryArena::kNoBudget) {
  pgas::Team& team = pgas::test_job().team();
  pgas::QueryArena arena(pgas::test_job().heap(), budget);
  team.run([&] {
    QueryDictionary dictionary(team, arena, terms, {});
    StateContext context(team, arena, snapshot, dictionary);
    work(context);
    team.barrier();
  });
}

// Looks the rows of random batches up by random paths.
std::map<std::string, int> compare(StateContext& context, int rounds, std::uint64_t seed) {
  std::map<std::string, int> with_matches;
  Patterns random(context, seed);
  for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
    const QuadPattern pattern = random.pattern();
    const std::vector<VariableId> bound = random.some({0, 1, 2, 3}, 2), wanted = random.some({0, 1, 2, 3}, 4);
    const Schema schema = schema_of(bound);
    const std::size_t rows = round % 8 == 0 ? 1200 : static_cast<std::size_t>(round % 4 == 1 ? 1 : 40);
    const Table batch = random.batch(context, pattern, schema, rows), few = random.batch(context, pattern, schema, 9);
    for (const AccessPath& path : access_paths(pattern, bound, wanted)) {
      const Twin twin(context.snapshot, context.readable_shards(), path);
      IndexKeys keys(path, schema);
      const Matches expected = twin.matches(schema, batch), expected_few = twin.matches(schema, few);
      if (expected.size() > 30'000) continue;
      for (const auto& [name, lookup] : ways(context, path, keys)) {
        EXPECT_TRUE(finds(context, *lookup, path, batch, expected, 700)) << name << ", round " << round;
        EXPECT_TRUE(finds(context, *lookup, path, few, expected_few, 1)) << name << ", round " << round;
        EXPECT_TRUE(finds(context, *lookup, path, few, expected_few, 7)) << name << ", round " << round;
        if (!expected.empty()) ++with_matches[name];
      }
      EXPECT_TRUE(joins_alike(context, path, schema, few, expected_few, 5)) << "round " << round;
      EXPECT_TRUE(joins_alike(context, path, schema, batch, expected, 900)) << "round " << round;
    }
  }
  return with_matches;
}

TEST(Lookups, FindWhatComparingEveryRowFinds) {
  quadrille::testing::TestDatabase database("lookups");
  database.build(small_data());
  pgas::Team& team = pgas::test_job().team();
  const Dictionary& terms = database.served().dictionary();
  const Snapshot whole = database.served().snapshot(), own(database.own_shards());
  const quadrille::testing::ChangedDatabase changed(team, database.path(), 3, quadrille::testing::open_shards(whole)),
      own_changed(team, database.path(), 4, quadrille::testing::open_shards(own));
  std::uint64_t seed = 100;
  for (const Snapshot* snapshot : {&whole, &own, &changed.snapshot(), &own_changed.snapshot()}) {
    run(*snapshot, terms, [&](StateContext& context) {
      const auto with_matches = compare(context, 150, ++seed);
      if (::testing::Test::HasFailure()) return;
      for (const char* const way : {"search", "merge", "bitmap", "adjacency"}) {
        EXPECT_TRUE(with_matches.contains(way)) << way;
      }
    });
  }
}

// Enough rows of a class and of two properties that a bitmap and adjacency indexes pay.
class LargeDatabase {
 public:
  static constexpr std::uint64_t kThings = 20'000;

  LargeDatabase() : database_("large_lookups") {
    std::string text = "@prefix : <http://e/> .\n";
    for (std::uint64_t thing = 0; thing < kThings; ++thing) {
      text += fmt::format(":t{} :one :t{} ; :some :t{}", thing, thing * 7919 % kThings, thing * 7 % 40);
      if (thing % 3 == 0) text += fmt::format(", :t{}", 50 + thing % 100);
      text += thing % 5 != 0 ? " ; a :Class .\n" : " .\n";
    }
    database_.build(text);
  }
  const Snapshot snapshot() const { return database_.served().snapshot(); }
  const Dictionary& terms() const { return database_.served().dictionary(); }

 private:
  quadrille::testing::TestDatabase database_;
};

Huri named(StateContext& context, const std::string& name) {
  return context.dictionary.find(TermView::iri("http://e/" + name));
}

// Things, in an order that is not the index's, of this image alone.
Table things(StateContext& context, const Schema& schema) {
  Table table(context.arena, schema.columns.size());
  const std::vector<Row> all = scan(context, Permutation::spo);
  std::set<Huri> subjects;
  for (const Row& row : all) {
    if (context.owner(shard_of(row[0], context.snapshot.shards())) == context.team.rank()) subjects.insert(row[0]);
  }
  table.resize(subjects.size());
  std::copy(subjects.begin(), subjects.end(), table.column(0).begin());
  std::shuffle(table.column(0).begin(), table.column(0).end(), std::mt19937_64(3));
  for (std::size_t row = 0; row < table.rows(); ++row) table.column(1)[row] = Huri(row);
  return table;
}

// Looks them up until an accelerator has paid for itself, and some times with it.
void expect_alike(StateContext& context, const QuadPattern& pattern, const std::vector<VariableId>& wanted) {
  Schema schema = schema_of(std::vector<VariableId>{0});
  schema.distribution = Distribution::by(0);
  const Table batch = things(context, schema);
  const AccessPath path = look_up_path(pattern, std::vector<VariableId>{0}, wanted);
  Matches expected;
  for (int time = 0; time < 10; ++time) {
    IndexLookup lookup(path, schema);
    lookup.open(context);
    Matches all = found(context, lookup, path, batch, 1000);
    if (time == 0) expected = std::move(all);
    EXPECT_FALSE(expected.empty());
    EXPECT_TRUE(finds(context, lookup, path, batch, expected, 1000)) << "time " << time;
  }
}

TEST(IndexLookup, FindsTheSameWithAnAccelerator) {
  const LargeDatabase database;
  run(database.snapshot(), database.terms(), [](StateContext& context) {
    const Slot thing = Slot::of(VariableId{0}), other = Slot::of(VariableId{1});
    const Slot type =
        Slot::of(context.dictionary.find(TermView::iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")));
    const Generation& generation = context.snapshot.generation();
    expect_alike(context, {{thing, type, Slot::of(named(context, "Class"))}, {}}, {});
    const bool alone = context.team.size() == 1;  // else an image's own part may be too small
    EXPECT_EQ(generation.class_bitmaps().used_bytes() > 0, alone || context.snapshot.is_whole());
    for (const char* const name : {"one", "some"}) {
      const std::size_t before = generation.adjacency_index().used_bytes();
      expect_alike(context, {{thing, Slot::of(named(context, name)), other}, {}}, {1});
      expect_alike(context, {{thing, Slot::of(named(context, name)), other}, {}}, {});
      EXPECT_TRUE(!alone || generation.adjacency_index().used_bytes() > before);
    }
  });
}

TEST(IndexLookup, ReturnsAPredicateThatItsRangeFixes) {
  const LargeDatabase database;
  run(database.snapshot(), database.terms(), [](StateContext& context) {
    const Slot thing = Slot::of(VariableId{0}), other = Slot::of(VariableId{1}), predicate = Slot::of(VariableId{2});
    QuadPattern pattern{{thing, predicate, other}, {}};
    const Huri one = named(context, "one");
    pattern.ranges[1] = std::make_shared<TermRanges>(TermRanges{{one, one}});
    expect_alike(context, pattern, {2, 1});
    expect_alike(context, pattern, {2});
  });
}

TEST(Lookups, EndWhenTheQueryIsCancelled) {
  const LargeDatabase database;
  run(database.snapshot(), database.terms(), [](StateContext& context) {
    const Schema schema = schema_of(std::vector<VariableId>{0});
    const Table batch = things(context, schema);
    const QuadPattern pattern{{Slot::of(VariableId{0}), Slot::of(named(context, "one")), Slot::of(VariableId{1})}, {}};
    const AccessPath path = look_up_path(pattern, std::vector<VariableId>{0}, {});
    IndexKeys keys(path, schema);
    SearchLookup search(path, keys);
    MergeLookup merge(path, keys);
    for (Lookup* const lookup : std::initializer_list<Lookup*>{&search, &merge}) {
      std::vector<std::uint32_t> rows;
      lookup->begin(context, batch);
      context.cancelled = [] { return true; };
      EXPECT_THROW(lookup->pick(context, true, rows), Error);
      context.cancelled = nullptr;
    }
    IndexJoin join(JoinKind::inner, std::make_unique<Chunks>(schema, batch), path);
    join.open(context);
    context.cancelled = [] { return true; };
    Table out(context.arena, join.schema().columns.size());
    EXPECT_THROW(join.next(context, out), Error);
    context.cancelled = nullptr;
  });
}

TEST(Lookups, KeepToTheQuerysMemory) {
  const LargeDatabase database;
  const auto join_all = [](StateContext& context) {
    const Schema schema = schema_of(std::vector<VariableId>{0});
    const Table batch = things(context, schema);
    const QuadPattern pattern{{Slot::of(VariableId{0}), Slot::of(named(context, "some")), Slot::of(VariableId{1})}, {}};
    const AccessPath path = look_up_path(pattern, std::vector<VariableId>{0}, std::vector<VariableId>{1});
    IndexJoin join(JoinKind::left, std::make_unique<Chunks>(schema, batch), path);
    join.open(context);
    std::size_t rows = 0;
    for_each_chunk(context, join, [&](const Table& chunk) { rows += chunk.rows(); });
    EXPECT_GE(rows, batch.rows());
  };
  run(database.snapshot(), database.terms(), join_all);
  EXPECT_THROW(run(database.snapshot(), database.terms(), join_all, 300'000), Error);
}

// The sum over the images of what `work` sends.
template <class Work>
std::uint64_t sent_bytes(pgas::Team& team, Work&& work) {
  const std::uint64_t before = team.counters().sent_bytes;
  work();
  const std::uint64_t mine = team.counters().sent_bytes - before;
  return team.sum(mine);
}

TEST(Exchange, SendsManyRowsWithHeavyObjectsOnceToEachGroup) {
  constexpr std::size_t kRows = 6000, kOthers = 60;  // a block of 32 KB is sent once to a group
  std::string text;
  for (int i = 0; i < 3000; ++i) text += fmt::format("<http://e/s{}> a <http://e/C> .\n", i);
  quadrille::testing::TestDatabase database("exchange");
  database.build(text);
  run(Snapshot(database.own_shards()), database.served().dictionary(), [&](StateContext& context) {
    pgas::Team& team = context.team;
    ASSERT_FALSE(context.snapshot.heavy_objects().empty());
    const Huri heavy = context.snapshot.heavy_objects().objects().front();
    Table table(context.arena, 2);
    table.resize(kRows);
    for (std::size_t row = 0; row < kRows; ++row) {
      table.column(0)[row] = row % (kRows / kOthers) == 0 ? Huri::make(HuriKind::iri, 1000 + row) : heavy;
      table.column(1)[row] = Huri(static_cast<std::uint64_t>(team.rank()) * kRows + row);
    }
    const std::vector<VariableId> variables{0};
    const auto exchange = Exchange::with_heavy_everywhere(std::make_unique<Chunks>(schema_of(variables), table), 0);
    exchange->open(context);
    std::set<Row> heavy_rows, others;
    const std::uint64_t sent = sent_bytes(team, [&] {
      for_each_chunk(context, *exchange, [&](const Table& chunk) {
        for (const Row& row : rows_of(chunk)) EXPECT_TRUE((row[0] == heavy ? heavy_rows : others).insert(row).second);
      });
    });
    const auto members = static_cast<std::uint64_t>(team.size()),
               groups = static_cast<std::uint64_t>(team.num_groups());
    EXPECT_EQ(heavy_rows.size(), members * (kRows - kOthers));
    EXPECT_EQ(team.sum<std::uint64_t>(others.size()), members * kOthers);
    for (const Row& row : others) {
      EXPECT_EQ(context.owner(shard_of(row[0], context.snapshot.shards())), team.rank());
    }
    EXPECT_LE(sent, members * (groups - 1) * (kRows * 2 * sizeof(Huri) + 2000));
  });
}

}  // namespace
}  // namespace quadrille::query::lookups_test
