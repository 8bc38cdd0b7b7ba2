#include "loader/canonical/testing/literal_algorithm.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace quadrille::canonical::testing {

namespace {

using quadrille::testing::Graph;
using quadrille::testing::TextQuad;

bool is_blank(const std::string& term) {
  return term.starts_with("_:");
}

// 4.5. Nodes are named "_:e0".
struct Issuer {
  std::string prefix;
  std::map<std::string, std::string> issued = {};
  std::vector<std::string> order = {};

  std::string issue(const std::string& node) {
    if (!issued.contains(node)) {
      issued[node] = prefix + std::to_string(order.size());
      order.push_back(node);
    }
    return issued[node];
  }
};

struct Result {
  std::string hash;
  Issuer issuer;
};

class LiteralAlgorithm {
 public:
  LiteralAlgorithm(const Graph& quads, HashAlgorithm hash) : quads_(quads), algorithm_(hash) {}

  CanonicalText run();

 private:
  std::string digest(const std::string& text) const;
  std::string first_degree(const std::string& node) const;
  std::string related(const std::string& node, const TextQuad& quad, const Issuer& issuer, char position) const;
  Result n_degree(const std::string& node, Issuer issuer) const;
  void try_permutation(const std::vector<std::string>& nodes, Issuer issuer, std::string& chosen,
                       Issuer& chosen_issuer) const;

  const Graph& quads_;
  HashAlgorithm algorithm_;
  Issuer canonical_{"c14n"};
  std::map<std::string, std::vector<TextQuad>> quads_of_;
};

std::string LiteralAlgorithm::digest(const std::string& text) const {
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), bytes, &size, algorithm_ == HashAlgorithm::sha256 ? EVP_sha256() : EVP_sha384(),
             nullptr);
  std::string hexadecimal;
  for (unsigned i = 0; i < size; ++i) hexadecimal += fmt::format("{:02x}", bytes[i]);
  return hexadecimal;
}

std::string line_of(const TextQuad& quad) {
  return quad[0] + " " + quad[1] + " " + quad[2] + " " + (quad[3].empty() ? "" : quad[3] + " ") + ".\n";
}

std::string joined(std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// 4.6.3
std::string LiteralAlgorithm::first_degree(const std::string& node) const {
  std::vector<std::string> lines;
  for (TextQuad quad : quads_of_.at(node)) {
    for (std::string& term : quad) {
      if (is_blank(term)) term = term == node ? "_:a" : "_:z";
    }
    lines.push_back(line_of(quad));
  }
  return digest(joined(lines));
}

// 4.7.3
std::string LiteralAlgorithm::related(const std::string& node, const TextQuad& quad, const Issuer& issuer,
                                      char position) const {
  std::string input(1, position);
  if (position != 'g') input += quad[1];
  if (canonical_.issued.contains(node)) {
    input += "_:" + canonical_.issued.at(node);
  } else if (issuer.issued.contains(node)) {
    input += "_:" + issuer.issued.at(node);
  } else {
    input += first_degree(node);
  }
  return digest(input);
}

// Step 5.4 of 4.8.3.
void LiteralAlgorithm::try_permutation(const std::vector<std::string>& nodes, Issuer issuer, std::string& chosen,
                                       Issuer& chosen_issuer) const {
  std::string path;
  std::vector<std::string> recursion_list;
  const auto is_worse = [&] { return !chosen.empty() && path.size() >= chosen.size() && path > chosen; };
  for (const std::string& node : nodes) {
    if (canonical_.issued.contains(node)) {
      path += "_:" + canonical_.issued.at(node);
    } else {
      if (!issuer.issued.contains(node)) recursion_list.push_back(node);
      path += "_:" + issuer.issue(node);
    }
    if (is_worse()) return;
  }
  for (const std::string& node : recursion_list) {
    const Result result = n_degree(node, issuer);
    path += "_:" + issuer.issue(node) + "<" + result.hash + ">";
    issuer = result.issuer;
    if (is_worse()) return;
  }
  if (chosen.empty() || path < chosen) {
    chosen = path;
    chosen_issuer = issuer;
  }
}

// 4.8.3
Result LiteralAlgorithm::n_degree(const std::string& node, Issuer issuer) const {
  std::map<std::string, std::vector<std::string>> groups;
  for (const TextQuad& quad : quads_of_.at(node)) {
    for (const auto& [column, position] : {std::pair{0, 's'}, {2, 'o'}, {3, 'g'}}) {
      const std::string& component = quad[static_cast<std::size_t>(column)];
      if (!is_blank(component) || component == node) continue;
      groups[related(component, quad, issuer, position)].push_back(component);
    }
  }
  std::string data_to_hash;
  for (auto& [hash, nodes] : groups) {
    data_to_hash += hash;
    std::string chosen;
    Issuer chosen_issuer = issuer;
    std::sort(nodes.begin(), nodes.end());
    do {
      try_permutation(nodes, issuer, chosen, chosen_issuer);
    } while (std::next_permutation(nodes.begin(), nodes.end()));
    data_to_hash += chosen;
    issuer = chosen_issuer;
  }
  return {digest(data_to_hash), issuer};
}

// 4.4.3
CanonicalText LiteralAlgorithm::run() {
  for (const TextQuad& quad : quads_) {
    for (const std::string& node : std::set<std::string>(quad.begin(), quad.end())) {
      if (is_blank(node)) quads_of_[node].push_back(quad);
    }
  }
  std::map<std::string, std::vector<std::string>> groups;
  for (const auto& [node, quads] : quads_of_) groups[first_degree(node)].push_back(node);
  for (const auto& [hash, nodes] : groups) {
    if (nodes.size() == 1) canonical_.issue(nodes.front());
  }
  for (const auto& [hash, nodes] : groups) {
    if (nodes.size() == 1) continue;
    std::vector<Result> results;
    for (const std::string& node : nodes) {
      if (canonical_.issued.contains(node)) continue;
      Issuer temporary{"b"};
      temporary.issue(node);
      results.push_back(n_degree(node, temporary));
    }
    std::stable_sort(results.begin(), results.end(), [](const auto& a, const auto& b) { return a.hash < b.hash; });
    for (const Result& result : results) {
      for (const std::string& node : result.issuer.order) canonical_.issue(node);
    }
  }
  std::vector<std::string> lines;
  for (TextQuad quad : quads_) {
    for (std::string& term : quad) {
      if (is_blank(term)) term = "_:" + canonical_.issued.at(term);
    }
    lines.push_back(line_of(quad));
  }
  CanonicalText result{joined(lines), {}};
  for (const auto& [node, label] : canonical_.issued) result.labels[node.substr(2)] = label;
  return result;
}

}  // namespace

CanonicalText literal_canonical_text(const Graph& quads, HashAlgorithm hash) {
  return LiteralAlgorithm(quads, hash).run();
}

}  // namespace quadrille::canonical::testing
