#include "quadstore/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "quadstore/checksum.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/run_merger.hpp"
#include "quadstore/run_searcher.hpp"
#include "quadstore/testing/quads.hpp"
#include "quadstore/testing/random.hpp"

namespace quadrille {
namespace {

using detail::Random;
using detail::Rows;

constexpr std::uint64_t kRunSeed = 271828;

std::vector<std::byte> build_run(Permutation permutation, const Rows& rows) {
  RunBuilder builder(permutation);
  for (const auto& row : rows) builder.append(row);
  EXPECT_EQ(builder.rows(), rows.size());
  return builder.finish();
}

// The sorted vector's answer to RunView::find.
RowRange expected(const Rows& rows, const std::vector<Huri>& prefix) {
  const auto below = [&](const std::vector<Huri>& row, const std::vector<Huri>& key) {
    return std::lexicographical_compare(row.begin(), row.begin() + key.size(), key.begin(), key.end());
  };
  const auto above = [&](const std::vector<Huri>& key, const std::vector<Huri>& row) {
    return std::lexicographical_compare(key.begin(), key.end(), row.begin(), row.begin() + key.size());
  };
  const auto begin = std::lower_bound(rows.begin(), rows.end(), prefix, below);
  const auto end = std::upper_bound(rows.begin(), rows.end(), prefix, above);
  return {static_cast<std::uint64_t>(begin - rows.begin()), static_cast<std::uint64_t>(end - rows.begin())};
}

RowRange expected_range(const Rows& rows, std::vector<Huri> prefix, Huri low, Huri high) {
  prefix.push_back(low);
  const std::uint64_t begin = expected(rows, prefix).begin;
  if (high < low) return {begin, begin};
  prefix.back() = high;
  return {begin, expected(rows, prefix).end};
}

QuadPrefix as_prefix(const std::vector<Huri>& values) {
  return QuadPrefix(std::span(values));
}

// `count` different rows; `spread[c]` is the number of values that column c takes.
Rows different_rows(int columns, std::size_t count, const std::vector<std::uint64_t>& spread, Random& random) {
  std::set<std::vector<Huri>> rows;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Huri> row;
    for (int column = 0; column < columns; ++column) {
      const std::uint64_t value = random() % spread[column];
      const HuriKind kind = value % 5 == 0 ? HuriKind::string : HuriKind::iri;
      row.push_back(Huri::make(kind, 1000 + value));
    }
    rows.insert(row);
  }
  return Rows(rows.begin(), rows.end());
}

// A prefix that may be in the run, lie between its rows, or before and after all of them.
std::vector<Huri> random_prefix(const Rows& rows, int columns, Random& random) {
  std::vector<Huri> prefix;
  if (!rows.empty()) {
    const auto& row = rows[random() % rows.size()];
    prefix.assign(row.begin(), row.begin() + random() % (columns + 1));
  }
  if (!prefix.empty() && random() % 3 == 0) {
    Huri& value = prefix[random() % prefix.size()];
    const Huri others[] = {Huri(value.bits() + 1), Huri(value.bits() - 1), Huri(0), Huri(~std::uint64_t{0})};
    value = others[random() % 4];
  }
  return prefix;
}

void expect_agrees(const RunView& run, const Rows& rows, Random& random, int searches) {
  ASSERT_EQ(run.rows(), rows.size());
  run.check();
  RunSearcher searcher(run);
  for (int i = 0; i < searches; ++i) {
    const auto prefix = random_prefix(rows, run.columns(), random);
    const RowRange wanted = expected(rows, prefix);
    ASSERT_EQ(run.find(as_prefix(prefix)), wanted);
    ASSERT_EQ(searcher.find(as_prefix(prefix)), wanted);
    ASSERT_EQ(run.count(as_prefix(prefix)), wanted.size());
    if (static_cast<int>(prefix.size()) < run.columns()) {
      const Huri low = Huri::make(HuriKind::iri, 900 + random() % 2000), high = Huri(low.bits() + random() % 1000);
      ASSERT_EQ(run.find_range(as_prefix(prefix), low, high), expected_range(rows, prefix, low, high));
      ASSERT_EQ(run.find_range(as_prefix(prefix), high, low), expected_range(rows, prefix, high, low));
    }
    const RowRange part{wanted.begin, std::min(wanted.end, wanted.begin + random() % 3000)};
    const auto column = static_cast<ColumnIndex>(random() % run.columns());
    std::vector<Huri> read(part.size()), searched(part.size());
    run.read(column, part, read);
    searcher.read(column, part, searched);
    for (std::size_t row = 0; row < part.size(); ++row) {
      ASSERT_EQ(read[row], rows[part.begin + row][index(column)]);
      ASSERT_EQ(searched[row], read[row]);
    }
    if (!part.empty()) {
      ASSERT_EQ(searcher.value(column, part.begin), read.front());
    }
  }
}

TEST(Run, AgreesWithASortedVector) {
  SCOPED_TRACE(kRunSeed);
  Random random(kRunSeed);
  const std::vector<std::uint64_t> spreads[] = {{2000, 20, 3000, 3}, {3, 3000, 40, 40}, {20, 500, 300, 10},
                                                {1, 1, 100000, 1},   {100000, 2, 2, 2}, {4, 4, 4, 4}};
  for (const std::size_t count : {0, 1, 2, 5, 100, 1023, 1024, 1025, 2048, 3000, 20000}) {
    for (const auto& spread : spreads) {
      for (const Permutation permutation : {Permutation::pso, Permutation::gpos}) {
        const Rows rows = different_rows(column_count(permutation), count, spread, random);
        const auto bytes = build_run(permutation, rows);
        expect_agrees(RunView(bytes, permutation, "test"), rows, random, 300);
      }
    }
  }
}

TEST(Run, AscendingSearchesAgree) {
  SCOPED_TRACE(kRunSeed);
  Random random(kRunSeed);
  const Rows rows = different_rows(3, 30000, {9000, 5, 1000}, random);
  const auto bytes = build_run(Permutation::spo, rows);
  const RunView run(bytes, Permutation::spo, "test");
  for (const std::uint64_t step : {1, 3, 50, 2000}) {
    RunSearcher searcher(run);
    for (std::uint64_t value = 990; value < 10100; value += step) {
      for (const std::uint64_t predicate : {1000, 1001, 1002, 1003}) {
        const std::vector<Huri> prefix{Huri::make(HuriKind::iri, value), Huri::make(HuriKind::iri, predicate)};
        ASSERT_EQ(searcher.find(as_prefix(prefix)), expected(rows, prefix));
      }
    }
  }
}

// Pairs of keys and rows, by the rows of `rows` from `range.begin` on.
using Pairs = std::multiset<std::pair<std::size_t, std::vector<Huri>>>;

Pairs expected_matches(const Rows& rows, RowRange range, std::size_t column, const std::vector<Huri>& keys,
                       bool first_only) {
  Pairs pairs;
  for (std::size_t key = 0; key < keys.size(); ++key) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(range.begin),
               end = rows.begin() + static_cast<std::ptrdiff_t>(range.end);
    auto row = std::partition_point(begin, end, [&](const auto& r) { return r[column] < keys[key]; });
    for (; row != end && (*row)[column] == keys[key]; ++row) {
      pairs.emplace(key, *row);
      if (first_only) break;
    }
  }
  return pairs;
}

