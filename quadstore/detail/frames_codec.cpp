#include <algorithm>
#include <array>

#include "base/bytes.hpp"
#include "quadstore/bit_packing.hpp"
#include "quadstore/detail/codecs.hpp"

namespace quadrille::detail {

namespace {

constexpr int kMaxTagBits = 4;
constexpr std::size_t kMaxFrames = 1 << kMaxTagBits;
constexpr std::size_t kFrameHeaderBytes = 11;

// A range of the sorted values, and the place where cutting it in two saves most.
struct Cut {
  std::size_t begin, end, best = 0;
  std::size_t bits = 0, gain = 0;
};

std::size_t range_bits(Values sorted, std::size_t begin, std::size_t end) {
  return (end - begin) * bits_needed(sorted[end - 1] - sorted[begin]);
}

Cut best_cut(Values sorted, std::size_t begin, std::size_t end) {
  Cut cut{begin, end};
  cut.bits = range_bits(sorted, begin, end);
  std::size_t smallest = cut.bits;
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (sorted[i] == sorted[i - 1]) continue;
    const std::size_t bits = range_bits(sorted, begin, i) + range_bits(sorted, i, end);
    if (bits < smallest) {
      smallest = bits;
      cut.best = i;
    }
  }
  cut.gain = cut.bits - smallest;
  return cut;
}

struct Frames {
  int tag_bits = 0;
  std::vector<Cut> ranges;  // ascending
};

// Cuts where it saves most, again and again; of the cuttings into 2, 4, 8 and 16 ranges the one with the fewest bits.
Frames choose_frames(Values sorted) {
  Frames best;
  std::vector<Cut> ranges{best_cut(sorted, 0, sorted.size())};
  std::size_t best_bits = ranges.front().bits, bits = best_bits;
  for (int tag_bits = 1; tag_bits <= kMaxTagBits; ++tag_bits) {
    while (ranges.size() < std::size_t{1} << tag_bits) {
      const auto widest =
          std::max_element(ranges.begin(), ranges.end(), [](const Cut& a, const Cut& b) { return a.gain < b.gain; });
      if (widest->gain == 0) break;
      bits -= widest->gain;
      const Cut left = best_cut(sorted, widest->begin, widest->best);
      const Cut right = best_cut(sorted, widest->best, widest->end);
      *widest = left;
      ranges.insert(widest + 1, right);
    }
    const std::size_t total = bits + sorted.size() * tag_bits + (kFrameHeaderBytes * 8 << tag_bits);
    if (total < best_bits) {
      best_bits = total;
      best = {tag_bits, ranges};
    }
  }
  return best;
}

struct FrameHeader {
  std::uint64_t base;
  std::size_t rows;
  int width;
};

FrameHeader read_frame(const std::byte* in) {
  return {load<std::uint64_t>(in), load<std::uint16_t>(in + 8), static_cast<int>(in[10])};
}

void write_frame(const FrameHeader& frame, Bytes& out) {
  std::byte header[kFrameHeaderBytes];
  store(header, frame.base);
  store(header + 8, static_cast<std::uint16_t>(frame.rows));
  header[10] = static_cast<std::byte>(frame.width);
  out.insert(out.end(), header, header + kFrameHeaderBytes);
}

}  // namespace

bool encode_frames(Values values, Values sorted, Bytes& out) {
  const Frames frames = choose_frames(sorted);
  if (frames.tag_bits == 0) return false;
  const std::size_t used = frames.ranges.size();
  std::array<FrameHeader, kMaxFrames> headers{};
  std::array<std::uint64_t, kMaxFrames> lasts{};  // the largest value of every frame
  for (std::size_t i = 0; i < used; ++i) {
    const Cut& cut = frames.ranges[i];
    lasts[i] = sorted[cut.end - 1];
    headers[i] = {sorted[cut.begin], cut.end - cut.begin, bits_needed(lasts[i] - sorted[cut.begin])};
  }
  out.push_back(static_cast<std::byte>(frames.tag_bits));
  for (std::size_t i = 0; i < std::size_t{1} << frames.tag_bits; ++i) write_frame(headers[i], out);

  std::array<std::uint64_t, kBlockRows> tags;
  std::array<std::vector<std::uint64_t>, kMaxFrames> offsets;
  for (std::size_t row = 0; row < values.size(); ++row) {
    const auto lasts_end = lasts.begin() + static_cast<std::ptrdiff_t>(used);
    const std::size_t tag = std::lower_bound(lasts.begin(), lasts_end, values[row]) - lasts.begin();
    tags[row] = tag;
    offsets[tag].push_back(values[row] - headers[tag].base);
  }
  pack_bits(std::span(tags).first(values.size()), frames.tag_bits, out);
  for (std::size_t i = 0; i < used; ++i) pack_bits(offsets[i], headers[i].width, out);
  return true;
}

void decode_frames(const std::byte* in, std::size_t rows, std::size_t from, std::size_t to, std::uint64_t* out) {
  const int tag_bits = static_cast<int>(in[0]);
  const std::size_t frames = std::size_t{1} << tag_bits;
  const std::byte* packed_tags = in + 1 + frames * kFrameHeaderBytes;
  std::array<std::uint64_t, kBlockRows> tags;
  unpack_bits(packed_tags, tag_bits, 0, to, 0, tags.data());

  std::array<std::size_t, kMaxFrames> skipped{}, wanted{};  // rows of every frame before `from`, and in [from, to)
  for (std::size_t row = 0; row < from; ++row) ++skipped[tags[row]];
  for (std::size_t row = from; row < to; ++row) ++wanted[tags[row]];

  std::array<std::uint64_t, kBlockRows> values;  // of the wanted rows, frame by frame
  std::array<const std::uint64_t*, kMaxFrames> next;
  std::uint64_t* end = values.data();
  const std::byte* packed = packed_tags + packed_bytes(rows, tag_bits);
  for (std::size_t i = 0; i < frames; ++i) {
    const FrameHeader frame = read_frame(in + 1 + i * kFrameHeaderBytes);
    unpack_bits(packed, frame.width, skipped[i], skipped[i] + wanted[i], frame.base, end);
    next[i] = end;
    end += wanted[i];
    packed += packed_bytes(frame.rows, frame.width);
  }
  for (std::size_t row = from; row < to; ++row) *out++ = *next[tags[row]]++;
}

}  // namespace quadrille::detail
