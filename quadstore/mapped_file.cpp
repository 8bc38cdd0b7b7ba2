#include "quadstore/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "pgas/placed_files.hpp"

namespace quadrille {

namespace {

// Closes a descriptor whatever happens; a mapping stays without it.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path, std::uintptr_t address) {
  // A copy of the database's files in a tier has an address, too; other readers of the file map the file.
  const auto copy = address != 0 ? pgas::PlacedFiles::copy_of(path) : std::nullopt;
  const Descriptor file{copy ? ::fcntl(copy->descriptor, F_DUPFD_CLOEXEC, 0)
                             : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number < 0) fail(ErrorKind::io, "cannot open {}: {}", path.string(), std::strerror(errno));
  struct stat status;
  if (::fstat(file.number, &status) != 0) {
    fail(ErrorKind::io, "cannot read the size of {}: {}", path.string(), std::strerror(errno));
  }
  if (!S_ISREG(status.st_mode)) fail(ErrorKind::io, "{} is not a file", path.string());
  const auto size = copy ? copy->bytes : static_cast<std::size_t>(status.st_size);
  if (size == 0) return;
  const int place = address != 0 ? MAP_FIXED_NOREPLACE : 0;
  void* wanted = reinterpret_cast<void*>(address);
  void* mapped = ::mmap(wanted, size, PROT_READ, MAP_SHARED | place, file.number, 0);
  if (mapped == MAP_FAILED) {
    fail(ErrorKind::io, "cannot map {} ({} bytes) at address {:#x}: {}", path.string(), size, address,
         std::strerror(errno));
  }
  data_ = static_cast<const std::byte*>(mapped);
  size_ = size;
  if (copy) pgas::PlacedFiles::mapped(path, mapped);
  if (address != 0 && mapped != wanted) {  // a kernel older than 4.17 takes the address for a hint
    fail(ErrorKind::io, "cannot map {} at address {:#x}: the place is taken", path.string(), address);
  }
}

MappedFile::~MappedFile() {
  if (data_ == nullptr) return;
  // Pages of 2 MB are unmapped as a whole; the room after the file is its own (kMappingAlignment).
  if (::munmap(const_cast<std::byte*>(data_), size_) != 0) {
    ::munmap(const_cast<std::byte*>(data_), round_up(size_, kMappingAlignment));
  }
  pgas::PlacedFiles::unmapped(data_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace quadrille
