#pragma once

// For tests: the expected quads of a database built from some files, computed with plain sets and without the engine.
//
// Blank nodes are numbered in the order of (file, label), as in the build.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "loader/build/build_options.hpp"
#include "quadstore/quad.hpp"

namespace quadrille::testing {

class ExpectedQuads {
 public:
  explicit ExpectedQuads(const BuildOptions& options);

  std::uint64_t read() const { return read_; }  // with duplicates
  std::uint64_t blank_nodes() const { return blanks_.size(); }
  std::uint64_t default_quads() const;
  std::uint64_t named_quads() const { return quads_.size() - default_quads(); }
  std::set<std::string> vocabulary_terms() const;  // in N-Triples: neither blank nor inline

  // In the form of testing::dump_quads().
  std::set<std::string> lines() const;

  // As rows; a term that the dictionary does not have is kUnbound. named: those of the named graphs.
  std::set<Quad> rows(const Dictionary& dictionary, bool named) const;

 private:
  using Blank = std::pair<std::uint32_t, std::string>;  // file, label
  struct Node {
    Term term;  // no text if it is blank
    Blank blank;
    auto key() const { return std::tie(term.kind, term.text, term.datatype, term.language, blank); }
    bool operator<(const Node& other) const { return key() < other.key(); }
  };
  class Collector;

  Term term_of(const Node& node) const;
  Huri huri_of(const Node& node, const Dictionary& dictionary) const;

  std::uint64_t read_ = 0;
  std::set<std::vector<Node>> quads_;  // three nodes or four
  std::map<Blank, std::uint64_t> blanks_;
};

}  // namespace quadrille::testing
