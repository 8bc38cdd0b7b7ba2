#pragma once

// A connection to a server over a socket, plain or with TLS, kept between requests, and made again if the server has
// closed it. It costs as little as possible, because client and server share the machine.
//
// One thread, one request at a time. Errors (io): no connection, no answer, malformed HTTP; (timeout): no answer in
// time.

#include <memory>
#include <string_view>
#include <vector>

#include "bench/query/endpoint.hpp"
#include "bench/query/http_answer.hpp"

struct ssl_st;

namespace quadrille::bench {

class HttpLink {
 public:
  // Nothing is sent yet. `most_seconds`: for one answer.
  HttpLink(Endpoint endpoint, double most_seconds);
  ~HttpLink();
  HttpLink(HttpLink&&) noexcept;
  HttpLink& operator=(HttpLink&&) = delete;

  const Endpoint& endpoint() const { return endpoint_; }

  // Sends `request` (a whole one) and reads the answer to its end.
  HttpAnswer ask(std::string_view request, const BodySink& sink);

  // For a caller that waits for many connections at once (client_load.hpp). Sends; the answer is read by receive().
  void send(std::string_view request);
  // Does not wait: reads the received bytes. True if the answer is complete. The connection's end before its first byte
  // sends the request again.
  bool receive(HttpAnswer& answer, const BodySink& sink);
  int descriptor() const { return socket_; }  // another one after a connection was made
  std::size_t connections() const { return connections_; }

 private:
  void connect();
  void close();
  void send_all(std::string_view bytes);
  // Bytes, or -1: none yet.
  long read_some(bool wait);
  void acknowledge();
  bool take_end(HttpAnswer& answer);
  HttpAnswer wait_for_answer(const BodySink& sink);

  bool begin_tls();
  long read_encrypted(bool wait);

  const Endpoint endpoint_;
  double most_seconds_;
  int socket_ = -1;
  bool fresh_ = false;  // no answer has arrived over this connection
  std::size_t connections_ = 0;
  std::string_view request_;
  std::vector<char> buffer_;
  ssl_st* tls_ = nullptr;
};

}  // namespace quadrille::bench
