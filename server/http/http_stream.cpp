#include "server/http/http_stream.hpp"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kBufferBytes = 16 << 10;
constexpr std::size_t kMaxParts = 8;
constexpr std::size_t kRecordBytes = 16 << 10;  // the largest of TLS
constexpr char kHandshakeRecord = 22;           // the first byte of a client's TLS (RFC 8446, 5.1)
constexpr std::string_view kPlainHttpHead =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 54\r\nConnection: "
    "close\r\n\r\n";
constexpr std::string_view kPlainHttpMessage = "this port speaks TLS: use https:// instead of http://\n";
static_assert(kPlainHttpMessage.size() == 54);
constexpr int kGentleEndMs = 500;
constexpr int kLookMs = 100;

// Returns the events, 0 after the timeout.
short wait_for(int socket, short events, int timeout_ms) {
  pollfd waited{socket, events, 0};
  int ready;
  do {
    ready = poll(&waited, 1, timeout_ms);
  } while (ready < 0 && errno == EINTR);
  return ready > 0 ? waited.revents : short{0};
}

short wait_until(int socket, short events, const Deadline& end) {
  const std::optional<double> left = end.seconds_left();
  return wait_for(socket, events, left ? static_cast<int>(std::ceil(*left * 1000)) : -1);
}

Deadline after_ms(int ms) {
  return Deadline::after(ms / 1000.0);
}

// Does not wait.
TlsSession::Moved receive(int socket, char* to, std::size_t size) {
  for (;;) {
    const ssize_t got = recv(socket, to, size, MSG_DONTWAIT);
    if (got >= 0) return {got, 0};
    if (errno == EAGAIN || errno == EWOULDBLOCK) return {0, POLLIN};
    if (errno != EINTR) return {-1, 0};
  }
}

// One end of a connection. An IPv4 address that an IPv6 socket shows as ::ffff:1.2.3.4 is returned as 1.2.3.4.
std::string host_of(int socket, int (*ask)(int, sockaddr*, socklen_t*)) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  std::array<char, NI_MAXHOST> host{};
  if (ask(socket, any, &size) != 0) return "";
  if (getnameinfo(any, size, host.data(), host.size(), nullptr, 0, NI_NUMERICHOST) != 0) return "";
  constexpr std::string_view kMapped = "::ffff:";
  const std::string_view text = host.data();
  const bool is_mapped = text.starts_with(kMapped) && text.find('.') != std::string_view::npos;
  return std::string(is_mapped ? text.substr(kMapped.size()) : text);
}

// Removes the sent bytes from the front.
void drop_sent(std::span<iovec>& parts, std::size_t sent) {
  while (!parts.empty() && sent >= parts[0].iov_len) {
    sent -= parts[0].iov_len;
    parts = parts.subspan(1);
  }
  if (parts.empty()) return;
  parts[0].iov_base = static_cast<char*>(parts[0].iov_base) + sent;
  parts[0].iov_len -= sent;
}

}  // namespace

HttpStream::HttpStream(int socket, const StreamLimits& limits, std::unique_ptr<TlsSession> tls)
    : socket_(socket),
      limits_(limits),
      tls_(std::move(tls)),
      buffer_(std::make_unique_for_overwrite<char[]>(kBufferBytes)) {}

// A record of TLS may arrive in many parts, which give no bytes until it is whole.
bool HttpStream::fill(const Deadline& end) {
  taken_ = filled_ = 0;
  if (broken_) return false;
  TlsSession::Moved got;
  do {
    got = fill_at_once();
  } while (got.wants != 0 && !end.passed() && wait_until(socket_, got.wants, end) != 0);
  return got.bytes > 0;
}

TlsSession::Moved HttpStream::fill_at_once() {
  const TlsSession::Moved got =
      tls_ ? tls_->read(buffer_.get(), kBufferBytes) : receive(socket_, buffer_.get(), kBufferBytes);
  taken_ = 0;
  filled_ = static_cast<std::size_t>(std::max<ssize_t>(got.bytes, 0));
  return got;
}

