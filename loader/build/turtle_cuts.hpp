#pragma once

// Which Turtle files of a build are cut into parts, and where (turtle_parts.hpp): all images skim together.

#include <cstdint>
#include <span>
#include <vector>

#include "loader/build/sharded_work.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/turtle_parts.hpp"

namespace quadrille {

// Collective. The parts of `files`, by file, of about range_bytes or more. Files are cut that are so large that some
// image would wait for who reads them; with one image none is.
std::vector<TurtleParts> cut_turtle(ShardedWork& work, std::span<const InputFile> files, std::uint64_t range_bytes);

}  // namespace quadrille
