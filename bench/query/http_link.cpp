#include "bench/query/http_link.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace quadrille::bench {

namespace {

constexpr std::size_t kBufferBytes = 256 << 10;
constexpr timeval kTurn{0, 200'000};  // the wait of a read between checks of the time

std::string words_of(int error) {
  return std::generic_category().message(error);
}

struct Addresses {
  explicit Addresses(const Endpoint& endpoint) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    std::string host = endpoint.host;
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    const int error = getaddrinfo(host.c_str(), endpoint.port.c_str(), &wanted, &first);
    if (error != 0) fail(ErrorKind::io, "{}: {}", endpoint.url(), gai_strerror(error));
  }
  ~Addresses() { freeaddrinfo(first); }
  Addresses(const Addresses&) = delete;
  Addresses& operator=(const Addresses&) = delete;
  addrinfo* first = nullptr;
};

}  // namespace

HttpLink::HttpLink(Endpoint endpoint, double most_seconds)
    : endpoint_(std::move(endpoint)), most_seconds_(most_seconds), buffer_(kBufferBytes) {}

HttpLink::~HttpLink() {
  close();
}

HttpLink::HttpLink(HttpLink&& other) noexcept
    : endpoint_(other.endpoint_),
      most_seconds_(other.most_seconds_),
      socket_(std::exchange(other.socket_, -1)),
      fresh_(other.fresh_),
      connections_(other.connections_),
      request_(other.request_),
      buffer_(std::move(other.buffer_)),
      tls_(std::exchange(other.tls_, nullptr)) {}

void HttpLink::close() {
  SSL_free(std::exchange(tls_, nullptr));
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

void HttpLink::connect() {
  close();
  const Addresses addresses(endpoint_);
  int error = 0;
  for (const addrinfo* one = addresses.first; one; one = one->ai_next) {
    socket_ = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
    if (socket_ >= 0 && ::connect(socket_, one->ai_addr, one->ai_addrlen) == 0) break;
    error = errno;
    close();
  }
  if (socket_ < 0) fail(ErrorKind::io, "{} cannot be reached: {}", endpoint_.url(), words_of(error));
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kTurn, sizeof kTurn);
  fresh_ = true;
  ++connections_;
  if (endpoint_.by_tls && !begin_tls()) fail(ErrorKind::io, "{} does not speak TLS", endpoint_.url());
}

// The certificate is not checked.
bool HttpLink::begin_tls() {
  static SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  tls_ = SSL_new(context);
  SSL_set_fd(tls_, socket_);
  if (SSL_connect(tls_) != 1) return false;
  fcntl(socket_, F_SETFL, fcntl(socket_, F_GETFL) | O_NONBLOCK);
  return true;
}

long HttpLink::read_encrypted(bool wait) {
  const int bytes = SSL_read(tls_, buffer_.data(), static_cast<int>(buffer_.size()));
  if (bytes > 0) return bytes;
  if (SSL_get_error(tls_, bytes) != SSL_ERROR_WANT_READ) return 0;
  pollfd waited{socket_, POLLIN, 0};
  if (!wait || poll(&waited, 1, static_cast<int>(kTurn.tv_usec / 1000)) <= 0) return -1;
  return read_encrypted(false);
}

void HttpLink::send_all(std::string_view bytes) {
  if (tls_) {
    SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size()));  // a short request; the reader detects an end
    return;
  }
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return;  // the reader detects its end
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void HttpLink::send(std::string_view request) {
  request_ = request;
  if (socket_ < 0) connect();
  send_all(request);
}

long HttpLink::read_some(bool wait) {
  if (tls_) return read_encrypted(wait);
  for (;;) {
    const ssize_t bytes = recv(socket_, buffer_.data(), buffer_.size(), wait ? 0 : MSG_DONTWAIT);
    if (bytes >= 0) return bytes;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return -1;
    if (errno == ECONNRESET || errno == EPIPE) return 0;
    if (errno != EINTR) fail(ErrorKind::io, "{}: {}", endpoint_.url(), words_of(errno));
  }
}

// A server that writes an answer in pieces and has Nagle's algorithm on waits for our acknowledgement between them,
// which Linux would send 40 ms later; the kernel sometimes resets this setting.
void HttpLink::acknowledge() {
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
}

// True: the answer ended with the connection. Else the request is sent again, over another connection.
bool HttpLink::take_end(HttpAnswer& answer) {
  if (answer.end()) return true;
  if (answer.has_begun() || fresh_)
    fail(ErrorKind::io, "{} has ended the connection without an answer", endpoint_.url());
  answer = HttpAnswer();
  connect();
  send_all(request_);
  return false;
}

bool HttpLink::receive(HttpAnswer& answer, const BodySink& sink) {
  while (!answer.is_done()) {
    const long bytes = read_some(false);
    if (bytes < 0) return false;
    if (bytes == 0) {
      if (!take_end(answer)) return false;
    } else {
      answer.take({buffer_.data(), static_cast<std::size_t>(bytes)}, sink);
      if (!answer.is_done()) acknowledge();
    }
  }
  fresh_ = false;
  if (!answer.keeps_alive()) close();
  return true;
}

HttpAnswer HttpLink::ask(std::string_view request, const BodySink& sink) {
  try {
    send(request);
    return wait_for_answer(sink);
  } catch (const Error&) {
    close();  // the rest of the answer is not needed
    throw;
  }
}

HttpAnswer HttpLink::wait_for_answer(const BodySink& sink) {
  HttpAnswer answer;
  const Deadline deadline = Deadline::after(most_seconds_);
  while (!answer.is_done()) {
    const long bytes = read_some(true);
    if (bytes > 0) {
      answer.take({buffer_.data(), static_cast<std::size_t>(bytes)}, sink);
      if (!answer.is_done()) acknowledge();
    } else if (bytes == 0) {
      take_end(answer);
    }
    if (!answer.is_done() && deadline.passed()) {
      fail(ErrorKind::timeout, "{}: no complete answer in {} s", endpoint_.url(), most_seconds_);
    }
  }
  fresh_ = false;
  if (!answer.keeps_alive()) close();
  return answer;
}

}  // namespace quadrille::bench
