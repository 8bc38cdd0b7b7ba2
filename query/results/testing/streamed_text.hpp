#pragma once

// For tests: quads as a writer of graphs or datasets streams them, so many rows a call. Local.

#include <algorithm>
#include <string>
#include <vector>

#include "query/results/result_writer.hpp"
#include "query/results/testing/random_dataset.hpp"

namespace quadrille::results::testing {

inline std::string streamed(ResultFormat format, const std::vector<OwnQuad>& quads, std::size_t rows_a_piece,
                            const std::vector<Prefix>& prefixes) {
  const bool has_graphs = format == ResultFormat::nquads || format == ResultFormat::trig;
  std::vector<std::string> names = {"s", "p", "o"};
  if (has_graphs) names.emplace_back("g");
  const auto writer = has_graphs ? make_result_writer(format, names, prefixes) : make_graph_writer(format, prefixes);
  std::string text;
  writer->begin(text);
  for (std::size_t first = 0; first < quads.size(); first += rows_a_piece) {
    std::vector<Cell> cells;
    const std::size_t last = std::min(first + rows_a_piece, quads.size());
    for (std::size_t row = first; row < last; ++row) {
      const auto& [subject, predicate, object, graph] = quads[row];
      cells.insert(cells.end(), {subject.view(), predicate.view(), object.view()});
      if (has_graphs) cells.push_back(graph ? Cell(graph->view()) : Cell());
    }
    writer->rows(cells, last - first, text);
  }
  writer->end(text);
  return text;
}

}  // namespace quadrille::results::testing
