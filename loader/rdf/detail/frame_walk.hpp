#pragma once

// A FrameWalk goes over the frames of a compressed file, from one to the next (loader/rdf/frame_cuts.hpp).

#include <cstdint>
#include <memory>
#include <optional>

#include "loader/rdf/detail/file_peek.hpp"

namespace quadrille::detail {

class FrameWalk {
 public:
  virtual ~FrameWalk() = default;
  // The end of the frame that begins at `at`. Nullopt: there is no whole frame, or its end is not known.
  virtual std::optional<std::uint64_t> end_of_frame(std::uint64_t at) = 0;
};

// `file` outlives the walk.
std::unique_ptr<FrameWalk> walk_zstd(FilePeek& file);
std::unique_ptr<FrameWalk> walk_bgzip(FilePeek& file);

}  // namespace quadrille::detail
