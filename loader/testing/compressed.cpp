#include "loader/testing/compressed.hpp"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "base/assert.hpp"

namespace quadrille::testing {

namespace {

std::string gzip(std::string_view bytes, std::string out) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  QUADRILLE_ASSERT(deflate(&stream, Z_FINISH) == Z_STREAM_END, "the output is large enough");
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

std::string compress(std::string_view bytes, Compression compression) {
  std::string out(bytes.size() * 2 + 1000, '\0');
  switch (compression) {
    case Compression::none:
      return std::string(bytes);
    case Compression::gzip:
      return gzip(bytes, std::move(out));
    case Compression::zstd:
      out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
      return out;
    case Compression::bzip2: {
      auto size = static_cast<unsigned>(out.size());
      BZ2_bzBuffToBuffCompress(out.data(), &size, const_cast<char*>(bytes.data()), static_cast<unsigned>(bytes.size()),
                               1, 0, 0);
      out.resize(size);
      return out;
    }
    case Compression::xz: {
      std::size_t size = 0;
      lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(bytes.data()),
                              bytes.size(), reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size());
      out.resize(size);
      return out;
    }
  }
  return {};
}

}  // namespace quadrille::testing
