#pragma once

// The inputs of `build` and `load`: converts command line options to the loader's options.

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "loader/build/build_options.hpp"
#include "pgas/team.hpp"
#include "server/commands/command_line.hpp"

namespace quadrille::server {

// Local. The result lacks the paths of lists. `check` is called while a context of JSON-LD is fetched, and may throw;
// it may be empty.
quadrille::InputOptions input_options(const InputOptions& options, std::function<void()> check = {});

// Local. Adds the paths in the lists (--list), one a line; skips empty lines and comments (#). Fails if there is no
// input then, unless `others`: there is other input.
void add_lists(const InputOptions& options, bool others, std::vector<std::string>& inputs);
// Collective. The first image reads the lists for all images, so other hosts do not need them.
void add_lists(pgas::Team& team, const InputOptions& options, bool others, std::vector<std::string>& inputs);

// Runs `work`. Adds to an error in the data the option that skips malformed statements.
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
