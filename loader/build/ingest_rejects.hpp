#pragma once

// A RejectSpool collects the statements that a build skips (--on-error skip) for one file, in the order of the input:
//
//   # FILE:LINE:COLUMN: reason
//   the line, or the Turtle statement, unchanged
//   # the rest of FILE could not be read, from line LINE: reason
//   the rest of the file, unchanged
//
// Each image writes the statements that it skips to a spool file, which is in the folder of the build. At the end the
// first image concatenates the pieces in the order of their work items. Memory: a few words for each item with rejects.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

#include "loader/rdf/syntax_error.hpp"
#include "pgas/team.hpp"

namespace quadrille {

class RejectSpool {
 public:
  // Local. The file is PREFIX-MEMBER.spool. Nothing is written before the first reject.
  RejectSpool(std::filesystem::path prefix, int member);
  ~RejectSpool();
  RejectSpool(const RejectSpool&) = delete;
  RejectSpool& operator=(const RejectSpool&) = delete;

  // Local. Adds a statement, or, for an error that ends its file, the comment before the rest (add_rest()).
  void add(std::uint64_t item, const SyntaxErrorAt& error);
  void add_rest(std::uint64_t item, std::string_view text);

  // Collective. The first image writes all rejects to `path` (whole or not at all); the spools are removed.
  void collect(pgas::Team& team, const std::filesystem::path& path);

 private:
  struct Piece {
    std::uint64_t item, offset, bytes;
  };
  void append(std::uint64_t item, std::string_view text);
  std::filesystem::path spool_path(int member) const;
  void close();
  void remove();

  const std::filesystem::path prefix_, path_;
  std::ofstream file_;
  std::uint64_t size_ = 0;
  std::vector<Piece> pieces_;
};

}  // namespace quadrille
