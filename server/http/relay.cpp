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
#include <cctype>
#include <cerrno>
#include <charconv>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

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
  Link(const RelayTarget& target, const TlsContext* tls) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(target.host.c_str(), std::to_string(target.port).c_str(), &hints, &found) != 0) return;
    for (const addrinfo* at = found; at != nullptr && socket_ < 0; at = at->ai_next) connect_to(*at);
    freeaddrinfo(found);
    if (tls && is_open()) begin_tls(*tls);
  }
  ~Link() {
    if (socket_ >= 0) ::close(socket_);
  }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  bool is_open() const { return socket_ >= 0; }
  // Why the handshake of TLS has failed; empty: it has not.
  const std::string& error() const { return error_; }

  // Waits at most a moment. Returns false if the other side takes nothing more; its answer may still come.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const TlsSession::Moved sent = tls_ ? tls_->write(bytes.data(), bytes.size()) : send_some(bytes);
      if (sent.bytes > 0) {
        bytes.remove_prefix(static_cast<std::size_t>(sent.bytes));
      } else if (sent.wants == 0 || !wait(sent.wants, kConnectMs)) {
        return false;
      }
    }
    return true;
  }
  // Reads some bytes: 0 at the regular end, less than 0 if the connection was cut off; nullopt: none have arrived
  // within a moment.
  std::optional<ssize_t> receive(std::span<char> to) {
    const TlsSession::Moved got = tls_ ? tls_->read(to.data(), to.size()) : receive_some(to);
    if (got.wants == 0) return got.bytes;
    wait(got.wants, kLookAroundMs);
    return std::nullopt;
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
  void begin_tls(const TlsContext& tls) {
    tls_ = tls.connect(socket_);
    TlsSession::Moved done;
    do {
      done = tls_->handshake();
    } while (done.wants != 0 && wait(done.wants, kConnectMs));
    if (done.bytes > 0) return;
    error_ = tls_->error();
    ::close(std::exchange(socket_, -1));
  }
  TlsSession::Moved send_some(std::string_view bytes) const {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    return {sent, static_cast<short>(sent < 0 && errno == EAGAIN ? POLLOUT : 0)};
  }
  TlsSession::Moved receive_some(std::span<char> to) const {
    const ssize_t size = ::recv(socket_, to.data(), to.size(), 0);
    return {size, static_cast<short>(size < 0 && errno == EAGAIN ? POLLIN : 0)};
  }
  bool wait(short events, int timeout_ms) const {
    pollfd one{socket_, events, 0};
    return ::poll(&one, 1, timeout_ms) > 0;
  }

  int socket_ = -1;
  std::unique_ptr<TlsSession> tls_;
  std::string error_;
};

// Headers of the connection or of the framing, which are made anew, a compressed body is sent on decompressed; and
// those of the sender, in whose place the caller is sent on.
bool is_own(std::string_view name) {
  constexpr std::array<std::string_view, 10> kOwn{
      "connection",       "keep-alive",    "expect",        "content-length", "transfer-encoding",
      "content-encoding", "authorization", "x-remote-user", "x-request-id",   kRelayHeader};
  const std::string lower = to_lower(name);
  return std::find(kOwn.begin(), kOwn.end(), lower) != kOwn.end();
}

// What the other server gets of the sender of a request.
struct RelayedSender {
  std::string caller;   // Access::relay_header()
  std::string_view id;  // of the request
};

std::string head_for(const HttpHead& head, const RelayedSender& sender, std::string_view framing) {
  std::string text = fmt::format("{} {} HTTP/1.{}\r\n", head.method(), head.target(), head.http_1_0() ? 0 : 1);
  for (const auto& [name, value] : head.headers()) {
    if (!is_own(name)) fmt::format_to(std::back_inserter(text), "{}: {}\r\n", name, value);
  }
  return fmt::format("{}{}: {}\r\nX-Request-Id: {}\r\n{}Connection: close\r\n\r\n", text, kRelayHeader, sender.caller,
                     sender.id, framing);
}

