// Thin wrappers of zlib, libzstd, libbz2 and liblzma. Each handles several members in sequence, which tools for
// parallel compression write (pigz, pzstd, pbzip2, pixz).

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "base/error.hpp"
#include "loader/rdf/detail/decompressor.hpp"

namespace quadrille::detail {

namespace {

constexpr int kGzipOnly = 16;  // added to zlib's window bits
constexpr int kLeastZstdWindow = 10;
constexpr int kLargestZstdWindow = 31;  // files written with --long=31 need it

unsigned int clip(std::size_t size) {
  return static_cast<unsigned int>(std::min<std::size_t>(size, std::numeric_limits<int>::max()));
}

class GzipCodec : public Codec {
 public:
  GzipCodec() {
    if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) fail(ErrorKind::memory, "no memory for gzip");
  }
  ~GzipCodec() override { inflateEnd(&stream_); }

  CodecStep step(std::span<const char> from, std::span<char> to) override {
    if (between_members_ && from.empty()) return {0, 0, true};
    if (between_members_ && from.front() == '\0') return {1, 0, true};  // padding to the block size of a tape
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));
    stream_.avail_in = clip(from.size());
    stream_.next_out = reinterpret_cast<Bytef*>(to.data());
    stream_.avail_out = clip(to.size());
    const uInt in = stream_.avail_in, out = stream_.avail_out;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    CodecStep step{in - stream_.avail_in, out - stream_.avail_out, false};
    between_members_ = status == Z_STREAM_END;
    if (between_members_) {
      inflateReset(&stream_);
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      step.error = stream_.msg ? stream_.msg : "not gzip data";
    }
    step.complete = between_members_;
    return step;
  }

 private:
  z_stream stream_{};
  bool between_members_ = false;
};

class ZstdCodec : public Codec {
 public:
  explicit ZstdCodec(std::uint64_t most_memory) : stream_(ZSTD_createDStream()) {
    if (!stream_) fail(ErrorKind::memory, "no memory for zstd");
    const int window =
        std::clamp(static_cast<int>(std::bit_width(most_memory)) - 1, kLeastZstdWindow, kLargestZstdWindow);
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, window);
  }
  ~ZstdCodec() override { ZSTD_freeDStream(stream_); }

  CodecStep step(std::span<const char> from, std::span<char> to) override {
    if (from.empty() && complete_) return {0, 0, true};
    ZSTD_inBuffer in{from.data(), from.size(), 0};
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    const std::size_t status = ZSTD_decompressStream(stream_, &out, &in);
    if (ZSTD_isError(status)) return {in.pos, out.pos, false, ZSTD_getErrorName(status)};
    complete_ = status == 0;
    return {in.pos, out.pos, complete_};
  }

 private:
  ZSTD_DStream* stream_;
  bool complete_ = false;
};

class Bzip2Codec : public Codec {
 public:
  ~Bzip2Codec() override { close(); }

  CodecStep step(std::span<const char> from, std::span<char> to) override {
    if (!open_) {
      if (from.empty()) return {0, 0, members_ > 0};
      stream_ = {};
      if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) fail(ErrorKind::memory, "no memory for bzip2");
      open_ = true;
    }
    stream_.next_in = const_cast<char*>(from.data());
    stream_.avail_in = clip(from.size());
    stream_.next_out = to.data();
    stream_.avail_out = clip(to.size());
    const unsigned in = stream_.avail_in, out = stream_.avail_out;
    const int status = BZ2_bzDecompress(&stream_);
    CodecStep step{in - stream_.avail_in, out - stream_.avail_out, status == BZ_STREAM_END};
    if (status == BZ_STREAM_END) {
      ++members_;
      close();
    } else if (status != BZ_OK) {
      step.error = status == BZ_DATA_ERROR_MAGIC ? "not bzip2 data" : "checksum or structure is wrong";
    }
    return step;
  }

 private:
  void close() {
    if (open_) BZ2_bzDecompressEnd(&stream_);
    open_ = false;
  }

  bz_stream stream_{};
  bool open_ = false;
  std::uint64_t members_ = 0;
};

class XzCodec : public Codec {
 public:
  explicit XzCodec(std::uint64_t most_memory) {
    if (lzma_stream_decoder(&stream_, most_memory, LZMA_CONCATENATED) != LZMA_OK) {
      fail(ErrorKind::memory, "no memory for xz");
    }
  }
  ~XzCodec() override { lzma_end(&stream_); }

  CodecStep step(std::span<const char> from, std::span<char> to) override {
    if (complete_) return {0, 0, true};
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(from.data());
    stream_.avail_in = from.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to.data());
    stream_.avail_out = to.size();
    const lzma_ret status = lzma_code(&stream_, from.empty() ? LZMA_FINISH : LZMA_RUN);
    CodecStep step{from.size() - stream_.avail_in, to.size() - stream_.avail_out, false};
    complete_ = status == LZMA_STREAM_END;
    step.complete = complete_;
    if (status == LZMA_FORMAT_ERROR) step.error = "not xz data";
    if (status == LZMA_DATA_ERROR) step.error = "checksum or structure is wrong";
    if (status == LZMA_OPTIONS_ERROR) step.error = "written with options that liblzma does not support";
    if (status == LZMA_MEMLIMIT_ERROR) step.error = "it needs too much memory for decoding";
    if (status == LZMA_MEM_ERROR) fail(ErrorKind::memory, "no memory for xz");
    return step;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool complete_ = false;
};

}  // namespace

std::unique_ptr<Codec> gzip_codec(std::uint64_t) {
  return std::make_unique<GzipCodec>();
}
std::unique_ptr<Codec> zstd_codec(std::uint64_t most_memory) {
  return std::make_unique<ZstdCodec>(most_memory);
}
std::unique_ptr<Codec> bzip2_codec(std::uint64_t) {
  return std::make_unique<Bzip2Codec>();
}
std::unique_ptr<Codec> xz_codec(std::uint64_t most_memory) {
  return std::make_unique<XzCodec>(most_memory);
}

}  // namespace quadrille::detail
