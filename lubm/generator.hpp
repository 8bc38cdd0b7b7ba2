#pragma once

// A LUBM data set as a stream of N-Triples.
//
//   generate({.universities = 10}, 2, [&](std::string_view lines) { file.write(lines); });
//
// LUBM(N, seed) is universities start .. start + N - 1, so LUBM(N) is contained in LUBM(N + 1), and a large data set
// can be made in pieces, on many machines. The lines come in the order of the specification (README.md), the same for
// every number of threads, repeats kept: only types of universities are ever stated more than once.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "lubm/vocabulary.hpp"

namespace quadrille::lubm {

struct DataSet {
  std::uint32_t universities = 1;
  std::int32_t seed = 0;
  std::uint32_t start = 0;  // the first university
  std::string ontology = std::string(kOntology);
  bool reified = false;  // takesCourse, advisor and worksFor are annotated with a source and a confidence
};

// Error (user) where `data_set` makes no sense: no university at all, or one that there is not.
void check_data_set(const DataSet& data_set);

// Takes the next lines, whole ones. An exception ends the generation and is passed on by generate().
using Sink = std::function<void(std::string_view lines)>;

// Converts a university's lines to the sink's input, such as a compressed frame. Called in several threads.
using Change = std::function<void(std::string& university)>;

// Calls `sink`, in the calling thread, with all lines in order. With one thread they are also made there, a department
// (1.2 MB) at a time; with more, `threads` others make universities (24 MB) ahead, at most two each. Error (user) where
// `data_set` makes no sense.
// With `change`, universities are made whole, and changed where they are made.
void generate(const DataSet& data_set, unsigned threads, const Sink& sink, const Change& change = nullptr);

}  // namespace quadrille::lubm
