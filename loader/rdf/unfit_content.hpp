#pragma once

// Finds documents that are not what they are to be read as, from their first bytes: a web page under the name x.ttl,
// data that are still compressed, RDF/XML that is read as Turtle.

#include <optional>
#include <string>
#include <string_view>

#include "loader/rdf/input_file.hpp"

namespace quadrille {

// Why a document that begins with `head` (kGuessBytes of it, or all if it is shorter; loader/rdf/content_guess.hpp) is
// not one of `syntax`, and what to do; nullopt if it may be one, well-formed or not.
//
//   "this is a web page (HTML), not Turtle; the address may need another path or an Accept header to give RDF"
//
// `head` is the document's, after decompression.
std::optional<std::string> unfit_content(std::string_view head, Syntax syntax);

}  // namespace quadrille
