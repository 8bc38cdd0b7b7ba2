#include "loader/build/triple_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

TEST(TripleTable, IdsAreDenseAndEqualRowsAreOne) {
  pgas::QueryArena arena(pgas::test_job().heap());
  TripleTable table(arena);
  std::mt19937_64 random(3);
  std::map<TripleRow, std::uint64_t> known;
  for (int i = 0; i < 20'000; ++i) {
    const auto word = [&] { return Huri::make(HuriKind::iri, random() % 20); };
    const Huri object = known.empty() || random() % 2 == 0 ? word() : triple_word(random() % known.size());
    const TripleRow row{word(), word(), object};
    const std::uint64_t id = table.find_or_add(row);
    EXPECT_EQ(known.try_emplace(row, known.size()).first->second, id);
  }
  EXPECT_EQ(table.size(), known.size());
  EXPECT_GE(table.size_bytes(), 32 * known.size());
  std::uint64_t next = 0;
  table.for_each_chunk([&](std::span<const TripleRow> rows) {
    for (const TripleRow& row : rows) EXPECT_EQ(known.at(row), next++);
  });
  EXPECT_EQ(next, known.size());
  table.clear();
  EXPECT_EQ(table.size(), 0u);
  EXPECT_EQ(table.find_or_add({Huri::make(HuriKind::iri, 1), Huri::make(HuriKind::iri, 2), triple_word(0)}), 0u);
}

}  // namespace
}  // namespace quadrille
