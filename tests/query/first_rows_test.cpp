// With one image and several, indexes by hash and by dense ids, in one part and in several, find the same partners as
// comparing every row with every row.

#include "query/table/first_rows.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "pgas/test_main.hpp"
#include "quadstore/sharding.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::query::first_rows_test {
namespace {

using Key = std::vector<Huri>;
using Partners = std::vector<std::vector<std::uint64_t>>;  // by left row: numbers of right rows, ascending

// The values from which a column's values are chosen.
struct Domain {
  std::uint64_t first, values, step;
  bool has_unbound;
  bool has_far = false;  // a value far from the others

  Huri any(std::mt19937_64& random) const {
    if (has_unbound && random() % 20 == 0) return kUnbound;
    if (has_far && random() % 2 == 0) return Huri::make(HuriKind::integer, (std::uint64_t{1} << 50) + first);
    return Huri::make(HuriKind::iri, first + random() % values * step);
  }
};

Domain any_domain(std::mt19937_64& random) {
  const bool is_dense = random() % 4 != 0, has_unbound = random() % 6 == 0;
  return {random() % 1'000'000, 1 + random() % (random() % 2 == 0 ? 3000 : 40), is_dense ? 1 + random() % 3 : 1'000'003,
          has_unbound};
}

std::vector<Key> any_keys(std::mt19937_64& random, std::span<const Domain> domains, std::size_t rows) {
  std::vector<Key> keys(rows);
  for (Key& key : keys) {
    for (const Domain& domain : domains) key.push_back(domain.any(random));
  }
  return keys;
}

bool is_bound(const Key& key) {
  return std::none_of(key.begin(), key.end(), [](Huri value) { return value.is_unbound(); });
}

// Its last column is the number of the row among all.
Table table_of(Context& context, std::span<const Key> keys, std::span<const std::size_t> picked, std::size_t width) {
  Table table(context.arena, width + 1);
  table.resize(picked.size());
  for (std::size_t row = 0; row < picked.size(); ++row) {
    for (std::size_t column = 0; column < width; ++column) table.column(column)[row] = keys[picked[row]][column];
    table.column(width)[row] = Huri(picked[row]);
  }
  return table;
}

Partners partners_in(const BuildSide& right, const Table& left, std::span<const std::size_t> columns, std::size_t by) {
  FirstRows first_rows;
  first_rows.find(right, left, columns, by);
  Partners partners(left.rows());
  for (std::size_t place = 0; place < first_rows.rows().size(); ++place) {
    const std::uint32_t row = first_rows.rows()[place];
    const RowIndex& index = right.index(first_rows.parts().empty() ? 0 : first_rows.parts()[row]);
    Key key;
    for (const std::size_t column : columns) key.push_back(left.column(column)[row]);
    for (std::uint32_t partner = first_rows.partners()[place]; partner != kNoRow;) {
      partners[row].push_back(index.table().column(columns.size())[partner].bits());
      partner = index.next_row(partner, key);
    }
  }
  return partners;
}

std::vector<std::size_t> numbers_to(std::size_t end) {
  std::vector<std::size_t> numbers(end);
  for (std::size_t number = 0; number < end; ++number) numbers[number] = number;
  return numbers;
}

class FirstRowsTest : public ::testing::Test {
 protected:
  FirstRowsTest() { database_.build("<x:s> <x:p> <x:o> ."); }

  template <class Work>
  void run(Work&& work) {
    pgas::Team& team = pgas::test_job().team();
    pgas::QueryArena arena(pgas::test_job().heap());
    team.run([&] {
      QueryDictionary dictionary(team, arena, database_.served().dictionary(), {});
      Context context(team, arena, GraphView::all(database_.served().snapshot()), dictionary);
      work(context);
      team.barrier();
    });
  }

