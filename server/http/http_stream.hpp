#pragma once

// An HttpStream is the bytes of one connection: lines and bodies in, answers out.
//
// Heads of requests are read line by line, within one time limit and one size limit for all lines together, so a client
// cannot hold a connection by sending a byte now and then. Answers are sent in few system calls; the stream detects
// that the client has disconnected.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.hpp"

namespace quadrille::server {

struct StreamLimits {
  std::size_t max_header_bytes = 128 << 10;  // request line and headers together
  int read_timeout_ms = 10'000;              // for all headers together, then for every next part of a body
  int write_timeout_ms = 60'000;             // for a client that takes nothing
  int wanted_timeout_ms = 5'000;             // the same while others want what its answer holds
};

class HttpStream {
 public:
  // `socket` is a connected one. It stays the caller's, who closes it.
  HttpStream(int socket, const StreamLimits& limits);
  HttpStream(const HttpStream&) = delete;
  HttpStream& operator=(const HttpStream&) = delete;

  const StreamLimits& limits() const { return limits_; }

  // Waits for the first byte of a request. false: none came in time, or the connection has ended.
  bool wait_for_request(int timeout_ms);
  // From here on the lines of one head are read, in the time for all of it.
  void begin_head();
  enum class Line : std::uint8_t { whole, too_long, ended };
  // Appends the next line to `to`, with its end; too_long: it has more than `most` bytes.
  Line read_line(std::string& to, std::size_t most);
  // Some of what comes next, at least a byte; 0 or less: nothing comes any more.
  ssize_t read(char* to, std::size_t size);

  // Sends all parts. false: the client is gone, or took nothing for the write timeout, or for the shorter one and
  // `wanted` says that others want what the answer holds; so it stays.
  bool send(std::span<const std::string_view> parts, const std::function<bool()>& wanted = {});

  // The client has closed its side, or the connection is broken. Asks the system.
  bool peer_gone() const;
  // The client is on this machine.
  bool peer_is_local() const;
  // The end will be a reset, which no client takes for the orderly end of an answer.
  void reset_at_close();
  // An orderly end to a client that may still be sending: were the socket closed at once, its system would drop our
  // answer unread. Takes half a second at most.
  void end_gently();

 private:
  bool fill(int timeout_ms);
  bool wait_for_client(const std::function<bool()>& wanted) const;

  int socket_;
  StreamLimits limits_;
  const std::unique_ptr<char[]> buffer_;
  std::size_t taken_ = 0, filled_ = 0;  // of the buffer: what has been read off, what has been read
  Deadline head_deadline_;
  bool broken_ = false;
};

}  // namespace quadrille::server