TEST(Run, MergedKeysFindWhatASearchFinds) {
  SCOPED_TRACE(kRunSeed);
  Random random(kRunSeed);
  const std::vector<std::uint64_t> spreads[] = {
      {3, 3000, 40, 40}, {2, 5, 100000, 3}, {20, 50, 300, 10}, {1, 1, 9000, 1}};
  RunMerger merger;
  for (const std::size_t count : {0, 1, 5, 1024, 1025, 20000}) {
    for (const auto& spread : spreads) {
      const Rows rows = different_rows(3, count, spread, random);
      const auto bytes = build_run(Permutation::pso, rows);
      const RunView run(bytes, Permutation::pso, "test");
      for (int round = 0; round < 8; ++round) {
        auto prefix = random_prefix(rows, 2, random);
        const RowRange range = run.find(as_prefix(prefix));
        const auto column = static_cast<std::size_t>(prefix.size());
        merger.open(MergedRun(run, nullptr), as_prefix(prefix));
        for (int batch = 0; batch < 3; ++batch) {  // each where the last one ended, or before
          std::vector<Huri> keys;
          for (std::uint64_t key = random() % 4; key-- > 0;) keys.push_back(Huri::make(HuriKind::iri, random() % 5000));
          const std::uint64_t many = random() % 3 == 0 ? 50 : 4;
          for (std::uint64_t key = random() % many; !range.empty() && key-- > 0;) {
            const auto& row = rows[range.begin + random() % range.size()];
            keys.insert(keys.end(), 1 + random() % 3, row[column]);
          }
          std::sort(keys.begin(), keys.end());
          const bool first_only = random() % 3 == 0;
          const std::size_t limit = random() % 2 == 0 ? 1 + random() % 10 : 5000;
          Pairs found;
          merger.begin(keys, first_only);
          while (merger.next(limit)) {
            const std::size_t matches = merger.keys().size();
            ASSERT_TRUE(matches > 0 && matches <= limit);
            std::array<std::vector<Huri>, 3> values;
            for (int c = 0; c < 3; ++c) {
              values[c].resize(matches);
              merger.read(static_cast<ColumnIndex>(c), values[c].data());
            }
            for (std::size_t match = 0; match < matches; ++match) {
              found.emplace(merger.keys()[match],
                            std::vector<Huri>{values[0][match], values[1][match], values[2][match]});
            }
          }
          ASSERT_EQ(found, expected_matches(rows, range, column, keys, first_only));
        }
      }
    }
  }
}

