#pragma once

// For tests: decodes a body that was sent in chunks, with gzip or with zstd, as a client does.

#include <zlib.h>
#include <zstd.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace quadrille::server {

// Decodes the complete chunks.
inline std::string without_chunks(std::string_view bytes) {
  std::string body;
  for (std::size_t end; (end = bytes.find("\r\n")) != std::string_view::npos;) {
    const std::size_t size = std::stoul(std::string(bytes.substr(0, end)), nullptr, 16);
    bytes.remove_prefix(end + 2);
    if (bytes.size() < size + 2) break;
    body += bytes.substr(0, size);
    bytes.remove_prefix(size + 2);
  }
  return body;
}

struct Decoded {
  std::string text;
  bool whole = false;  // and nothing follows it
};

inline Decoded testing_gunzip(std::string_view bytes) {
  Decoded decoded;
  z_stream state{};
  inflateInit2(&state, 15 + 16);
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  state.avail_in = static_cast<uInt>(bytes.size());
  std::array<char, 4096> piece;
  int result = Z_OK;
  do {
    state.next_out = reinterpret_cast<Bytef*>(piece.data());
    state.avail_out = piece.size();
    result = inflate(&state, Z_SYNC_FLUSH);
    decoded.text.append(piece.data(), piece.size() - state.avail_out);
  } while (result == Z_OK);
  decoded.whole = result == Z_STREAM_END && state.avail_in == 0;
  inflateEnd(&state);
  return decoded;
}

inline Decoded testing_unzstd(std::string_view bytes) {
  Decoded decoded;
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::array<char, 4096> piece;
  for (;;) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    const std::size_t left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left)) throw std::runtime_error(ZSTD_getErrorName(left));
    decoded.text.append(piece.data(), out.pos);
    decoded.whole = left == 0 && in.pos == in.size;
    if (left == 0 || (in.pos == in.size && out.pos < piece.size())) return decoded;
  }
}

inline Decoded testing_decode(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b") ? testing_gunzip(bytes) : testing_unzstd(bytes);
}

// All that a client can decompress so far.
inline std::string testing_readable(std::string_view bytes) {
  return testing_decode(bytes).text;
}

// Throws if bytes are missing or left over.
inline std::string testing_decompressed(std::string_view bytes) {
  Decoded decoded = testing_decode(bytes);
  if (!decoded.whole) throw std::runtime_error("the compressed bytes are not whole");
  return std::move(decoded.text);
}

}  // namespace quadrille::server
