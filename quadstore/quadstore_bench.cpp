// Measures the speed of unpacking columns, building and searching runs, and sorting rows; bytes a quad on data with
// the structure of LUBM. Checks only the counts asserted here; tests check correctness.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/assert.hpp"
#include "quadstore/bit_packing.hpp"
#include "quadstore/column_codec.hpp"
#include "quadstore/column_search.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/run.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/run_searcher.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/sort_rows.hpp"
#include "quadstore/testing/lubm_like.hpp"
#include "quadstore/testing/old_forms.hpp"

namespace quadrille {
namespace {

using namespace detail;

void unpack_width(benchmark::State& state) {
  const int width = static_cast<int>(state.range(0));
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> values(kBlockRows), out(kBlockRows);
  for (auto& value : values) value = random() & low_bits(width);
  std::vector<std::byte> packed;
  pack_bits(values, width, packed);
  packed.resize(packed.size() + kPackingSlack);
  for (auto _ : state) {
    unpack_bits(packed.data(), width, 0, kBlockRows, 5, out.data());
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kBlockRows);
}
BENCHMARK(unpack_width)->Arg(1)->Arg(5)->Arg(8)->Arg(13)->Arg(20)->Arg(31)->Arg(45)->Arg(60);

// Values that suit the codec.
std::vector<std::uint64_t> values_for(Codec codec) {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> values(kBlockRows);
  for (auto& value : values) value = codec == Codec::constant ? 7 : iri(1000 + random() % 5000).bits();
  if (codec == Codec::delta || codec == Codec::differences || codec == Codec::runs) {
    std::sort(values.begin(), values.end());
  }
  if (codec == Codec::runs) {
    for (std::size_t row = 0; row < kBlockRows; ++row) values[row] = values[row / 5 * 5];
  }
  if (codec == Codec::frames) {
    for (std::size_t row = 0; row < kBlockRows; row += 3) values[row] = text(random() % 900).bits();
  }
  return values;
}

struct EncodedColumn {
  explicit EncodedColumn(Codec codec)
      : values(values_for(codec)), min(*std::min_element(values.begin(), values.end())) {
    QUADRILLE_ASSERT(encode_any_form(codec, values, bytes), "the column has this form");
    size = bytes.size();
    bytes.resize(size + kPackingSlack);
  }
  std::vector<std::uint64_t> values;
  std::uint64_t min;
  std::vector<std::byte> bytes;
  std::size_t size;
};

void decode_codec(benchmark::State& state) {
  const auto codec = static_cast<Codec>(state.range(0));
  const EncodedColumn column(codec);
  std::vector<std::uint64_t> out(kBlockRows);
  for (auto _ : state) {
    decode_column(column.bytes.data(), kBlockRows, column.min, 0, kBlockRows, out.data());
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetLabel(std::string(name(codec)));
  state.counters["bits/row"] = static_cast<double>(column.size) * 8 / kBlockRows;
  state.SetItemsProcessed(state.iterations() * kBlockRows);
}
BENCHMARK(decode_codec)->DenseRange(0, kCodecs - 1);

void read_row_of_codec(benchmark::State& state) {
  const auto codec = static_cast<Codec>(state.range(0));
  const EncodedColumn column(codec);
  std::size_t row = 0;
  std::uint64_t value = 0;
  for (auto _ : state) {
    row = (row + 389) % kBlockRows;
    decode_column(column.bytes.data(), kBlockRows, column.min, row, row + 1, &value);
    QUADRILLE_ASSERT(value == column.values[row], "the row is read");
  }
  state.SetLabel(std::string(name(codec)));
}
BENCHMARK(read_row_of_codec)->DenseRange(0, kCodecs - 1);

// In a column that ascends.
void find_in_codec(benchmark::State& state) {
  const auto codec = static_cast<Codec>(state.range(0));
  const EncodedColumn column(codec);
  std::size_t row = 0;
  for (auto _ : state) {
    row = (row + 389) % kBlockRows;
    const FoundRows found =
        find_in_column(column.bytes.data(), kBlockRows, column.min, 0, kBlockRows, column.values[row]);
    QUADRILLE_ASSERT(found.begin <= row && row < found.end, "the row is found");
  }
  state.SetLabel(std::string(name(codec)));
}
constexpr auto kAscending = {static_cast<int>(Codec::delta), static_cast<int>(Codec::differences),
                             static_cast<int>(Codec::runs)};
BENCHMARK(find_in_codec)->Apply([](auto* bench) {
  for (const int codec : kAscending) bench->Arg(codec);
});

void build_run(benchmark::State& state) {
  const Permutation permutation = permutation_at(static_cast<int>(state.range(0)));
  const auto rows = shard_rows(100, permutation);
  std::size_t bytes = 0;
  for (auto _ : state) bytes = build(permutation, rows).size();
  state.SetLabel(std::string(name(permutation)));
  state.counters["bytes/row"] = static_cast<double>(bytes) / static_cast<double>(rows.size());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows.size()));
}
BENCHMARK(build_run)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

void scan_run(benchmark::State& state) {
  const BuiltRun run(permutation_at(static_cast<int>(state.range(0))));
  std::vector<Huri> out(kBlockRows);
  for (auto _ : state) {
    for (std::uint64_t block = 0; block < run.view.blocks(); ++block) {
      const RowRange rows = run.view.block_rows(block);
      for (int column = 0; column < 3; ++column) {
        run.view.read(static_cast<ColumnIndex>(column), rows, std::span(out).first(rows.size()));
      }
      benchmark::DoNotOptimize(out.data());
    }
  }
  state.SetLabel(std::string(name(run.view.permutation())) + ", all columns");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(run.view.rows()));
}
BENCHMARK(scan_run)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

