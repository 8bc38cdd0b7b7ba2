#include "loader/rdf/detail/directive_scanner.hpp"

#include <string_view>

#include "base/term.hpp"
#include "base/text.hpp"
#include "loader/rdf/detail/escapes.hpp"
#include "loader/rdf/detail/token_words.hpp"
#include "loader/rdf/turtle_lexer.hpp"

namespace quadrille::detail {

namespace {

// The token at `from` of the window's text, which grows if necessary.
Token token_at(StatementWindow& window, std::size_t from) {
  for (;;) {
    const Token token = next_token(window.rest(), from, window.is_all());
    if (token.kind != TokenKind::incomplete) return token;
    window.refill();
  }
}

bool is_prefix(std::string_view written) {
  return written.find(':') + 1 == written.size() && !prefixed_name_fault(written);
}

// A version is in single quotes, not in three.
bool is_version(std::string_view written) {
  return !written.starts_with(R"(""")") && !written.starts_with("'''");
}

}  // namespace

std::size_t take_directive(StatementWindow& window, DocumentNames& names,
                           const std::function<void(std::string_view version)>& on_version) {
  const Token first = token_at(window, 0);
  if (first.kind != TokenKind::at_word && first.kind != TokenKind::word) return 0;
  window.advance(first.begin);
  std::size_t size = first.end - first.begin;
  const bool has_dot = first.kind == TokenKind::at_word;
  const std::string_view written = window.rest().substr(has_dot ? 1 : 0, size - (has_dot ? 1 : 0));
  const std::string word = has_dot ? std::string(written) : to_lower(written);
  if (word != "prefix" && word != "base" && word != "version") return 0;

  Token prefix;
  if (word == "prefix") {
    prefix = token_at(window, size);
    if (prefix.kind != TokenKind::prefixed_name) return 0;
    size = prefix.end;
  }
  const Token value = token_at(window, size);
  if (value.kind != (word == "version" ? TokenKind::string : TokenKind::iri)) return 0;
  if (!window.is_valid_utf8(value.end)) return 0;

  const auto text_of = [&](const Token& token) { return window.rest().substr(token.begin, token.end - token.begin); };
  const std::string target = unescaped_between(text_of(value));
  if (word == "version") {
    if (!is_version(text_of(value))) return 0;
  } else if (word == "base") {
    if (!names.set_base(target).empty()) return 0;
  } else {
    const std::string_view name = text_of(prefix);
    if (!is_prefix(name) || !names.set_prefix(name.substr(0, name.size() - 1), target).empty()) return 0;
  }
  if (has_dot) {
    const Token dot = token_at(window, value.end);
    if (dot.kind != TokenKind::dot || !window.is_valid_utf8(dot.end)) return 0;
    size = dot.end;
  } else {
    size = value.end;
  }
  if (word == "version" && on_version) on_version(target);
  return size;
}

}  // namespace quadrille::detail
