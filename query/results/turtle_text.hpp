#pragma once

// A TurtleText writes terms as Turtle and TriG do: IRIs by prefixes, numbers and booleans bare if a reader makes the
// same term of them. It notes which prefixes the terms have used, and if one of them needs RDF 1.2.
//
//   TurtleText terms({{"ex", "http://ex.org/"}});
//   terms.append(out, TermView::iri("http://ex.org/ann"));     ex:ann
//   terms.uses(0)                                              true
//
// Local. Blank nodes have the labels of the terms.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/term.hpp"
#include "query/results/name_spaces.hpp"

namespace quadrille::results {

// An announcement of the version, which Turtle and TriG allow before each statement outside of graphs, again too. It is
// written before the first term that needs it.
inline constexpr std::string_view kVersionLine = "VERSION \"1.2\"\n";

// Appends the declaration of a prefix, with its line end.
void append_prefix(std::string& out, const Prefix& prefix);

class TurtleText {
 public:
  explicit TurtleText(std::vector<Prefix> prefixes) : names_(std::move(prefixes)), used_(names_.declared().size()) {}

  void append(std::string& out, const TermView& term);
  void append_predicate(std::string& out, const TermView& predicate);  // rdf:type is "a"
  // As append(), but a string with line ends is in three quotes, on lines. Not all readers take this in triple terms.
  void append_in_lines(std::string& out, const TermView& term);

  const std::vector<Prefix>& prefixes() const { return names_.declared(); }
  bool uses(std::size_t prefix) const { return used_[prefix] != 0; }
  bool needs_version() const { return needs_version_; }

 private:
  void append_name(std::string& out, std::string_view name);
  void append_triple(std::string& out, const TermView& term);
  void append_literal(std::string& out, const TermView& term);
  void append_suffix(std::string& out, const TermView& literal);

  NameSpaces names_;
  std::vector<char> used_;  // by prefix
  bool needs_version_ = false;
};

}  // namespace quadrille::results
