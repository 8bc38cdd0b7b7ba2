#pragma once

// Names that FROM gives to views of the data (quadstore/marks.hpp):
//
//   FROM <urn:quadrille:stated>      the quads that somebody has stated
//   FROM <urn:quadrille:inferred>    those that follow by rules and were not stated
//
// Both together are the closure. They are not graphs: without other graphs in FROM and FROM NAMED the dataset is the
// usual one. They take precedence over the view of the request.

#include <string_view>

#include "base/view.hpp"
#include "parser/query.hpp"

namespace quadrille::query {

inline constexpr std::string_view kStatedView = "urn:quadrille:stated";
inline constexpr std::string_view kInferredView = "urn:quadrille:inferred";

struct ViewedDataset {
  parser::Dataset dataset;  // without names of views
  View view = View::closure;
};

// Local. `view`: of the request. Error(user) for a view in FROM NAMED.
ViewedDataset take_view(const parser::Dataset& dataset, View view);

}  // namespace quadrille::query
