#pragma once

// The statements that a build skips (--on-error skip), on their way into one file in the order of the input:
//
//   # FILE:LINE:COLUMN: reason
//   the line, or the Turtle statement, as it was
//   # the rest of FILE could not be read, from line LINE: reason
//   the rest of the file, as it was
//
// Each image spools what it meets into a file of its own, of a build in its folder; at the end the first image puts the
// pieces together by the number of their work item. Memory: a few words an item with rejects.

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

  // Local. A statement; or, of an error that ends its file, the comment that its rest follows (add_rest()).
  void add(std::uint64_t item, const SyntaxErrorAt& error);
  void add_rest(std::uint64_t item, std::string_view text);

  // Collective. The first image writes all rejects to `path` (whole or not at all); the spools are gone.
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
