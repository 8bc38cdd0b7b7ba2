#include "loader/jsonld/json/key_index.hpp"

#include <bit>
#include <random>

#include "loader/jsonld/json/value.hpp"

namespace quadrille::jsonld {

namespace {

std::uint32_t hash_of_key(std::string_view key) {
  static const std::uint64_t secret = (std::uint64_t{std::random_device{}()} << 32) | std::random_device{}();
  std::uint64_t hash = secret ^ key.size();
  for (std::size_t at = 0; at < key.size(); at += 8) {
    std::uint64_t word = 0;
    copy_bytes(&word, key.data() + at, std::min<std::size_t>(8, key.size() - at));
    hash = (std::rotl(hash, 23) ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

}  // namespace

std::uint32_t KeyIndex::find(std::string_view key, const Member* members) const {
  for (std::uint32_t slot = hash_of_key(key) & mask_; slots_[slot] != 0; slot = (slot + 1) & mask_) {
    if (members[slots_[slot] - 1].key == key) return slots_[slot] - 1;
  }
  return kNone;
}

void KeyIndex::add(std::uint32_t place, std::string_view key) {
  std::uint32_t slot = hash_of_key(key) & mask_;
  while (slots_[slot] != 0) slot = (slot + 1) & mask_;
  slots_[slot] = place + 1;
}

void KeyIndex::add_last(Arena& arena, std::span<const Member> members) {
  const auto count = static_cast<std::uint32_t>(members.size());
  if (mask_ != 0 && 2 * count <= mask_) return add(count - 1, members.back().key);
  mask_ = std::bit_ceil(4 * count) - 1;
  slots_ = arena.allocate_array<std::uint32_t>(mask_ + 1);
  rebuild(members);
}

void KeyIndex::rebuild(std::span<const Member> members) {
  std::fill(slots_, slots_ + mask_ + 1, 0);
  for (std::uint32_t i = 0; i < members.size(); ++i) add(i, members[i].key);
}

}  // namespace quadrille::jsonld
