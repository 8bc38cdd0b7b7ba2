#include "bench/pgas/message_count.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "pgas/group_plan.hpp"

namespace quadrille::bench {

MessageCount count_naive(std::span<const int> sizes) {
  const std::int64_t images = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  MessageCount count;
  for (const int size : sizes) {
    count.most = std::max(count.most, images - size);
    count.total += size * (images - size);
  }
  return count;
}

MessageCount count_stride(std::span<const int> sizes) {
  MessageCount count;
  for (std::size_t from = 0; from < sizes.size(); ++from) {
    for (std::size_t to = 0; to < sizes.size(); ++to) {
      if (from != to) count.total += std::min(sizes[from], sizes[to]);
    }
  }
  // The first image of a group has a partner in all others.
  count.most = static_cast<std::int64_t>(sizes.size()) - 1;
  return count;
}

MessageCount count_consecutive(std::span<const int> sizes) {
  std::vector<int> begins{0};
  for (const int size : sizes) begins.push_back(begins.back() + size);
  const pgas::GroupPlan plan(begins);
  MessageCount count;
  for (int member = 0; member < plan.members(); ++member) {
    const auto sent = static_cast<std::int64_t>(plan.from(member).size());
    count.most = std::max(count.most, sent);
    count.total += sent;
  }
  return count;
}

std::string describe_shape(std::span<const int> sizes) {
  const bool equal = std::all_of(sizes.begin(), sizes.end(), [&](int size) { return size == sizes.front(); });
  const char* const groups = sizes.size() == 1 ? "group" : "groups";
  if (equal) return fmt::format("{} {} of {}", sizes.size(), groups, sizes.front());
  return fmt::format("{} {}: {}", sizes.size(), groups, fmt::join(sizes, ", "));
}

}  // namespace quadrille::bench
