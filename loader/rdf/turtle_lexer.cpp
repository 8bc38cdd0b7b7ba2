#include "loader/rdf/turtle_lexer.hpp"

#include "base/text.hpp"
#include "loader/rdf/detail/byte_class.hpp"

namespace quadrille {

namespace {

using detail::is_alpha;
using detail::is_alphanumeric;
using detail::is_digit;
using detail::is_hex;

bool is_high(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}
bool is_name_start(char c) {
  return is_alpha(c) || is_high(c);
}
bool is_name_rest(char c) {
  return detail::is_of(detail::kLabel, c) || is_high(c);
}

// Reads one token. A function that may need more text than there is returns incomplete().
class Lexer {
 public:
  Lexer(std::string_view text, std::size_t from, bool is_all) : text_(text), at_(from), is_all_(is_all) {}

  Token next() {
    if (const Token token = skip_space(); token.kind != TokenKind::end) return token;
    begin_ = at_;
    if (at_end()) return is_all_ ? token_of(TokenKind::end) : incomplete();
    const char c = text_[at_];
    switch (c) {
      case '<':
        return iri_or_open_triple();
      case '>':
        return pair('>', TokenKind::close_reified);
      case '|':
        return pair('}', TokenKind::close_annotation);
      case '"':
      case '\'':
        return string(c);
      case '_':
        return blank_label();
      case ':':
        return name();
      case '@':
        return at_word();
      case '^':
        return type_marker();
      case '.':
        return dot_or_number();
      case ';':
        return single(TokenKind::semicolon);
      case ',':
        return single(TokenKind::comma);
      case '[':
        return single(TokenKind::open_bracket);
      case ']':
        return single(TokenKind::close_bracket);
      case '(':
        return single(TokenKind::open_parenthesis);
      case ')':
        return close_parenthesis();
      case '{':
        return open_brace();
      case '~':
        return single(TokenKind::tilde);
      case '}':
        return single(TokenKind::close_brace);
      case '+':
      case '-':
        return number();
      default:
        break;
    }
    if (is_digit(c)) return number();
    if (is_name_start(c)) return name();
    return fault(at_, kBeginsNothing);
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  // True if the next `count` bytes are in the text, or if the document ends before them.
  bool sees(std::size_t count) const { return is_all_ || at_ + count <= text_.size(); }

  Token token_of(TokenKind kind) const { return {kind, begin_, at_, nullptr}; }
  Token incomplete() const { return {TokenKind::incomplete, begin_, text_.size(), nullptr}; }
  Token fault(std::size_t where, const char* reason) const { return {TokenKind::fault, begin_, where, reason}; }
  // The text has ended within a token that must be closed.
  Token open(const char* reason) const { return is_all_ ? fault(begin_, reason) : incomplete(); }
  // Returns a token that has been read to its longest form.
  Token longest(TokenKind kind) const { return at_end() && !is_all_ ? incomplete() : token_of(kind); }

  Token of_bytes(std::size_t bytes, TokenKind kind) {
    at_ += bytes;
    return token_of(kind);
  }
  Token single(TokenKind kind) { return of_bytes(1, kind); }

  Token open_brace() {
    if (!sees(2)) return incomplete();
    return peek(1) == '|' ? of_bytes(2, TokenKind::open_annotation) : single(TokenKind::open_brace);
  }

  Token close_parenthesis() {
    if (!sees(2) || (peek(1) == '>' && !sees(3))) return incomplete();
    const bool closes_triple = peek(1) == '>' && peek(2) == '>';
    return closes_triple ? of_bytes(3, TokenKind::close_triple) : single(TokenKind::close_parenthesis);
  }

  Token iri_or_open_triple() {
    if (!sees(2)) return incomplete();
    if (peek(1) != '<') return iri();
    if (!sees(3)) return incomplete();
    return peek(2) == '(' ? of_bytes(3, TokenKind::open_triple) : of_bytes(2, TokenKind::open_reified);
  }

  // A token of the character at at_ and `second`.
  Token pair(char second, TokenKind kind) {
    if (!sees(2)) return incomplete();
    return peek(1) == second ? of_bytes(2, kind) : fault(at_, kBeginsNothing);
  }

  // Returns `end` when the next token is reached.
  Token skip_space() {
    for (; !at_end(); ++at_) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
      if (c != '#') break;
      begin_ = at_;
      at_ = text_.find_first_of("\r\n", at_);
      if (at_ == std::string_view::npos) {
        at_ = text_.size();
        if (!is_all_) return incomplete();
        break;
      }
    }
    return {};
  }

