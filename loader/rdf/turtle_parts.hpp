#pragma once

// Finds places between statements where a large Turtle file can be cut, so that all images read it. The cut includes
// what a part needs from the text before it: directives, the number of lines, and the number of nodes without a label.
// So the quads, labels and errors of the parts are those of the whole document.
//
//   ranges of bytes      |<----- 0 ----->|<----- 1 ----->|<----- 2 ----->|
//   skims                 first ... last         each image skims some: it finds statements from the first apparent
//                                 first ... last      start of one to some beyond the range's end
//   parts                |<----- 0 ------->|<----- 1 ---->|<---- 2 ----->|
//
// The first skim begins at the start of the document, so it is right. Two skims that meet at the same place between
// statements find the same statements after it. So if each skim meets the next one, all of them are right from there
// on, and these places become the cuts. If two skims do not meet, the file is not cut. A skim costs about half as much
// as reading.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/input_file.hpp"
#include "loader/rdf/line_window.hpp"

namespace quadrille {

// A place between statements, at the start of a line, with counts of the text before it: from the start of the
// document, or of a skim.
struct TurtlePlace {
  std::uint64_t offset = 0;
  std::uint64_t lines = 0;   // line ends
  std::uint64_t labels = 0;  // nodes without a label
  bool operator==(const TurtlePlace&) const = default;
};

struct TurtleSkim {
  struct Directive {
    std::uint64_t offset;
    std::string text;
  };
  std::vector<TurtlePlace> first;     // some tens of places after its start
  std::vector<TurtlePlace> last;      // some tens of places after the end of the range
  std::vector<Directive> directives;  // in order
};

struct TurtlePart {
  TurtlePlace begin;
  std::uint64_t end = 0;             // its offset
  std::size_t directives_bytes = 0;  // of those before it
};

struct TurtleParts {
  std::vector<TurtlePart> parts;  // in order; none: the file is read as a whole
  std::string directives;         // of the file, as they are written

  std::string_view directives_before(const TurtlePart& part) const {
    return std::string_view(directives).substr(0, part.directives_bytes);
  }
};

// True for files that can be skimmed: plain Turtle. (In TriG a place may be in a graph.)
bool can_be_skimmed(const InputFile& file);

// Local. Skims `range` of the file; `pulse` is called now and then.
TurtleSkim skim_turtle(const InputFile& file, ByteRange range, const std::function<void()>& pulse);

// Local. Takes skims of ranges that cover a file of `file_bytes` without gaps.
TurtleParts join_skims(std::span<const TurtleSkim> skims, std::uint64_t file_bytes);

}  // namespace quadrille
