#include "server/http/listener.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr int kBacklog = 1024;

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

// Returns 0, or the error of getaddrinfo().
int look_up(const std::string& host, int port, Addresses& addresses) {
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found);
  if (error == 0) addresses.reset(found);
  return error;
}

Addresses find_addresses(const std::string& host, int port, std::string_view option) {
  Addresses found(nullptr, &freeaddrinfo);
  const int error = look_up(host, port, found);
  if (error != 0)
    fail(ErrorKind::user, "{} {}: not an address of this machine ({})", option, host, gai_strerror(error));
  return found;
}

bool is_loopback(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    return ntohl(reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
  }
  const in6_addr& six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  const bool is_mapped = IN6_IS_ADDR_V4MAPPED(&six) != 0;
  return IN6_IS_ADDR_LOOPBACK(&six) != 0 || (is_mapped && six.s6_addr[12] == IN_LOOPBACKNET);
}

int open_listening(const addrinfo& address) {
  const int socket = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) return -1;
  const int on = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (bind(socket, address.ai_addr, address.ai_addrlen) == 0 && listen(socket, kBacklog) == 0) return socket;
  const int error = errno;
  close(socket);
  errno = error;
  return -1;
}

int port_of(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

}  // namespace

bool is_loopback(const std::string& host) {
  Addresses found(nullptr, &freeaddrinfo);
  if (look_up(host, 0, found) != 0) return false;
  const addrinfo* address = found.get();
  while (address && is_loopback(*address->ai_addr)) address = address->ai_next;
  return address == nullptr;
}

std::optional<ListenAddress> listen_address_of(std::string_view text) {
  constexpr int kLastPort = 65535;
  ListenAddress address;
  const std::size_t colon = text.rfind(':');
  const std::string_view digits = colon == std::string_view::npos ? text : text.substr(colon + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), address.port);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  if (address.port < 0 || address.port > kLastPort) return std::nullopt;
  if (colon == std::string_view::npos) return address;
  std::string_view host = text.substr(0, colon);
  const bool is_bracketed = host.starts_with('[') && host.ends_with(']');
  if (is_bracketed) host = host.substr(1, host.size() - 2);
  if (host.empty() || (!is_bracketed && host.find(':') != std::string_view::npos)) return std::nullopt;
  address.host = host;
  return address;
}

Listener::Listener(const std::string& host, int port, std::string_view option) {
  const Addresses addresses = find_addresses(host, port, option == "--port" ? "--host" : option);
  int error = 0;
  for (const addrinfo* address = addresses.get(); address && socket_ < 0; address = address->ai_next) {
    socket_ = open_listening(*address);
    error = errno;
  }
  if (socket_ < 0) {
    fail(ErrorKind::io, "cannot listen on {}:{}: {}{}", host, port, std::strerror(error),
         error == EADDRINUSE ? fmt::format("; another program uses this port, choose another one with {}", option)
                             : std::string());
  }
  port_ = port_of(socket_);
  wake_ = eventfd(0, EFD_CLOEXEC);
}

Listener::~Listener() {
  close(socket_);
  close(wake_);
}

std::optional<int> Listener::accept_next() {
  for (;;) {
    pollfd waited[] = {{socket_, POLLIN, 0}, {wake_, POLLIN, 0}};
    if (poll(waited, 2, -1) < 0 && errno != EINTR) return std::nullopt;
    if (waited[1].revents != 0) return std::nullopt;
    const int socket = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket >= 0) {
      const int on = 1;
      setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
      return socket;
    }
    // No file descriptor or memory is left: the client waits in the queue until a connection ends.
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

void Listener::close_down() {
  shutdown(socket_, SHUT_RDWR);
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_, &one, sizeof(one));
}

}  // namespace quadrille::server
