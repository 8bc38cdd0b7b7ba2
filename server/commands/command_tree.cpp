#include "server/commands/command_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace quadrille::server {

namespace {

bool has_upper_case(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char letter) { return std::isupper(letter) != 0; });
}

void add_commands_from(const CLI::App& command, CommandPath path, std::vector<PlacedCommand>& all) {
  path.push_back(command.get_name());
  all.push_back({&command, path});
  for (const CLI::App* const below : commands_below(command)) add_commands_from(*below, path, all);
}

}  // namespace

std::string type_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

ValueKind value_kind(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return ValueKind::none;
  const std::string type = type_of(option);
  if (type.find('|') != std::string::npos && !has_upper_case(type)) return ValueKind::choice;
  if (type == "DIR" || type == "BACKUP") return ValueKind::folder;
  return type.find("FILE") != std::string::npos ? ValueKind::file : ValueKind::other;
}

std::vector<std::string> choices_of(const CLI::Option& option) {
  return CLI::detail::split(type_of(option), '|');
}

std::vector<std::string> dashed_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<const CLI::Option*> named_options(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return !option->get_positional(); });
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<const CLI::App*> commands_below(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<PlacedCommand> all_commands(const CLI::App& program) {
  std::vector<PlacedCommand> all;
  add_commands_from(program, {}, all);
  return all;
}

std::string first_line(const CLI::App& command) {
  const std::string text = command.get_description();
  return text.substr(0, text.find('\n'));
}

}  // namespace quadrille::server
