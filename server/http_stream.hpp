#pragma once

// One connection's bytes, for cpp-httplib's parser on the reading side and for our answers on the writing side.
//
// Why not httplib's own stream: it fixes status and headers before it asks for the first byte of a body, where we know
// the status only when the engine has begun; and it can neither bound the size of all headers nor tell that a client
// has gone. So answers are written here, and whatever httplib writes to a request that is answered already is dropped.

#include <httplib.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.hpp"

namespace quadrille::server {

struct StreamLimits {
  std::size_t max_header_bytes = 64 << 10;  // request line and headers together
  int read_timeout_ms = 10'000;             // for all headers together, then for every next part of a body
  int write_timeout_ms = 60'000;            // for a client that takes nothing
  int wanted_timeout_ms = 5'000;            // the same while others want what its answer holds
};

class HttpStream : public httplib::Stream {
 public:
  // `socket` is a connected one. It stays the caller's, who closes it.
  HttpStream(int socket, const StreamLimits& limits);
  HttpStream(const HttpStream&) = delete;
  HttpStream& operator=(const HttpStream&) = delete;

  // Waits for the first byte of a request. false: none came in time, or the connection has ended.
  bool wait_for_request(int timeout_ms);
  // The bytes that follow are the request line and headers of a new request, until headers_end().
  void begin_request();
  void headers_end() { in_headers_ = false; }
  // Reading has ended because of the limit; httplib's answer to that is dropped, the caller gives a better one.
  bool headers_too_long() const { return headers_too_long_; }

  // Sends all parts. false: the client is gone, or took nothing for the write timeout, or for the shorter one and
  // `wanted` says that others want what the answer holds; so it stays.
  bool send(std::span<const std::string_view> parts, const std::function<bool()>& wanted = {});
  // From here on to the next request httplib's writes go nowhere.
  void set_answered() { answered_ = true; }
  bool answered() const { return answered_; }

  // The client has closed its side, or the connection is broken. Asks the system.
  bool peer_gone() const;
  // The client is on this machine.
  bool peer_is_local() const;
  // The end will be a reset, which no client takes for the orderly end of an answer.
  void reset_at_close();
  // An orderly end to a client that may still be sending: were the socket closed at once, its system would drop our
  // answer unread. Takes half a second at most.
  void end_gently();

  // httplib::Stream; some of these are not virtual in some of its versions.
  using httplib::Stream::write;
  ssize_t read(char* to, std::size_t size) override;
  ssize_t write(const char* from, std::size_t size) override;
  bool is_readable() const { return true; }
  bool is_writable() const { return true; }
  bool wait_readable() const { return true; }
  bool wait_writable() const { return true; }
  time_t duration() const { return 0; }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  // httplib refuses numbers beyond FD_SETSIZE, for it may call select(); here nobody does.
  socket_t socket() const override { return 0; }

 private:
  bool fill(int timeout_ms);
  bool wait_for_client(const std::function<bool()>& wanted) const;

  int socket_;
  StreamLimits limits_;
  std::string buffer_;  // read and not yet taken: from taken_ on
  std::size_t taken_ = 0;
  std::size_t header_bytes_ = 0;
  Deadline header_deadline_;
  bool in_headers_ = false;
  bool headers_too_long_ = false;
  bool answered_ = false;
  bool broken_ = false;
};

}  // namespace quadrille::server
