#include "parser/detail/service_text.hpp"

#include "parser/detail/lexer.hpp"
#include "parser/detail/literals.hpp"

namespace quadrille::parser {

std::string service_text(const Request& request, std::span<const Token> tokens) {
  const std::uint32_t end = tokens.back().offset + tokens.back().size;
  std::string text;
  // Reads the text again, since data blocks are single tokens in the list.
  Lexer lexer(request.source, tokens.front());
  std::uint32_t line = tokens.front().position.line;
  for (Token token = lexer.next(); token.offset < end && token.kind != TokenKind::END; token = lexer.next()) {
    if (!text.empty()) text += token.position.line == line ? ' ' : '\n';
    line = token.position.line;
    if (is_iri(token.kind)) {
      text += '<' + request.names.iri(token) + '>';
    } else {
      text += request.text(token);
    }
  }
  return text;
}

}  // namespace quadrille::parser
