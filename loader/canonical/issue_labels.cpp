#include "loader/canonical/issue_labels.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

#include "loader/canonical/first_degree.hpp"
#include "loader/canonical/n_degree.hpp"

namespace quadrille::canonical {

namespace {

using Group = std::span<const std::uint32_t>;

// Calls on_group(nodes) for the nodes of each digest, in the order of the digests.
template <class OnGroup>
void for_each_group(const std::vector<std::uint32_t>& nodes, const std::vector<Digest>& digests,
                    const OnGroup& on_group) {
  for (std::size_t begin = 0, end = 0; begin < nodes.size(); begin = end) {
    while (end < nodes.size() && digests[nodes[end]] == digests[nodes[begin]]) ++end;
    on_group(Group(nodes).subspan(begin, end - begin));
  }
}

// Steps 5.1 to 5.3: nodes that share a digest.
class SharedGroups {
 public:
  SharedGroups(const LabelState& state, const CanonicalOptions& options, IdentifierIssuer& canonical)
      : state_(state), n_degree_(state, options), canonical_(canonical), temporary_(state.dataset.blank_nodes()) {}

  void issue(Group nodes) {
    results_.clear();
    issued_.clear();
    for (const std::uint32_t node : nodes) {
      if (!canonical_.has(node)) hash(node);
    }
    std::stable_sort(results_.begin(), results_.end(), [](const Result& a, const Result& b) {
      return std::tie(a.digest, a.quads) < std::tie(b.digest, b.quads);
    });
    for (const Result& result : results_) {
      for (std::size_t at = result.begin; at < result.end; ++at) canonical_.issue(issued_[at]);
    }
  }

 private:
  struct Result {
    Digest digest;
    std::size_t begin, end;           // in issued_
    std::vector<LabelledQuad> quads;  // with open ties
  };

  void hash(std::uint32_t node) {
    temporary_.roll_back(0);
    temporary_.issue(node);
    const Digest digest = n_degree_.hash(node, temporary_);
    const std::size_t begin = issued_.size();
    issued_.insert(issued_.end(), temporary_.issued().begin(), temporary_.issued().end());
    results_.push_back({digest, begin, issued_.size(), {}});
    if (!state_.has_open_ties) return;
    results_.back().quads =
        labelled_quads(state_.dataset, state_.mentions, canonical_, temporary_, temporary_.issued());
  }

  const LabelState& state_;
  NDegree n_degree_;
  IdentifierIssuer& canonical_;
  IdentifierIssuer temporary_;
  std::vector<Result> results_;
  std::vector<std::uint32_t> issued_;
};

}  // namespace

IdentifierIssuer issue_labels(const Dataset& dataset, const CanonicalOptions& options) {
  const Mentions mentions(dataset);
  const std::vector<Digest> digests = first_degree_digests(dataset, mentions, options);
  std::vector<std::uint32_t> nodes(digests.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  std::sort(nodes.begin(), nodes.end(),
            [&](auto a, auto b) { return std::tie(digests[a], a) < std::tie(digests[b], b); });
  check_cancelled(options);

  IdentifierIssuer canonical(dataset.blank_nodes());
  for_each_group(nodes, digests, [&](Group group) {
    if (group.size() == 1) canonical.issue(group.front());
  });
  if (canonical.issued().size() == digests.size()) return canonical;
  const LabelState state{dataset, mentions, digests, canonical, has_open_ties(dataset)};
  SharedGroups shared(state, options, canonical);
  for_each_group(nodes, digests, [&](Group group) {
    if (group.size() > 1) shared.issue(group);
  });
  return canonical;
}

}  // namespace quadrille::canonical
