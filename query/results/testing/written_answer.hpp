#pragma once

// The whole text of an answer, for the tests of writers. Local.

#include <cstddef>
#include <string>
#include <vector>

#include "query/results/result_writer.hpp"

namespace quadrille::results::testing {

inline std::string written_answer(ResultFormat format, const std::vector<std::string>& variables,
                                  const std::vector<Cell>& cells, std::size_t row_count) {
  std::string out;
  const auto writer = make_result_writer(format, variables);
  writer->begin(out);
  writer->rows(cells, row_count, out);
  writer->end(out);
  return out;
}

}  // namespace quadrille::results::testing
