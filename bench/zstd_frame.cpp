#include "bench/zstd_frame.hpp"

#include <zstd.h>

#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr int kLevel = 3;  // zstd's default; LUBM data shrink to a 37th of its size

}  // namespace

void compress_to_frame(std::string& text) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), kLevel);
  if (ZSTD_isError(size)) fail(ErrorKind::memory, "cannot compress {} bytes: {}", text.size(), ZSTD_getErrorName(size));
  text.assign(frame, 0, size);
}

}  // namespace quadrille
