#include "server/commands/missing_database.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <vector>

#include "loader/rdf/input_file.hpp"
#include "quadstore/manifest.hpp"
#include "server/commands/shell_word.hpp"

namespace quadrille::server {

namespace {

using Words = std::vector<std::string>;

// The command that was parsed, with the words of its name: "rules", "add".
struct ParsedCommand {
  const CLI::App* app;
  Words name;
};

ParsedCommand parsed_command(const CLI::App& program) {
  ParsedCommand found{&program, {}};
  while (!found.app->get_subcommands().empty()) {
    found.app = found.app->get_subcommands().front();
    found.name.push_back(found.app->get_name());
  }
  return found;
}

// True if options that name a database, or stand for one, have been given.
bool has_database(const CLI::App& command, const CLI::Option& database) {
  const CLI::Option* const many = command.get_option_no_throw("--databases");
  const auto& others = database.get_excludes();
  return database.count() > 0 || (many && many->count() > 0) ||
         std::any_of(others.begin(), others.end(), [](const CLI::Option* other) { return other->count() > 0; });
}

std::vector<const CLI::Option*> values_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

bool is_database(const std::string& word) {
  std::error_code error;
  return std::filesystem::exists(manifest_path(word), error);
}

// The first of several values may be a database that does not exist yet: `build people people.ttl`.
bool may_be_new_database(const std::string& word) {
  std::error_code error;
  return !std::filesystem::exists(word, error) && !format_of_name(word) && word.find_first_of(" {") == word.npos;
}

// The value that the user meant as the database; empty: none.
std::string meant_database(const CLI::App& command) {
  const Words extras = command.remaining();
  Words given = extras;
  for (const CLI::Option* const value : values_of(command)) {
    given.insert(given.end(), value->results().begin(), value->results().end());
  }
  if (const auto found = std::find_if(given.begin(), given.end(), is_database); found != given.end()) return *found;
  const bool is_first = !extras.empty() || (given.size() > 1 && may_be_new_database(given.front()));
  return is_first ? given.front() : "";
}

// The command with the database as --db.
std::string whole_command(const ParsedCommand& command, std::span<const std::string> words) {
  const std::string database = meant_database(*command.app);
  Words rest(words.begin() + static_cast<std::ptrdiff_t>(std::min(command.name.size(), words.size())), words.end());
  if (const auto place = std::find(rest.begin(), rest.end(), database); place != rest.end()) rest.erase(place);
  std::string text = fmt::format("quadrille {} --db {}", fmt::join(command.name, " "),
                                 database.empty() ? "DIR" : shell_word(database));
  for (const std::string& word : rest) text += " " + shell_word(word);
  if (!rest.empty()) return text;
  for (const CLI::Option* const value : values_of(*command.app)) text += " " + value->get_name(true);
  return text;
}

}  // namespace

MissingDatabase::MissingDatabase(const std::string& command, const std::string& remedy)
    : RequiredError(fmt::format("{}: a database is missing; give {}", command, remedy), CLI::ExitCodes::RequiredError) {
}

std::optional<std::string> missing_database(const CLI::App& program, std::span<const std::string> words,
                                            const CLI::ParseError& error) {
  const ParsedCommand command = parsed_command(program);
  const CLI::Option* const database = command.app->get_option_no_throw("--db");
  if (!database || has_database(*command.app, *database)) return std::nullopt;
  const bool is_own = dynamic_cast<const MissingDatabase*>(&error) != nullptr;
  const bool has_extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  if (!is_own && !has_extras && !dynamic_cast<const CLI::RequiredError*>(&error)) return std::nullopt;
  return fmt::format("quadrille: {}\nDid you mean: {}\nSee quadrille {} --help\n",
                     is_own || has_extras
                         ? error.what()
                         : fmt::format("{}: a database is missing; give --db DIR", command.name.back()),
                     whole_command(command, words), fmt::join(command.name, " "));
}

}  // namespace quadrille::server
