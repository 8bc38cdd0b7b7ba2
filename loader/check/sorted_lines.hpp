#pragma once

// Lines in ascending order of their bytes, ends included, more of them than memory holds: sorted pieces go to files
// that have no name, and are merged at the end. A line that comes twice is kept twice.
//
//   SortedLines sorted(folder);
//   sorted.add("b\na\n");                       any number of whole lines, as often as you like
//   sorted.take([&](std::string_view lines) { write(lines); });      some whole lines at a time
//
// Local. Memory: `memory_bytes` and a line's; disk: all lines once more. The files are gone when the object is, or the
// process, however that ends. Errors are those of io_error.hpp.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille {

class SortedLines {
 public:
  static constexpr std::size_t kMemoryBytes = std::size_t{256} << 20;

  explicit SortedLines(std::filesystem::path folder, std::size_t memory_bytes = kMemoryBytes)
      : folder_(std::move(folder)), memory_bytes_(memory_bytes) {}
  ~SortedLines();
  SortedLines(const SortedLines&) = delete;
  SortedLines& operator=(const SortedLines&) = delete;

  void add(std::string_view lines);
  // Once, after the last line.
  void take(const std::function<void(std::string_view)>& take);

 private:
  class Piece;

  void sort();
  void put_aside();

  const std::filesystem::path folder_;
  const std::size_t memory_bytes_;
  std::string text_;
  std::vector<std::string_view> lines_;  // of text_, with their ends, once it is sorted
  std::vector<int> files_;
};

}  // namespace quadrille
