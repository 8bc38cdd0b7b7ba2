#pragma once

// An HttpBody reads the body of one request from the connection as it arrives, and never holds it.
//
//   Content-Length: 5               hello
//   Transfer-Encoding: chunked      3 CRLF hel CRLF 2 CRLF lo CRLF 0 CRLF CRLF
//
// Throws StatusError(400) if the body is malformed or ends early (the client has disconnected, or sent nothing for the
// read timeout), StatusError(503) if it ends early because the server stops. Source: RFC 9112, 6 and 7.1.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "loader/rdf/byte_source.hpp"
#include "server/http/http_stream.hpp"

namespace quadrille::server {

class HttpBody final : public ByteSource {
 public:
  // `length`: nullopt means chunks.
  // `ended`: the request is not wanted any more; looked at before each read, which is then a 503.
  HttpBody(HttpStream& stream, std::optional<std::uint64_t> length, std::function<bool()> stopping = {},
           std::function<bool()> ended = {});

  // The client waits for a word before it sends the body (Expect: 100-continue, RFC 9110, 10.1.1): the first read()
  // says it. So a request that is refused before that is not sent in vain.
  void announce() { is_announced_ = true; }

  std::size_t read(std::span<char> to) override;
  // Reads and drops the rest of the body, if it has at most `most` bytes. Returns false if some of it is left; the
  // connection cannot be used for another request then.
  bool drain(std::uint64_t most);
  // nullopt: not known in advance.
  std::optional<std::uint64_t> declared_length() const { return declared_; }

 private:
  std::size_t read_some(char* to, std::size_t size);
  char read_char();
  std::string read_line();
  void begin_chunk();
  void end_chunks();
  [[noreturn]] void fail_body();

  HttpStream& stream_;
  const std::function<bool()> stopping_, ended_;
  const std::optional<std::uint64_t> declared_;
  std::uint64_t left_ = 0;  // of the body, or of the current chunk
  bool is_announced_ = false;
  bool first_chunk_ = true;
  bool finished_ = false;
  bool failed_ = false;
};

// The share of one request in the memory that all requests of this process may use for bodies: 256 clients that send 64
// MB each must not take 16 GB.
class BodyShare {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20;

  BodyShare() = default;
  ~BodyShare();
  BodyShare(const BodyShare&) = delete;
  BodyShare& operator=(const BodyShare&) = delete;
  // Throws StatusError(503) if there is not enough memory.
  void grow(std::uint64_t bytes);

 private:
  std::uint64_t bytes_ = 0;
};

// Reads all of `source`, of which `length` bytes are expected if that is known. Throws StatusError(413) beyond `most`
// bytes; 503 if all requests together hold too much, 408 if it arrives so slowly that it blocks a place for others.
std::string read_whole(ByteSource& source, std::optional<std::uint64_t> length, std::uint64_t most, BodyShare& share);
[[noreturn]] void refuse_length(std::uint64_t most);

}  // namespace quadrille::server
