#pragma once

// Finds quads that JSON-LD 1.1 cannot express: a reader would refuse them, or leave them out without a word. Local.

#include <string_view>

#include "loader/rdf/quad_sink.hpp"

namespace quadrille::jsonld {

// Why a reader would not have the term again: "triple terms"; empty if it has. Cost: a look at each byte of IRIs.
std::string_view obstacle_in(TermView term);
// The same for a predicate.
std::string_view obstacle_in_predicate(TermView predicate);

// Error (user) that names the quad.
[[noreturn]] void refuse_quad(const QuadView& quad, std::string_view obstacle);
void check_expressible(const QuadView& quad);

}  // namespace quadrille::jsonld
