// Finds heavy objects in the rows of all images together, in any number of chunks.

#include "loader/build/find_heavy_objects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "pgas/test_main.hpp"
#include "quadstore/heavy_objects.hpp"

namespace quadrille {
namespace {

Huri iri(std::uint64_t rank) {
  return Huri::make(HuriKind::iri, rank);
}

struct Rows {
  std::vector<TripleRow> triples;
  std::vector<QuadRow> quads;
};

// The rows of an image depend only on its number, so each image can count those of all. Some objects have many rows,
// some of them only on one image or just as many as the threshold.
Rows rows_of(int member, unsigned seed) {
  std::mt19937_64 random(seed * 100 + static_cast<unsigned>(member));
  Rows rows;
  const std::uint64_t heavy = 1 + random() % 9, rare = 1 + random() % 20'000;
  for (std::uint64_t i = random() % 30'000; i > 0; --i) {
    const std::uint64_t kind = random() % 4;
    const Huri object = iri(kind == 0 ? random() % heavy : kind == 1 ? 10 + random() % 60 : 100 + random() % rare);
    if (i % 3 == 0) {
      rows.quads.push_back({iri(i), iri(1), object, iri(2)});
    } else {
      rows.triples.push_back({iri(i), iri(1), object});
    }
  }
  return rows;
}

std::vector<Huri> expected(unsigned seed, std::uint32_t shards) {
  std::map<Huri, std::uint64_t> counts;
  std::uint64_t all = 0;
  for (int member = 0; member < pgas::test_team().size(); ++member) {
    const Rows rows = rows_of(member, seed);
    for (const TripleRow& row : rows.triples) ++counts[row[2]];
    for (const QuadRow& row : rows.quads) ++counts[row[2]];
    all += rows.triples.size() + rows.quads.size();
  }
  std::vector<Huri> heavy;
  for (const auto& [object, rows] : counts) {
    if (rows > std::max(HeavyObjects::threshold(all, shards), kFewRows)) heavy.push_back(object);
  }
  return heavy;
}

template <class Row>
std::span<const Row> chunk_of(const std::vector<Row>& rows, std::size_t chunk, std::size_t chunks) {
  const std::size_t begin = rows.size() * chunk / chunks, end = rows.size() * (chunk + 1) / chunks;
  return std::span(rows).subspan(begin, end - begin);
}

TEST(FindHeavyObjects, FindsThoseAboveTheThresholdInAnyChunks) {
  pgas::Team& team = pgas::test_team();
  pgas::QueryArena arena(team.heap());
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Rows rows = rows_of(team.rank(), seed);
    for (const std::uint32_t shards : {1u, 8u, 64u}) {
      const std::vector<Huri> wanted = expected(seed, shards);
      for (const std::size_t chunks : {1u, 7u, 1000u}) {
        const auto visit_all = [&](const RowVisit& visit) {
          for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            visit(chunk_of(rows.triples, chunk, chunks), chunk_of(rows.quads, chunk, chunks));
          }
        };
        EXPECT_EQ(find_heavy_objects(team, arena, rows.triples.size() + rows.quads.size(), visit_all, shards), wanted)
            << "seed " << seed << ", " << shards << " shards, " << chunks << " chunks";
      }
    }
  }
}

}  // namespace
}  // namespace quadrille
