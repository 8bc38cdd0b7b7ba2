#pragma once

// A LineCount finds the number of the line with which a range of a file begins. It reads the file before the range,
// once, when the number is first needed.

#include <cstdint>

#include "loader/rdf/input_file.hpp"
#include "loader/rdf/line_window.hpp"

namespace quadrille {

class LineCount {
 public:
  // `file` outlives it.
  explicit LineCount(const InputFile& file) : file_(&file) {}

  // Returns the number of line ends in the part of the file that LineReader skips for a range that begins at `begin`.
  // Local. Cost: reads (and decompresses) the file up to there, continuing from the previous call if that ended
  // earlier.
  LineEnds before(std::uint64_t begin);

 private:
  const InputFile* file_;
  std::uint64_t counted_to_ = 0;
  LineEnds counted_;
};

}  // namespace quadrille
