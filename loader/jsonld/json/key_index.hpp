#pragma once

// A KeyIndex finds the members of a large object by key: a hash table with open addressing, in the object's arena.
//
//   slots   | 0 | 3 | 0 | 1 | 2 | ...     place of the member + 1, 0: free; at most half of the slots are used
//
// Keys of hostile documents may collide on purpose: the hash begins with a secret of the process.
// Cost: 8 bytes a member.

#include <cstdint>
#include <span>
#include <string_view>

#include "loader/jsonld/json/arena.hpp"

namespace quadrille::jsonld {

struct Member;

class KeyIndex {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // The place of the member; kNone if there is none. Precondition: all members have been added.
  std::uint32_t find(std::string_view key, const Member* members) const;
  // The last of the members is new; the first call adds all.
  void add_last(Arena& arena, std::span<const Member> members);
  // After a member has been removed.
  void rebuild(std::span<const Member> members);
  void clear() { mask_ = 0; }

 private:
  void add(std::uint32_t place, std::string_view key);

  std::uint32_t* slots_ = nullptr;
  std::uint32_t mask_ = 0;  // the number of slots - 1; 0: none
};

}  // namespace quadrille::jsonld
