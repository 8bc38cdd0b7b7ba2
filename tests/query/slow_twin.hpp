#pragma once

// A query against its slow twin, which says the same in a way that the planner can make nothing of: by the whole base,
// by an image's own shards alone, and through changes (ChangedDatabase), all must answer the same.

#include <string>
#include <string_view>
#include <vector>

#include "pgas/test_main.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing {

// The text with `condition` in every place that `place` names.
std::string with(std::string text, std::string_view place, std::string_view condition);

// Collective. Expects, on the first image, that `plain` answers as `slow`. The lines of the answer.
std::vector<std::string> expect_twins(TestDatabase& database, const ChangedDatabase& changed, const std::string& plain,
                                      const std::string& slow);

}  // namespace quadrille::testing
