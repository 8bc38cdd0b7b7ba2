#pragma once

// Advice for common mistakes: "unexpected '-5', expected an integer" describes the error, "; LIMIT and OFFSET take a
// whole number, 0 or more" the remedy. There is a table of hints for each chapter of the language, tried from the top;
// each row is a function.
//
// Local. Called only for error messages, so speed does not matter.

#include "parser/detail/mistake.hpp"

namespace quadrille::parser {

// Without "; " in front. nullopt: there is no advice.
Hint hint(const Mistake& mistake);

// For a word that is no keyword, nor similar to one: words alone have no meaning, a name has a prefix, a variable a
// mark.
Hint word_hint(const Mistake& mistake);

// By chapter.
Hint request_hint(const Mistake& mistake);     // queries and updates, prologue, SELECT, ASK, modifiers
Hint pattern_hint(const Mistake& mistake);     // triples, groups, VALUES
Hint expression_hint(const Mistake& mistake);  // operators, functions

// The first text from a row of `table`.
template <std::size_t rows>
Hint first_of(const Mistake& mistake, Hint (*const (&table)[rows])(const Mistake&)) {
  for (const auto row : table) {
    if (Hint text = row(mistake)) return text;
  }
  return std::nullopt;
}

}  // namespace quadrille::parser
