// bgzip: gzip members of at most 64 KiB, each with its size in the header.
//
//   1f 8b 08 04 | time 4 | 2 | XLEN 2 | fields: 'B' 'C' 02 00 BSIZE 2, perhaps others | deflated data | CRC 4, size 4
//
// BSIZE is the size of all of this, minus one. Source: SAM specification, 4.1.

#include "loader/rdf/detail/frame_walk.hpp"

namespace quadrille::detail {

namespace {

constexpr std::string_view kMagic("\x1f\x8b\x08\x04", 4);  // gzip, deflated, with extra fields and nothing else
constexpr std::uint64_t kFixedBytes = 12, kTrailerBytes = 8;

class BgzipWalk : public FrameWalk {
 public:
  explicit BgzipWalk(FilePeek& file) : file_(file) {}

  std::optional<std::uint64_t> end_of_frame(std::uint64_t at) override {
    if (file_.at(at, kMagic.size()) != kMagic || !file_.has(at, kFixedBytes)) return std::nullopt;
    const std::uint64_t header = kFixedBytes + file_.number(at + kFixedBytes - 2, 2);
    const std::optional<std::uint64_t> bytes = block_bytes(at + kFixedBytes, at + header);
    if (!bytes || *bytes < header + kTrailerBytes || !file_.has(at, *bytes)) return std::nullopt;
    return at + *bytes;
  }

 private:
  // The size in the field 'B' 'C'.
  std::optional<std::uint64_t> block_bytes(std::uint64_t field, std::uint64_t end) {
    while (field + 4 <= end && file_.has(field, 4)) {
      const bool is_it = file_.at(field, 2) == "BC";
      const std::uint64_t bytes = file_.number(field + 2, 2);
      if (is_it && bytes == 2 && file_.has(field, 6)) return file_.number(field + 4, 2) + 1;
      field += 4 + bytes;
    }
    return std::nullopt;
  }

  FilePeek& file_;
};

}  // namespace

std::unique_ptr<FrameWalk> walk_bgzip(FilePeek& file) {
  return std::make_unique<BgzipWalk>(file);
}

}  // namespace quadrille::detail
