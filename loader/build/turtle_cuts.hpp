#pragma once

// Chooses the Turtle files of a build that are cut into parts, and the cuts (turtle_parts.hpp); all images skim
// together.

#include <cstdint>
#include <span>
#include <vector>

#include "loader/build/sharded_work.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/turtle_parts.hpp"

namespace quadrille {

// Collective. Returns the parts of `files`, by file, of about range_bytes or more. A file is cut if it is so large that
// other images would wait for its reader; with one image no file is cut.
std::vector<TurtleParts> cut_turtle(ShardedWork& work, std::span<const InputFile> files, std::uint64_t range_bytes);

}  // namespace quadrille