bool HttpStream::begin_tls(int timeout_ms) {
  char first = 0;
  if (wait_for(socket_, POLLIN, timeout_ms) == 0 || recv(socket_, &first, 1, MSG_PEEK | MSG_DONTWAIT) != 1)
    return false;
  const Deadline end = after_ms(limits_.read_timeout_ms);
  if (first != kHandshakeRecord) {
    refuse_plain_http(first, end);
    return false;
  }
  TlsSession::Moved done;
  do {
    done = tls_->handshake();
  } while (done.wants != 0 && !end.passed() && wait_until(socket_, done.wants, end) != 0);
  tls_begun_ = done.bytes > 0;
  if (tls_begun_) return true;
  if (!tls_->error().empty()) {  // OpenSSL has sent an alert, which the client should get
    shutdown(socket_, SHUT_WR);
    drop_received(after_ms(kGentleEndMs));
  }
  broken_ = true;
  return false;
}

// The client's system drops the answer if bytes arrive after the socket was closed, or were left in it.
void HttpStream::refuse_plain_http(char first, const Deadline& end) {
  if (std::isupper(static_cast<unsigned char>(first))) drop_plain_head(end);
  const std::array<std::string_view, 2> answer{kPlainHttpHead, kPlainHttpMessage};
  send_plain(answer, {});
  shutdown(socket_, SHUT_WR);
  drop_received(end);
  broken_ = true;
}

// Up to its empty line, unless it is too long or does not arrive in time.
void HttpStream::drop_plain_head(const Deadline& end) {
  std::string tail;
  for (std::size_t size = 0; size <= limits_.max_header_bytes && !end.passed();) {
    const TlsSession::Moved got = receive(socket_, buffer_.get(), kBufferBytes);
    if (got.wants != 0 && wait_until(socket_, got.wants, end) != 0) continue;
    if (got.bytes <= 0) return;
    size += static_cast<std::size_t>(got.bytes);
    tail.append(buffer_.get(), static_cast<std::size_t>(got.bytes));
    if (tail.find("\r\n\r\n") != std::string::npos) return;
    tail.erase(0, tail.size() - std::min<std::size_t>(tail.size(), 3));
  }
}

// Until the client ends its side or sends nothing for a while.
void HttpStream::drop_received(const Deadline& end) {
  TlsSession::Moved got;
  do {
    got = receive(socket_, buffer_.get(), kBufferBytes);
    if (got.wants != 0 && wait_for(socket_, POLLIN, kGentleEndMs) == 0) break;
  } while (!end.passed() && (got.bytes > 0 || got.wants != 0));
  taken_ = filled_;
}

bool HttpStream::wait_for_request(int timeout_ms) {
  if (taken_ < filled_) {
    head_deadline_ = after_ms(limits_.read_timeout_ms);
    return true;
  }
  if (broken_ || (tls_ && !tls_begun_ && !begin_tls(timeout_ms))) return false;
  // The next request of a busy client is often there, and costs one system call then.
  const TlsSession::Moved got = fill_at_once();
  if (got.wants != 0 && !(tls_ && tls_->has_received()) && wait_for(socket_, got.wants, timeout_ms) == 0) return false;
  head_deadline_ = after_ms(limits_.read_timeout_ms);
  return got.bytes > 0 || (got.wants != 0 && fill(head_deadline_));
}

HttpStream::Line HttpStream::read_line(std::string& to, std::size_t most) {
  for (std::size_t size = 0;;) {
    if (taken_ == filled_ && (head_deadline_.passed() || !fill(head_deadline_))) return Line::ended;
    const char* const begin = buffer_.get() + taken_;
    const void* const end = std::memchr(begin, '\n', filled_ - taken_);
    const std::size_t count =
        end ? static_cast<std::size_t>(static_cast<const char*>(end) - begin) + 1 : filled_ - taken_;
    size += count;
    if (size > most) return Line::too_long;
    to.append(begin, count);
    taken_ += count;
    if (end) return Line::whole;
  }
}

ssize_t HttpStream::read(char* to, std::size_t size) {
  if (taken_ == filled_ && !fill(after_ms(limits_.read_timeout_ms))) return -1;
  const std::size_t count = std::min(size, filled_ - taken_);
  copy_bytes(to, buffer_.get() + taken_, count);
  taken_ += count;
  return static_cast<ssize_t>(count);
}

