#include "server/shell/shell_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"

namespace quadrille::server {

namespace {

struct CommandRow {
  std::string_view name;
  std::string_view arguments;  // as in the help
  std::size_t fewest, most;    // arguments
  std::string_view choices;    // of the first one, between blanks
  bool takes_file;
  std::string_view help;
};

constexpr std::size_t kAnyNumber = 1000;

constexpr std::array kCommands{
    CommandRow{"explain", "[plan|rules|profile] [QUERY]", 0, kAnyNumber, "plan rules profile", false,
               "show how a query runs, not its answer"},
    CommandRow{"format", "[NAME]", 0, 1, "table tsv csv json xml turtle nt rdf jsonld trig nq", false,
               "show answers in this format"},
    CommandRow{"graphs", "", 0, 0, "", false, "list the graphs and their sizes"},
    CommandRow{"help", "", 0, 0, "", false, "show this text"},
    CommandRow{"load", "FILE [GRAPH]", 1, 2, "", true, "add a file to the default graph or another"},
    CommandRow{"output", "[FILE]", 0, 1, "", true, "write answers to a file, or show them"},
    CommandRow{"prefix", "[NAME IRI]", 0, 2, "", false, "declare a prefix, or list all"},
    CommandRow{"quit", "", 0, 0, "", false, "end the shell, as Control-D does"},
    CommandRow{"time", "[on|off]", 0, 1, "on off", false, "show the time of each answer"},
};

const CommandRow* find_command(std::string_view name) {
  const auto row =
      std::find_if(kCommands.begin(), kCommands.end(), [&](const CommandRow& one) { return one.name == name; });
  return row == kCommands.end() ? nullptr : row;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!(text = trimmed(text)).empty()) {
    const bool is_quoted = text[0] == '"' && text.find('"', 1) != std::string_view::npos;
    const std::size_t begin = is_quoted ? 1 : 0;
    const std::size_t end = std::min(is_quoted ? text.find('"', 1) : text.find_first_of(" \t"), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    text.remove_prefix(std::min(end + begin, text.size()));
  }
  return words;
}

}  // namespace

std::vector<std::string> shell_command_names() {
  std::vector<std::string> names;
  for (const CommandRow& row : kCommands) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> choices_of_command(std::string_view name) {
  const CommandRow* const row = find_command(name);
  return row ? words_of(row->choices) : std::vector<std::string>();
}

bool takes_file(std::string_view name) {
  const CommandRow* const row = find_command(name);
  return row && row->takes_file;
}

bool is_format(std::string_view name) {
  const std::vector<std::string> formats = choices_of_command("format");
  return std::find(formats.begin(), formats.end(), name) != formats.end();
}

ShellCommand parse_shell_command(std::string_view line) {
  line = trimmed(line, " \t\r\n");
  const bool has_statement = line.starts_with("\\explain ");
  if (line.ends_with(';') && !has_statement) line.remove_suffix(1);
  const std::size_t end = std::min(line.find_first_of(" \t\n"), line.size());
  const std::string name(line.substr(1, end - 1));
  const CommandRow* const row = name == "q"   ? find_command("quit")
                                : name == "?" ? find_command("help")
                                              : find_command(name);
  if (!row) {
    const auto near = nearest(name, shell_command_names());
    fail(ErrorKind::user, "there is no command \\{}; {}", name,
         near ? fmt::format("did you mean \\{}? \\help lists all", *near) : "\\help lists all");
  }
  ShellCommand command{std::string(row->name), std::string(trimmed(line.substr(end), " \t\r\n")), {}};
  command.arguments = words_of(command.rest);
  const std::size_t count = command.arguments.size();
  if (count < row->fewest || count > row->most) fail(ErrorKind::user, "write \\{} {}", row->name, row->arguments);
  return command;
}

std::string shell_help() {
  std::string text =
      "A query or an update may have many lines. It ends with ; at the end of a\n"
      "line, or with an empty line. Control-C cancels a query, or drops what was\n"
      "typed. Tab completes words.\n\n";
  for (const CommandRow& row : kCommands) {
    text += fmt::format("  \\{:<37} {}\n", fmt::format("{} {}", row.name, row.arguments), row.help);
  }
  return text;
}

}  // namespace quadrille::server