// Returns false if the other server takes no more of it.
bool send_request(Exchange& exchange, const HttpHead& head, const RelayedSender& sender, Link& link) {
  if (const std::optional<std::string>& body = exchange.kept_body()) {
    return link.send(head_for(head, sender, fmt::format("Content-Length: {}\r\n", body->size()))) && link.send(*body);
  }
  const std::optional<std::uint64_t> length = exchange.body_length();
  if (length == 0) return link.send(head_for(head, sender, ""));
  const bool chunked = !length;
  if (!link.send(head_for(
          head, sender,
          chunked ? std::string("Transfer-Encoding: chunked\r\n") : fmt::format("Content-Length: {}\r\n", *length)))) {
    return false;
  }
  std::string piece(kRelayedBytes, '\0');
  while (const std::size_t size = exchange.body().read(piece)) {
    const std::string_view bytes = std::string_view(piece).substr(0, size);
    if (!link.send(chunked ? fmt::format("{:x}\r\n{}\r\n", size, bytes) : std::string(bytes))) return false;
  }
  return !chunked || link.send("0\r\n\r\n");
}

// Follows an answer, as far as it must be known whether it is whole. Reads what this server's own answers have.
class AnswerEnd {
 public:
  void add(std::string_view bytes) {
    size_ += bytes.size();
    last_.append(bytes.substr(bytes.size() - std::min(bytes.size(), kLastChunk.size())));
    last_.erase(0, last_.size() - std::min(last_.size(), kLastChunk.size()));
    if (head_size_ != 0) return;
    head_ += bytes;
    const std::size_t end = head_.find("\r\n\r\n");
    if (end == std::string::npos) return;
    head_size_ = end + 4;
    head_.resize(head_size_);
    for (char& c : head_) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const std::size_t length = head_.find(kLength);
    if (length != std::string::npos) std::from_chars(&head_[length + kLength.size()], &head_[end], length_.emplace());
    is_chunked_ = head_.find("\r\ntransfer-encoding: chunked\r\n") != std::string::npos;
  }
  // False if it has no length.
  bool is_whole() const {
    if (length_) return size_ >= head_size_ + *length_;
    return is_chunked_ && last_ == kLastChunk;
  }

 private:
  static constexpr std::string_view kLastChunk = "0\r\n\r\n";
  static constexpr std::string_view kLength = "\r\ncontent-length: ";

  std::string head_, last_;
  std::uint64_t size_ = 0, head_size_ = 0;
  std::optional<std::uint64_t> length_;
  bool is_chunked_ = false;
};

// A server that has refused a request may end its connection by a reset, after a whole answer.
void pass_answer_on(Exchange& exchange, Link& link, const std::string& address) {
  std::string piece(kRelayedBytes, '\0');
  AnswerEnd end;
  bool is_begun = false;
  while (!exchange.cancelled()) {
    const std::optional<ssize_t> size = link.receive(piece);
    if (!size) continue;
    if (*size == 0 && is_begun) return;
    if (*size <= 0) break;
    is_begun = true;
    const std::string_view bytes = std::string_view(piece).substr(0, static_cast<std::size_t>(*size));
    end.add(bytes);
    if (!exchange.pass_on(bytes)) break;
  }
  if (is_begun) return end.is_whole() ? void() : exchange.cut_off();
  exchange.respond_failure(502, fmt::format("the first image, at {}, gave no answer", address));
}

}  // namespace

void relay(const Access& access, TlsContext* tls, Exchange& exchange, const HttpHead& head, const RelayTarget& target) {
  exchange.close_after();
  enter(exchange.progress(), RunStage::running);
  Link link(target, tls);
  const std::string address = fmt::format("{}:{}", target.host, target.port);
  if (!link.is_open()) {
    return exchange.respond_failure(502, fmt::format("the first image, at {}, cannot be reached{}", address,
                                                     link.error().empty() ? "" : " (TLS: " + link.error() + ")"));
  }
  try {
    send_request(exchange, head,
                 {access.relay_header(exchange.caller(), exchange.record().client), exchange.record().id}, link);
  } catch (...) {  // the client's part of it
    const Failure failure = describe(std::current_exception());
    return exchange.respond_failure(failure.status, failure.message);
  }
  pass_answer_on(exchange, link, address);
}

}  // namespace quadrille::server
