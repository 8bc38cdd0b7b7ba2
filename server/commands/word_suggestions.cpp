#include "server/commands/word_suggestions.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <vector>

#include "base/nearest.hpp"

namespace quadrille::server {

namespace {

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* const command : program.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

// The names without dashes: the long ones, or those of one letter.
std::vector<std::string> option_names(const CLI::App& command, bool are_long) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : command.get_options()) {
    const auto& some = are_long ? option->get_lnames() : option->get_snames();
    names.insert(names.end(), some.begin(), some.end());
  }
  return names;
}

struct OtherName {
  std::string_view name, ours;
};

// Names of our options in other programs and in other commands.
constexpr OtherName kOtherNames[] = {
    {"output", "db"},
    {"loc", "db"},
    {"location", "db"},
    {"database", "db"},
    {"input-format", "format"},
    {"syntax", "format"},
    {"threads", "images"},
    {"jobs", "images"},
    {"parallel", "images"},
    {"endpoint", "server"},
    {"url", "server"},
    {"results", "format"},
    {"result-format", "format"},
};

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The most similar name, or the only one with this prefix.
std::optional<std::string> meant(const std::string& word, const std::vector<std::string>& names) {
  if (const auto near = nearest(word, names)) return near;
  constexpr std::size_t kEnough = 3;
  if (word.size() < kEnough) return std::nullopt;
  const auto begins = [&](const std::string& name) { return name.starts_with(word); };
  const auto found = std::find_if(names.begin(), names.end(), begins);
  if (found == names.end() || std::any_of(found + 1, names.end(), begins)) return std::nullopt;
  return *found;
}

// The option name in a word; empty: the word is no option, but perhaps a number or a file.
std::string option_name(const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  if (name.starts_with("--")) return name.substr(2);
  const bool is_word = name.size() > 2 && name[0] == '-' && std::isalpha(static_cast<unsigned char>(name[1]));
  return is_word ? name.substr(1) : "";
}

bool is_option(const CLI::App& command, const std::string& word, const std::string& name) {
  if (word.starts_with("--")) return holds(option_names(command, true), name);
  return holds(option_names(command, false), name.substr(0, 1));
}

std::string suggestion(const CLI::App& program, const CLI::App& command, const std::string& name) {
  const auto names = option_names(command, true);
  if (const auto near = meant(name, names)) return fmt::format("; did you mean '--{}'? See", *near);
  for (const auto& [other, ours] : kOtherNames) {
    if (name == other && holds(names, std::string(ours))) return fmt::format("; did you mean '--{}'? See", ours);
  }
  for (const CLI::App* const other : program.get_subcommands(nullptr)) {
    if (holds(option_names(*other, true), name)) return fmt::format("; '{}' has one; see", other->get_name());
  }
  return "; see";
}

// "quadrille rules check"
std::string whole_name(const CLI::App& program, const CLI::App& command) {
  if (&command == &program) return "quadrille";
  return whole_name(program, *command.get_parent()) + " " + command.get_name();
}

}  // namespace

std::string unknown_command(const CLI::App& program, const std::string& word) {
  // "help" is near to "shell", and the end of the message is its answer.
  const auto near = word == "help" ? std::nullopt : meant(word, command_names(program));
  return fmt::format("quadrille: unknown command '{}'; {} quadrille --help\n", word,
                     near ? fmt::format("did you mean '{}'? See", *near) : "see");
}

std::optional<std::string> unknown_option(const CLI::App& program, const CLI::App& command,
                                          std::span<const std::string> words) {
  for (const CLI::App* const inner : command.get_subcommands(nullptr)) {  // of `rules`
    if (&command != &program && !words.empty() && words[0] == inner->get_name())
      return unknown_option(program, *inner, words.subspan(1));
  }
  for (const std::string& word : words) {
    if (word == "--") break;
    const std::string name = option_name(word);
    if (name.empty() || is_option(command, word, name)) continue;
    return fmt::format("quadrille: {} has no option '{}'{} {} --help\n", command.get_name(),
                       word.substr(0, word.find('=')), suggestion(program, command, name),
                       whole_name(program, command));
  }
  return std::nullopt;
}

}  // namespace quadrille::server
