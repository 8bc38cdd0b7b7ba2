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
  HttpBody(HttpStream& stream, std::optional<std::uint64_t> length, std::function<bool()> stopping = {});

  std::size_t read(std::span<char> to) override;
  // Reads what is left and drops it, if that is at most `most` bytes. false: something is left; the connection cannot
  // be used for another request.
  bool drain(std::uint64_t most);
  // nullopt: not known beforehand.
  std::optional<std::uint64_t> declared_length() const { return declared_; }

 private:
  std::size_t read_some(char* to, std::size_t size);
  char read_char();
  std::string read_line();
  void begin_chunk();
  void end_chunks();
  [[noreturn]] void fail_body();

  HttpStream& stream_;
  const std::function<bool()> stopping_;
  const std::optional<std::uint64_t> declared_;
  std::uint64_t left_ = 0;  // of the body, or of the chunk at hand
  bool first_chunk_ = true;
  bool finished_ = false;
  bool failed_ = false;
};

// What one request holds of the bytes that all requests of this process together may hold of bodies: 256 clients that
// send 64 MB each must not take 16 GB.
class BodyShare {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20;

  BodyShare() = default;
  ~BodyShare();
  BodyShare(const BodyShare&) = delete;
  BodyShare& operator=(const BodyShare&) = delete;
  // Throws StatusError(503) if there is no room.
  void grow(std::uint64_t bytes);

 private:
  std::uint64_t bytes_ = 0;
};

// The whole of `source`, of which `length` bytes are expected where that is known. Throws StatusError(413) when that is more than `most` bytes; 503 when all requests together
// hold too much, 408 when it comes so slowly that it keeps a place from others.
std::string read_whole(ByteSource& source, std::optional<std::uint64_t> length, std::uint64_t most, BodyShare& share);
[[noreturn]] void refuse_length(std::uint64_t most);

}  // namespace quadrille::server
