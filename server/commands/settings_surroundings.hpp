#pragma once

// The files and folders that the settings of serve name.

#include <string>
#include <vector>

#include "server/commands/command_line.hpp"

namespace quadrille::server {

// Local. The mistakes that serve would report when it starts: files that are missing, or that it refuses. Opens each of
// them; empty: there are none.
std::vector<std::string> mistakes_around(const ServeOptions& options);

}  // namespace quadrille::server
