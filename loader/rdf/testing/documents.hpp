#pragma once

// For tests: the documents in a folder, such as those of a W3C suite.

#include <filesystem>
#include <string>
#include <vector>

#include "loader/rdf/input_file.hpp"

namespace quadrille::testing {

struct Document {
  InputFile file;
  std::string text;
};

// Reads the files in and below `folder` whose names show a syntax, sorted by path.
std::vector<Document> documents_in(const std::filesystem::path& folder);

inline bool is_turtle(const Document& document) {
  return document.file.format.syntax == Syntax::turtle || document.file.format.syntax == Syntax::trig;
}

}  // namespace quadrille::testing
