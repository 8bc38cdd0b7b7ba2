#include "server/shell/hints.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "server/shell/answer_table.hpp"
#include "server/shell/shown_text.hpp"

namespace quadrille::server {

namespace {

std::string with_short_names(std::string_view text, const SessionPrefixes& prefixes) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find('<'), text.size()), end = text.find('>', begin);
    out += text.substr(0, begin);
    text.remove_prefix(begin);
    if (end == std::string_view::npos) break;
    const std::size_t size = end + 1 - begin;
    out += shown_term(text.substr(0, size), prefixes);
    text.remove_prefix(size);
  }
  return out.append(text);
}

}  // namespace

std::vector<std::string> hint_messages(std::string_view answer) {
  std::vector<std::string> messages;
  const auto told = nlohmann::json::parse(answer, nullptr, false);
  if (!told.is_object() || !told.contains("hints")) return messages;
  for (const auto& hint : told.at("hints")) messages.push_back(hint.value("message", ""));
  return messages;
}

std::string hint_lines(ShellServer& server, const std::string& query, const SessionPrefixes& prefixes,
                       const IsStopped& is_stopped) {
  std::string answer, lines;
  try {
    server.ask(
        {"/hints", "", "application/sparql-query", query}, [&](std::string_view piece) { answer += piece; },
        is_stopped);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    return {};
  }
  for (const std::string& message : hint_messages(answer))
    lines += fmt::format("hint: {}\n", shown_text(with_short_names(message, prefixes), LineEnds::escaped));
  return lines;
}

}  // namespace quadrille::server
