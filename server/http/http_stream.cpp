#include "server/http/http_stream.hpp"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kBufferBytes = 16 << 10;
constexpr std::size_t kMaxParts = 8;
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

HttpStream::HttpStream(int socket, const StreamLimits& limits)
    : socket_(socket), limits_(limits), buffer_(std::make_unique_for_overwrite<char[]>(kBufferBytes)) {}

bool HttpStream::fill(int timeout_ms) {
  taken_ = filled_ = 0;
  ssize_t got;
  while ((got = recv(socket_, buffer_.get(), kBufferBytes, MSG_DONTWAIT)) < 0) {
    if (errno == EINTR) continue;
    if ((errno != EAGAIN && errno != EWOULDBLOCK) || wait_for(socket_, POLLIN, timeout_ms) == 0) break;
  }
  filled_ = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  return got > 0;
}

bool HttpStream::wait_for_request(int timeout_ms) {
  return taken_ < filled_ || fill(timeout_ms);
}

void HttpStream::begin_head() {
  head_deadline_ = Deadline::after(limits_.read_timeout_ms / 1000.0);
}

HttpStream::Line HttpStream::read_line(std::string& to, std::size_t most) {
  for (std::size_t size = 0;;) {
    if (taken_ == filled_ && (head_deadline_.passed() || !fill(limits_.read_timeout_ms))) return Line::ended;
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
  if (taken_ == filled_ && !fill(limits_.read_timeout_ms)) return -1;
  const std::size_t count = std::min(size, filled_ - taken_);
  copy_bytes(to, buffer_.get() + taken_, count);
  taken_ += count;
  return static_cast<ssize_t>(count);
}

// Waits until the client has taken some bytes. Returns false if it has not in time.
bool HttpStream::wait_for_client(const std::function<bool()>& wanted) const {
  const Deadline end = Deadline::after(limits_.write_timeout_ms / 1000.0);
  const Deadline early_end = Deadline::after(limits_.wanted_timeout_ms / 1000.0);
  while (wait_for(socket_, POLLOUT, std::min(kLookMs, limits_.write_timeout_ms)) == 0) {
    if (end.passed() || (wanted && early_end.passed() && wanted())) return false;
  }
  return true;
}

bool HttpStream::send(std::span<const std::string_view> parts, const std::function<bool()>& wanted) {
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
      broken_ = !wait_for_client(wanted);
    } else {
      broken_ = errno != EINTR;
    }
  }
  return !broken_;
}

bool HttpStream::peer_gone() const {
  return broken_ || (wait_for(socket_, POLLRDHUP, 0) & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

// A connection from this machine has the same address at both ends, 127.0.0.1 or the server's own.
bool HttpStream::peer_is_local() const {
  const auto host_of = [this](int (*ask)(int, sockaddr*, socklen_t*)) -> std::string {
    sockaddr_storage address{};
    socklen_t size = sizeof(address);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    char host[NI_MAXHOST] = "";
    if (ask(socket_, any, &size) != 0) return "";
    if (getnameinfo(any, size, host, sizeof(host), nullptr, 0, NI_NUMERICHOST) != 0) return "";
    return host;
  };
  const std::string peer = host_of(&getpeername);
  return !peer.empty() && peer == host_of(&getsockname);
}

void HttpStream::reset_at_close() {
  const linger at_once{1, 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  broken_ = true;
}

void HttpStream::end_gently() {
  if (broken_) return;
  shutdown(socket_, SHUT_WR);
  const Deadline enough = Deadline::after(kGentleEndMs / 1000.0);
  while (!enough.passed() && fill(kGentleEndMs)) {
  }
  taken_ = filled_;
}

}  // namespace quadrille::server
