#pragma once

// GeneratedInput is input that is made in memory instead of read from a file: N-Triples in pieces. The build takes
// pieces as work items, like byte ranges of files (ingest_plan.hpp). The image that reads a piece makes it, so no bytes
// move between images and no disk is needed. The caller passes in the generator (server/ passes in LUBM's
// universities).
//
// G1  A piece has the same bytes on every image and each time it is opened: whole lines of N-Triples.
// G2  Pieces can be opened in any order, and several at once.

#include <cstdint>
#include <memory>
#include <string>

#include "loader/rdf/byte_source.hpp"

namespace quadrille {

class GeneratedInput {
 public:
  virtual ~GeneratedInput() = default;

  // All functions are local.
  virtual std::string name() const = 0;  // its name in the manifest and in messages: "LUBM(10), seed 0"
  virtual std::uint64_t pieces() const = 0;
  virtual std::uint64_t usual_piece_bytes() const = 0;  // an estimate, for progress and for the distribution of pieces
  // Precondition: piece < pieces(). The source must not outlive this object.
  virtual std::unique_ptr<ByteSource> open(std::uint64_t piece) const = 0;
};

}  // namespace quadrille
