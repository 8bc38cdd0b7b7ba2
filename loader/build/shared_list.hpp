#pragma once

// Gathers small lists of plain values: every image gets a copy of all images' lists.

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/copy_bytes.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// Collective. Returns every member's list, in member order.
template <class T>
std::vector<std::vector<T>> gather_lists(pgas::Team& team, const std::vector<T>& mine) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::vector<T>> all;
  const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(T));
  for (const std::string& theirs : team.all_gather_bytes(bytes)) {
    std::vector<T>& list = all.emplace_back(theirs.size() / sizeof(T));
    copy_bytes(list.data(), theirs.data(), theirs.size());
  }
  return all;
}

}  // namespace quadrille