// All sets of rows over {1, 2} x {1, 2} x {1, 2}, all prefixes over {0 .. 3}.
TEST(Run, EverySmallRunAnswersEveryPrefix) {
  for (unsigned chosen = 0; chosen < 256; ++chosen) {
    Rows rows;
    for (unsigned i = 0; i < 8; ++i) {
      if (chosen >> i & 1) rows.push_back({Huri(1 + (i >> 2)), Huri(1 + (i >> 1 & 1)), Huri(1 + (i & 1))});
    }
    const auto bytes = build_run(Permutation::pos, rows);
    const RunView run(bytes, Permutation::pos, "test");
    RunSearcher searcher(run);
    for (unsigned number = 0; number < 85; ++number) {  // prefixes of length 0 (1), 1 (4), 2 (16), 3 (64)
      const int length = number < 1 ? 0 : number < 5 ? 1 : number < 21 ? 2 : 3;
      unsigned rest = number - (length == 0 ? 0 : length == 1 ? 1 : length == 2 ? 5 : 21);
      std::vector<Huri> prefix;
      for (int i = 0; i < length; ++i, rest /= 4) prefix.push_back(Huri(rest % 4));
      ASSERT_EQ(run.find(as_prefix(prefix)), expected(rows, prefix));
      ASSERT_EQ(searcher.find(as_prefix(prefix)), expected(rows, prefix));
      for (unsigned low = 0; low < 4 && length < 3; ++low) {
        for (unsigned high = 0; high < 4; ++high) {
          ASSERT_EQ(run.find_range(as_prefix(prefix), Huri(low), Huri(high)),
                    expected_range(rows, prefix, Huri(low), Huri(high)));
        }
      }
    }
  }
}

