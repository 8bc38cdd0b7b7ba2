#include "query/table/key_runs.hpp"

#include <gtest/gtest.h>

namespace quadrille::query {
namespace {

Schema sorted(std::vector<VariableId> columns, std::vector<VariableId> order) {
  Schema schema;
  for (const VariableId variable : columns) schema.columns.push_back({variable});
  schema.sorted_by = std::move(order);
  return schema;
}

using Columns = std::vector<std::size_t>;

TEST(RunColumns, AreThoseTheOrderBeginsWith) {
  const Schema schema = sorted({7, 8, 9}, {8, 7});
  EXPECT_EQ(run_columns(schema, std::vector<VariableId>{8}), Columns{1});
  EXPECT_EQ(run_columns(schema, std::vector<VariableId>{7, 8}), (Columns{1, 0}));
  EXPECT_EQ(run_columns(schema, std::vector<VariableId>{8, 7, 8}), (Columns{1, 0}));
  EXPECT_FALSE(run_columns(schema, std::vector<VariableId>{7}));
  EXPECT_FALSE(run_columns(schema, std::vector<VariableId>{8, 9}));
  EXPECT_FALSE(run_columns(schema, std::vector<VariableId>{8, 7, 9}));
}

TEST(RunColumns, DoNotCountWhatIsUnboundInAllRows) {
  const Schema schema = sorted({7, 8}, {8});
  EXPECT_EQ(run_columns(schema, std::vector<VariableId>{1, 8}), Columns{1});
  EXPECT_FALSE(run_columns(schema, std::vector<VariableId>{1}));
  EXPECT_FALSE(run_columns(schema, std::vector<VariableId>{}));
}

}  // namespace
}  // namespace quadrille::query
