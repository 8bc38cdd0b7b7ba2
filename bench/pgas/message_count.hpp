#pragma once

// Counts the messages between groups if every image has data for every other one: a phase of an exchange,
// counted without data. Images of a group read each other's memory, so only messages between groups count.
//
//   naive        every image sends to every image of the other groups
//   stride       the older scheme of CGE21 5.3: an image gathers its group's data for the images at its own place in
//                every other group, and sends to that partner; between unequal groups as many pairs as the smaller has
//   consecutive  the newer one, pgas/group_plan.hpp itself: an image sends its group's data for consecutive images

#include <cstdint>
#include <span>
#include <string>

namespace quadrille::bench {

struct MessageCount {
  std::int64_t most = 0;  // that an image sends
  std::int64_t total = 0;
  bool operator==(const MessageCount&) const = default;
};

// Pure. `sizes`: the images of each group.
MessageCount count_naive(std::span<const int> sizes);
MessageCount count_stride(std::span<const int> sizes);
MessageCount count_consecutive(std::span<const int> sizes);

// "32 groups of 16", "3 groups: 3, 1, 2".
std::string describe_shape(std::span<const int> sizes);

}  // namespace quadrille::bench
