#include "server/http/content_coding.hpp"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <new>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "query/results/negotiation.hpp"
#include "server/http/media_type.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kStepBytes = 32 << 10;  // space for each step of output
constexpr int kGzipLevel = 1;
constexpr int kGzipWindow = 15 + 16;  // the largest; with the header of gzip
constexpr int kGzipMemory = 8;        // zlib's own choice
constexpr int kZstdLevel = 1;
constexpr int kZstdWindowLog = 17;  // 128 KiB: as fast and as small as level 1's own 512 KiB, with 2/3 of the memory

using results::take_part;

// In thousandths; nullopt: malformed.
std::optional<int> quality_of(std::string_view parameters) {
  int quality = 1000;
  while (!parameters.empty()) {
    std::string_view value = take_part(parameters, ';');
    const std::string_view name = take_part(value, '=');
    if (name != "q" && name != "Q") continue;
    const std::optional<int> read = results::parse_quality(trimmed(value));
    if (!read) return std::nullopt;
    quality = *read;
  }
  return quality;
}

// The qualities that a header names, in thousandths.
struct Qualities {
  std::optional<int> gzip, zstd, identity, any;

  std::optional<int>* find(std::string_view name) {
    const std::string coding = to_lower(name);
    if (coding == "gzip" || coding == "x-gzip") return &gzip;
    if (coding == "zstd") return &zstd;
    if (coding == "identity") return &identity;
    return coding == "*" ? &any : nullptr;
  }
};

Qualities read_qualities(std::string_view header) {
  Qualities qualities;
  while (!header.empty()) {
    std::string_view element = take_part(header, ',');
    std::optional<int>* const quality = qualities.find(take_part(element, ';'));
    if (!quality) continue;
    if (const std::optional<int> read = quality_of(element)) *quality = *read;
  }
  return qualities;
}

class GzipCompressor final : public Compressor {
 public:
  GzipCompressor() {
    if (deflateInit2(&state_, kGzipLevel, Z_DEFLATED, kGzipWindow, kGzipMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~GzipCompressor() override { deflateEnd(&state_); }
  GzipCompressor(const GzipCompressor&) = delete;
  GzipCompressor& operator=(const GzipCompressor&) = delete;

  void add(std::string_view bytes, Then then, std::string& to) override {
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    for (; bytes.size() > kMost; bytes.remove_prefix(kMost)) step(bytes.substr(0, kMost), Z_NO_FLUSH, to);
    step(bytes, then == Then::more ? Z_NO_FLUSH : then == Then::flush ? Z_SYNC_FLUSH : Z_FINISH, to);
  }

 private:
  // While the output space is filled completely, there is more output.
  void step(std::string_view bytes, int flush, std::string& to) {
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    state_.avail_in = static_cast<uInt>(bytes.size());
    do {
      const std::size_t size = to.size();
      to.resize(size + kStepBytes);
      state_.next_out = reinterpret_cast<Bytef*>(to.data() + size);
      state_.avail_out = static_cast<uInt>(kStepBytes);
      const int result = deflate(&state_, flush);
      QUADRILLE_ASSERT(result != Z_STREAM_ERROR, "a stream of zlib is used in order");
      to.resize(size + kStepBytes - state_.avail_out);
    } while (state_.avail_out == 0);
  }

  z_stream state_{};
};

class ZstdCompressor final : public Compressor {
 public:
  explicit ZstdCompressor(std::optional<std::size_t> size) : context_(ZSTD_createCCtx(), &ZSTD_freeCCtx) {
    if (!context_) throw std::bad_alloc();
    check(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kZstdLevel));
    check(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_windowLog, kZstdWindowLog));
    if (size) check(ZSTD_CCtx_setPledgedSrcSize(context_.get(), *size));
  }

  void add(std::string_view bytes, Then then, std::string& to) override {
    const auto operation = then == Then::more ? ZSTD_e_continue : then == Then::flush ? ZSTD_e_flush : ZSTD_e_end;
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (bool goes_on = true; goes_on;) {
      const std::size_t size = to.size();
      to.resize(size + kStepBytes);
      ZSTD_outBuffer out{to.data() + size, kStepBytes, 0};
      const std::size_t left = check(ZSTD_compressStream2(context_.get(), &out, &in, operation));
      to.resize(size + out.pos);
      goes_on = then == Then::more ? in.pos < in.size : left > 0;
    }
  }

 private:
  // The only possible error is a lack of memory: parameters and sizes are right.
  static std::size_t check(std::size_t result) {
    if (ZSTD_isError(result)) throw std::bad_alloc();
    return result;
  }

  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_;
};

}  // namespace

std::string_view coding_name(ContentCoding coding) {
  switch (coding) {
    case ContentCoding::gzip:
      return "gzip";
    case ContentCoding::zstd:
      return "zstd";
    case ContentCoding::identity:
      break;
  }
  return "identity";
}

std::optional<AcceptedCoding> choose_coding(std::string_view accept_encoding) {
  if (accept_encoding.empty()) return AcceptedCoding{};
  const Qualities qualities = read_qualities(accept_encoding);
  const int gzip = qualities.gzip.value_or(qualities.any.value_or(0)), zstd = qualities.zstd.value_or(0);
  const bool required = qualities.identity.value_or(qualities.any.value_or(1)) == 0;
  const int least = std::max(qualities.identity.value_or(1), 1);
  if (zstd >= gzip && zstd >= least) return AcceptedCoding{ContentCoding::zstd, required};
  if (gzip >= least) return AcceptedCoding{ContentCoding::gzip, required};
  if (required) return std::nullopt;
  return AcceptedCoding{};
}

bool accepts_gzip(std::string_view accept_encoding) {
  const Qualities qualities = read_qualities(accept_encoding);
  return qualities.gzip.value_or(qualities.any.value_or(0)) > 0;
}

std::unique_ptr<Compressor> make_compressor(ContentCoding coding, std::optional<std::size_t> size) {
  QUADRILLE_ASSERT(coding != ContentCoding::identity, "identity is sent as it is");
  if (coding == ContentCoding::zstd) return std::make_unique<ZstdCompressor>(size);
  return std::make_unique<GzipCompressor>();
}

std::string compressed(ContentCoding coding, std::string_view content) {
  std::string bytes;
  make_compressor(coding, content.size())->add(content, Compressor::Then::finish, bytes);
  return bytes;
}

}  // namespace quadrille::server
