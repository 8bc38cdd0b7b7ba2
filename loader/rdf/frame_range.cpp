#include "loader/rdf/frame_range.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "loader/rdf/detail/decompressor.hpp"

namespace quadrille {

namespace {

// Reads the frames of a piece, then the following frames to the end of a line.
class FrameRangeSource : public ByteSource {
 public:
  FrameRangeSource(const InputFile& file, ByteRange range)
      : file_(file), range_(range), bytes_(open_frames_alone(file, range)) {}

  std::size_t read(std::span<char> to) override {
    while (bytes_) {
      const std::size_t got = bytes_->read(to);
      const void* const line_end = is_behind_ ? std::memchr(to.data(), '\n', got) : nullptr;
      if (line_end != nullptr) {
        bytes_.reset();
        return static_cast<std::size_t>(static_cast<const char*>(line_end) - to.data()) + 1;
      }
      if (got != 0) return got;
      go_behind();
    }
    return 0;
  }

 private:
  void go_behind() {
    bytes_.reset();
    if (is_behind_ || range_.end >= file_.size_bytes) return;
    is_behind_ = true;
    bytes_ = open_frames_alone(file_, {range_.end, file_.size_bytes});
  }

  const InputFile file_;
  const ByteRange range_;
  std::unique_ptr<ByteSource> bytes_;  // null: the end
  bool is_behind_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> open_frames_alone(const InputFile& file, ByteRange range) {
  const bool is_last = range.end >= file.size_bytes;
  auto compressed = is_last ? open_bytes_at(file, range.begin) : open_bytes_at(file, range.begin, range.end);
  const detail::Place place{file.path, range.begin, is_last};
  return detail::decompress(std::move(compressed), file.format.compression, place);
}

std::unique_ptr<ByteSource> open_frames(const InputFile& file, ByteRange range) {
  return std::make_unique<FrameRangeSource>(file, range);
}

}  // namespace quadrille
