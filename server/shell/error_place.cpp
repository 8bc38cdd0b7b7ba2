#include "server/shell/error_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <utility>

#include "base/text.hpp"
#include "server/shell/shown_text.hpp"

namespace quadrille::server {

namespace {

// The message with the numbers of lines in the statement.
std::string with_lines_of_statement(std::string_view message, int lines_before) {
  static const std::regex kLine("\\bline ([0-9]{1,9})\\b");
  std::string text;
  std::match_results<std::string_view::const_iterator> found;
  while (std::regex_search(message.begin(), message.end(), found, kLine)) {
    text += message.substr(0, static_cast<std::size_t>(found.position(1)));
    text += std::to_string(std::stoi(found.str(1)) - lines_before);
    message.remove_prefix(static_cast<std::size_t>(found.position(1) + found.length(1)));
  }
  return text + std::string(message);
}

// Line and column, from 1, with which a message begins.
std::optional<std::pair<int, int>> place_of(const std::string& message) {
  static const std::regex kPlace("^line ([0-9]{1,9}), column ([0-9]{1,9})\\b");
  std::smatch found;
  if (!std::regex_search(message, found, kPlace)) return std::nullopt;
  return std::pair(std::stoi(found.str(1)), std::stoi(found.str(2)));
}

std::optional<std::string_view> line_of_text(std::string_view text, int number) {
  for (; number > 1; --number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::string error_text(std::string_view message, std::string_view statement, int lines_before) {
  const std::string reason = with_lines_of_statement(message, lines_before);
  std::string text = fmt::format("error: {}\n", shown_text(reason, LineEnds::kept));
  const auto place = place_of(reason);
  const auto line = place && place->first > 0 ? line_of_text(statement, place->first) : std::nullopt;
  if (!line) return text;
  std::string_view before = *line;
  std::size_t bytes = 0;
  for (int column = 1; column < place->second && bytes < before.size(); ++column) {
    bytes += std::max<std::size_t>(1, utf8_size(before.substr(bytes)));
  }
  before = before.substr(0, bytes);
  const std::size_t columns = columns_of(shown_text(before, LineEnds::escaped));
  return text + fmt::format("  {}\n  {}^\n", shown_text(*line, LineEnds::escaped), std::string(columns, ' '));
}

}  // namespace quadrille::server