TEST(Run, FindBeforeTheFirstQuadIsEmpty) {
  const auto bytes = build_run(Permutation::spo, {{Huri(5), Huri(5), Huri(5)}, {Huri(6), Huri(6), Huri(6)}});
  const RunView run(bytes, Permutation::spo, "test");
  EXPECT_EQ(run.find({Huri(4)}), (RowRange{0, 0}));
  EXPECT_EQ(run.find({Huri(5), Huri(4)}), (RowRange{0, 0}));
}

TEST(Run, FindAfterTheLastQuadIsEmpty) {
  const auto bytes = build_run(Permutation::spo, {{Huri(5), Huri(5), Huri(5)}, {Huri(6), Huri(6), Huri(6)}});
  const RunView run(bytes, Permutation::spo, "test");
  EXPECT_EQ(run.find({Huri(7)}), (RowRange{2, 2}));
  EXPECT_EQ(run.find({Huri(~std::uint64_t{0})}), (RowRange{2, 2}));
}

TEST(Run, EmptyPrefixIsEverything) {
  const auto bytes = build_run(Permutation::spo, {{Huri(5), Huri(5), Huri(5)}});
  EXPECT_EQ(RunView(bytes, Permutation::spo, "test").find({}), (RowRange{0, 1}));
}

TEST(Run, EmptyRunHasNothing) {
  const auto bytes = build_run(Permutation::spog, {});
  for (const RunView& run : {RunView(bytes, Permutation::spog, "test"), RunView(Permutation::spog)}) {
    EXPECT_EQ(run.rows(), 0u);
    EXPECT_EQ(run.find({}), (RowRange{0, 0}));
    EXPECT_EQ(run.find({Huri(1)}), (RowRange{0, 0}));
    EXPECT_EQ(run.find_range({}, Huri(0), Huri(9)), (RowRange{0, 0}));
    EXPECT_EQ(RunSearcher(run).find({Huri(1)}), (RowRange{0, 0}));
    run.check();
  }
}

TEST(Run, ColumnSpansMakeTheSameRunAsRows) {
  SCOPED_TRACE(kRunSeed);
  Random random(kRunSeed);
  const Rows rows = different_rows(3, 5000, {500, 10, 500}, random);
  std::vector<Huri> columns[3];
  for (const auto& row : rows) {
    for (int column = 0; column < 3; ++column) columns[column].push_back(row[column]);
  }
  RunBuilder builder(Permutation::spo);
  for (std::size_t at = 0; at < rows.size();) {
    const std::size_t count = std::min<std::size_t>(random() % 2500, rows.size() - at);
    const std::span<const Huri> spans[] = {std::span(columns[0]).subspan(at, count),
                                           std::span(columns[1]).subspan(at, count),
                                           std::span(columns[2]).subspan(at, count)};
    builder.append_columns(spans);
    at += count;
  }
  EXPECT_EQ(builder.finish(), build_run(Permutation::spo, rows));
}

TEST(Run, BuilderCanBeUsedAgain) {
  RunBuilder builder(Permutation::spo);
  builder.append(std::vector{Huri(9), Huri(9), Huri(9)});
  builder.finish();
  builder.append(std::vector{Huri(1), Huri(1), Huri(1)});
  const auto bytes = builder.finish();
  EXPECT_EQ(RunView(bytes, Permutation::spo, "test").count({Huri(1)}), 1u);
}

