#include "server/http/body_coding.hpp"

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

// The other codings, by the decompressor of files.
class CodedSource final : public ByteSource {
 public:
  CodedSource(ByteSource& source, Compression compression)
      : decoded_(decompressed(std::make_unique<Encoded>(source, source_failed_), compression, "the request's body",
                              kMostMemory)) {}

  std::size_t read(std::span<char> to) override {
    try {
      return decoded_->read(to);
    } catch (const Error& error) {
      if (source_failed_ || error.kind() != ErrorKind::io) throw;
      throw StatusError(400, error.what());
    }
  }

 private:
  static constexpr std::uint64_t kMostMemory = 128 << 20;

  class Encoded final : public ByteSource {
   public:
    Encoded(ByteSource& source, bool& failed) : source_(source), failed_(failed) {}
    std::size_t read(std::span<char> to) override {
      failed_ = true;
      const std::size_t bytes = source_.read(to);
      failed_ = false;
      return bytes;
    }

   private:
    ByteSource& source_;
    bool& failed_;
  };

  bool source_failed_ = false;  // it has thrown: the connection is broken, not the data
  std::unique_ptr<ByteSource> decoded_;
};

struct NamedCoding {
  std::string_view name;
  BodyCoding coding;
};
constexpr std::array kCodings{
    NamedCoding{"", BodyCoding::none},        NamedCoding{"identity", BodyCoding::none},
    NamedCoding{"gzip", BodyCoding::gzip},    NamedCoding{"x-gzip", BodyCoding::gzip},
    NamedCoding{"deflate", BodyCoding::gzip}, NamedCoding{"zstd", BodyCoding::zstd},
    NamedCoding{"bzip2", BodyCoding::bzip2},  NamedCoding{"x-bzip2", BodyCoding::bzip2},
    NamedCoding{"xz", BodyCoding::xz},        NamedCoding{"x-xz", BodyCoding::xz},
};

Compression compression_of(BodyCoding coding) {
  switch (coding) {
    case BodyCoding::zstd:
      return Compression::zstd;
    case BodyCoding::bzip2:
      return Compression::bzip2;
    case BodyCoding::xz:
      return Compression::xz;
    default:
      return Compression::none;
  }
}

}  // namespace

std::optional<BodyCoding> find_body_coding(std::string_view name) {
  for (const NamedCoding& one : kCodings) {
    if (one.name == name) return one.coding;
  }
  return std::nullopt;
}

std::unique_ptr<ByteSource> decompress(ByteSource& source, BodyCoding coding) {
  if (coding == BodyCoding::gzip) return std::make_unique<GzipSource>(source);
  return std::make_unique<CodedSource>(source, compression_of(coding));
}

}  // namespace quadrille::server
