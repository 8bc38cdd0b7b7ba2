#pragma once

// What to do about the mistakes that people make again and again: "unexpected '-5', expected an integer" tells what is
// wrong, "; LIMIT and OFFSET take a whole number, 0 or more" what would be right. A table of hints a chapter of the
// language, tried from the top; a row more is a function more.
//
// Local. Called for the sake of an error message only, so that nothing here need be fast.

#include "parser/detail/mistake.hpp"

namespace quadrille::parser {

// Without "; " in front. nullopt: nothing is known about it.
Hint hint(const Mistake& mistake);

// Of a word that is no keyword, nor near to one: words alone mean nothing, a name has a prefix, a variable its mark.
Hint word_hint(const Mistake& mistake);

// By chapter.
Hint request_hint(const Mistake& mistake);     // queries and updates, prologue, SELECT, ASK, modifiers
Hint pattern_hint(const Mistake& mistake);     // triples, groups, VALUES
Hint expression_hint(const Mistake& mistake);  // operators, functions

// The first text that a row of `table` has.
template <std::size_t rows>
Hint first_of(const Mistake& mistake, Hint (*const (&table)[rows])(const Mistake&)) {
  for (const auto row : table) {
    if (Hint text = row(mistake)) return text;
  }
  return std::nullopt;
}

}  // namespace quadrille::parser
