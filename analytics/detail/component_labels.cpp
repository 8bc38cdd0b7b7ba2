#include "analytics/detail/component_labels.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/copy_bytes.hpp"

namespace quadrille::analytics::detail {

namespace {

// Components of labels: finds the least label that is connected with a given one.
class LabelForest {
 public:
  explicit LabelForest(std::span<const LabelPair> pairs) {
    for (const LabelPair& pair : pairs) {
      labels_.push_back(pair.left);
      labels_.push_back(pair.right);
    }
    std::sort(labels_.begin(), labels_.end());
    labels_.erase(std::unique(labels_.begin(), labels_.end()), labels_.end());
    for (std::size_t place = 0; place < labels_.size(); ++place) above_.push_back(place);
    for (const LabelPair& pair : pairs) {
      const std::size_t left = root_of(place_of(pair.left)), right = root_of(place_of(pair.right));
      above_[std::max(left, right)] = std::min(left, right);
    }
    for (std::size_t& above : above_) above = above_[above];  // the ones before are done
  }
  std::span<const Huri> labels() const { return labels_; }
  Huri least_of(std::size_t place) const { return labels_[above_[place]]; }

 private:
  std::size_t place_of(Huri label) const {
    return static_cast<std::size_t>(std::lower_bound(labels_.begin(), labels_.end(), label) - labels_.begin());
  }
  std::size_t root_of(std::size_t place) {
    while (above_[place] != place) place = above_[place] = above_[above_[place]];
    return place;
  }

  std::vector<Huri> labels_;  // ascending
  std::vector<std::size_t> above_;
};

std::string_view bytes_of(const std::vector<LabelPair>& pairs) {
  return {reinterpret_cast<const char*>(pairs.data()), pairs.size() * sizeof(LabelPair)};
}

void append_pairs(std::vector<LabelPair>& pairs, const std::string& bytes) {
  const std::size_t before = pairs.size();
  pairs.resize(before + bytes.size() / sizeof(LabelPair));
  copy_bytes(pairs.data() + before, bytes.data(), bytes.size());
}

}  // namespace

ComponentLabels::ComponentLabels(Workers& workers, const Graph& graph) : workers_(workers), graph_(graph) {
  if (workers.is_one_group()) return;
  mirrors_ = std::make_unique<Mirrors>(workers, graph, sizeof(Huri));
  sent_ = workers.make_shared<Huri>(graph.slots());
  labels_ = workers.make_shared<Huri>(graph.slots());
}

void ComponentLabels::free() {
  if (workers_.is_one_group()) return;
  mirrors_->free();
  workers_.free_shared(sent_);
  workers_.free_shared(labels_);
}

std::size_t ComponentLabels::keep_different(std::vector<LabelPair>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return std::max<std::size_t>(1024, pairs.size() * 2);
}

void ComponentLabels::unite_pairs(std::vector<LabelPair>& mine) {
  // First the pairs of the group, which its first image sends: images often have the same.
  keep_different(mine);
  std::vector<LabelPair> of_group;
  for (const std::string& theirs : workers_.team().gather_in_group(bytes_of(mine))) append_pairs(of_group, theirs);
  if (workers_.is_first()) keep_different(of_group);
  std::vector<LabelPair> all;
  const std::string_view sent = workers_.is_first() ? bytes_of(of_group) : std::string_view();
  for (const std::string& theirs : workers_.team().all_gather_bytes(sent)) append_pairs(all, theirs);
  workers_.check();
  const LabelForest forest(all);
  const Range slots = workers_.my_part(graph_.slots());
  std::copy_n(graph_.huris().begin() + static_cast<std::ptrdiff_t>(slots.begin), slots.size(),
              labels_.begin() + static_cast<std::ptrdiff_t>(slots.begin));
  workers_.barrier();
  const Range part = workers_.my_part(forest.labels().size());
  for (std::size_t place = part.begin; place < part.end; ++place) {
    const Slot slot = graph_.find(forest.labels()[place]);
    if (slot != kNoSlot) labels_[slot] = forest.least_of(place);
  }
  workers_.barrier();
}

}  // namespace quadrille::analytics::detail
