#include "server/shell/statement_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "server/shell/answer_table.hpp"
#include "server/shell/hints.hpp"
#include "server/shell/screen.hpp"
#include "server/shell/shown_text.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kLongestTimeout = "timeout=1000000s";  // the server uses its own maximum instead
constexpr std::string_view kTable = "table";

bool is_graph_format(const std::string& format) {
  constexpr std::string_view kFormats[] = {"turtle", "nt", "rdf", "jsonld", "trig", "nq"};
  return std::find(std::begin(kFormats), std::end(kFormats), format) != std::end(kFormats);
}

std::string one_or_many(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// Declarations that the text lacks stand in a line before it (error_place.hpp).
std::string with_declarations(const std::string& text, const SessionPrefixes& prefixes) {
  const std::string missing = prefixes.missing_from(text);
  return missing.empty() ? text : missing + "\n" + text;
}

// Shows the bytes of an answer as they are, on a terminal without what could harm it.
class ShownBytes {
 public:
  explicit ShownBytes(ScreenText& screen) : screen_(screen) {}

  void take(std::string_view piece) {
    bytes_ += piece.size();
    if (!screen_.is_on_terminal()) return screen_.write(piece);
    const std::size_t end = piece.rfind('\n');  // no character is cut
    if (end == std::string_view::npos) {
      line_ += piece;
      return;
    }
    screen_.write(shown_text(line_ + std::string(piece.substr(0, end + 1)), LineEnds::kept));
    line_ = piece.substr(end + 1);
  }
  void end() {
    if (!line_.empty()) screen_.write(shown_text(line_, LineEnds::kept) + "\n");
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  ScreenText& screen_;
  std::string line_;
  std::uint64_t bytes_ = 0;
};

std::string shown_update(const std::string& answer) {
  const auto told = nlohmann::json::parse(answer, nullptr, false);
  if (!told.is_object() || !told.contains("inserted")) return "done";  // by another program's server
  std::string text = fmt::format("{} inserted, {} deleted", told.at("inserted").get<std::uint64_t>(),
                                 told.at("deleted").get<std::uint64_t>());
  if (const auto inferred = told.find("inferred"); inferred != told.end()) {
    text += fmt::format("; by rules {} inserted, {} deleted", inferred->at("inserted").get<std::uint64_t>(),
                        inferred->at("deleted").get<std::uint64_t>());
  }
  return text;
}

void run_update_statement(ShellServer& server, const std::string& text, const AnswerSettings& settings,
                          const IsStopped& is_stopped) {
  const Stopwatch watch;
  std::string answer;
  server.ask(
      {"", "", "application/sparql-update", text}, [&](std::string_view piece) { answer += piece; }, is_stopped);
  std::string line = shown_update(answer);
  if (settings.shows_time) line += fmt::format(", {:.3f} s", watch.seconds());
  std::fprintf(settings.file, "%s\n", line.c_str());
  std::fflush(settings.file);
}

}  // namespace

std::string wanted_formats(StatementKind kind, const std::string& format, bool is_on_terminal) {
  const bool is_table = format == kTable || (format.empty() && is_on_terminal);
  if (kind == StatementKind::graph) return is_table || format.empty() ? "turtle,trig" : format + ",turtle,trig";
  return is_table || format.empty() || is_graph_format(format) ? "tsv,turtle" : format + ",tsv,turtle";
}

void run_statement(ShellServer& server, const std::string& text, const std::string& explain,
                   const SessionPrefixes& prefixes, const AnswerSettings& settings, const IsStopped& is_stopped) {
  const StatementKind kind = kind_of(text);
  const std::string whole = with_declarations(text, prefixes);
  if (kind == StatementKind::update && explain.empty()) {
    return run_update_statement(server, whole, settings, is_stopped);
  }
  const Stopwatch watch;
  ScreenText screen(settings.file);
  const std::string formats = wanted_formats(kind, settings.format, screen.is_on_terminal());
  const bool is_table = kind == StatementKind::select && explain.empty() && formats == "tsv,turtle" &&
                        (screen.is_on_terminal() || settings.format == kTable);
  AnswerTable table(prefixes, screen.columns(), [&](std::string_view lines) { screen.write(lines); });
  ShownBytes bytes(screen);
  const std::string parameters = explain.empty() ? fmt::format("format={}&{}", formats, kLongestTimeout)
                                                 : fmt::format("explain={}&format=text&{}", explain, kLongestTimeout);
  try {
    server.ask(
        {"", parameters, "application/sparql-query", whole},
        [&](std::string_view piece) { is_table ? table.take(piece) : bytes.take(piece); }, is_stopped);
    const double seconds = watch.seconds();
    is_table ? table.end() : bytes.end();
    std::string size = is_table ? one_or_many(table.rows(), "row") : one_or_many(bytes.bytes(), "byte");
    if (settings.shows_time) size += fmt::format(", {:.3f} s", seconds);
    const bool is_said = is_table || settings.shows_time;
    if (is_said && screen.is_on_terminal()) screen.write(fmt::format("({})\n", size));
    if (is_table && table.rows() == 0 && screen.is_on_terminal())
      screen.write(hint_lines(server, whole, prefixes, is_stopped));
    if (is_said && !screen.is_on_terminal()) std::fprintf(stderr, "(%s)\n", size.c_str());
    screen.finish();
  } catch (const ReaderHasLeft&) {
    // He has seen enough.
  }
}

}  // namespace quadrille::server
