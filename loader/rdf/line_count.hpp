#pragma once

// The number of the line that a range of a file begins with, for who has the file open: all before it is read for that,
// once, and only when it is asked for.

#include <cstdint>
#include <string_view>

#include "loader/rdf/input_file.hpp"
#include "loader/rdf/line_window.hpp"

namespace quadrille {

class LineCount {
 public:
  // `file` outlives it.
  explicit LineCount(const InputFile& file) : file_(&file) {}

  // The line ends in what LineReader does not even open for a range that begins at `begin`. Local. Cost: the file is
  // read up to there (and decompressed); from where the call before ended, if that was before.
  LineEnds before(std::uint64_t begin);

 private:
  const InputFile* file_;
  std::uint64_t counted_to_ = 0;
  LineEnds counted_;
};

}  // namespace quadrille
