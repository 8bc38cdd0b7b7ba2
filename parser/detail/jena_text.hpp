#pragma once

// Prepares texts in Jena's rule syntax for the lexer and the grammar of SPARQL. Places stay those of the text.

#include <string>
#include <string_view>
#include <vector>

#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

// Comments that begin with "//" begin with "#" instead. "//" inside of IRIs and strings stays.
std::string with_sharp_comments(std::string_view text);

// Keywords of SPARQL become words, and a rule that is neither in brackets nor has a "." at its end gets one: at the end
// of the line in front of the next rule, declaration, or end of the text.
std::vector<Token> with_rule_ends(std::vector<Token> tokens);

}  // namespace quadrille::parser
