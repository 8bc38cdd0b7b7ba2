#pragma once

// Writes a Value as JSON, without white space and with only the necessary escapes (RFC 8785, 3.2). Local.
//
//   write_json            members in their order
//   write_canonical_json  members ordered by the UTF-16 code units of their keys: the JSON Canonicalization Scheme
//
// Cost: a pass over the value; canonical form also sorts.

#include <string>
#include <string_view>

#include "loader/jsonld/json/value.hpp"

namespace quadrille::jsonld {

void write_json(std::string& out, Value value);
void write_canonical_json(std::string& out, Value value);

// With its quotation marks.
void write_json_string(std::string& out, std::string_view text);

}  // namespace quadrille::jsonld
