#pragma once

// A View selects quads by why they are stored (quadstore/marks.hpp).
//
//   view       shows                                                       infer=
//   all        every stored row: for compaction, backup and checks
//   closure    what holds: stated quads, and those that follow by rules    true
//   stated     what somebody has stated                                    false
//   inferred   what follows by rules, and was not stated                   only
//
// The numbers of the views are part of the format of a generation's tables.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace quadrille {

enum class View : std::uint8_t { all = 0, closure = 1, stated = 2, inferred = 3 };

inline constexpr std::size_t kViews = 4;
inline constexpr std::array<View, kViews> kAllViews{View::all, View::closure, View::stated, View::inferred};

constexpr std::size_t index(View view) {
  return static_cast<std::size_t>(view);
}

// The view that a value of `infer` selects, in requests and on the command line; nullopt for other words.
constexpr std::optional<View> view_of_infer(std::string_view infer) {
  if (infer == "true") return View::closure;
  if (infer == "false") return View::stated;
  if (infer == "only") return View::inferred;
  return std::nullopt;
}

// The value of `infer` for a view that it can select.
constexpr std::string_view infer_of(View view) {
  return view == View::stated ? "false" : view == View::inferred ? "only" : "true";
}

}  // namespace quadrille