  // Skips the escape at at_. Returns false, with `token` set, if it is wrong or incomplete.
  bool escape(bool in_string, Token& token) {
    const std::size_t where = at_;
    const auto refuse = [&](const char* reason) {
      token = fault(where, reason);
      return false;
    };
    if (!sees(2)) {
      token = incomplete();
      return false;
    }
    const char letter = peek(1);
    if (letter != 'u' && letter != 'U') {
      if (!in_string) return refuse("in an IRI only the escapes \\u and \\U are allowed");
      if (letter == '\0' || std::string_view("tbnrf\"'\\").find(letter) == std::string_view::npos) {
        return refuse("an unknown escape; it must be one of \\t \\b \\n \\r \\f \\\" \\' \\\\ \\u \\U");
      }
      at_ += 2;
      return true;
    }
    const std::size_t digits = letter == 'u' ? 4 : 8;
    if (!sees(2 + digits)) {
      token = incomplete();
      return false;
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const char c = peek(2 + i);
      if (!is_hex(c)) return refuse("\\u needs four and \\U eight hexadecimal digits");
      value = value << 4 | (c <= '9' ? static_cast<unsigned>(c - '0') : static_cast<unsigned>((c & 0xdf) - 'A' + 10));
    }
    if (value > kLastCodePoint) return refuse("an escape of a code point above U+10FFFF");
    if (is_surrogate(static_cast<std::uint32_t>(value)))
      return refuse("an escape of a surrogate, which is not a character");
    at_ += 2 + digits;
    return true;
  }

  Token iri() {
    Token token;
    for (++at_; !at_end();) {
      const char c = text_[at_];
      if (c == '>') return single(TokenKind::iri);
      if (c == '\\') {
        if (!escape(false, token)) return token;
      } else if (c == '\n' || c == '\r') {
        return fault(begin_, "the IRI that begins here is not closed on its line");
      } else if (detail::is_iri_stop(c)) {
        return fault(at_, c == ' ' ? kSpaceInIri : kNotInIri);
      } else {
        ++at_;
      }
    }
    return open("the IRI that begins here is not closed");
  }

  Token string(char quote) {
    if (!sees(3)) return incomplete();
    if (peek(1) != quote) return short_string(quote);
    if (peek(2) == quote) return long_string(quote);
    at_ += 2;
    return token_of(TokenKind::string);
  }

  Token short_string(char quote) {
    Token token;
    for (++at_; !at_end();) {
      const char c = text_[at_];
      if (c == quote) return single(TokenKind::string);
      if (c == '\n' || c == '\r') return fault(begin_, kStringLeavesLine);
      if (c != '\\') {
        ++at_;
      } else if (!escape(true, token)) {
        return token;
      }
    }
    return open(kStringOpen);
  }

  Token long_string(char quote) {
    Token token;
    for (at_ += 3; !at_end();) {
      const char c = text_[at_];
      if (c == quote && peek(1) == quote && peek(2) == quote) {
        at_ += 3;
        return token_of(TokenKind::string);
      }
      if (c != '\\') {
        ++at_;
      } else if (!escape(true, token)) {
        return token;
      }
    }
    return open(kStringOpen);
  }

  void give_back_dots() {
    while (text_[at_ - 1] == '.') --at_;
  }

