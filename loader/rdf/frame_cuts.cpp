#include "loader/rdf/frame_cuts.hpp"

#include <algorithm>
#include <memory>

#include "loader/rdf/detail/file_peek.hpp"
#include "loader/rdf/detail/frame_walk.hpp"

namespace quadrille {

FrameCuts find_frame_cuts(const InputFile& file, std::uint64_t least_bytes, const std::function<void()>& pulse) {
  FrameCuts cuts{0};
  if (file.may_have_frames()) {
    detail::FilePeek bytes(file.path, file.size_bytes);
    const std::unique_ptr<detail::FrameWalk> walk =
        file.format.compression == Compression::zstd ? detail::walk_zstd(bytes) : detail::walk_bgzip(bytes);
    // An incomplete frame stays with the previous one.
    std::uint64_t at = 0;
    for (auto end = walk->end_of_frame(at); end; end = walk->end_of_frame(at)) {
      if (at - cuts.back() >= std::max<std::uint64_t>(least_bytes, 1)) cuts.push_back(at);
      if (pulse) pulse();
      at = *end;
    }
  }
  cuts.push_back(file.size_bytes);
  return cuts;
}

}  // namespace quadrille