  quadrille::testing::TestDatabase database_{"first_rows"};
};

TEST_F(FirstRowsTest, AreThoseThatComparingFinds) {
  run([](Context& context) {
    std::mt19937_64 random(11);
    int by_dense_id = 0, by_hash = 0, numbered_parts = 0, hashed_parts = 0;
    for (int round = 0; round < 300; ++round) {
      std::vector<Domain> domains(1 + random() % 3);
      for (Domain& domain : domains) domain = any_domain(random);
      const std::size_t width = domains.size(), by = random() % width;
      const std::vector<Key> keys = any_keys(random, domains, random() % 5 == 0 ? random() % 4 : random() % 1500),
                             wanted = any_keys(random, domains, random() % 3000);
      std::map<Key, std::vector<std::uint64_t>> rows_of_key;
      for (std::size_t row = 0; row < keys.size(); ++row) {
        if (is_bound(keys[row])) rows_of_key[keys[row]].push_back(row);
      }
      Partners expected;
      for (const Key& key : wanted) expected.push_back(rows_of_key[key]);
      const std::vector<std::size_t> columns = numbers_to(width);
      const Table left = table_of(context, wanted, numbers_to(wanted.size()), width);

      const BuildSide whole(context, table_of(context, keys, numbers_to(keys.size()), width), columns);
      EXPECT_EQ(partners_in(whole, left, columns, by), expected) << "round " << round;
      ++(whole.dense_ids() ? by_dense_id : by_hash);

      if (!context.team.is_one_group()) continue;
      std::vector<std::size_t> mine;
      for (std::size_t row = 0; row < keys.size(); ++row) {
        const ShardId shard = shard_of(keys[row][by], context.data.shards());
        if (context.owner(shard) == context.team.rank()) mine.push_back(row);
      }
      const BuildSide parts = BuildSide::in_parts(context, table_of(context, keys, mine, width), columns, by);
      EXPECT_EQ(partners_in(parts, left, columns, by), expected) << "round " << round;
      ++(parts.dense_ids() ? numbered_parts : hashed_parts);
      context.team.barrier();
    }
    EXPECT_GT(by_dense_id, 50);
    EXPECT_GT(by_hash, 50);
    if (context.team.is_one_group()) {
      EXPECT_GT(numbered_parts, 20);
      EXPECT_GT(hashed_parts, 20);
    }
  });
}

// Each part may be one value, or a few that lie close together: dense for itself.
TEST_F(FirstRowsTest, PartsFarFromEachOtherTakeNoMemoryForWhatIsBetween) {
  run([](Context& context) {
    if (!context.team.is_one_group()) return;
    std::mt19937_64 random(12);
    for (int round = 0; round < 30; ++round) {
      const std::vector<Domain> domains{{random() % 1'000'000, 1 + random() % 3, 1, false, true}};
      const std::vector<Key> keys = any_keys(random, domains, 200);
      std::vector<std::size_t> mine;
      for (std::size_t row = 0; row < keys.size(); ++row) {
        const ShardId shard = shard_of(keys[row][0], context.data.shards());
        if (context.owner(shard) == context.team.rank()) mine.push_back(row);
      }
      const std::vector<std::size_t> columns{0};
      const Table left = table_of(context, keys, numbers_to(keys.size()), 1);
      const BuildSide parts = BuildSide::in_parts(context, table_of(context, keys, mine, 1), columns, 0);
      EXPECT_FALSE(parts.dense_ids());
      const BuildSide whole(context, table_of(context, keys, numbers_to(keys.size()), 1), columns);
      EXPECT_EQ(partners_in(parts, left, columns, 0), partners_in(whole, left, columns, 0));
      context.team.barrier();
    }
  });
}

TEST_F(FirstRowsTest, AreAllRowsWhereThereIsNoKey) {
  run([](Context& context) {
    const std::vector<Key> none(3);
    const Table left = table_of(context, none, numbers_to(3), 0);
    const BuildSide two(context, table_of(context, none, numbers_to(2), 0), {}),
        nothing(context, table_of(context, none, {}, 0), {});
    EXPECT_EQ(partners_in(two, left, {}, 0), Partners(3, {0, 1}));
    EXPECT_EQ(partners_in(nothing, left, {}, 0), Partners(3));
  });
}

// One value may have many rows, and then others would be compared with all of them.
TEST_F(FirstRowsTest, AreFoundByHashWhereAValueOfSeveralHasManyRows) {
  run([](Context& context) {
    std::vector<Key> keys;
    for (std::uint64_t row = 0; row < 1000; ++row) {
      keys.push_back({Huri::make(HuriKind::iri, row < 70 ? 7 : row), Huri::make(HuriKind::iri, row << 20)});
    }
    const BuildSide of_both(context, table_of(context, keys, numbers_to(1000), 2), {0, 1}),
        of_one(context, table_of(context, keys, numbers_to(1000), 2), {0});
    EXPECT_FALSE(of_both.dense_ids());
    EXPECT_TRUE(of_one.dense_ids());
  });
}

}  // namespace
}  // namespace quadrille::query::first_rows_test
