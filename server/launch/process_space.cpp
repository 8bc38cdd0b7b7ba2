#include <unistd.h>

#include <array>
#include <fstream>

#include "server/launch/detail/launcher_protocol.hpp"
#include "server/launch/host_name.hpp"

namespace quadrille::server {

std::string process_space() {
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id") >> std::ws, boot);
  std::array<char, 128> name{};
  [[maybe_unused]] const ssize_t size = readlink("/proc/self/ns/pid", name.data(), name.size() - 1);
  return (boot.empty() ? host_name() : boot) + " " + name.data();
}

}  // namespace quadrille::server
