#pragma once

// The data that four queries of LUBM (2, 6, 9 and 14) need, as arrays; made from a database once, outside of the
// measured time.
//
//   node    the rank of an IRI in the vocabulary, so that neighbours in the order of IRIs are neighbours here
//   texts   | <http://...Student0> \n | <http://...Student1> \n | ...     of all students: rows of TSV, ready to copy
//
// Local; the whole database is open. Error (user) if it has more IRIs than a Node can number, or lacks the classes and
// predicates of the queries, so that it is not of LUBM. Changes by updates are ignored.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/csr/csr.hpp"
#include "dictionary/dictionary.hpp"
#include "quadstore/generation.hpp"

namespace quadrille::bench {

struct LubmGraph {
  LubmGraph(const Generation& generation, const Dictionary& dictionary);

  std::string_view row_text(Node node) const {
    return {texts.data() + text_begin[node], text_begin[node + 1] - text_begin[node]};
  }

  Node nodes = 0;
  NodeSet graduate_students, undergraduate_students, students, faculty, courses, departments, universities;
  Csr member_of, sub_organization_of, undergraduate_degree_from, advisor, teacher_of, takes_course;
  std::vector<std::uint64_t> text_begin;  // nodes + 1
  std::string texts;
};

}  // namespace quadrille::bench
