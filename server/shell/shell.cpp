#include "server/shell/shell.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/error.hpp"
#include "base/text.hpp"
#include "server/shell/error_place.hpp"
#include "server/shell/interrupt.hpp"
#include "server/shell/shown_text.hpp"

namespace quadrille::server {

namespace {

// The command that a person means who forgets the backslash; no statement is such a word. Empty: none.
std::string_view bare_command(std::string_view line) {
  if (line == "help" || line == "?") return "\\help";
  if (line == "quit" || line == "exit") return "\\quit";
  return {};
}

constexpr const char* kPrompt = "quadrille> ";
constexpr const char* kPromptInside = "      ...> ";
constexpr std::string_view kGraphsQuery =
    "SELECT ?graph ?triples {\n"
    "  { SELECT (\"default graph\" AS ?graph) (COUNT(*) AS ?triples) { ?s ?p ?o } } UNION\n"
    "  { SELECT ?graph (COUNT(*) AS ?triples) { GRAPH ?graph { ?s ?p ?o } } GROUP BY ?graph }\n"
    "} ORDER BY ?graph";

void say(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

// The IRI of <http://...> or http://...
std::string without_brackets(const std::string& word) {
  return word.size() > 2 && word.front() == '<' && word.back() == '>' ? word.substr(1, word.size() - 2) : word;
}

// Throws Error(user) unless the word is an IRI that needs no base.
std::string iri_of(const std::string& word) {
  const std::string iri = without_brackets(word);
  const bool is_good = iri.find(':') != std::string::npos && iri.find_first_of("<>\"{}|^`\\ ") == std::string::npos;
  if (!is_good) fail(ErrorKind::user, "'{}' must be an IRI such as http://example.org/", word);
  return iri;
}

}  // namespace

Shell::Shell(ShellServer& server)
    : server_(server),
      input_(make_line_input([this](std::string_view line) { return suggest_at(line); })),
      output_(nullptr, std::fclose) {
  if (!input_->is_interactive()) return;
  vocabulary_ = std::async(std::launch::async, [this] {
                  Interrupt::leave_to_others();
                  try {
                    return fetch_vocabulary(server_, [this] { return is_ending_.load(); });
                  } catch (const Error&) {
                    return Vocabulary();  // the words are suggested without the names of the data
                  }
                }).share();
}

Shell::~Shell() {
  is_ending_ = true;
}

// Without them IRIs are written as a whole.
void Shell::take_prefixes() {
  try {
    prefixes_.set_of_database(fetch_prefixes(server_, Interrupt::is_raised));
  } catch (const Error&) {
  }
}

int Shell::run() {
  const Interrupt interrupt;
  take_prefixes();
  if (input_->is_interactive())
    say("A statement ends with ; or an empty line. \\help lists the commands, \\quit ends the shell.\n");
  while (!has_quit_) {
    Interrupt::reset();
    const InputLine line = input_->read(reader_.begun().empty() ? kPrompt : kPromptInside);
    if (line.kind == InputLine::Kind::end) break;
    if (line.kind == InputLine::Kind::text) {
      take_lines(line.text);
      continue;
    }
    reader_.take();
    explain_.clear();
    if (!input_->is_interactive()) return exit_code(ErrorKind::cancelled);
  }
  if (const std::string rest = reader_.take(); !has_quit_ && !input_->is_interactive() && !rest.empty()) run_one(rest);
  return status_;
}

// One line, or those of a statement of the history.
void Shell::take_lines(const std::string& lines) {
  if (input_->is_interactive() && reader_.begun().empty()) {
    if (const std::string_view command = bare_command(trimmed(lines, " ;")); !command.empty())
      return run_command(parse_shell_command(command));
  }
  if (!trimmed(lines).starts_with('\\') || reader_.is_in_string()) return take_statement_lines(lines);
  input_->remember(lines);
  try {
    run_command(parse_shell_command(lines));
  } catch (const Error& error) {
    report(error_text(error.what(), {}, 0));
  }
}

void Shell::take_statement_lines(const std::string& lines) {
  const std::string begun = reader_.begun();
  const bool has_end = input_->is_interactive() && trimmed(lines).empty() && !input_->has_more();
  const std::vector<std::string> statements = reader_.add(lines, has_end ? EmptyLine::ends : EmptyLine::ends_whole);
  if (!statements.empty()) input_->remember(std::string(trimmed(begun + lines, " \n")));
  for (const std::string& statement : statements) {
    if (has_quit_) break;
    run_one(statement);
  }
}

void Shell::run_one(const std::string& statement) {
  const std::string explain = std::exchange(explain_, {});
  if (kind_of(statement) == StatementKind::prologue) return prefixes_.set_all(statement);
  try {
    run_statement(server_, statement, explain, prefixes_, settings_, Interrupt::is_raised);
  } catch (const Error& error) {
    const int lines_before = prefixes_.missing_from(statement).empty() ? 0 : 1;
    report(error.kind() == ErrorKind::cancelled ? "\nCancelled.\n" : error_text(error.what(), statement, lines_before));
  }
}

void Shell::report(const std::string& error) {
  std::fflush(stdout);
  std::fputs(error.c_str(), stderr);
  if (input_->is_interactive()) return;
  status_ = 1;
  has_quit_ = true;
}

void Shell::run_command(const ShellCommand& command) {
  if (command.name == "quit") {
    has_quit_ = true;
  } else if (command.name == "help") {
    say(shell_help());
  } else if (command.name == "graphs") {
    run_one(std::string(kGraphsQuery));
  } else if (command.name == "explain") {
    explain_next(command);
  } else if (command.name == "load") {
    const std::string graph = command.arguments.size() > 1 ? iri_of(command.arguments[1]) : "";
    server_.load(command.arguments[0], graph, Interrupt::is_raised);
  } else if (command.name == "format") {
    set_format(command);
  } else if (command.name == "output") {
    set_output(command);
  } else if (command.name == "prefix") {
    set_prefix(command);
  } else if (command.name == "time") {
    set_time(command);
  }
}

void Shell::explain_next(const ShellCommand& command) {
  std::string_view rest = command.rest;
  explain_ = "plan";
  for (const std::string& choice : choices_of_command(command.name)) {
    if (command.arguments.empty() || command.arguments[0] != choice) continue;
    explain_ = choice;
    rest = trimmed(rest.substr(choice.size()));
  }
  if (!rest.empty()) {
    take_statement_lines(std::string(rest));
  } else if (input_->is_interactive()) {
    say("The next query is explained.\n");
  }
}

void Shell::set_format(const ShellCommand& command) {
  if (command.arguments.empty()) return say((settings_.format.empty() ? "table" : settings_.format) + "\n");
  if (!is_format(command.arguments[0])) {
    fail(ErrorKind::user, "the format must be one of: {}; found '{}'", fmt::join(choices_of_command("format"), ", "),
         command.arguments[0]);
  }
  settings_.format = command.arguments[0];
}

void Shell::set_output(const ShellCommand& command) {
  settings_.file = stdout;
  output_.reset();
  if (command.arguments.empty()) return;
  output_.reset(std::fopen(command.arguments[0].c_str(), "we"));
  if (!output_) fail(ErrorKind::io, "cannot write {}: {}", command.arguments[0], std::strerror(errno));
  settings_.file = output_.get();
}

void Shell::set_prefix(const ShellCommand& command) {
  if (command.arguments.size() == 1)
    fail(ErrorKind::user, "write \\prefix NAME IRI, such as \\prefix ex http://example.org/");
  if (command.arguments.size() == 2) {
    std::string name = command.arguments[0];
    if (name.ends_with(':')) name.pop_back();
    if (name.find_first_of(":<> ") != std::string::npos) fail(ErrorKind::user, "'{}' cannot be a prefix", name);
    return prefixes_.set(name, iri_of(command.arguments[1]));
  }
  for (const auto& [prefix, iri] : prefixes_.all()) say(fmt::format("{}: <{}>\n", prefix, iri));
}

void Shell::set_time(const ShellCommand& command) {
  if (command.arguments.empty()) return say(settings_.shows_time ? "on\n" : "off\n");
  if (command.arguments[0] != "on" && command.arguments[0] != "off")
    fail(ErrorKind::user, "write \\time on or \\time off");
  settings_.shows_time = command.arguments[0] == "on";
}

Suggestions Shell::suggest_at(std::string_view line) {
  static const Vocabulary kNone;
  const bool is_known =
      vocabulary_.valid() && vocabulary_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  const std::string before = reader_.begun() + std::string(line);
  return suggest(before, is_known ? vocabulary_.get() : kNone, prefixes_);
}

}  // namespace quadrille::server
