#pragma once

// The message for a command that has been given no database, or that was given one as a value and not by --db:
//
//   quadrille: build: a database is missing; give --db DIR
//   Did you mean: quadrille build --db DIR people.ttl

#include <CLI/App.hpp>
#include <optional>
#include <span>
#include <string>

namespace quadrille::server {

// The error of a command's callback if no option names a database. `remedy`: "--db DIR or --server URL".
class MissingDatabase : public CLI::RequiredError {
 public:
  MissingDatabase(const std::string& command, const std::string& remedy);
};

// Local. `error`: of parsing `words`. Returns the message with the whole command that the user may mean; nullopt: the
// command needs no database, or has one, or the error is about something else. Looks on the disk for files and
// databases that values name.
std::optional<std::string> missing_database(const CLI::App& program, std::span<const std::string> words,
                                            const CLI::ParseError& error);

}  // namespace quadrille::server
