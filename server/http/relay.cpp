#include "server/http/relay.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <optional>

#include "base/text.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

constexpr int kConnectMs = 10'000;
constexpr int kLookAroundMs = 50;
constexpr std::size_t kRelayedBytes = 64 << 10;

// A connection to the other server.
class Link {
 public:
  explicit Link(const RelayTarget& target) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(target.host.c_str(), std::to_string(target.port).c_str(), &hints, &found) != 0) return;
    for (const addrinfo* at = found; at != nullptr && socket_ < 0; at = at->ai_next) connect_to(*at);
    freeaddrinfo(found);
  }
  ~Link() {
    if (socket_ >= 0) ::close(socket_);
  }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  bool is_open() const { return socket_ >= 0; }

  // Waits at most a moment. Returns false if the other side takes nothing more; its answer may still come.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent > 0) {
        bytes.remove_prefix(static_cast<std::size_t>(sent));
      } else if (errno != EAGAIN || !wait(POLLOUT, kConnectMs)) {
        return false;
      }
    }
    return true;
  }
  // Reads some bytes: 0 at the end or after an error; nullopt: none have arrived within a moment.
  std::optional<std::size_t> receive(std::span<char> to) {
    if (!wait(POLLIN, kLookAroundMs)) return std::nullopt;
    const ssize_t size = ::recv(socket_, to.data(), to.size(), 0);
    if (size < 0 && errno == EAGAIN) return std::nullopt;
    return size > 0 ? static_cast<std::size_t>(size) : 0;
  }

 private:
  void connect_to(const addrinfo& at) {
    socket_ = ::socket(at.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, at.ai_protocol);
    if (socket_ < 0) return;
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    int error = ::connect(socket_, at.ai_addr, at.ai_addrlen) == 0 ? 0 : errno;
    if (error == EINPROGRESS && wait(POLLOUT, kConnectMs)) {
      socklen_t size = sizeof error;
      getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size);
    }
    if (error == 0) return;
    ::close(socket_);
    socket_ = -1;
  }
  bool wait(short events, int timeout_ms) const {
    pollfd one{socket_, events, 0};
    return ::poll(&one, 1, timeout_ms) > 0;
  }

  int socket_ = -1;
};

// Headers of the connection or of the framing, which are made anew; a compressed body is sent on decompressed.
bool is_own(std::string_view name) {
  constexpr std::array<std::string_view, 6> kOwn{"connection",     "keep-alive",        "expect",
                                                 "content-length", "transfer-encoding", "content-encoding"};
  const std::string lower = to_lower(name);
  return std::find(kOwn.begin(), kOwn.end(), lower) != kOwn.end();
}

std::string head_for(const HttpHead& head, std::string_view framing) {
  std::string text = fmt::format("{} {} HTTP/1.{}\r\n", head.method(), head.target(), head.http_1_0() ? 0 : 1);
  for (const auto& [name, value] : head.headers()) {
    if (!is_own(name)) fmt::format_to(std::back_inserter(text), "{}: {}\r\n", name, value);
  }
  return fmt::format("{}{}Connection: close\r\n\r\n", text, framing);
}

// Returns false if the other server takes no more of it.
bool send_request(Exchange& exchange, const HttpHead& head, Link& link) {
  if (const std::optional<std::string>& body = exchange.kept_body()) {
    return link.send(head_for(head, fmt::format("Content-Length: {}\r\n", body->size()))) && link.send(*body);
  }
  const std::optional<std::uint64_t> length = exchange.body_length();
  if (length == 0) return link.send(head_for(head, ""));
  const bool chunked = !length;
  if (!link.send(head_for(head, chunked ? std::string("Transfer-Encoding: chunked\r\n")
                                        : fmt::format("Content-Length: {}\r\n", *length)))) {
    return false;
  }
  std::string piece(kRelayedBytes, '\0');
  while (const std::size_t size = exchange.body().read(piece)) {
    const std::string_view bytes = std::string_view(piece).substr(0, size);
    if (!link.send(chunked ? fmt::format("{:x}\r\n{}\r\n", size, bytes) : std::string(bytes))) return false;
  }
  return !chunked || link.send("0\r\n\r\n");
}

}  // namespace

void relay(Exchange& exchange, const HttpHead& head, const RelayTarget& target) {
  exchange.close_after();
  if (head.path().starts_with("/admin") && !exchange.is_local()) {
    return exchange.respond_failure(403, "only clients on the server's own machine may ask for this");
  }
  Link link(target);
  const std::string address = fmt::format("{}:{}", target.host, target.port);
  if (!link.is_open()) {
    return exchange.respond_failure(502, fmt::format("the first image, at {}, cannot be reached", address));
  }
  try {
    send_request(exchange, head, link);
  } catch (...) {  // the client's part of it
    const Failure failure = describe(std::current_exception());
    return exchange.respond_failure(failure.status, failure.message);
  }
  std::string piece(kRelayedBytes, '\0');
  bool is_begun = false;
  while (!exchange.cancelled()) {
    const std::optional<std::size_t> size = link.receive(piece);
    if (!size) continue;
    if (*size == 0) break;
    is_begun = true;
    if (!exchange.pass_on(std::string_view(piece).substr(0, *size))) return;
  }
  if (!is_begun) exchange.respond_failure(502, fmt::format("the first image, at {}, gave no answer", address));
}

}  // namespace quadrille::server
