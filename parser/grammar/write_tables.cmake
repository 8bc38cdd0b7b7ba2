# Writes sparql_grammar.hpp and sparql_grammar.cpp from the output of ANTLR's tool for a grammar (its .interp files): the
# kinds of tokens, the rules, and the serialized ATNs of parser and lexer, which parser/detail/grammar.hpp describes.
#
#   cmake -DPARSER_INTERP=... -DLEXER_INTERP=... -DOUTPUT=<folder> -P write_tables.cmake
cmake_minimum_required(VERSION 3.25)

function(read_section file heading characters out)
  file(READ ${file} text)
  if(NOT text MATCHES "(^|\n)${heading}:\n(${characters}*)")
    message(FATAL_ERROR "${file} has no section '${heading}'")
  endif()
  string(REGEX REPLACE "\n\n.*" "\n" section "${CMAKE_MATCH_2}")  # a section ends with an empty line
  set(${out} "${section}" PARENT_SCOPE)
endfunction()

# "a\nb\n" to "a, b"
function(to_enumerators names out)
  string(STRIP "${names}" names)
  string(REPLACE "\n" ",\n  " names "${names}")
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

read_section(${PARSER_INTERP} "token symbolic names" "[A-Za-z0-9_\n]" tokens)
read_section(${PARSER_INTERP} "rule names" "[A-Za-z0-9_\n]" rules)
read_section(${PARSER_INTERP} "atn" "[-0-9, [\n]" parser_atn)
read_section(${LEXER_INTERP} "atn" "[-0-9, [\n]" lexer_atn)
string(REGEX REPLACE "^null\n" "" tokens "${tokens}")
string(REPLACE "[" "" parser_atn "${parser_atn}")
string(REPLACE "[" "" lexer_atn "${lexer_atn}")
string(REGEX MATCHALL "\n" ends "${tokens}")
list(LENGTH ends num_tokens)
string(REGEX MATCHALL "\n" ends "${rules}")
list(LENGTH ends num_rules)
to_enumerators("${tokens}" token_enumerators)
to_enumerators("${rules}" rule_enumerators)
string(REGEX REPLACE "([A-Za-z0-9_]+)" "\"\\1\"" token_names "${token_enumerators}")
string(REGEX REPLACE "([A-Za-z0-9_]+)" "\"\\1\"" rule_names "${rule_enumerators}")

file(WRITE ${OUTPUT}/sparql_grammar.hpp.new "#pragma once
// Written from SparqlLexer.g4 and SparqlParser.g4 by write_tables.cmake.
#include <cstddef>
#include <cstdint>

namespace quadrille::parser {

enum class TokenKind : std::uint16_t {
  END,  // of the text
  ${token_enumerators}
};

enum class Rule : std::uint16_t {
  ${rule_enumerators}
};

inline constexpr std::size_t kNumTokenKinds = ${num_tokens} + 1;
inline constexpr std::size_t kNumRules = ${num_rules};

}  // namespace quadrille::parser
")
file(WRITE ${OUTPUT}/sparql_grammar.cpp.new "// Written from SparqlLexer.g4 and SparqlParser.g4 by write_tables.cmake.
#include \"parser/detail/grammar.hpp\"

namespace quadrille::parser {

namespace {
constexpr const char* kTokenNames[] = {
  \"END\",
  ${token_names}
};
constexpr const char* kRuleNames[] = {
  ${rule_names}
};
constexpr std::int32_t kParserAtn[] = {
  ${parser_atn}
};
constexpr std::int32_t kLexerAtn[] = {
  ${lexer_atn}
};
}  // namespace

const GrammarTables kGrammar = {kTokenNames, kRuleNames, kParserAtn, kLexerAtn};

}  // namespace quadrille::parser
")
foreach(file sparql_grammar.hpp sparql_grammar.cpp)
  file(COPY_FILE ${OUTPUT}/${file}.new ${OUTPUT}/${file} ONLY_IF_DIFFERENT)
  file(REMOVE ${OUTPUT}/${file}.new)
endforeach()
