#include "server/launch/detail/service_manager.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>

#include "base/copy_bytes.hpp"

namespace quadrille::server {

bool notify_service_manager(std::string_view line) {
  const char* const variable = std::getenv("NOTIFY_SOCKET");
  const std::string_view name = variable ? variable : "";
  sockaddr_un address{};
  if (name.empty() || (name[0] != '/' && name[0] != '@') || name.size() >= sizeof(address.sun_path)) return false;
  address.sun_family = AF_UNIX;
  copy_bytes(address.sun_path, name.data(), name.size());
  if (name[0] == '@') address.sun_path[0] = '\0';  // an abstract name, which ends with the address
  const std::size_t size = offsetof(sockaddr_un, sun_path) + name.size() + (name[0] == '/' ? 1 : 0);
  const int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  const ssize_t sent = sendto(descriptor, line.data(), line.size(), MSG_NOSIGNAL,
                              reinterpret_cast<const sockaddr*>(&address), static_cast<socklen_t>(size));
  close(descriptor);
  return sent == static_cast<ssize_t>(line.size());
}

}  // namespace quadrille::server
