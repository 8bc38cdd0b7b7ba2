#include "server/http/http_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <utility>

#include "base/clock.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kLongestLine = 1024;  // of a chunk's size with its extensions, or of a trailer
constexpr int kMostTrailers = 64;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr std::size_t kFirstPieceBytes = 2 << 10;
constexpr std::size_t kPieceBytes = 64 << 10;
// The limits for reading a query: this time, or this rate.
constexpr double kPatienceSeconds = 30;
constexpr double kLeastBytesPerSecond = 10'000;

std::atomic<std::uint64_t> held_bytes = 0;  // of all bodies that are held as strings

}  // namespace

HttpBody::HttpBody(HttpStream& stream, std::optional<std::uint64_t> length, std::function<bool()> stopping,
                   std::function<bool()> ended)
    : stream_(stream),
      stopping_(std::move(stopping)),
      ended_(std::move(ended)),
      declared_(length),
      left_(length.value_or(0)),
      finished_(length == 0) {}

std::size_t HttpBody::read(std::span<char> to) {
  if (failed_) fail_body();
  if (finished_) return 0;
  if (std::exchange(is_announced_, false)) stream_.send({&kContinue, 1});
  if (left_ == 0) begin_chunk();
  if (finished_) return 0;
  const std::size_t got = read_some(to.data(), static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), left_)));
  left_ -= got;
  if (declared_) finished_ = left_ == 0;
  return got;
}

bool HttpBody::drain(std::uint64_t most) {
  if (failed_ || is_announced_ || (declared_ && left_ > most)) return false;
  try {
    std::array<char, 4096> dropped;
    for (std::uint64_t sum = 0; sum <= most;) {
      const std::size_t got = read(dropped);
      if (got == 0) return true;
      sum += got;
    }
  } catch (const StatusError&) {
  }
  return false;
}

std::size_t HttpBody::read_some(char* to, std::size_t size) {
  if (ended_ && ended_()) {
    failed_ = true;
    throw StatusError(503, "the request was ended before it had been read");
  }
  const ssize_t got = stream_.read(to, size);
  if (got <= 0 && stopping_ && stopping_()) {
    failed_ = true;
    throw StatusError(503, "the server is shutting down and has not read the whole request");
  }
  if (got <= 0) fail_body();
  return static_cast<std::size_t>(got);
}

char HttpBody::read_char() {
  char c;
  read_some(&c, 1);
  return c;
}

std::string HttpBody::read_line() {
  std::string line;
  for (char c = read_char(); c != '\n'; c = read_char()) {
    if (line.size() == kLongestLine) fail_body();
    line += c;
  }
  if (!line.ends_with('\r')) fail_body();
  line.pop_back();
  return line;
}

void HttpBody::begin_chunk() {
  if (!first_chunk_ && !read_line().empty()) fail_body();
  first_chunk_ = false;
  const std::string line = read_line();
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), left_, 16);
  const bool ends_well = end == line.data() + line.size() || *end == ';' || *end == ' ' || *end == '\t';
  if (error != std::errc() || !ends_well) fail_body();
  if (left_ == 0) end_chunks();
}

void HttpBody::end_chunks() {
  for (int trailers = 0; !read_line().empty(); ++trailers) {
    if (trailers == kMostTrailers) fail_body();
  }
  finished_ = true;
}

void HttpBody::fail_body() {
  failed_ = true;
  throw StatusError(400, "the body is incomplete, stalled for too long, or cannot be decoded");
}

BodyShare::~BodyShare() {
  held_bytes.fetch_sub(bytes_, std::memory_order_relaxed);
}

void BodyShare::grow(std::uint64_t bytes) {
  if (held_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes > kMostBytes) {
    held_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    throw StatusError(
        503,
        fmt::format("the texts of all queries and updates in progress reached their limit of {} MiB; try again soon",
                    kMostBytes >> 20));
  }
  bytes_ += bytes;
}

std::string read_whole(ByteSource& source, std::optional<std::uint64_t> length, std::uint64_t most, BodyShare& share) {
  const Stopwatch reading;
  std::string whole;
  // Reserves one piece more, which detects the end; reserved but unused memory costs nothing.
  if (length) whole.reserve(std::min(*length, most) + std::clamp(*length, kFirstPieceBytes, kPieceBytes));
  for (;;) {
    const std::size_t size = whole.size();
    whole.resize(size + std::clamp(size, kFirstPieceBytes, kPieceBytes));
    const std::size_t got = source.read(std::span(whole).subspan(size));
    whole.resize(size + got);
    if (got == 0) return whole;
    share.grow(got);
    if (whole.size() > most) refuse_length(most);
    if (reading.seconds() > kPatienceSeconds + static_cast<double>(whole.size()) / kLeastBytesPerSecond) {
      throw StatusError(408,
                        fmt::format("the request arrives too slowly: {1} bytes after {0:.0f} s; the limit is "
                                    "{2:.0f} s, or at least {3:.0f} KB a second",
                                    reading.seconds(), whole.size(), kPatienceSeconds, kLeastBytesPerSecond / 1000));
    }
  }
}

void refuse_length(std::uint64_t most) {
  throw StatusError(
      413, fmt::format("the body of a query, an update or a form is larger than {}, the limit; send it in parts, "
                       "or send RDF to /data, which accepts any size",
                       most >> 20 ? fmt::format("{} MiB", most >> 20) : fmt::format("{} bytes", most)));
}

}  // namespace quadrille::server
