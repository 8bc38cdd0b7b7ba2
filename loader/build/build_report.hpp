#pragma once

// A BuildReport lists the steps of a finished build with times and counts. It is the same on every image.
//
//   Step            Seconds   Items          Items/s
//   Read RDF           0.41   171.2 MB       417.6 MB/s
//   Collect quads      0.30   1316993 quads  4.4 M/s
//   ...

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "loader/build/build_rules.hpp"
#include "loader/build/build_step.hpp"

namespace quadrille {

struct BuildReport {
  struct Step {
    double seconds = 0;
    std::uint64_t items = 0;     // of all images
    std::uint64_t messages = 0;  // between groups, of all images; 0 in one group
    std::uint64_t bytes = 0;     // likewise: their size
  };

  // Statements and files of the input that are not in the database.
  struct Skipped {
    std::uint64_t rejects = 0;              // malformed statements
    std::vector<std::string> unread_files;  // a sentence for each file that could not be read to its end
    std::vector<std::string> warnings;      // "FILE:LINE:COLUMN: reason" of what is doubtful, but has been read
    std::string left_out;                   // a sentence on skipped files of folders (input_file.hpp), or empty

    // One line for all malformed statements, and one for each unread file and warning; empty if there are none.
    std::string to_text() const;
  };
  struct Space {
    std::uint64_t disk_bytes = 0;         // of all files of the database
    std::uint64_t peak_memory_bytes = 0;  // shared memory; the maximum over the images
    std::uint64_t spilled_bytes = 0;      // written to temporary files because memory was short, of all images
  };

  std::array<Step, kBuildSteps> steps;  // by BuildStep
  double seconds = 0;                   // wall clock, of all
  std::uint32_t images = 1;
  std::uint32_t groups = 1;  // of images that share memory
  std::uint32_t shards = 0;
  std::uint64_t input_bytes = 0;    // of files with a known size, and of generated input
  std::uint64_t quads_read = 0;     // with duplicates
  std::uint64_t default_quads = 0;  // in the database, without
  std::uint64_t named_quads = 0;
  InferenceReport inference;  // of these two, inference.inferred follow by rules and were not stated
  struct Terms {
    std::uint64_t vocabulary = 0;
    std::uint64_t triples = 0;  // triple terms
  };
  Terms terms;
  std::uint64_t blank_nodes = 0;
  std::uint64_t heavy_objects = 0;
  Skipped skipped;
  Space space;

  Step& operator[](BuildStep step) { return steps[index(step)]; }
  const Step& operator[](BuildStep step) const { return steps[index(step)]; }
  // True if nothing was skipped; files that were left out of a folder do not count.
  bool is_complete() const { return skipped.rejects == 0 && skipped.unread_files.empty(); }
  std::uint64_t quads() const { return default_quads + named_quads; }

  // A table and a summary for people, several lines. A step without work is left out.
  std::string to_text() const;
  // The same for programs, with all steps; docs/build-report.md describes the fields.
  std::string to_json() const;
};

// "1.3 M", "523.0 k", "17": three digits or so.
std::string short_number(double value);

// "1.3 MB", "523.0 kB", "17 bytes".
std::string short_size(std::uint64_t bytes);

}  // namespace quadrille
