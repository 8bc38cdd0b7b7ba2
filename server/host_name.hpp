#pragma once

#include <string>

namespace quadrille::server {

// The name of this machine, for messages.
std::string host_name();

}  // namespace quadrille::server
