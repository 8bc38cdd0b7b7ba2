#pragma once

// Where a large Turtle file can be cut, so that all images read it: between two statements. What a part needs of the
// text before it goes with the cut: directives, the number of lines, and how many nodes without a label there are, so
// that its quads, labels and errors are those of the whole document.
//
//   ranges of bytes      |<----- 0 ----->|<----- 1 ----->|<----- 2 ----->|
//   skims                 first ... last         each image skims some: what it sees of statements, from where one
//                                 first ... last      seems to begin to some beyond the range's end
//   parts                |<----- 0 ------->|<----- 1 ---->|<---- 2 ----->|
//
// The first skim begins where the document does, so what it sees is so. Two skims that come by the same place between
// statements see the same from there on. So where each meets the next one all of them are right, and there are the
// cuts; where one does not, the file is not cut. A skim costs about half of what reading costs.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/input_file.hpp"
#include "loader/rdf/line_window.hpp"

namespace quadrille {

// A place between statements, at the begin of a line, and what is before it: in the document, or where a skim began.
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
  std::vector<TurtlePlace> first;     // places from the begin on, some tens
  std::vector<TurtlePlace> last;      // from the end of the range on, likewise
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

// Whether somebody may want to cut it: plain Turtle. (In TriG a place may be in a graph.)
bool can_be_skimmed(const InputFile& file);

// Local. `range` of the file; `pulse` is called now and then.
TurtleSkim skim_turtle(const InputFile& file, ByteRange range, const std::function<void()>& pulse);

// Local. Skims of ranges that cover a file of `file_bytes` without gaps.
TurtleParts join_skims(std::span<const TurtleSkim> skims, std::uint64_t file_bytes);

}  // namespace quadrille
