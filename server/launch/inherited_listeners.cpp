#include "server/launch/detail/inherited_listeners.hpp"

#include <linux/filter.h>
#include <sys/socket.h>

#include <charconv>
#include <filesystem>
#include <string>
#include <system_error>

namespace quadrille::server {

namespace {

int option(int socket, int name) {
  int value = 0;
  socklen_t size = sizeof value;
  return getsockopt(socket, SOL_SOCKET, name, &value, &size) == 0 ? value : -1;
}

bool listens(int descriptor) {
  const int domain = option(descriptor, SO_DOMAIN);
  return (domain == AF_INET || domain == AF_INET6) && option(descriptor, SO_ACCEPTCONN) == 1;
}

}  // namespace

std::vector<int> listening_sockets() {
  std::vector<int> all;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", none)) {
    const std::string name = entry.path().filename();
    int descriptor = -1;
    std::from_chars(name.data(), name.data() + name.size(), descriptor);
    if (listens(descriptor)) all.push_back(descriptor);
  }
  return all;
}

void drop_connections_to(int socket) {
  sock_filter drop = BPF_STMT(BPF_RET | BPF_K, 0);
  const sock_fprog program{1, &drop};
  setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

}  // namespace quadrille::server
