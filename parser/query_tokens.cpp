#include "parser/query_tokens.hpp"

#include "base/term.hpp"
#include "parser/detail/lexer.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

namespace {

using enum TokenKind;

void append_number(std::string& to, std::size_t number) {
  for (int byte = 0; byte < 4; ++byte) to += static_cast<char>(number >> (8 * byte) & 0xff);
}

static_assert(static_cast<int>(UNKNOWN) < 256, "a kind is a byte of the shape");

bool is_plain_number(TokenKind kind) {
  return kind == INTEGER || kind == DECIMAL || kind == DOUBLE;
}

// True if a token may be a constant by its kind and its neighbours. IRIs of the prologue, of the dataset and of
// datatypes are no constants, nor are names of functions.
bool may_be_constant(TokenKind before_last, TokenKind before, TokenKind kind, TokenKind next) {
  if (kind == IRIREF || kind == PNAME_LN) {
    return before_last != PREFIX && before != FROM && before_last != FROM && before != DOUBLE_CARET && next != LPAREN;
  }
  if (is_plain_number(kind)) return before != LIMIT && before != OFFSET;
  return is_string(kind) && next != LANG_DIR && next != DOUBLE_CARET;
}

bool is_unfit(TokenKind kind, std::string_view written) {
  if (kind == IRIREF) return written.starts_with(kStoredBlank) || written.find('\\') != written.npos;
  return kind == BASE || kind == SERVICE || kind == WORD || kind == UNKNOWN;
}

}  // namespace

QueryTokens::QueryTokens(std::string_view text) : text_(text) {
  if (text.size() <= kMostBytes) read();
}

QueryTokens::~QueryTokens() = default;

void QueryTokens::read() {
  const SourceText source(text_);
  if (source.text().data() != text_.data() || source.text().size() != text_.size()) return;
  Lexer lexer(source);
  shape_.reserve(text_.size() + 64);
  TokenKind before_last = END, before = END;
  Token token = lexer.next();
  while (token.kind != END) {
    const std::string_view written = token.text(text_);
    if (is_unfit(token.kind, written) || ++size_ > kMostTokens) return;
    const Token next = lexer.next();
    shape_ += static_cast<char>(token.kind);
    if (may_be_constant(before_last, before, token.kind, next.kind)) {
      // A name counts with its prefix, which determines its namespace.
      if (token.kind == PNAME_LN) shape_ += written.substr(0, written.find(':') + 1);
      constants_.push_back(token);
    } else {
      append_number(shape_, written.size());
      shape_ += written;
    }
    before_last = before;
    before = token.kind;
    token = next;
  }
  is_simple_ = true;
}

std::size_t QueryTokens::num_constants() const {
  return constants_.size();
}

const Token& QueryTokens::constant(std::size_t number) const {
  return constants_[number];
}

std::string_view QueryTokens::constant_text(std::size_t number) const {
  return constants_[number].text(text_);
}

std::string QueryTokens::key(const std::vector<bool>& is_parameter) const {
  std::string key = shape_;
  for (std::size_t number = 0; number < constants_.size(); ++number) {
    if (is_parameter[number]) continue;
    const std::string_view written = constant_text(number);
    append_number(key, written.size());
    key += written;
  }
  return key;
}

}  // namespace quadrille::parser
