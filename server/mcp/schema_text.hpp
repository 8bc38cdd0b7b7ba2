#pragma once

// A Schema as a language model reads it: lines of text, the most frequent first, and what was left out.

#include <cstddef>
#include <string>
#include <string_view>

#include "server/schema/schema.hpp"

namespace quadrille::server {

// At most about so many bytes. `of_class`: only the predicates of its things; empty: all.
std::string schema_text(const Schema& schema, std::string_view of_class, std::size_t most_bytes);

}  // namespace quadrille::server
