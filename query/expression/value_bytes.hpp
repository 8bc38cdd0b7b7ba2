#pragma once

// Functions that write values as bytes and read them back, to move the states of aggregates between images.
//
//   | form : 1 | huri : 8, if form has it | kind, text, datatype, language, if form has them |
//
// A stable HURI means the same on every image and is included; so is that of a blank node. A volatile one is left out
// if the text is available to identify the term; without a text it is included, and the sender ensures that it can be
// understood.
//
// Local. Called by Accumulator.

#include <string>

#include "query/expression/value.hpp"

namespace quadrille::query {

void append_value(std::string& out, const Value& value);
// Reads what append_value wrote; `from` moves behind it. Texts are copied to the arena.
Value read_value(const unsigned char*& from, Arena& arena);

void append_text(std::string& out, std::string_view text);
std::string_view read_text(const unsigned char*& from);

}  // namespace quadrille::query
