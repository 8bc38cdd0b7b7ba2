#pragma once

// The text of a triple term (RDF 1.2 Concepts, 3.5) is canonical N-Triples, one space between two tokens:
//
//   <<( <http://a/ann> <http://a/worksFor> <http://a/acme> )>>
//   <<( _:b1 <http://a/says> <<( <http://a/s> <http://a/p> "o"@en )>> )>>
//
// So a triple term passes through readers, logs and writers as one text, and is divided where its components matter.

#include <functional>
#include <string>
#include <string_view>

#include "base/canonical_term.hpp"
#include "base/term.hpp"

namespace quadrille {

// A triple term is at depth 1, the one that is its object at depth 2; deeper ones than these are refused by all
// readers, so that recursion is bounded.
inline constexpr int kMostNestedTriples = 100;

// Local. Appends the text of the triple term of three terms. The caller has checked their kinds.
void append_triple_term(std::string& out, TermView subject, TermView predicate, TermView object);

// Divides triple terms into their components. The terms are valid until the next call.
class TripleParts {
 public:
  // Fails by an assertion if it is not the text of a triple term.
  explicit TripleParts(std::string_view text);

  TermView subject() const { return terms_[0]; }
  TermView predicate() const { return terms_[1]; }
  TermView object() const { return terms_[2]; }

 private:
  TermBytes bytes_[3];
  TermView terms_[3];
};

// Calls visit with the term if it is a blank node, and with each blank node within a triple term.
void for_each_blank(TermView term, const std::function<void(TermView)>& visit);

// The text of a triple term with other labels of its blank nodes.
std::string with_blank_labels(std::string_view text, const std::function<std::string(std::string_view)>& rename);

// How deep the text nests: 1 without a triple term within.
int depth_of_triple(std::string_view text);

}  // namespace quadrille
