#pragma once

// The input as pieces of work that images take as they come free.
//
//   stdin            one item, for the first image
//   other files      one item each: Turtle, TriG, RDF/XML, what is compressed as a whole. They come first, the largest
//                    first
//   generated        its pieces, in order
//   plain nt, nq     byte ranges of `range_bytes`, in order
//   plain ttl        parts, in order, where it is large and there are several images (turtle_cuts.hpp)
//   nt, nq in zstd   pieces of a few frames or blocks, in order, where the file has several and there are several
//   images frames, bgzip    (frame_cuts.hpp)
//
// Every image makes the same plan; a file's number is its place in the list, whoever reads it; generated input has the
// number after the last. Local, but for cut_frames().

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "loader/build/generated_input.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/rdf/frame_cuts.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/line_window.hpp"
#include "loader/rdf/turtle_parts.hpp"

namespace quadrille {

struct IngestItem {
  std::uint32_t file = 0;  // its place in the list of files
  ByteRange range;
  bool is_range = false;
  std::uint64_t bytes = 0;                            // 0: not known
  std::optional<std::uint64_t> piece = std::nullopt;  // of the generated input; bytes are about so many
  std::optional<std::size_t> turtle_part = std::nullopt;
};

struct IngestPlan {
  std::vector<IngestItem> for_first_image;
  std::vector<IngestItem> shared;
  std::uint64_t bytes = 0;          // of all, as far as it is known
  std::vector<TurtleParts> turtle;  // by file; or none

  // Items are numbered through: those of the first image, then the shared ones.
  const IngestItem& item(std::uint64_t number) const {
    return number < for_first_image.size() ? for_first_image[number] : shared[number - for_first_image.size()];
  }
};

// Collective. Where the compressed ones of `files` are cut; with one image nowhere. Each file is looked at by one
// image.
std::vector<FrameCuts> cut_frames(ShardedWork& work, std::span<const InputFile> files, std::uint64_t range_bytes);

// About how many bytes all pieces have.
std::uint64_t generated_bytes(const GeneratedInput& generated);

// `cuts`, `turtle`: by file; where one is empty such files are not cut. `generated` may be nullptr.
IngestPlan plan_ingest(std::span<const InputFile> files, std::uint64_t range_bytes, std::span<const FrameCuts> cuts,
                       const GeneratedInput* generated = nullptr, std::vector<TurtleParts> turtle = {});

// Where slices of consecutive items begin, and the end of the last: what an image takes at a time. A slice has
// `least_bytes` or more, but for the last one, and ends with an item whose size is not known. With 0 each item is a
// slice.
std::vector<std::uint64_t> cut_into_slices(std::span<const IngestItem> items, std::uint64_t least_bytes);

}  // namespace quadrille
