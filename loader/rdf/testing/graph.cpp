#include "loader/rdf/testing/graph.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/triple_term.hpp"

namespace quadrille::testing {

namespace {

// Blank nodes get colours; nodes that look different have different colours.
using Colours = std::map<std::string, std::size_t>;

bool is_blank(const std::string& term) {
  return term.starts_with("_:");
}

std::size_t mix(std::size_t seed, std::size_t value) {
  return (seed ^ value) * 0x9e3779b97f4a7c15u + (seed >> 7);
}

Colours start(const Graph& graph) {
  Colours colours;
  for (const TextQuad& quad : graph) {
    for (const std::string& term : quad) {
      if (is_blank(term)) colours[term] = 1;
    }
  }
  return colours;
}

// A node's next colour is computed from its quads and its neighbours' colours.
Colours refine_once(const Graph& graph, const Colours& colours) {
  Colours next = colours;
  for (const TextQuad& quad : graph) {
    std::array<std::size_t, 4> seen{};
    for (std::size_t i = 0; i < 4; ++i) {
      seen[i] = is_blank(quad[i]) ? colours.at(quad[i]) : std::hash<std::string>()(quad[i]);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      if (!is_blank(quad[i])) continue;
      std::size_t look = i;
      for (std::size_t j = 0; j < 4; ++j) look = mix(look, quad[j] == quad[i] ? j + 11 : seen[j]);
      next[quad[i]] += look;  // the order of quads does not matter
    }
  }
  for (auto& [node, colour] : next) colour = mix(3, colour);
  return next;
}

std::size_t count_colours(const Colours& colours) {
  std::set<std::size_t> distinct;
  for (const auto& [node, colour] : colours) distinct.insert(colour);
  return distinct.size();
}

// Refines both graphs in the same steps, so that equal colours have the same meaning in both.
void refine(const Graph& a, Colours& in_a, const Graph& b, Colours& in_b) {
  for (std::size_t before = 0, now = count_colours(in_a); now != before;) {
    in_a = refine_once(a, in_a);
    in_b = refine_once(b, in_b);
    before = now;
    now = count_colours(in_a);
  }
}

std::map<std::size_t, std::vector<std::string>> classes(const Colours& colours) {
  std::map<std::size_t, std::vector<std::string>> by_colour;
  for (const auto& [node, colour] : colours) by_colour[colour].push_back(node);
  return by_colour;
}

bool is_same(const Graph& a, const std::map<std::string, std::string>& names, const Graph& b) {
  for (TextQuad quad : a) {
    for (std::string& term : quad) {
      if (is_blank(term)) term = names.at(term);
    }
    if (!b.contains(quad)) return false;
  }
  return true;
}

bool matches(const Graph& a, Colours in_a, const Graph& b, Colours in_b) {
  refine(a, in_a, b, in_b);
  const auto classes_a = classes(in_a), classes_b = classes(in_b);
  std::map<std::string, std::string> names;
  const std::vector<std::string>* ambiguous = nullptr;
  std::size_t ambiguous_colour = 0;
  for (const auto& [colour, nodes] : classes_a) {
    const auto found = classes_b.find(colour);
    if (found == classes_b.end() || found->second.size() != nodes.size()) return false;
    if (nodes.size() == 1) {
      names[nodes[0]] = found->second[0];
    } else if (!ambiguous) {
      ambiguous = &nodes;
      ambiguous_colour = colour;
    }
  }
  if (!ambiguous) return is_same(a, names, b);
  in_a[ambiguous->front()] = 2;
  for (const std::string& candidate : classes_b.at(ambiguous_colour)) {
    Colours try_b = in_b;
    try_b[candidate] = 2;
    if (matches(a, in_a, b, try_b)) return true;
  }
  return false;
}

// Adds the components of the triple term `text`, and returns its node.
std::string expand(const std::string& text, Graph& to) {
  if (!text.starts_with("<<(")) return text;
  const TripleParts parts(text);
  std::string node = "_:" + text;
  to.insert({node, "subject", to_ntriples(parts.subject()), ""});
  to.insert({node, "predicate", to_ntriples(parts.predicate()), ""});
  to.insert({node, "object", expand(to_ntriples(parts.object()), to), ""});
  return node;
}

// Returns the graph with a blank node for each triple term, which has the components as properties. Two graphs are
// equal iff these are: a term is determined by its components, and they by it.
Graph without_triple_terms(const Graph& graph) {
  Graph expanded;
  for (TextQuad quad : graph) {
    quad[2] = expand(quad[2], expanded);
    expanded.insert(std::move(quad));
  }
  return expanded;
}

bool are_equal(const Graph& a, const Graph& b) {
  return a.size() == b.size() && matches(a, start(a), b, start(b));
}

}  // namespace

TextQuad to_text(const QuadView& quad) {
  return {to_ntriples(quad.subject), to_ntriples(quad.predicate), to_ntriples(quad.object),
          quad.graph ? to_ntriples(*quad.graph) : std::string()};
}

bool are_isomorphic(const Graph& a, const Graph& b) {
  return are_equal(without_triple_terms(a), without_triple_terms(b));
}

}  // namespace quadrille::testing
