#pragma once

// Names for the blank nodes that rules make, so that two closures with the same structure have the same text.
//
// A node's colour is made of the quads that it is in, again and again, until that separates no more nodes. Where nodes
// still have the same colour, one of them gets a colour of its own. Equal texts are isomorphic closures. Isomorphic
// closures have equal texts, unless nodes of the same colour are not interchangeable, which needs data such as regular
// graphs of new nodes.

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace quadrille::tests {

using TextQuad = std::array<std::string, 4>;  // the graph last; empty: the default graph

// Renames the blank nodes of `quads` for which is_given(node) is false: _:new0, _:new1, ... Returns their number.
std::size_t name_new_nodes(std::vector<TextQuad>& quads, const std::function<bool(const std::string&)>& is_given);

}  // namespace quadrille::tests
