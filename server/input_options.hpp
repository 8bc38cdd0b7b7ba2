#pragma once

// The inputs of `build` and `load`, from the words of the user to what the loader takes.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/error.hpp"
#include "loader/build_options.hpp"
#include "server/command_line.hpp"

namespace quadrille::server {

// Local. Without the paths of lists.
quadrille::BuildOptions input_options(const InputOptions& options);

// Local. The paths of the lists (--list), a line each; empty lines and comments (#) are passed over.
std::string read_lists(const InputOptions& options);
void add_paths(const std::string& lines, std::vector<std::string>& inputs);
[[noreturn]] void refuse_empty_lists(const InputOptions& options);

// Runs `work`. An error in the data comes with the word that goes on without what is malformed.
template <class Work>
auto or_advise_skip(const char* command, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::syntax) throw;
    throw Error(error.kind(), fmt::format("{}\n(--on-error skip {} without what is malformed)", error.what(), command));
  }
}

}  // namespace quadrille::server
