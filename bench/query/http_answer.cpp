#include "bench/query/http_answer.hpp"

#include <algorithm>
#include <charconv>

#include "base/error.hpp"
#include "base/text.hpp"

namespace quadrille::bench {

namespace {

constexpr std::size_t kMostHeadBytes = 64 << 10;
constexpr std::string_view kHeadEnd = "\r\n\r\n";

[[noreturn]] void fail_http(std::string_view what) {
  fail(ErrorKind::io, "the answer is not HTTP: {}", what.substr(0, 80));
}

std::uint64_t number(std::string_view text, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end == text.data()) fail_http(text);
  return value;
}

}  // namespace

void HttpAnswer::take(std::string_view bytes, const BodySink& sink) {
  while (!bytes.empty() && state_ != State::done) {
    std::size_t taken = 0;
    switch (state_) {
      case State::head:
        taken = take_head(bytes);
        break;
      case State::length:
      case State::chunk:
        taken = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
        sink(bytes.substr(0, taken));
        left_ -= taken;
        if (left_ == 0) state_ = state_ == State::length ? State::done : State::chunk_end;
        break;
      case State::until_end:
        taken = bytes.size();
        sink(bytes);
        break;
      default:
        taken = take_line(bytes);
    }
    bytes.remove_prefix(taken);
  }
}

bool HttpAnswer::end() {
  keeps_alive_ = false;
  if (state_ == State::until_end) state_ = State::done;
  return state_ == State::done;
}

std::size_t HttpAnswer::take_head(std::string_view bytes) {
  const std::size_t before = head_.size();
  head_.append(bytes.substr(0, kMostHeadBytes));
  const std::size_t end = head_.find(kHeadEnd, before < kHeadEnd.size() ? 0 : before - kHeadEnd.size());
  if (end == std::string::npos) {
    if (head_.size() > kMostHeadBytes) fail_http("its head is too long");
    return std::min(bytes.size(), kMostHeadBytes);
  }
  head_.resize(end + kHeadEnd.size());
  const std::size_t taken = head_.size() - before;
  read_head();
  head_.clear();
  return taken;
}

void HttpAnswer::read_head() {
  std::string_view rest = head_;
  if (!rest.starts_with("HTTP/1.") || rest.size() < 12) fail_http(rest);
  keeps_alive_ = rest[7] != '0';
  status_ = static_cast<int>(number(rest.substr(9, 3), 10));
  if (status_ < 100) fail_http(rest);
  chunked_ = has_length_ = false;
  for (rest.remove_prefix(rest.find("\r\n") + 2); rest.size() > 2; rest.remove_prefix(rest.find("\r\n") + 2)) {
    const std::string_view line = rest.substr(0, rest.find("\r\n"));
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos) read_header(line.substr(0, colon), trimmed(line.substr(colon + 1)));
  }
  if (status_ < 200) return;  // and the next head
  if (status_ == 204 || status_ == 304) {
    state_ = State::done;
  } else if (chunked_) {
    state_ = State::chunk_size;
  } else if (has_length_) {
    state_ = left_ == 0 ? State::done : State::length;
  } else {
    state_ = State::until_end;
  }
}

void HttpAnswer::read_header(std::string_view name, std::string_view value) {
  if (same_in_lower(name, "content-length")) {
    left_ = number(value, 10);
    has_length_ = true;
  } else if (same_in_lower(name, "transfer-encoding")) {
    chunked_ = same_in_lower(value, "chunked");
    if (!chunked_) fail(ErrorKind::io, "the answer has the coding {}, which was not requested", value);
  } else if (same_in_lower(name, "connection")) {
    if (same_in_lower(value, "close")) keeps_alive_ = false;
    if (same_in_lower(value, "keep-alive")) keeps_alive_ = true;
  } else if (same_in_lower(name, "content-type")) {
    content_type_ = value;
  }
}

// Lines of the chunked form: sizes, the empty one behind a chunk, trailers.
std::size_t HttpAnswer::take_line(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  head_.append(bytes.substr(0, end));
  if (head_.size() > kMostHeadBytes) fail_http("one of its lines is too long");
  if (end == std::string_view::npos) return bytes.size();
  if (head_.ends_with('\r')) head_.pop_back();
  read_line();
  head_.clear();
  return end + 1;
}

void HttpAnswer::read_line() {
  if (state_ == State::chunk_size) {
    left_ = number(head_, 16);  // extensions behind it are skipped
    state_ = left_ == 0 ? State::trailers : State::chunk;
  } else if (state_ == State::chunk_end) {
    if (!head_.empty()) fail_http("a chunk is longer than its size");
    state_ = State::chunk_size;
  } else if (head_.empty()) {
    state_ = State::done;
  }
}

}  // namespace quadrille::bench
