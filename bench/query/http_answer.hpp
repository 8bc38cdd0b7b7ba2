#pragma once

// Reads one HTTP/1.1 answer as its bytes arrive (RFC 9112): with a length, in chunks, or up to the connection's end. It
// copies only the head: pieces of the body are passed on in the caller's buffer.
//
//   head -> body of a length --------------------------------> done
//    ^ |--> size of a chunk <-> chunk ... -> trailers -------> done
//    | '--> body until the end of the connection -> end() ---> done
//    '-- 1xx: another head follows
//
// Local; one thread. Error (io) for malformed HTTP.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace quadrille::bench {

using BodySink = std::function<void(std::string_view)>;

class HttpAnswer {
 public:
  // Reads the bytes, and passes those of the body to `sink`.
  void take(std::string_view bytes, const BodySink& sink);
  // The connection has ended. Returns true if the answer is complete.
  bool end();

  bool has_begun() const { return !head_.empty() || state_ != State::head; }
  bool is_done() const { return state_ == State::done; }
  int status() const { return status_; }
  bool keeps_alive() const { return keeps_alive_; }
  std::string_view content_type() const { return content_type_; }

 private:
  enum class State : std::uint8_t { head, length, chunk_size, chunk, chunk_end, trailers, until_end, done };

  std::size_t take_head(std::string_view bytes);
  std::size_t take_line(std::string_view bytes);
  void read_head();
  void read_header(std::string_view name, std::string_view value);
  void read_line();

  State state_ = State::head;
  std::string head_;  // then a line of the chunked form
  int status_ = 0;
  bool keeps_alive_ = true, chunked_ = false, has_length_ = false;
  std::uint64_t left_ = 0;  // of the body, or of a chunk
  std::string content_type_;
};

}  // namespace quadrille::bench
