#pragma once

// Writes the text of a SERVICE block for an endpoint, which does not have our prologue.

#include <span>
#include <string>

#include "parser/detail/request.hpp"

namespace quadrille::parser {

// The text of `tokens`, with prefixed names and relative IRIs written as absolute IRIs and comments left out.
std::string service_text(const Request& request, std::span<const Token> tokens);

}  // namespace quadrille::parser
