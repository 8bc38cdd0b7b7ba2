#include <algorithm>
#include <array>
#include <bit>

#include "base/bytes.hpp"
#include "quadstore/bit_packing.hpp"
#include "quadstore/detail/codecs.hpp"

namespace quadrille::detail {

namespace {

constexpr int kMaxTagBits = 4;
constexpr std::size_t kMaxFrames = 1 << kMaxTagBits;
constexpr std::size_t kFrameHeaderBytes = 11;
constexpr std::size_t kFewFrameRows = 4;  // that are unpacked one by one

// A range of the distinct values, and the place where cutting it in two saves most bits.
struct Cut {
  std::size_t begin = 0, end = 0, best = 0;
  std::size_t bits = 0, gain = 0;
};

std::size_t range_bits(const SortedColumn& column, std::size_t begin, std::size_t end) {
  const Values distinct = column.distinct();
  return column.count(begin, end) * bits_needed(distinct[end - 1] - distinct[begin]);
}

// The best place is one where the left part is as long as its width allows, or the right part: elsewhere a step to one
// side or the other does not make it worse. So two places for every width are tried, or all if there are fewer.
Cut best_cut(const SortedColumn& column, std::size_t begin, std::size_t end) {
  Cut cut{begin, end, 0, range_bits(column, begin, end), 0};
  std::size_t smallest = cut.bits;
  const auto consider = [&](std::size_t place) {
    if (place == begin || place == end) return;
    const std::size_t bits = range_bits(column, begin, place) + range_bits(column, place, end);
    if (bits < smallest) {
      smallest = bits;
      cut.best = place;
    }
  };
  const Values values = column.distinct();
  const int widest = bits_needed(values[end - 1] - values[begin]);
  if (end - begin <= 2 * static_cast<std::size_t>(widest)) {
    for (std::size_t place = begin + 1; place < end; ++place) consider(place);
  } else {
    const auto at = [&](std::size_t i) { return values.begin() + static_cast<std::ptrdiff_t>(i); };
    for (int width = 0; width < widest; ++width) {
      const std::uint64_t reach = low_bits(width);
      consider(static_cast<std::size_t>(std::upper_bound(at(begin), at(end), values[begin] + reach) - values.begin()));
      consider(
          static_cast<std::size_t>(std::lower_bound(at(begin), at(end), values[end - 1] - reach) - values.begin()));
    }
  }
  cut.gain = cut.bits - smallest;
  return cut;
}

struct Frames {
  int tag_bits = 0;
  std::size_t used = 0, total_bits = 0;
  std::array<Cut, kMaxFrames> ranges;  // ascending

