#pragma once

// Suggestions for the word at the cursor.
//
//   \lo              commands                       ?na              variables of the statement
//   \load da         files                          foaf:na, <http   classes behind a or rdf:type, predicates elsewhere
//   sel              keywords, prefixes             (nothing)        the same classes or predicates, shortened

#include <string>
#include <string_view>
#include <vector>

#include "server/shell/prefixes.hpp"
#include "server/shell/vocabulary.hpp"

namespace quadrille::server {

struct Suggestions {
  std::size_t word_bytes = 0;      // of the text before the cursor: the word that a suggestion replaces
  std::vector<std::string> words;  // the best first; each begins as the word does, but for the case of letters
};

// `before`: the statement up to the cursor, with the lines above. Local; reads a folder for the name of a file.
Suggestions suggest(std::string_view before, const Vocabulary& vocabulary, const SessionPrefixes& prefixes);

// The beginning that all have in common.
std::string common_beginning(const std::vector<std::string>& words);

}  // namespace quadrille::server
