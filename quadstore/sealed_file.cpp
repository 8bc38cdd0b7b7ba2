#include "quadstore/sealed_file.hpp"

#include <cstring>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

namespace {

struct SealHeader {
  char mark[8];
  std::uint32_t format;
  std::uint32_t zero;
  std::uint64_t bytes;
  std::uint64_t checksum;
};
static_assert(sizeof(SealHeader) == 32);

std::uint64_t seal_checksum(const SealHeader& header, std::span<const std::byte> table) {
  Checksum sum;
  sum.add(std::as_bytes(std::span(&header, 1)).first(offsetof(SealHeader, checksum)));
  sum.add(table);
  return sum.value();
}

}  // namespace

FileSeal write_sealed(const std::filesystem::path& path, std::string_view mark, std::uint32_t format,
                      std::string_view table) {
  SealHeader header{};
  QUADRILLE_ASSERT(mark.size() == sizeof(header.mark), "a mark has 8 characters");
  copy_bytes(header.mark, mark.data(), mark.size());
  header.format = format;
  header.bytes = table.size();
  const auto bytes = std::as_bytes(std::span(table.data(), table.size()));
  header.checksum = seal_checksum(header, bytes);
  AsideFile file(path);
  file.write(std::as_bytes(std::span(&header, 1)));
  file.write(bytes);
  return file.finish();
}

std::string read_sealed(const std::filesystem::path& path, std::string_view mark, std::uint32_t format) {
  const MappedFile file(path);
  const auto bytes = file.bytes();
  if (bytes.size() < sizeof(SealHeader) || std::memcmp(bytes.data(), mark.data(), mark.size()) != 0) {
    fail(ErrorKind::io, "{}: the file does not begin with {}", path.string(), mark);
  }
  const auto header = load<SealHeader>(bytes.data());
  if (header.format > format) {
    fail(ErrorKind::io, "{}: format {}, this program reads formats up to {}: use the version that wrote it",
         path.string(), header.format, format);
  }
  const auto table = bytes.subspan(sizeof(SealHeader));
  if (header.bytes != table.size()) {
    fail(ErrorKind::io, "{}: {} bytes expected behind the header, {} found: restore the file from a copy",
         path.string(), header.bytes, table.size());
  }
  if (seal_checksum(header, table) != header.checksum) {
    fail(ErrorKind::io, "{}: the checksum differs: restore the file from a copy", path.string());
  }
  return {reinterpret_cast<const char*>(table.data()), table.size()};
}

}  // namespace quadrille
