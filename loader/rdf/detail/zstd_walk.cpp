// zstd frames, one after the other. Numbers are little-endian.
//
//   frame       28 B5 2F FD | descriptor, window, dictionary, content size | blocks | checksum 4, if it has one
//   block       3 bytes: last (1 bit), type (2), size (21) | the size, or one byte that is repeated
//   skippable   5x 2A 4D 18 | size 4 | any bytes
//
// Two uses of skippable frames show where frames end. pzstd writes one of type 50 before every frame, with the frame's
// size in 4 bytes. The seekable format ends with one of type 5E, the table of all frames before it:
//
//   entries: compressed size 4, size 4, checksum 4 if it has them | number of frames 4 | descriptor 1 | B1 EA 92 8F
//
// The walk uses a size if the next frame does begin there, and a table if its sizes add up to the file's size.
// Sources: RFC 8878, 3.1; zstd's contrib/pzstd/README.md, contrib/seekable_format/zstd_seekable_compression_format.md.

#include <algorithm>
#include <vector>

#include "loader/rdf/detail/frame_walk.hpp"
#include "loader/rdf/frame_cuts.hpp"

namespace quadrille::detail {

namespace {

constexpr std::uint32_t kFrame = 0xFD2FB528, kSkippable = 0x184D2A50, kPzstd = 0x184D2A50, kSeekTable = 0x184D2A5E;
constexpr std::uint32_t kSeekTableEnd = 0x8F92EAB1;
constexpr std::uint64_t kSkippableHeader = 8, kSeekFooter = 9;
constexpr std::uint64_t kLargestBlock = std::uint64_t{128} << 10;

class ZstdWalk : public FrameWalk {
 public:
  explicit ZstdWalk(FilePeek& file) : file_(file) { read_seek_table(); }

  std::optional<std::uint64_t> end_of_frame(std::uint64_t at) override {
    if (const auto told = std::upper_bound(table_.begin(), table_.end(), at);
        told != table_.begin() && told != table_.end() && told[-1] == at && is_begin(*told)) {
      return *told;
    }
    if (!file_.has(at, 4)) return std::nullopt;
    const auto magic = static_cast<std::uint32_t>(file_.number(at, 4));
    if (magic == kFrame) return end_of_blocks(at);
    if ((magic & ~0xFu) != kSkippable || !file_.has(at, kSkippableHeader)) return std::nullopt;
    const std::uint64_t bytes = file_.number(at + 4, 4);
    if (!file_.has(at + kSkippableHeader, bytes)) return std::nullopt;
    const std::uint64_t end = at + kSkippableHeader + bytes;
    return magic == kPzstd && bytes == 4 ? end_by_pzstd(end).value_or(end) : end;
  }

 private:
  // True if the file ends here, or a frame begins.
  bool is_begin(std::uint64_t at) {
    if (at == file_.size()) return true;
    if (!file_.has(at, 4)) return false;
    const auto magic = static_cast<std::uint32_t>(file_.number(at, 4));
    return magic == kFrame || (magic & ~0xFu) == kSkippable;
  }

  // The end of the frame after pzstd's own, if the frame has that size.
  std::optional<std::uint64_t> end_by_pzstd(std::uint64_t frame) {
    const std::uint64_t bytes = file_.number(frame - 4, 4);
    if (!file_.has(frame, 4) || file_.number(frame, 4) != kFrame) return std::nullopt;
    if (!file_.has(frame, bytes) || !is_begin(frame + bytes)) return std::nullopt;
    return frame + bytes;
  }

  // RFC 8878, 3.1.1.1: the length of the header.
  std::uint64_t header_bytes(unsigned descriptor) const {
    constexpr std::uint64_t kDictionary[] = {0, 1, 2, 4}, kContentSize[] = {0, 2, 4, 8};
    const bool is_single_segment = (descriptor & 0x20) != 0;
    const unsigned content_size = descriptor >> 6;
    return 5 + (is_single_segment ? 0 : 1) + kDictionary[descriptor & 3] +
           (content_size == 0 && is_single_segment ? 1 : kContentSize[content_size]);
  }

  std::optional<std::uint64_t> end_of_blocks(std::uint64_t frame) {
    if (!file_.has(frame, 5)) return std::nullopt;
    const auto descriptor = static_cast<unsigned>(file_.number(frame + 4, 1));
    std::uint64_t at = frame + header_bytes(descriptor);
    for (bool is_last = false; !is_last;) {
      if (!file_.has(at, 3) || at - frame > kLongestFrameBytes) return std::nullopt;
      const std::uint64_t block = file_.number(at, 3);
      constexpr std::uint64_t kRepeatedByte = 1, kReserved = 3;
      const std::uint64_t type = block >> 1 & 3, bytes = block >> 3;
      if (type == kReserved || bytes > kLargestBlock) return std::nullopt;
      is_last = (block & 1) != 0;
      at += 3 + (type == kRepeatedByte ? 1 : bytes);
    }
    const std::uint64_t checksum = (descriptor & 4) != 0 ? 4 : 0;
    return file_.has(at, checksum) ? std::optional(at + checksum) : std::nullopt;
  }

  void read_seek_table() {
    const std::uint64_t size = file_.size();
    if (size < kSkippableHeader + kSeekFooter || file_.number(size - 4, 4) != kSeekTableEnd) return;
    const std::uint64_t frames = file_.number(size - kSeekFooter, 4);
    const std::uint64_t entry = (file_.number(size - 5, 1) & 0x80) != 0 ? 12 : 8;
    const std::uint64_t table = frames * entry + kSeekFooter;
    if (table > size - kSkippableHeader) return;
    const std::uint64_t begin = size - table - kSkippableHeader;
    if (file_.number(begin, 4) != kSeekTable || file_.number(begin + 4, 4) != table) return;
    std::vector<std::uint64_t> ends{0};
    for (std::uint64_t i = 0; i < frames; ++i) {
      ends.push_back(ends.back() + file_.number(begin + kSkippableHeader + i * entry, 4));
    }
    if (ends.back() == begin) table_ = std::move(ends);
  }

  FilePeek& file_;
  std::vector<std::uint64_t> table_;  // starts of frames from the seekable format's table, and the end of the last
};

}  // namespace

std::unique_ptr<FrameWalk> walk_zstd(FilePeek& file) {
  return std::make_unique<ZstdWalk>(file);
}

}  // namespace quadrille::detail