// First touches happen in several threads at once; meaningful under the thread sanitizer.
TEST(Run, ManyThreadsReadAFreshView) {
  Random random(kRunSeed);
  const Rows rows = different_rows(3, 20000, {3000, 10, 300}, random);
  const auto bytes = build_run(Permutation::spo, rows);
  const RunView run(bytes, Permutation::spo, "test");
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, seed = kRunSeed + i] {
      Random mine(seed);
      for (int search = 0; search < 500; ++search) {
        const auto prefix = random_prefix(rows, 3, mine);
        if (run.find(as_prefix(prefix)) != expected(rows, prefix)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(RunDeathTest, BuilderRefusesRowsThatDoNotAscend) {
  const Rows equal{{Huri(1), Huri(1), Huri(1)}, {Huri(1), Huri(1), Huri(1)}};
  const Rows descending{{Huri(1), Huri(2), Huri(1)}, {Huri(1), Huri(1), Huri(2)}};
  EXPECT_DEATH(build_run(Permutation::spo, equal), "R1");
  EXPECT_DEATH(build_run(Permutation::spo, descending), "R1");
}

TEST(Run, EveryFlippedBitIsFound) {
  SCOPED_TRACE(kRunSeed);
  Random random(kRunSeed);
  const Rows rows = different_rows(3, 2500, {300, 10, 300}, random);
  const auto bytes = build_run(Permutation::spo, rows);
  const std::size_t end = bytes.size() - detail::kRunSlack;
  for (std::size_t at = 0; at < end; at += at < 600 ? 1 : 37) {
    auto damaged = bytes;
    damaged[at] ^= static_cast<std::byte>(1 << random() % 8);
    try {
      RunView(damaged, Permutation::spo, "shard-0003.runs").check();
      FAIL() << "a flipped bit in byte " << at << " was not found";
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::io);
      ASSERT_NE(std::string(error.what()).find("shard-0003.runs: run spo"), std::string::npos) << error.what();
    }
  }
}

TEST(Run, ADamagedBlockIsFoundAtFirstTouchAndNamed) {
  Random random(kRunSeed);
  const Rows rows = different_rows(3, 5000, {3000, 10, 300}, random);
  auto bytes = build_run(Permutation::spo, rows);
  bytes[bytes.size() - detail::kRunSlack - 1] ^= std::byte{1};  // in the last block
  const RunView run(bytes, Permutation::spo, "f");
  std::vector<Huri> out(10);
  run.read(ColumnIndex{0}, {0, 10}, out);
  try {
    run.read(ColumnIndex{0}, {rows.size() - 10, rows.size()}, out);
    FAIL() << "the damaged block was read";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("block 4 of 5"), std::string::npos) << error.what();
  }
}

TEST(Run, CutBytesAndOtherPermutationsAreRefused) {
  const auto bytes = build_run(Permutation::spo, {{Huri(5), Huri(5), Huri(5)}});
  EXPECT_THROW(RunView(bytes, Permutation::pso, "f"), Error);
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, std::size_t{64}, bytes.size() - 1}) {
    EXPECT_THROW(RunView(std::span(bytes).first(size), Permutation::spo, "f"), Error);
  }
}

// The same run, as if it were of another version.
std::vector<std::byte> with_version(std::vector<std::byte> bytes, std::uint16_t version) {
  auto header = load<detail::RunHeader>(bytes.data());
  header.version = version;
  header.tables_checksum = 0;
  std::memcpy(bytes.data(), &header, sizeof(header));
  header.tables_checksum = checksum(std::span<const std::byte>(bytes).first(header.data_offset));
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

TEST(Run, EarlierVersionsAreReadAndLaterOnesRefusedByName) {
  const auto bytes = build_run(Permutation::spo, {{Huri(5), Huri(5), Huri(5)}});
  EXPECT_EQ(load<detail::RunHeader>(bytes.data()).version, detail::kRunVersion);
  for (std::uint16_t version = 1; version <= detail::kRunVersion; ++version) {
    const auto written = with_version(bytes, version);
    const RunView run(written, Permutation::spo, "f");
    run.check();
    EXPECT_EQ(run.is_current_format(), version >= 2) << "version 3 adds marks, which these rows do not have";
  }
  try {
    RunView(with_version(bytes, detail::kRunVersion + 1), Permutation::spo, "f");
    FAIL() << "a later version was read";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("format 4, this program reads formats up to 3"), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(RunView(with_version(bytes, 0), Permutation::spo, "f"), Error);
}

}  // namespace
}  // namespace quadrille