  void split(std::size_t i, const SortedColumn& column) {
    const Cut whole = ranges[i];
    std::copy_backward(ranges.begin() + i + 1, ranges.begin() + used, ranges.begin() + used + 1);
    ranges[i] = best_cut(column, whole.begin, whole.best);
    ranges[i + 1] = best_cut(column, whole.best, whole.end);
    ++used;
  }
};

// Cuts where it saves most, again and again; of the cuttings into 2, 4, 8 and 16 ranges the one with the fewest bits.
Frames choose_frames(const SortedColumn& column) {
  Frames best, now;
  now.used = 1;
  now.ranges[0] = best_cut(column, 0, column.distinct().size());
  std::size_t best_bits = now.ranges[0].bits, bits = best_bits;
  for (now.tag_bits = 1; now.tag_bits <= kMaxTagBits; ++now.tag_bits) {
    while (now.used < std::size_t{1} << now.tag_bits) {
      const auto end = now.ranges.begin() + now.used;
      const auto next = std::max_element(now.ranges.begin(), end, [](auto& a, auto& b) { return a.gain < b.gain; });
      if (next->gain == 0) break;
      bits -= next->gain;
      now.split(static_cast<std::size_t>(next - now.ranges.begin()), column);
    }
    const std::size_t total = bits + column.rows() * now.tag_bits + (kFrameHeaderBytes * 8 << now.tag_bits);
    if (total < best_bits) {
      best_bits = total;
      best = now;
      best.total_bits = total;
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

bool encode_frames(Values values, const SortedColumn& column, std::size_t limit, Bytes& out) {
  const Frames frames = choose_frames(column);
  if (frames.tag_bits == 0 || frames.total_bits / 8 >= limit) return false;
  const std::size_t all = std::size_t{1} << frames.tag_bits;
  std::array<FrameHeader, kMaxFrames> headers{};
  std::array<std::uint64_t, kBlockRows> tags, offsets;
  std::array<std::uint64_t*, kMaxFrames> next{};
  std::size_t begin = 0;
  for (std::size_t i = 0; i < frames.used; ++i) {
    const Cut& range = frames.ranges[i];
    const std::uint64_t base = column.distinct()[range.begin];
    headers[i] = {base, column.count(range.begin, range.end), bits_needed(column.distinct()[range.end - 1] - base)};
    for (const SortedColumn::Entry& entry : column.entries(range.begin, range.end)) tags[entry.row] = i;
    next[i] = offsets.data() + begin;
    begin += headers[i].rows;
  }
  for (std::size_t row = 0; row < values.size(); ++row) *next[tags[row]]++ = values[row] - headers[tags[row]].base;

  out.push_back(static_cast<std::byte>(frames.tag_bits));
  for (std::size_t i = 0; i < all; ++i) write_frame(headers[i], out);
  pack_bits(std::span(tags).first(values.size()), frames.tag_bits, out);
  begin = 0;
  for (std::size_t i = 0; i < frames.used; ++i) {
    pack_bits(std::span(offsets).subspan(begin, headers[i].rows), headers[i].width, out);
    begin += headers[i].rows;
  }
  return true;
}

namespace {

// The number of the tags [from, to) that equal `tag`: compares as many at a time as fit into a word, where the lowest
// bit of each is the result.
template <int kWidth>
std::size_t count_tags(const std::byte* packed, std::size_t from, std::size_t to, std::uint64_t tag) {
  constexpr std::size_t kTogether = kWidth == 3 ? 16 : 64 / kWidth;  // whole bytes
  constexpr std::uint64_t kLowest = [] {
    std::uint64_t lowest = 0;
    for (std::size_t i = 0; i < kTogether; ++i) lowest |= std::uint64_t{1} << (i * kWidth);
    return lowest;
  }();
  const auto equal = [&](std::size_t done) {
    const std::uint64_t differs = load<std::uint64_t>(packed + done * kWidth / 8) ^ kLowest * tag;
    std::uint64_t any = differs;
    for (int bit = 1; bit < kWidth; ++bit) any |= differs >> bit;
    return ~any & kLowest;
  };
  std::size_t done = from / kTogether * kTogether, found = 0;
  if (done < from) found -= std::popcount(equal(done) & low_bits(static_cast<int>(from - done) * kWidth));
  for (; done + kTogether <= to; done += kTogether) found += std::popcount(equal(done));
  if (done < to) found += std::popcount(equal(done) & low_bits(static_cast<int>(to - done) * kWidth));
  return found;
}

std::size_t count_tags(const std::byte* packed, int width, std::size_t from, std::size_t to, std::uint64_t tag) {
  switch (width) {
    case 1:
      return count_tags<1>(packed, from, to, tag);
    case 2:
      return count_tags<2>(packed, from, to, tag);
    case 3:
      return count_tags<3>(packed, from, to, tag);
    default:
      return count_tags<4>(packed, from, to, tag);
  }
}

// The frames of a packed column.
struct FramesView {
  FramesView(const std::byte* in, std::size_t number_of_rows)
      : headers(in + 1), rows(number_of_rows), tag_bits(static_cast<int>(in[0])), frames(std::size_t{1} << tag_bits) {
    tags = headers + frames * kFrameHeaderBytes;
    packed = tags + packed_bytes(rows, tag_bits);
  }

  FrameHeader frame(std::size_t tag) const { return read_frame(headers + tag * kFrameHeaderBytes); }
  const std::byte* offsets_of(std::size_t tag) const {
    const std::byte* offsets = packed;
    for (std::size_t i = 0; i < tag; ++i) {
      const FrameHeader before = frame(i);
      offsets += packed_bytes(before.rows, before.width);
    }
    return offsets;
  }
  // The number of rows of a frame before `row`, counted from the nearer end.
  std::size_t rows_before(std::size_t row, std::size_t tag, const FrameHeader& its) const {
    if (row <= rows / 2) return count_tags(tags, tag_bits, 0, row, tag);
    return its.rows - count_tags(tags, tag_bits, row, rows, tag);
  }
  std::uint64_t value(std::size_t row) const {
    const std::uint64_t tag = packed_value(tags, tag_bits, row);
    const FrameHeader its = frame(tag);
    return its.base + packed_value(offsets_of(tag), its.width, rows_before(row, tag, its));
  }

  const std::byte* headers;
  std::size_t rows;
  int tag_bits;
  std::size_t frames;
  const std::byte *tags, *packed;
};

}  // namespace

void decode_frames(const std::byte* in, std::size_t rows, std::uint64_t, std::size_t from, std::size_t to,
                   std::uint64_t* out) {
  const FramesView view(in, rows);
  if (to - from <= kFewFrameRows) {
    for (std::size_t row = from; row < to; ++row) *out++ = view.value(row);
    return;
  }
  std::array<std::uint64_t, kBlockRows> tags;
  unpack_bits(view.tags, view.tag_bits, from, to, 0, tags.data());
  std::array<std::size_t, kMaxFrames> wanted{};  // rows of every frame
  for (std::size_t i = 0; i < to - from; ++i) ++wanted[tags[i]];

  std::array<std::uint64_t, kBlockRows> values;  // of the wanted rows, frame by frame
  std::array<const std::uint64_t*, kMaxFrames> next;
  std::uint64_t* end = values.data();
  const std::byte* packed = view.packed;
  for (std::size_t tag = 0; tag < view.frames; ++tag) {
    const FrameHeader frame = view.frame(tag);
    next[tag] = end;
    if (wanted[tag] != 0) {
      const std::size_t skipped = view.rows_before(from, tag, frame);
      unpack_bits(packed, frame.width, skipped, skipped + wanted[tag], frame.base, end);
      end += wanted[tag];
    }
    packed += packed_bytes(frame.rows, frame.width);
  }
  for (std::size_t i = 0; i < to - from; ++i) *out++ = *next[tags[i]]++;
}

// Tags ascend where the values do, so the rows of the frame that holds `wanted` are neighbours, in the column and in
// the frame.
FoundRows find_frames(const std::byte* in, std::size_t rows, std::uint64_t, std::size_t from, std::size_t to,
                      std::uint64_t wanted) {
  const FramesView view(in, rows);
  std::size_t tag = 0;
  FrameHeader frame = view.frame(0);
  while (tag + 1 < view.frames) {
    const FrameHeader next = view.frame(tag + 1);
    if (next.rows == 0 || next.base > wanted) break;
    frame = next;
    ++tag;
  }
  const std::size_t begin = first_packed_at_least(view.tags, view.tag_bits, from, to, tag);
  const std::size_t end = first_packed_at_least(view.tags, view.tag_bits, begin, to, tag + 1);
  if (begin == end) return {begin, begin};
  const std::byte* const offsets = view.offsets_of(tag);
  const std::size_t first = view.rows_before(begin, tag, frame), last = first + (end - begin);
  const std::uint64_t offset = wanted - frame.base;
  const std::size_t low = first_packed_at_least(offsets, frame.width, first, last, offset);
  const std::size_t high =
      offset == ~std::uint64_t{0} ? last : first_packed_at_least(offsets, frame.width, low, last, offset + 1);
  return {begin + (low - first), begin + (high - first)};
}

}  // namespace quadrille::detail
