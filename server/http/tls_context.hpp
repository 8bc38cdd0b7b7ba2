#pragma once

// TLS below HttpStream, by OpenSSL: 1.2 and 1.3, without renegotiation and compression.
//
//   TlsContext context(options, log);       certificate, key and authorities; throws Error(user) if they cannot be used
//   auto session = context.accept(socket);  the server's side of one connection
//   session->handshake(), read(), write()   never wait: they return what the socket must be ready for
//   session->say_end();                     close_notify: the bytes so far are all; does not wait either
//
// T1  The files are read again when they change, which is looked for at most once a second, at a new connection.
//     Files that cannot be used (a certificate without its key, while they are replaced) change nothing and are
//     reported once.
// T2  A connection that ends without say_end() is visibly cut off.
// T3  Nobody is asked for the password of a key: an encrypted key is an error.
//
// A TlsContext is thread-safe, a TlsSession is not.

#include <poll.h>
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct ssl_ctx_st;
struct ssl_st;

namespace quadrille::server {

// Files in PEM. Empty: the server speaks plain HTTP.
struct TlsOptions {
  std::string certificate;       // of the server, followed by those between it and its authority
  std::string key;               // only its owner may read it
  std::string client_authority;  // clients must have a certificate of this authority; empty: they need none

  bool empty() const { return certificate.empty(); }
};

// The socket below a TlsSession.
struct TlsSocket {
  int number;
  bool more_follows = false;
};

class TlsSession {
 public:
  // Bytes that were moved: more than 0; otherwise the socket must be ready for `wants` (POLLIN or POLLOUT) before the
  // call is repeated, or if `wants` is 0, the other side has ended the connection by close_notify (0 bytes), or it was
  // cut off or has failed (less than 0).
  struct Moved {
    ssize_t bytes = 0;
    short wants = 0;
  };

  TlsSession(std::shared_ptr<ssl_ctx_st> context, int socket, bool is_server);
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  // Before anything else. 1 byte means that it is done.
  Moved handshake();
  Moved read(char* to, std::size_t size);
  // True if received bytes wait for read(), perhaps a part of a record. The socket does not show these.
  bool has_received() const;
  // `more_follows`: the caller writes more at once, so the system may send these bytes together with those.
  Moved write(const char* from, std::size_t size, bool more_follows = false);
  // 1 byte means that it was sent.
  Moved say_end();
  // Why the handshake has failed.
  const std::string& error() const { return error_; }

 private:
  Moved outcome(int result);

  std::shared_ptr<ssl_ctx_st> context_;
  TlsSocket socket_;  // OpenSSL has its address
  const std::unique_ptr<ssl_st, void (*)(ssl_st*)> session_;
  std::string error_;
};

class TlsContext {
 public:
  TlsContext(TlsOptions options, std::function<void(const std::string&)> log);

  std::unique_ptr<TlsSession> accept(int socket);
  // For a request to another listener of this server, which is not checked: the network between them is trusted.
  std::unique_ptr<TlsSession> connect(int socket) const;
  // When the certificate of the server expires, in seconds since 1970; 0: unknown.
  std::time_t expires() const;
  // Reads the files of `options` now. The result puts them into force, and does not throw. Throws Error(user) if they
  // cannot be used; then nothing has changed.
  std::function<void()> prepare(const TlsOptions& options);

 private:
  using Context = std::shared_ptr<ssl_ctx_st>;
  using Stamps = std::vector<std::pair<std::int64_t, std::uint64_t>>;  // of the files: time of change, inode

  struct Loaded {
    TlsOptions options;
    Context server, client;
    Stamps stamps;  // of the files as they were read
  };

  static Stamps stamps_of(const TlsOptions& options);
  Context current();

  const std::function<void(const std::string&)> log_;

  mutable std::mutex mutex_;  // of the following members
  Loaded loaded_;
  std::chrono::steady_clock::time_point looked_at_;
};

}  // namespace quadrille::server
