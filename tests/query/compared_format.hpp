#pragma once

// The format in which tests compare answers line by line.

#include "query/results/result_format.hpp"

namespace quadrille::testing {

inline bool has_graph_lines(results::AnswerKind kind) {
  return kind == results::AnswerKind::graph || kind == results::AnswerKind::quads;
}

// N-Triples, N-Quads for quads, TSV for solutions.
inline results::ResultFormat compared_format(results::AnswerKind kind) {
  if (kind == results::AnswerKind::quads) return results::ResultFormat::nquads;
  return has_graph_lines(kind) ? results::ResultFormat::ntriples : results::ResultFormat::tsv;
}

}  // namespace quadrille::testing
