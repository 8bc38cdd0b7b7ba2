#pragma once

// SortedLines sorts more lines than memory holds, by their bytes, line ends included. It writes sorted pieces to files
// without names and merges them at the end. Equal lines are all kept.
//
//   SortedLines sorted(folder);
//   sorted.add("b\na\n");                       any number of whole lines, any number of times
//   sorted.take([&](std::string_view lines) { write(lines); });      some whole lines at a time
//
// Local. Memory: `memory_bytes` and one line; disk: a copy of all lines. The files disappear with the object, and with
// the process even after a crash. Errors are those of io_error.hpp.

#include <cstddef>
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
  // Called once, after the last line.
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
