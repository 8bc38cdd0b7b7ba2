#include "loader/rdf/testing/tar.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/input_file.hpp"

namespace quadrille::testing {

namespace {

constexpr std::size_t kBlock = 512;

std::string_view text_at(std::string_view header, std::size_t begin, std::size_t size) {
  const std::string_view field = header.substr(begin, size);
  return field.substr(0, field.find('\0'));
}

}  // namespace

void for_each_file(std::string_view archive,
                   const std::function<void(const std::string& name, std::string_view bytes)>& take) {
  std::string long_name;
  while (archive.size() >= kBlock && archive[0] != '\0') {
    const std::string_view header = archive.substr(0, kBlock);
    const std::size_t size = std::strtoull(std::string(text_at(header, 124, 12)).c_str(), nullptr, 8);
    const std::string_view bytes = archive.substr(kBlock, size);
    const char type = header[156];
    const std::string_view prefix = text_at(header, 257, 5) == "ustar" ? text_at(header, 345, 155) : std::string_view();
    std::string name = std::string(prefix) + (prefix.empty() ? "" : "/") + std::string(text_at(header, 0, 100));
    if (type == 'L') {
      long_name = bytes.substr(0, bytes.find('\0'));
    } else {
      if (!long_name.empty()) name = std::exchange(long_name, {});
      if (type == '0' || type == '\0') take(name, bytes);
    }
    archive.remove_prefix(std::min(archive.size(), kBlock + (size + kBlock - 1) / kBlock * kBlock));
  }
}

void for_each_rdf_file(const std::filesystem::path& path,
                       const std::function<void(const std::string& name, std::string_view bytes)>& take) {
  const Format packed{Syntax::ntriples, Compression::zstd};
  const std::unique_ptr<ByteSource> source = open_bytes(list_input_files(std::vector{path.string()}, packed).front());
  std::string archive, part(std::size_t{1} << 20, '\0');
  while (const std::size_t got = source->read(part)) archive.append(part, 0, got);
  for_each_file(archive, [&](const std::string& name, std::string_view bytes) {
    if (format_of_name(name)) take(name, bytes);
  });
}

}  // namespace quadrille::testing
