#pragma once

// Values as bytes, for moving the states of aggregates between images.
//
//   | form : 1 | huri : 8, if form has it | kind, text, datatype, language, if form has them |
//
// A stable HURI means the same everywhere and travels; that of a blank node too. A volatile one is left out where the
// text is there to say what it stands for; without a text it travels, and the sender answers for its meaning.
//
// Local. Caller: Accumulator.

#include <string>

#include "query/expression/value.hpp"

namespace quadrille::query {

void append_value(std::string& out, const Value& value);
// Reads what append_value wrote; `from` moves behind it. Texts are copied to the arena.
Value read_value(const unsigned char*& from, Arena& arena);

void append_text(std::string& out, std::string_view text);
std::string_view read_text(const unsigned char*& from);

}  // namespace quadrille::query
