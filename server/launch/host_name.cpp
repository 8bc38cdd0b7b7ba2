#include "server/launch/host_name.hpp"

#include <unistd.h>

#include <array>
#include <climits>

namespace quadrille::server {

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

bool is_this_host(const std::string& name) {
  return name == host_name() || name == "localhost" || name == "127.0.0.1";
}

}  // namespace quadrille::server
