#include "loader/rdf/testing/compressed.hpp"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>

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

std::string little_endian(std::uint64_t number, int bytes) {
  std::string out;
  for (; bytes > 0; --bytes, number >>= 8) out += static_cast<char>(number & 0xFF);
  return out;
}

std::string streamed_frame(std::string_view bytes) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  ZSTD_inBuffer all{bytes.data(), bytes.size(), 0}, nothing{nullptr, 0, 0};
  ZSTD_compressStream2(context, &to, &all, ZSTD_e_continue);
  QUADRILLE_ASSERT(ZSTD_compressStream2(context, &to, &nothing, ZSTD_e_end) == 0, "the output is large enough");
  ZSTD_freeCCtx(context);
  out.resize(to.pos);
  return out;
}

// A gzip member with the field for its size: raw deflated data, with an extra field in the header.
std::string bgzip_block(std::string_view bytes) {
  constexpr std::size_t kHeader = 10, kExtra = 8;
  const std::string member = compress(bytes, Compression::gzip);
  std::string extra = little_endian(6, 2);
  extra += "BC" + little_endian(2, 2) + little_endian(member.size() + kExtra - 1, 2);
  return std::string("\x1f\x8b\x08\x04\0\0\0\0\0\xff", kHeader) + extra + member.substr(kHeader);
}

}  // namespace

std::string skippable_frame(std::string_view bytes, unsigned kind) {
  return little_endian(0x184D2A50u + kind, 4) + little_endian(bytes.size(), 4) + std::string(bytes);
}

std::string zstd_frames(std::string_view bytes, std::size_t frame_bytes, ZstdWriter writer) {
  std::string out, table;
  std::uint64_t frames = 0;
  do {
    const std::string_view part = bytes.substr(0, frame_bytes);
    bytes.remove_prefix(part.size());
    const std::string frame =
        writer == ZstdWriter::streaming ? streamed_frame(part) : compress(part, Compression::zstd);
    if (writer == ZstdWriter::pzstd) out += skippable_frame(little_endian(frame.size(), 4));
    table += little_endian(frame.size(), 4) + little_endian(part.size(), 4);
    out += frame;
    ++frames;
  } while (!bytes.empty());
  if (writer != ZstdWriter::seekable) return out;
  return out + skippable_frame(table + little_endian(frames, 4) + '\0' + little_endian(0x8F92EAB1, 4), 14);
}

std::string bgzip(std::string_view bytes, std::size_t block_bytes) {
  std::string out;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(block_bytes, bytes.size()))) {
    out += bgzip_block(bytes.substr(0, block_bytes));
  }
  return out + bgzip_end();
}

std::string bgzip_end() {
  return bgzip_block("");
}

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
