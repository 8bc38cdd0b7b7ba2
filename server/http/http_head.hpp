#pragma once

// An HttpHead is the head of an HTTP request (RFC 9112, 2 to 5): request line and headers.
//
//   GET /sparql?query=ASK%20%7B%7D HTTP/1.1     method, target (path decoded apart), version
//   Host: example.org                           headers: names in any case, values without white space around them
//   (empty line)
//
// Lines end with CRLF; empty lines before the first are ignored. Continued lines are refused (obs-fold, 5.2), and so is
// white space between a name and its colon (5.1): a request that two servers could read in two ways is malformed.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/http/http_stream.hpp"

namespace quadrille::server {

enum class HeadOutcome : std::uint8_t {
  whole,
  malformed,         // 400
  line_too_long,     // 414: the request line
  headers_too_long,  // 431: all together
  ended,             // the connection has ended, or no byte arrived in time
};

class HttpHead {
 public:
  static constexpr std::size_t kLongestRequestLine = 64 << 10;

  // Waits. Discards the previous head.
  HeadOutcome read(HttpStream& stream);

  std::string_view method() const { return method_; }
  std::string_view target() const { return target_; }
  std::string_view path() const { return path_; }  // of the target, decoded if possible
  bool http_1_0() const { return http_1_0_; }

  // The value of the first header with this name; empty if there is none.
  std::string_view header(std::string_view name) const;
  std::size_t count(std::string_view name) const;
  std::span<const std::pair<std::string_view, std::string_view>> headers() const { return headers_; }
  // True if the client wants the connection to end with the answer.
  bool asks_to_close() const;

 private:
  bool take_request_line(std::string_view line);
  bool take_header(std::string_view line);

  std::string text_;  // the lines in sequence
  std::string_view method_, target_;
  std::string path_;
  bool http_1_0_ = false;
  std::vector<std::pair<std::string_view, std::string_view>> headers_;
};

}  // namespace quadrille::server
