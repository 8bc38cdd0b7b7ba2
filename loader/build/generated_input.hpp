#pragma once

// Input that nobody has written to a file: N-Triples that are made where they are read, piece by piece. The build takes
// pieces as work items, as it takes byte ranges of files (ingest_plan.hpp); each is made by the image that reads it, so
// nothing crosses images and no disk is needed. What makes the lines is handed in (server/ hands in LUBM's
// universities).
//
// G1  A piece is the same bytes whenever and on whatever image it is opened: whole lines of N-Triples.
// G2  Pieces may be opened in any order, and several at once.

#include <cstdint>
#include <memory>
#include <string>

#include "loader/rdf/byte_source.hpp"

namespace quadrille {

class GeneratedInput {
 public:
  virtual ~GeneratedInput() = default;

  // Local, all of it.
  virtual std::string name() const = 0;  // of the whole, as the manifest and messages call it: "LUBM(10), seed 0"
  virtual std::uint64_t pieces() const = 0;
  virtual std::uint64_t usual_piece_bytes() const = 0;  // about; for progress, and for how pieces are dealt out
  // Precondition: piece < pieces(). Not longer than this object.
  virtual std::unique_ptr<ByteSource> open(std::uint64_t piece) const = 0;
};

}  // namespace quadrille
