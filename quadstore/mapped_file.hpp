#pragma once

// A MappedFile is a file mapped into memory, read only and shared with every process that maps it. Pages are read when
// they are touched, so mapping a file costs the same at any size, and the system drops pages when memory is needed.
//
// With `address` the file is mapped exactly there (a multiple of 4096), so that it has the same address in all
// processes of a group; it is an error if that memory is in use. With 0 the system chooses.
//
// If a file is truncated while it is mapped, the process ends by SIGBUS when it touches the missing part.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace quadrille {

inline constexpr std::uintptr_t kMappingAlignment = std::uintptr_t{2} << 20;  // allows 2 MiB pages

class MappedFile {
 public:
  MappedFile() = default;
  explicit MappedFile(const std::filesystem::path& path, std::uintptr_t address = 0);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace quadrille