// Waits until the client has taken some bytes. Returns false if it has not in time.
bool HttpStream::wait_for_client(const std::function<bool()>& wanted, short events) const {
  const Deadline end = after_ms(limits_.write_timeout_ms);
  const Deadline early_end = after_ms(limits_.wanted_timeout_ms);
  while (wait_for(socket_, events, std::min(kLookMs, limits_.write_timeout_ms)) == 0) {
    if (end.passed() || (wanted && early_end.passed() && wanted())) return false;
  }
  return true;
}

bool HttpStream::send(std::span<const std::string_view> parts, const std::function<bool()>& wanted) {
  return tls_ ? send_encrypted(parts, wanted) : send_plain(parts, wanted);
}

// Each record costs a header and a tag, so short parts are gathered into one; long parts are not copied.
bool HttpStream::send_encrypted(std::span<const std::string_view> parts, const std::function<bool()>& wanted) {
  std::size_t left = 0;
  for (const std::string_view part : parts) left += part.size();
  gathered_.clear();
  for (std::string_view part : parts) {
    while (!part.empty()) {
      const std::string_view piece = part.substr(0, kRecordBytes - gathered_.size());
      part.remove_prefix(piece.size());
      left -= piece.size();
      const bool is_whole = piece.size() == kRecordBytes;
      if (!is_whole) gathered_ += piece;
      if (!is_whole && gathered_.size() < kRecordBytes) continue;
      if (!encrypt(is_whole ? piece : gathered_, left > 0, wanted)) return false;
      gathered_.clear();
    }
  }
  return encrypt(gathered_, false, wanted);
}

bool HttpStream::encrypt(std::string_view bytes, bool more_follows, const std::function<bool()>& wanted) {
  while (!bytes.empty() && !broken_) {
    const TlsSession::Moved sent = tls_->write(bytes.data(), bytes.size(), more_follows);
    if (sent.bytes > 0) bytes.remove_prefix(static_cast<std::size_t>(sent.bytes));
    if (sent.bytes <= 0) broken_ = sent.wants == 0 || !wait_for_client(wanted, sent.wants);
  }
  return !broken_;
}

bool HttpStream::send_plain(std::span<const std::string_view> parts, const std::function<bool()>& wanted) {
  QUADRILLE_ASSERT(parts.size() <= kMaxParts, "an answer is sent in few parts");
  std::array<iovec, kMaxParts> vectors;
  for (std::size_t i = 0; i < parts.size(); ++i) vectors[i] = {const_cast<char*>(parts[i].data()), parts[i].size()};
  std::span<iovec> left(vectors.data(), parts.size());
  drop_sent(left, 0);
  while (!left.empty() && !broken_) {
    msghdr message{};
    message.msg_iov = left.data();
    message.msg_iovlen = left.size();
    const ssize_t sent = sendmsg(socket_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      drop_sent(left, static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      broken_ = !wait_for_client(wanted, POLLOUT);
    } else {
      broken_ = errno != EINTR;
    }
  }
  return !broken_;
}

bool HttpStream::peer_gone() const {
  return broken_ || (wait_for(socket_, POLLRDHUP, 0) & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

bool HttpStream::Ends::is_loopback() const {
  return peer.starts_with("127.") || peer == "::1";
}

bool HttpStream::Ends::is_local() const {
  return !peer.empty() && (peer == local || is_loopback());
}

const HttpStream::Ends& HttpStream::ends() const {
  if (!ends_) ends_ = {host_of(socket_, &getsockname), host_of(socket_, &getpeername)};
  return *ends_;
}

void HttpStream::reset_at_close() {
  const linger at_once{1, 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  broken_ = true;
}

void HttpStream::end_gently() {
  if (broken_) return;
  if (tls_begun_ && !cut_off_) say_end();
  shutdown(socket_, SHUT_WR);
  drop_received(after_ms(kGentleEndMs));
}

void HttpStream::say_end() {
  TlsSession::Moved said;
  do {
    said = tls_->say_end();
  } while (said.wants != 0 && wait_for_client({}, said.wants));
}

}  // namespace quadrille::server
