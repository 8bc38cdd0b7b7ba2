#pragma once

// `quadrille demo` makes a database of generated data, serves it on this machine, and prints what to try. It starts the
// program again for both: first as `quadrille build --lubm 1`, then as `quadrille serve`.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace quadrille::server {

struct DemoOptions {
  std::string database = "quadrille-demo";  // it is made if it is not there, and kept
  int port = 3756;                          // 0: any free port
  std::optional<int> images;                // none: one a physical core
};

// Adds the command.
void add_demo(CLI::App& program, DemoOptions& options);

// Local. Returns at the server's end, with its exit status; at once if a server has the database already. Must be
// called before there are threads (launcher.hpp).
int run_demo(const DemoOptions& options);

}  // namespace quadrille::server
