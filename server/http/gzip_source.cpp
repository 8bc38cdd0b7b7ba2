#include "server/http/gzip_source.hpp"

#include <zlib.h>

#include <array>
#include <limits>
#include <new>

#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

constexpr int kAnyHeader = 15 + 32;  // the largest window; detects gzip or zlib

class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(ByteSource& source) : source_(source) {
    if (inflateInit2(&state_, kAnyHeader) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&state_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t read(std::span<char> to) override {
    const std::size_t size = std::min<std::size_t>(to.size(), std::numeric_limits<uInt>::max());
    state_.next_out = reinterpret_cast<Bytef*>(to.data());
    state_.avail_out = static_cast<uInt>(size);
    while (state_.avail_out == size && !(member_ended_ && !has_more())) inflate_some();
    return size - state_.avail_out;
  }

 private:
  bool has_more() {
    if (state_.avail_in > 0) return true;
    state_.next_in = reinterpret_cast<Bytef*>(input_.data());
    state_.avail_in = static_cast<uInt>(source_.read(input_));
    return state_.avail_in > 0;
  }

  // Several members are allowed (RFC 1952, 2.2).
  void inflate_some() {
    if (!has_more()) throw StatusError(400, "the compressed body ends early");
    if (member_ended_) inflateReset(&state_);
    const int result = inflate(&state_, Z_NO_FLUSH);
    member_ended_ = result == Z_STREAM_END;
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      throw StatusError(400, "the compressed body is damaged");
    }
  }

  ByteSource& source_;
  z_stream state_{};
  std::array<char, 16 << 10> input_;
  bool member_ended_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> decompress(ByteSource& source) {
  return std::make_unique<GzipSource>(source);
}

}  // namespace quadrille::server
