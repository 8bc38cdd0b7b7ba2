#pragma once

// Finds documents that cannot have their expected syntax, from their first bytes: a web page with the name x.ttl,
// compressed data, RDF/XML that is read as Turtle.

#include <optional>
#include <string>
#include <string_view>

#include "loader/rdf/input_file.hpp"

namespace quadrille {

// Returns why a document that begins with `head` (kGuessBytes of it, or all if it is shorter;
// loader/rdf/content_guess.hpp) cannot be in `syntax`, and what to do; nullopt if it may be, well-formed or not.
//
//   "this is a web page (HTML), not Turtle; the address may need another path or an Accept header to give RDF"
//
// `head` is the document's, after decompression.
std::optional<std::string> unfit_content(std::string_view head, Syntax syntax);

}  // namespace quadrille