void find_at_random(benchmark::State& state) {
  const BuiltRun run(Permutation::spo);
  std::mt19937_64 random(2);
  std::uint64_t found = 0;
  for (auto _ : state) {
    const TripleRow& row = run.rows[random() % run.rows.size()];
    const QuadPrefix prefix = state.range(0) == 1 ? QuadPrefix{row[0]} : QuadPrefix{row[0], row[1]};
    found += run.view.find(prefix).size();
  }
  QUADRILLE_ASSERT(found >= static_cast<std::uint64_t>(state.iterations()), "every row is found");
}
BENCHMARK(find_at_random)->Arg(1)->Arg(2);

// An index join: every subject in turn, and the object of one predicate.
void search_ascending(benchmark::State& state) {
  const BuiltRun run(Permutation::spo);
  const auto step = static_cast<std::size_t>(state.range(0));
  std::vector<Huri> subjects;
  for (const TripleRow& row : run.rows) {
    if (subjects.empty() || subjects.back() != row[0]) subjects.push_back(row[0]);
  }
  std::uint64_t searches = 0, found = 0;
  for (auto _ : state) {
    RunSearcher searcher(run.view);
    for (std::size_t i = 0; i < subjects.size(); i += step) {
      const RowRange rows = searcher.find({subjects[i], iri(100 + member_of)});
      Huri object;
      searcher.read(ColumnIndex{2}, rows, std::span(&object, rows.size()));
      benchmark::DoNotOptimize(object);
      found += rows.size();
      ++searches;
    }
  }
  QUADRILLE_ASSERT(found == searches, "everybody is a member of one department");
  state.SetItemsProcessed(static_cast<std::int64_t>(searches));
}
BENCHMARK(search_ascending)->Arg(1)->Arg(10)->Arg(500);

void sort_two_million(benchmark::State& state) {
  std::vector<TripleRow> rows = LubmLike().rows(520);
  std::mt19937_64 random(3);
  std::shuffle(rows.begin(), rows.end(), random);
  std::vector<TripleRow> work(rows.size()), scratch(rows.size());
  for (auto _ : state) {
    state.PauseTiming();
    work = rows;
    if (state.range(0) == 1) sort_rows<3>(work, scratch, positions(Permutation::spo));
    state.ResumeTiming();
    if (state.range(0) == 1) {
      stable_sort_by<3>(work, scratch, Position::predicate);
    } else {
      sort_rows<3>(work, scratch, positions(Permutation::spo));
    }
  }
  state.SetLabel(state.range(0) == 1 ? "spo -> pso" : "unsorted -> spo");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows.size()));
}
BENCHMARK(sort_two_million)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace quadrille

BENCHMARK_MAIN();
