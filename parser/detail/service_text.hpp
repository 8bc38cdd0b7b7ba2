#pragma once

// The text of a SERVICE block, for sending on to an endpoint that knows nothing of our prologue.

#include <span>
#include <string>

#include "parser/detail/request.hpp"

namespace quadrille::parser {

// The text of `tokens`, with prefixed names and relative IRIs written as absolute IRIs and comments left out.
std::string service_text(const Request& request, std::span<const Token> tokens);

}  // namespace quadrille::parser
