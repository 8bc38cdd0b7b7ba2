#include "loader/rdf/syntax_error.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace quadrille {

std::string to_string(const SyntaxErrorAt& error) {
  return fmt::format("{}:{}:{}: {}", error.file, error.line, error.column, error.reason);
}

std::string unread_rest(const SyntaxErrorAt& error) {
  return fmt::format("the rest of {} could not be read, from line {}: {}", error.file, error.line, error.reason);
}

void append_reject(std::string& out, const SyntaxErrorAt& error) {
  std::string where = error.ends_file ? unread_rest(error) : to_string(error);
  std::replace_if(
      where.begin(), where.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  out += "# ";
  out += where;
  out += '\n';
  if (error.ends_file) return;  // the text follows, from ErrorPolicy::keep_rest()
  out += error.text_of_line;
  if (!error.text_of_line.ends_with('\n')) out += '\n';
}

void ErrorPolicy::report(const SyntaxErrorAt& error) {
  if (stops_) throw Error(ErrorKind::syntax, to_string(error));
  ++(error.ends_file ? unread_files_ : rejects_);
  if (on_reject_) on_reject_(error);
}

// A document may repeat what is doubtful on every line.
void ErrorPolicy::warn(const SyntaxErrorAt& warning) {
  if (!on_warning_ || warning.reason == last_warning_) return;
  last_warning_ = warning.reason;
  on_warning_(warning);
}

SyntaxErrorAt locate(const Fault& fault, std::string_view text, std::string file, std::uint64_t line,
                     std::uint32_t column) {
  const std::string_view before = text.substr(0, std::min(fault.offset, text.size()));
  const std::size_t last_line_end = before.rfind('\n');
  SyntaxErrorAt error{std::move(file), line, column, fault.reason, std::string(text)};
  error.line += static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  error.column = last_line_end == std::string_view::npos ? column + count_characters(before)
                                                         : 1 + count_characters(before.substr(last_line_end + 1));
  return error;
}

}  // namespace quadrille
