#pragma once

#include <string>

namespace quadrille::server {

// The name of this machine, for messages.
std::string host_name();

// True for that name, and for the names that every machine has for itself.
bool is_this_host(const std::string& name);

}  // namespace quadrille::server
