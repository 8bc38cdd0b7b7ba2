#pragma once

// An IngestPlan divides the input into work items, which images take as they become free.
//
//   stdin            one item, for the first image
//   other files      one item each: Turtle, TriG, RDF/XML, files compressed as a whole. They come first, the largest
//                    first
//   generated        its pieces, in order
//   plain nt, nq     byte ranges of `range_bytes`, in order
//   plain ttl        parts, in order, if the file is large and there are several images (turtle_cuts.hpp)
//   nt, nq in zstd   pieces of a few frames or blocks, in order, if the file has several of them and there are
//   frames, bgzip    several images (frame_cuts.hpp)
//
// Every image makes the same plan. A file's number is its place in the list, on every image; generated input has the
// number after the last. Local, except cut_frames().

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
  std::optional<std::uint64_t> piece = std::nullopt;  // of the generated input; `bytes` is then an estimate
  std::optional<std::size_t> turtle_part = std::nullopt;
};

struct IngestPlan {
  std::vector<IngestItem> for_first_image;
  std::vector<IngestItem> shared;
  std::uint64_t bytes = 0;          // of all items with a known size
  std::vector<TurtleParts> turtle;  // by file; empty if no file is cut

  // Items are numbered consecutively: those of the first image, then the shared ones.
  const IngestItem& item(std::uint64_t number) const {
    return number < for_first_image.size() ? for_first_image[number] : shared[number - for_first_image.size()];
  }
};

// Collective. Returns the cuts of the compressed ones of `files`; none if there is one image. One image examines each
// file.
std::vector<FrameCuts> cut_frames(ShardedWork& work, std::span<const InputFile> files, std::uint64_t range_bytes);

// The estimated size of all pieces.
std::uint64_t generated_bytes(const GeneratedInput& generated);

// `cuts`, `turtle`: by file; if one is empty, files of its kind are not cut. `generated` may be nullptr.
IngestPlan plan_ingest(std::span<const InputFile> files, std::uint64_t range_bytes, std::span<const FrameCuts> cuts,
                       const GeneratedInput* generated = nullptr, std::vector<TurtleParts> turtle = {});

// Returns the starts of slices of consecutive items, and the end of the last slice. An image takes one slice at a time.
// Every slice but the last has at least `least_bytes`; a slice also ends after an item of unknown size. With 0 each
// item is a slice.
std::vector<std::uint64_t> cut_into_slices(std::span<const IngestItem> items, std::uint64_t least_bytes);

}  // namespace quadrille
