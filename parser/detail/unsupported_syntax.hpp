#pragma once

// Recognises syntax of other languages that is not supported: SPARQL 1.2, and extensions of other systems. An error
// that names it is more helpful than "unexpected '<'". It is a table as in hints.hpp; a new feature removes its row.

#include "parser/detail/mistake.hpp"

namespace quadrille::parser {

// Local; for an error message. Returns the name of the syntax that begins or ends at this place, and its replacement if
// there is one; nullopt: it is a mistake.
Hint unsupported_syntax(const Mistake& mistake);

}  // namespace quadrille::parser
