#include "analytics/detail/step_lists.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/sort_different.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics {

namespace {

constexpr std::size_t kFirstListBytes = 4096;
constexpr std::size_t kListEntryBytes = 64;  // about, of an entry of the map

// Blocks in shared memory, as an exchange needs them.
template <class T>
struct Outgoing {
  Outgoing(pgas::QueryArena& its_arena, const std::vector<std::vector<T>>& by_member)
      : arena(its_arena), blocks(arena.make_span<pgas::Block>(by_member.size())) {
    std::size_t total = 0;
    for (const auto& list : by_member) total += list.size();
    elements = arena.make_span<T>(total);
    T* next = elements.data();
    for (std::size_t member = 0; member < by_member.size(); ++member) {
      const auto& list = by_member[member];
      std::uninitialized_copy(list.begin(), list.end(), next);
      std::construct_at(&blocks[member], std::as_bytes(std::span<const T>(next, list.size())));
      next += list.size();
    }
  }
  // After the exchange.
  void free() { arena.free_span(elements), arena.free_span(blocks); }

  pgas::QueryArena& arena;
  std::span<pgas::Block> blocks;
  std::span<T> elements;
};

}  // namespace

StepLists::StepLists(Workers& workers, const Graph& graph, std::span<const double> rest, bool weighted)
    : workers_(workers),
      graph_(graph),
      rest_(rest),
      weighted_(weighted),
      memory_(kFirstListBytes, &workers.arena().own()) {}

void StepLists::check() {
  counted_ = 0;
  workers_.check();
}

const StepList* StepLists::keep(Huri vertex, std::span<const Step> steps) {
  auto* made = static_cast<Step*>(memory_.allocate(steps.size_bytes() + kListEntryBytes, alignof(Step)));
  std::copy(steps.begin(), steps.end(), made);
  return &(lists_[vertex] = {made, steps.size()});
}

void StepLists::append(Huri vertex, std::vector<Step>& to) {
  const Slot slot = graph_.find(vertex);
  if (slot == kNoSlot || !graph_.is_own(slot)) return;
  const std::span<const Slot> list = graph_.out().of(slot);
  const std::span<const double> weights = graph_.out().weights_of(slot);
  std::uint32_t ordinal = 0;
  for (std::size_t place = 0; place < list.size(); ++place) {
    count(1);
    ordinal = place > 0 && list[place] == list[place - 1] ? ordinal + 1 : 0;
    const double rest = rest_.empty() ? 0 : rest_[list[place]];
    if (!std::isfinite(rest)) continue;
    to.push_back({graph_.huri(list[place]), weights.empty() ? 1 : weights[place], rest, ordinal});
  }
}

const StepList* StepLists::find(Huri vertex) {
  const auto found = lists_.find(vertex);
  if (found != lists_.end()) return &found->second;
  if (owner_of_vertex(vertex, workers_.num_groups()) != workers_.group()) {
    missing_.push_back(vertex);
    return nullptr;
  }
  std::vector<Step> steps;
  append(vertex, steps);
  return keep(vertex, steps);
}

bool StepLists::fetch() {
  pgas::Team& team = workers_.team();
  if (workers_.is_one_group() || !team.any(!missing_.empty())) return false;
  sort_different(missing_);
  const auto members = static_cast<std::size_t>(team.size());
  std::vector<std::vector<Huri>> questions(members);
  for (const Huri vertex : missing_) {
    const int owner = owner_of_vertex(vertex, workers_.num_groups());
    const int size = team.group_end(owner) - team.group_begin(owner);
    questions[static_cast<std::size_t>(team.group_begin(owner) + workers_.place() % size)].push_back(vertex);
  }
  missing_.clear();
  std::vector<std::vector<Step>> answers(members);
  answer_questions(questions, answers);
  Outgoing<Step> outgoing(workers_.arena(), answers);
  pgas::ExchangeView view(team, outgoing.blocks);
  for (int member = 0; member < team.size(); ++member) {
    std::span<const Step> answer = view.from_as<Step>(member);
    while (!answer.empty()) {
      const std::size_t steps = answer.front().ordinal;
      keep(answer.front().to, answer.subspan(1, steps));
      answer = answer.subspan(1 + steps);
    }
  }
  view.finish();
  outgoing.free();
  return true;
}

// An answer has for each vertex a head, with the number of steps, and the steps.
void StepLists::answer_questions(const std::vector<std::vector<Huri>>& questions,
                                 std::vector<std::vector<Step>>& answers) {
  Outgoing<Huri> outgoing(workers_.arena(), questions);
  pgas::ExchangeView view(workers_.team(), outgoing.blocks);
  for (int member = 0; member < view.size(); ++member) {
    std::vector<Step>& answer = answers[static_cast<std::size_t>(member)];
    for (const Huri vertex : view.from_as<Huri>(member)) {
      const std::size_t head = answer.size();
      answer.push_back({vertex});
      append(vertex, answer);
      answer[head].ordinal = static_cast<std::uint32_t>(answer.size() - head - 1);
    }
  }
  view.finish();
  outgoing.free();
}

}  // namespace quadrille::analytics