  Token blank_label() {
    if (!sees(2)) return incomplete();
    if (peek(1) != ':') return fault(at_, kColonMissing);
    at_ += 2;
    while (!at_end() && is_name_rest(text_[at_])) ++at_;
    const Token token = longest(TokenKind::blank_label);
    if (token.kind == TokenKind::incomplete) return token;
    give_back_dots();
    return at_ == begin_ + 2 ? fault(begin_, "a blank node label is missing after \"_:\"")
                             : token_of(TokenKind::blank_label);
  }

  Token name() {
    while (!at_end() && is_name_rest(text_[at_])) ++at_;
    if (at_end() && !is_all_) return incomplete();
    if (peek() == ':') return local_name();
    give_back_dots();
    return token_of(TokenKind::word);
  }

  Token local_name() {
    const std::size_t local = ++at_;
    std::size_t last = local;  // after the last character that can end the name
    while (!at_end()) {
      const char c = text_[at_];
      if (c == '.' && at_ == local) break;  // ":.:a": no name begins with a dot
      if (c == '-' && at_ == local) {       // ":-1": nor with a minus
        if (!sees(3)) return incomplete();
        if (is_digit(peek(peek(1) == '.' ? 2 : 1))) break;
      }
      if (c == '%' || c == '\\') {
        const std::size_t size = c == '%' ? 3 : 2;
        if (!sees(size)) return incomplete();
        at_ += size;
        if (at_ > text_.size()) return fault(begin_, "an escape in a name is cut off");
        last = at_;
      } else if (is_name_rest(c) || c == ':') {
        ++at_;
        if (c != '.') last = at_;
      } else {
        break;
      }
    }
    if (at_end() && !is_all_) return incomplete();
    at_ = last;
    return token_of(TokenKind::prefixed_name);
  }

  Token at_word() {
    for (++at_; !at_end() && (is_alphanumeric(text_[at_]) || text_[at_] == '-');) ++at_;
    return longest(TokenKind::at_word);
  }

  Token type_marker() {
    if (!sees(2)) return incomplete();
    if (peek(1) != '^') return fault(at_, "a single '^'; a datatype is written as in \"1\"^^xsd:integer");
    at_ += 2;
    return token_of(TokenKind::type_marker);
  }

  Token dot_or_number() {
    if (!sees(2)) return incomplete();
    return is_digit(peek(1)) ? number() : single(TokenKind::dot);
  }

  void skip_digits() {
    while (is_digit(peek())) ++at_;
  }

  // The size of an exponent at `ahead` without its digits; 0 if there is none.
  std::size_t exponent_head(std::size_t ahead) const {
    if (peek(ahead) != 'e' && peek(ahead) != 'E') return 0;
    const std::size_t sign = peek(ahead + 1) == '+' || peek(ahead + 1) == '-' ? 1 : 0;
    return is_digit(peek(ahead + 1 + sign)) ? 1 + sign : 0;
  }

  Token number() {
    constexpr std::size_t kLookahead = 5;  // ".e+1" and one more
    if (peek() == '+' || peek() == '-') ++at_;
    const std::size_t digits_begin = at_;
    skip_digits();
    const bool has_digits = at_ != digits_begin;
    if (!sees(kLookahead)) return incomplete();
    if (peek() == '.' && (is_digit(peek(1)) || (has_digits && exponent_head(1) != 0))) {
      ++at_;
      skip_digits();
    } else if (!has_digits) {
      return fault(begin_, "a sign without a number");
    }
    if (!sees(kLookahead)) return incomplete();
    if (const std::size_t head = exponent_head(0)) {
      at_ += head;
      skip_digits();
    }
    return longest(TokenKind::number);
  }

  std::string_view text_;
  std::size_t at_;
  bool is_all_;
  std::size_t begin_ = 0;
};

}  // namespace

Token next_token(std::string_view text, std::size_t from, bool is_all) {
  return Lexer(text, from, is_all).next();
}

}  // namespace quadrille
