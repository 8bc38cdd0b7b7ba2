#include "quadstore/bit_packing.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/bytes.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kGroup = 8;  // values

// The value that begins at bit kBit of `in`.
template <int kWidth, int kBit>
inline std::uint64_t extract(const std::byte* in) {
  constexpr int kByte = kBit / 8, kShift = kBit % 8;
  if constexpr (kWidth == 0) {
    return 0;
  } else if constexpr (kShift + kWidth <= 64) {
    const std::uint64_t word = load<std::uint64_t>(in + kByte) >> kShift;
    return kShift + kWidth == 64 ? word : word & low_bits(kWidth);
  } else {
    const std::uint64_t low = load<std::uint64_t>(in + kByte) >> kShift;
    const std::uint64_t high = static_cast<std::uint64_t>(in[kByte + 8]) << (64 - kShift);
    return (low | high) & low_bits(kWidth);
  }
}

template <int kWidth, std::size_t... kIndex>
inline void unpack_group(const std::byte* in, std::uint64_t base, std::uint64_t* out, std::index_sequence<kIndex...>) {
  ((out[kIndex] = base + extract<kWidth, static_cast<int>(kIndex) * kWidth>(in)), ...);
}

template <int kWidth>
void unpack_groups(const std::byte* in, std::size_t groups, std::uint64_t base, std::uint64_t* out) {
  for (; groups != 0; --groups, in += kWidth, out += kGroup) {
    unpack_group<kWidth>(in, base, out, std::make_index_sequence<kGroup>());
  }
}

using Kernel = void (*)(const std::byte*, std::size_t, std::uint64_t, std::uint64_t*);

constexpr auto kKernels = []<int... kWidth>(std::integer_sequence<int, kWidth...>) {
  return std::array<Kernel, sizeof...(kWidth)>{unpack_groups<kWidth>...};
}
(std::make_integer_sequence<int, 65>());

}  // namespace

void pack_bits(std::span<const std::uint64_t> values, int width, std::vector<std::byte>& out) {
  if (width == 0) return;
  const std::size_t start = out.size();
  // Whole words are stored, so there must be room for one behind the end; it is cut off again.
  out.resize(start + packed_bytes(values.size(), width) + 8);
  std::byte* to = out.data() + start;
  std::uint64_t word = 0;
  int filled = 0;  // bits of `word` in use, below 64
  for (const std::uint64_t value : values) {
    const std::uint64_t bits = value & low_bits(width);
    word |= bits << filled;
    if (filled + width >= 64) {
      store(to, word);
      to += 8;
      const int taken = 64 - filled;
      word = taken == 64 ? 0 : bits >> taken;
      filled += width - 64;
    } else {
      filled += width;
    }
  }
  store(to, word);
  out.resize(start + packed_bytes(values.size(), width));
}

void unpack_bits(const std::byte* packed, int width, std::size_t from, std::size_t to, std::uint64_t base,
                 std::uint64_t* out) {
  const Kernel kernel = kKernels[width];
  std::uint64_t group[kGroup];
  const auto copy_from_group = [&](std::size_t first, std::size_t last) {
    kernel(packed + first / kGroup * width, 1, base, group);
    out = std::copy(group + first % kGroup, group + first % kGroup + (last - first), out);
  };
  if (from % kGroup != 0) {
    const std::size_t end = std::min(to, from / kGroup * kGroup + kGroup);
    if (from < end) copy_from_group(from, end);
    from = end;
  }
  if (from >= to) return;
  const std::size_t groups = (to - from) / kGroup;
  kernel(packed + from / kGroup * width, groups, base, out);
  out += groups * kGroup;
  from += groups * kGroup;
  if (from < to) copy_from_group(from, to);
}

}  // namespace quadrille
