#include "parser/detail/antlr_grammar.hpp"

#include "base/assert.hpp"
#include "parser/detail/atn_form.hpp"

namespace quadrille::parser {

std::unique_ptr<antlr4::atn::ATN> make_atn(std::span<const std::int32_t> serialized) {
  antlr4::atn::ATNDeserializer deserializer;
#if __has_include(<atn/SerializedATNView.h>)
  std::vector<std::int32_t> words =
      serialized[0] == 3 ? to_version_4(serialized) : std::vector<std::int32_t>(serialized.begin(), serialized.end());
  return deserializer.deserialize(antlr4::atn::SerializedATNView(words));
#else
  QUADRILLE_ASSERT(serialized[0] == 3, "a runtime before ANTLR 4.10 has a grammar from a tool before 4.10");
  const std::vector<std::uint16_t> words(serialized.begin(), serialized.end());
  return std::make_unique<antlr4::atn::ATN>(deserializer.deserialize(words));
#endif
}

const antlr4::atn::ATN& parser_atn() {
  static const antlr4::atn::ATN* atn = make_atn(kGrammar.parser_atn).release();  // lives as long as the process
  return *atn;
}

}  // namespace quadrille::parser
