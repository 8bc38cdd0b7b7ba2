#pragma once

// For tests: reads a text as a document of some syntax, or a file.

#include <filesystem>
#include <string>
#include <vector>

#include "loader/rdf/read_options.hpp"
#include "loader/rdf/testing/graph.hpp"

namespace quadrille::testing {

struct Reading {
  std::vector<std::string> quads;     // in order, in N-Quads, without the dot
  std::vector<std::string> errors;    // "LINE:COLUMN: reason"
  std::vector<std::string> warnings;  // likewise
  std::vector<std::string> rejects;   // their texts
  std::string rest;                   // of the document, after an error that ends it
};

// `extension` without the dot; the errors are skipped.
Reading read_text(const std::string& text, const std::string& extension, const ReadOptions& options = {});

// The quads of a file without errors.
void read_quads(const std::filesystem::path& file, const std::string& base, QuadSink& sink);
Graph read_graph(const std::filesystem::path& file, const std::string& base);

// The quads of a document without errors, in memory.
Graph graph_of_text(const std::string& text, const std::string& extension);

}  // namespace quadrille::testing
