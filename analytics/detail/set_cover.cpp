#include "analytics/detail/set_cover.hpp"

#include <algorithm>

namespace quadrille::analytics {

SetCover::SetCover(Workers& workers, const Graph& graph, const ReachedSets& sets)
    : workers_(workers),
      graph_(graph),
      sets_(sets),
      counts_(workers.make_shared<std::uint32_t>(graph.own() * static_cast<std::size_t>(workers.size()))),
      mine_(counts_.subspan(graph.own() * static_cast<std::size_t>(workers.place()), graph.own())),
      begins_(workers.arena().make_span<std::uint64_t>(graph.own() + 1)),
      covered_(workers.arena().make_span<std::uint64_t>(words_for_bits(sets.size()))),
      chosen_(workers.arena().make_span<std::uint64_t>(words_for_bits(graph.own()))),
      elsewhere_(workers) {
  for (const std::span<std::uint64_t> zeroes : {begins_, covered_, chosen_}) std::fill(zeroes.begin(), zeroes.end(), 0);
  count_members();
  list_small_sets();
  workers.barrier();
}

void SetCover::free() {
  workers_.free_shared(counts_);
  for (const std::span<std::uint64_t> words : {begins_, covered_, chosen_}) workers_.arena().free_span(words);
  workers_.arena().free_span(listed_);
}

void SetCover::check_after(std::size_t members) {
  unchecked_ += members;
  if (unchecked_ < Workers::kTaskEdges) return;
  unchecked_ = 0;
  workers_.check();
}

// begins_[slot] becomes the end of the slot's list.
void SetCover::count_members() {
  std::copy(sets_.alone().begin(), sets_.alone().end(), mine_.begin());
  for (std::uint32_t set = 0; set < sets_.size(); ++set) {
    const std::span<const Slot> members = sets_.of(set);
    check_after(members.size() + 1);
    for (const Slot slot : members) ++mine_[slot];
    if (members.size() > kMostListed) {
      large_.push_back(set);
    } else {
      for (const Slot slot : members) ++begins_[slot];
    }
  }
  for (std::size_t slot = 1; slot <= graph_.own(); ++slot) begins_[slot] += begins_[slot - 1];
}

void SetCover::list_small_sets() {
  listed_ = workers_.arena().make_span<std::uint32_t>(begins_[graph_.own()]);
  for (std::size_t set = sets_.size(); set-- > 0;) {
    const std::span<const Slot> members = sets_.of(set);
    check_after(members.size() + 1);
    if (members.size() > kMostListed) continue;
    for (const Slot slot : members) listed_[--begins_[slot]] = static_cast<std::uint32_t>(set);
  }
}

// The best of this image's part of the own vertices.
SetCover::Candidate SetCover::best_here() const {
  const auto images = static_cast<std::size_t>(workers_.size());
  const Range mine = workers_.my_part(graph_.own());
  Candidate best;
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    std::uint64_t count = 0;
    for (std::size_t image = 0; image < images; ++image) count += counts_[image * graph_.own() + slot];
    if ((count > best.count || best.slot == kNoSlot) && !test_bit(chosen_, slot)) {
      best = {count, graph_.huri(static_cast<Slot>(slot)), static_cast<Slot>(slot)};
    }
  }
  return best;
}

void SetCover::cover(std::uint32_t set) {
  set_bit(covered_, set);
  const std::span<const Slot> members = sets_.of(set);
  check_after(members.size());
  for (const Slot slot : members) --mine_[slot];
}

// Sets of this image with the own vertex `slot`.
void SetCover::cover_sets_of(Slot slot) {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t set : listed_.subspan(begins_[slot], begins_[slot + 1] - begins_[slot])) {
    if (!test_bit(covered_, set)) found.push_back(set);
  }
  std::erase_if(large_, [&](std::uint32_t set) {
    if (test_bit(covered_, set)) return true;
    const std::span<const Slot> members = sets_.of(set);
    check_after(1);
    if (!std::binary_search(members.begin(), members.end(), slot)) return false;
    found.push_back(set);
    return true;
  });
  const auto images = static_cast<std::uint64_t>(workers_.size());
  for (const std::uint32_t set : found) {
    cover(set);
    const std::uint64_t sample = set * images + static_cast<std::uint64_t>(workers_.place());
    for (int group = 0; group < workers_.num_groups(); ++group) {
      if (group != workers_.group()) {
        elsewhere_.add(elsewhere_.holder(group, sample), static_cast<std::uint32_t>(sample));
      }
    }
  }
}

std::vector<CoverStep> SetCover::choose(std::uint64_t count) {
  std::vector<CoverStep> steps;
  pgas::Team& team = workers_.team();
  const auto images = static_cast<std::uint32_t>(workers_.size());
  while (steps.size() < count) {
    workers_.check();
    Candidate best;
    int member = 0;
    const std::vector<Candidate> candidates = team.all_gather(best_here());
    for (int from = 0; from < team.size(); ++from) {
      const Candidate& candidate = candidates[static_cast<std::size_t>(from)];
      if (candidate.precedes(best)) best = candidate, member = from;
    }
    steps.push_back({best.vertex, best.count + (steps.empty() ? 0 : steps.back().covered)});
    if (team.in_my_group(member)) {
      set_bit(chosen_, best.slot);
      cover_sets_of(best.slot);
    }
    elsewhere_.exchange([&](int, std::span<const std::uint32_t> samples) {
      for (const std::uint32_t sample : samples) cover(sample / images);
    });
    workers_.barrier();
  }
  return steps;
}

}  // namespace quadrille::analytics
