#pragma once

// Compares a query with its slow twin: an equivalent query in a form that the planner cannot optimize. Both must have
// the same answer on the whole base, with only an image's own shards, and through changes (ChangedDatabase).

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "pgas/test_main.hpp"
#include "query/plan/logical/operator_choices.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing {

// The text with `condition` in every place that `place` names.
std::string with(std::string text, std::string_view place, std::string_view condition);

// Collective. Expects, on the first image, that `plain` answers as `slow`. The lines of the answer.
std::vector<std::string> expect_twins(TestDatabase& database, const ChangedDatabase& changed, const std::string& plain,
                                      const std::string& slow);

// The same of one query by the operators of two choices; besides in `pieces` of so many rows, and through changes in
// pieces of `pieces_of_changes` (0: as ever).
std::vector<std::string> expect_choices_agree(TestDatabase& database, const ChangedDatabase& changed,
                                              const std::string& query, const query::OperatorChoices& slow,
                                              const query::OperatorChoices& fast,
                                              std::initializer_list<std::size_t> pieces, std::size_t pieces_of_changes);

}  // namespace quadrille::testing
