#pragma once

// Id types: numbers that are not interchangeable.

#include <cstdint>

namespace quadrille {

enum class ImageId : std::int32_t {};   // 0 .. num_images-1: the MPI rank
enum class GroupId : std::int32_t {};   // 0 .. num_groups-1
enum class ShardId : std::uint32_t {};  // 0 .. V-1, fixed when a database is built

constexpr int index(ImageId image) {
  return static_cast<int>(image);
}
constexpr int index(GroupId group) {
  return static_cast<int>(group);
}
constexpr std::uint32_t index(ShardId shard) {
  return static_cast<std::uint32_t>(shard);
}

}  // namespace quadrille
