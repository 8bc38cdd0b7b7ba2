#pragma once

// The text of one quad, as a user writes it.
//
//   <http://e/tom> a <http://e/Cat> .          Turtle, N-Triples; the dot may be missing
//   ex:tom a ex:Cat                            the caller's prefixes need no declaration
//   ex:zoo { ex:tom a ex:Cat }                 TriG
//   <http://e/tom> <p:b> "c" <http://e/zoo> .  N-Quads

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/term.hpp"
#include "parser/default_prefixes.hpp"

namespace quadrille::server {

struct QuadTerms {
  Term subject, predicate, object;
  std::optional<Term> graph;  // none: the default graph
};

// Local. Error(user) for text that is not one quad, with line and column.
QuadTerms parse_quad(std::string_view text, const std::vector<parser::Prefix>& prefixes);

}  // namespace quadrille::server
