#pragma once

// The inputs of `build` and `load`: converts command line options to the loader's options.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/error.hpp"
#include "loader/build/build_options.hpp"
#include "pgas/team.hpp"
#include "server/commands/command_line.hpp"

namespace quadrille::server {

// Local. Without the paths of lists.
quadrille::BuildOptions input_options(const InputOptions& options);

// Local. Adds the paths of the lists (--list), a line each; empty lines and comments (#) are passed over. Fails where
// there is none then, unless `others` says that there is something else to read.
void add_lists(const InputOptions& options, bool others, std::vector<std::string>& inputs);
// Collective. The first image reads the lists for all, so no other host needs them.
void add_lists(pgas::Team& team, const InputOptions& options, bool others, std::vector<std::string>& inputs);

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
