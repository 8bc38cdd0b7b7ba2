#include "loader/canonical/testing/random_dataset.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace quadrille::canonical::testing {

namespace {

using quadrille::testing::TextQuad;

std::size_t below(std::mt19937_64& random, std::size_t bound) {
  return random() % bound;
}

std::string random_node(std::mt19937_64& random, std::size_t nodes) {
  return "_:e" + std::to_string(below(random, nodes));
}

std::string random_object(std::mt19937_64& random, std::size_t nodes) {
  static const std::vector<std::string> kTerms = {"<http://a/o>", "\"x\"", "\"x\"@en", "\"x\"@en--ltr",
                                                  "\"x\"^^<http://a/t>"};
  return below(random, 3) > 0 ? random_node(random, nodes) : kTerms[below(random, kTerms.size())];
}

std::string random_graph(std::mt19937_64& random, std::size_t nodes) {
  const std::size_t kind = below(random, 8);
  return kind == 0 ? random_node(random, nodes) : kind == 1 ? "<http://a/g>" : "";
}

}  // namespace

TextQuad random_quad(std::mt19937_64& random, std::size_t nodes) {
  const std::string subject = below(random, 8) == 0 ? "<http://a/s>" : random_node(random, nodes);
  const std::string predicate = below(random, 3) == 0 ? "<http://a/p>" : "<http://a/q>";
  return {subject, predicate, random_object(random, nodes), random_graph(random, nodes)};
}

Quads random_dataset(std::mt19937_64& random, std::size_t most_nodes) {
  const bool is_plain = below(random, 2) == 0, has_blank_graphs = below(random, 3) == 0;
  const bool has_copy = most_nodes > 1 && below(random, 3) == 0;
  const std::size_t nodes = 1 + below(random, has_copy ? most_nodes / 2 : most_nodes);
  Quads quads(1 + below(random, 3 * nodes));
  for (TextQuad& quad : quads) {
    quad = random_quad(random, nodes);
    if (is_plain) quad = {random_node(random, nodes), "<http://a/p>", random_node(random, nodes), ""};
    if (has_blank_graphs && below(random, 2) == 0) quad[3] = random_node(random, nodes);
  }
  if (has_copy) {
    const Quads copy = quads;
    for (TextQuad quad : copy) {
      for (std::string& term : quad) {
        if (term.starts_with("_:e")) term = "_:e" + std::to_string(std::stoul(term.substr(3)) + nodes);
      }
      quads.push_back(quad);
    }
  }
  if (below(random, 2) == 0) quads.push_back(quads[below(random, quads.size())]);
  return quads;
}

Quads relabelled_and_shuffled(Quads quads, std::mt19937_64& random) {
  std::map<std::string, std::string> labels;
  for (const TextQuad& quad : quads) {
    for (const std::string& term : quad) {
      if (term.starts_with("_:")) labels[term];
    }
  }
  std::vector<std::size_t> numbers(labels.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  std::shuffle(numbers.begin(), numbers.end(), random);
  for (auto& [label, other] : labels) {
    other = "_:x" + std::to_string(numbers.back());
    numbers.pop_back();
  }
  for (TextQuad& quad : quads) {
    for (std::string& term : quad) {
      if (labels.contains(term)) term = labels[term];
    }
  }
  std::shuffle(quads.begin(), quads.end(), random);
  return quads;
}

}  // namespace quadrille::canonical::testing
