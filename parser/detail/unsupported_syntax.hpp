#pragma once

// Syntax that is right elsewhere and not here yet: SPARQL 1.2, and what other systems add to the language. An error
// that names it is worth more than "unexpected '<'". A table as those of hints.hpp; a feature that comes takes its row
// out.

#include "parser/detail/mistake.hpp"

namespace quadrille::parser {

// Local, for the sake of an error message. What begins at this place or ends there, and what to write instead where
// there is something; nullopt: a mistake.
Hint unsupported_syntax(const Mistake& mistake);

}  // namespace quadrille::parser
