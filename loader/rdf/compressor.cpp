#include "loader/rdf/compressor.hpp"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kOutBytes = std::size_t{64} << 10;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // in one call: the codecs count in 32 bits
constexpr int kGzipHeader = 16;                            // added to zlib's window bits

[[noreturn]] void fail_codec(const char* name) {
  fail(ErrorKind::memory, "no memory for compressing with {}", name);
}

class GzipCompressor final : public Compressor {
 public:
  GzipCompressor() {
    constexpr int kUsualMemory = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzipHeader, kUsualMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      fail_codec("gzip");
    }
  }
  ~GzipCompressor() override { deflateEnd(&stream_); }

  void add(std::string_view bytes, std::string& out) override {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kMostAtOnce))) {
      run(bytes.substr(0, kMostAtOnce), Z_NO_FLUSH, out);
    }
  }
  void finish(std::string& out) override { run({}, Z_FINISH, out); }

 private:
  void run(std::string_view bytes, int flush, std::string& out) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      deflate(&stream_, flush);
      out.append(buffer_.data(), buffer_.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  std::array<char, kOutBytes> buffer_{};
};

class ZstdCompressor final : public Compressor {
 public:
  ZstdCompressor() : context_(ZSTD_createCCtx()) {
    if (!context_) fail_codec("zstd");
    ZSTD_CCtx_setParameter(context_, ZSTD_c_checksumFlag, 1);
  }
  ~ZstdCompressor() override { ZSTD_freeCCtx(context_); }

  void add(std::string_view bytes, std::string& out) override {
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, kZstdFrameBytes - in_frame_);
      run(part, ZSTD_e_continue, out);
      bytes.remove_prefix(part.size());
      in_frame_ += part.size();
      if (in_frame_ == kZstdFrameBytes) end_frame(out);
    }
  }
  void finish(std::string& out) override {
    if (in_frame_ > 0 || !has_frames_) end_frame(out);
  }

 private:
  void end_frame(std::string& out) {
    run({}, ZSTD_e_end, out);
    in_frame_ = 0;
    has_frames_ = true;
  }
  void run(std::string_view bytes, ZSTD_EndDirective end, std::string& out) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer to{buffer_.data(), buffer_.size(), 0};
      left = ZSTD_compressStream2(context_, &to, &in, end);
      if (ZSTD_isError(left)) fail_codec("zstd");
      out.append(buffer_.data(), to.pos);
    } while (in.pos < in.size || (end == ZSTD_e_end && left > 0));
  }

  ZSTD_CCtx* context_;
  std::size_t in_frame_ = 0;
  bool has_frames_ = false;
  std::array<char, kOutBytes> buffer_{};
};

class Bzip2Compressor final : public Compressor {
 public:
  Bzip2Compressor() {
    constexpr int kLargestBlocks = 9;
    if (BZ2_bzCompressInit(&stream_, kLargestBlocks, 0, 0) != BZ_OK) fail_codec("bzip2");
  }
  ~Bzip2Compressor() override { BZ2_bzCompressEnd(&stream_); }

  void add(std::string_view bytes, std::string& out) override {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kMostAtOnce))) {
      const std::string_view part = bytes.substr(0, kMostAtOnce);
      stream_.next_in = const_cast<char*>(part.data());
      stream_.avail_in = static_cast<unsigned>(part.size());
      while (stream_.avail_in > 0) step(BZ_RUN, out);
    }
  }
  void finish(std::string& out) override {
    while (step(BZ_FINISH, out) != BZ_STREAM_END) {
    }
  }

 private:
  int step(int action, std::string& out) {
    stream_.next_out = buffer_.data();
    stream_.avail_out = static_cast<unsigned>(buffer_.size());
    const int status = BZ2_bzCompress(&stream_, action);
    if (status < 0) fail_codec("bzip2");
    out.append(buffer_.data(), buffer_.size() - stream_.avail_out);
    return status;
  }

  bz_stream stream_{};
  std::array<char, kOutBytes> buffer_{};
};

class XzCompressor final : public Compressor {
 public:
  XzCompressor() {
    if (lzma_easy_encoder(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) != LZMA_OK) fail_codec("xz");
  }
  ~XzCompressor() override { lzma_end(&stream_); }

  void add(std::string_view bytes, std::string& out) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    stream_.avail_in = bytes.size();
    while (stream_.avail_in > 0) step(LZMA_RUN, out);
  }
  void finish(std::string& out) override {
    while (step(LZMA_FINISH, out) != LZMA_STREAM_END) {
    }
  }

 private:
  lzma_ret step(lzma_action action, std::string& out) {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer_.data());
    stream_.avail_out = buffer_.size();
    const lzma_ret status = lzma_code(&stream_, action);
    if (status != LZMA_OK && status != LZMA_STREAM_END) fail_codec("xz");
    out.append(buffer_.data(), buffer_.size() - stream_.avail_out);
    return status;
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::array<char, kOutBytes> buffer_{};
};

}  // namespace

std::unique_ptr<Compressor> make_compressor(Compression compression) {
  switch (compression) {
    case Compression::none:
      return nullptr;
    case Compression::gzip:
      return std::make_unique<GzipCompressor>();
    case Compression::zstd:
      return std::make_unique<ZstdCompressor>();
    case Compression::bzip2:
      return std::make_unique<Bzip2Compressor>();
    case Compression::xz:
      return std::make_unique<XzCompressor>();
  }
  return nullptr;
}

}  // namespace quadrille
