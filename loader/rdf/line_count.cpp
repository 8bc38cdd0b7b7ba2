#include "loader/rdf/line_count.hpp"

#include <algorithm>
#include <vector>

#include "loader/rdf/frame_range.hpp"

namespace quadrille {

namespace {

LineEnds count_line_ends(ByteSource& source) {
  LineEnds ends;
  std::vector<char> buffer(kWindowBytes);
  while (const std::size_t got = source.read(buffer)) ends.add({buffer.data(), got});
  return ends;
}

}  // namespace

LineEnds LineCount::before(std::uint64_t begin) {
  if (begin < counted_to_) *this = LineCount(*file_);
  if (begin == counted_to_) return counted_;
  const bool is_plain = file_->format.compression == Compression::none;
  const auto source =
      is_plain ? open_bytes_at(*file_, counted_to_, begin) : open_frames_alone(*file_, {counted_to_, begin});
  counted_.add(count_line_ends(*source));
  counted_to_ = begin;
  return counted_;
}

}  // namespace quadrille
