#pragma once

// An HttpStream is the bytes of one connection: lines and bodies in, answers out.
//
// Heads of requests are read line by line, within one time limit and one size limit for all lines together, so a
// client cannot hold a connection by sending a byte now and then. Answers are sent in few system calls; the stream
// detects that the client has disconnected. With a TlsSession the bytes are encrypted; no code above the stream
// depends on that.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "server/http/tls_context.hpp"

namespace quadrille::server {

struct StreamLimits {
  std::size_t max_header_bytes = 128 << 10;  // request line and headers together
  int read_timeout_ms = 10'000;              // for all headers together, then for every next part of a body (with
                                             // TLS: every next record)
  int write_timeout_ms = 60'000;             // for a client that takes nothing
  int wanted_timeout_ms = 5'000;             // the same while other requests need what its answer holds
};

class HttpStream {
 public:
  // `socket` is connected. The caller closes it. `tls`: of this socket, before its handshake; null: plain HTTP.
  HttpStream(int socket, const StreamLimits& limits, std::unique_ptr<TlsSession> tls = nullptr);
  HttpStream(const HttpStream&) = delete;
  HttpStream& operator=(const HttpStream&) = delete;

  const StreamLimits& limits() const { return limits_; }

  // Waits for the first byte of a request, and starts the time limit of its head. With TLS it also waits for the
  // handshake, which has such a limit of its own, and for the whole of the first record. Returns false if no request
  // begins in time, or if the connection has ended.
  bool wait_for_request(int timeout_ms);
  enum class Line : std::uint8_t { whole, too_long, ended };
  // Appends the next line to `to`, with its line end; too_long: it has more than `most` bytes.
  Line read_line(std::string& to, std::size_t most);
  // Reads some bytes, at least one; 0 or less at the end.
  ssize_t read(char* to, std::size_t size);

  // Sends all parts. Returns false if the client has gone, or has taken nothing for the write timeout; the shorter
  // timeout applies while `wanted` returns true: others need what the answer holds. A failed stream stays failed.
  bool send(std::span<const std::string_view> parts, const std::function<bool()>& wanted = {});

  // True if the client has closed its side, or if the connection is broken. Asks the system.
  bool peer_gone() const;
  // The addresses of the connection as text, without ports; empty if the system does not tell them. Asks the system
  // once.
  struct Ends {
    std::string local, peer;
    // True if the client is on this machine: both ends have the same address, or both are loopback.
    bool is_local() const;
    bool is_loopback() const;
  };
  const Ends& ends() const;
  // True if the bytes of the connection are encrypted (TLS).
  bool encrypted() const { return tls_ != nullptr; }
  // Makes the connection end with a reset, which no client takes for the regular end of an answer.
  void reset_at_close();
  // Makes a connection with TLS end without close_notify: its last answer is not whole. Does nothing to plain HTTP.
  void cut_off() { cut_off_ = true; }
  // Ends the connection with a client that may still be sending: if the socket were closed at once, the client's system
  // would drop our answer unread. Takes at most half a second after the client has taken the answer.
  void end_gently();

 private:
  bool begin_tls(int timeout_ms);
  void refuse_plain_http(char first, const Deadline& end);
  void drop_plain_head(const Deadline& end);
  void drop_received(const Deadline& end);
  bool fill(const Deadline& end);
  TlsSession::Moved fill_at_once();
  void say_end();
  bool wait_for_client(const std::function<bool()>& wanted, short events) const;
  bool send_plain(std::span<const std::string_view> parts, const std::function<bool()>& wanted);
  bool send_encrypted(std::span<const std::string_view> parts, const std::function<bool()>& wanted);
  bool encrypt(std::string_view bytes, bool more_follows, const std::function<bool()>& wanted);

  int socket_;
  StreamLimits limits_;
  const std::unique_ptr<TlsSession> tls_;
  bool tls_begun_ = false;
  std::string gathered_;  // parts that become one record of TLS
  const std::unique_ptr<char[]> buffer_;
  std::size_t taken_ = 0, filled_ = 0;  // the bytes of the buffer that were consumed, and received
  mutable std::optional<Ends> ends_;
  Deadline head_deadline_;
  bool broken_ = false;
  bool cut_off_ = false;
};

}  // namespace quadrille::server
