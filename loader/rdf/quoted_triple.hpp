#pragma once

// RDF-star of older systems (`--rdf-star`): a quoted triple << s p o >> becomes a reifier, one blank node for each
// different quoted triple of a load.
//
//   << :s :p :o >> :q :z .      _:b rdf:reifies <<( :s :p :o )>> .  _:b :q :z .
//
// The label of the node is made of the text of the triple term, so all readers of a load agree without a word. A triple
// with blank nodes belongs to its file. Those of all others are the same node in all files: their labels begin with
// kSharedLabelMark, which no document can contain, and users of the readers keep them apart from labels of one file.

#include <string>
#include <string_view>

namespace quadrille {

inline constexpr char kSharedLabelMark = '*';

inline bool is_shared_label(std::string_view label) {
  return label.starts_with(kSharedLabelMark);
}

// `triple`: the text of the triple term (base/triple_term.hpp).
std::string quoted_triple_label(std::string_view triple);

}  // namespace quadrille
