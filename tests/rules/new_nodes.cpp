#include "tests/rules/new_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace quadrille::tests {

namespace {

using Colour = std::uint64_t;

Colour mixed(Colour a, Colour b) {
  a = (a ^ b) * 0x9e3779b97f4a7c15;
  return a ^ a >> 29;
}

class Colouring {
 public:
  Colouring(const std::vector<TextQuad>& quads, const std::set<std::string>& nodes) : quads_(quads) {
    for (const std::string& node : nodes) colours_[node] = 1;
  }

  // Returns the nodes in an order that depends on the structure alone.
  std::vector<std::string> ordered() {
    refine();
    for (auto same = two_of_a_colour(); !same.empty(); same = two_of_a_colour()) {
      colours_[same] = mixed(colours_[same], ++singled_out_);
      refine();
    }
    std::vector<std::pair<Colour, std::string>> by_colour;
    for (const auto& [node, colour] : colours_) by_colour.emplace_back(colour, node);
    std::sort(by_colour.begin(), by_colour.end());
    std::vector<std::string> nodes;
    for (auto& [colour, node] : by_colour) nodes.push_back(std::move(node));
    return nodes;
  }

 private:
  std::size_t number_of_colours() const {
    std::set<Colour> colours;
    for (const auto& [node, colour] : colours_) colours.insert(colour);
    return colours.size();
  }

  void refine() {
    for (std::size_t before = 0, now = number_of_colours(); now > before || before == 0;) {
      std::map<std::string, std::vector<Colour>> seen;
      for (const TextQuad& quad : quads_) {
        for (std::size_t place = 0; place < quad.size(); ++place)
          if (colours_.contains(quad[place])) seen[quad[place]].push_back(colour_of(quad, place));
      }
      for (auto& [node, all] : seen) {
        std::sort(all.begin(), all.end());
        for (const Colour colour : all) colours_[node] = mixed(colours_[node], colour);
      }
      before = std::exchange(now, number_of_colours());
    }
  }

  // Of a quad as one of its nodes, at `place`, sees it.
  Colour colour_of(const TextQuad& quad, std::size_t place) const {
    Colour all = place + 17;
    for (const std::string& term : quad) {
      const auto found = colours_.find(term);
      all = mixed(all, found == colours_.end() ? std::hash<std::string>()(term) : found->second);
      all = mixed(all, term == quad[place]);
    }
    return all;
  }

  // The first node of the least colour that two have; empty: there is none.
  std::string two_of_a_colour() const {
    std::map<Colour, std::vector<std::string>> nodes;
    for (const auto& [node, colour] : colours_) nodes[colour].push_back(node);
    for (const auto& [colour, same] : nodes)
      if (same.size() > 1) return same.front();
    return {};
  }

  const std::vector<TextQuad>& quads_;
  std::map<std::string, Colour> colours_;
  Colour singled_out_ = 1;
};

}  // namespace

std::size_t name_new_nodes(std::vector<TextQuad>& quads, const std::function<bool(const std::string&)>& is_given) {
  std::set<std::string> nodes;
  for (const TextQuad& quad : quads)
    for (const std::string& term : quad)
      if (term.starts_with("_:") && !is_given(term)) nodes.insert(term);
  if (nodes.empty()) return 0;
  std::map<std::string, std::string> names;
  for (const std::string& node : Colouring(quads, nodes).ordered()) names[node] = fmt::format("_:new{}", names.size());
  for (TextQuad& quad : quads)
    for (std::string& term : quad)
      if (const auto name = names.find(term); name != names.end()) term = name->second;
  std::sort(quads.begin(), quads.end());
  return nodes.size();
}

}  // namespace quadrille::tests
