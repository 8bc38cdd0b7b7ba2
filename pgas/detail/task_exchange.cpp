#include "pgas/detail/task_exchange.hpp"

#include <sched.h>

#include <algorithm>

#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::pgas::detail {

namespace {

constexpr std::size_t kFirstTaskBytes = 4096;

std::int64_t steady_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::size_t bytes_of_counts(std::size_t count) {
  return round_up(sizeof(std::uint64_t) + count * sizeof(std::uint32_t), sizeof(std::uint64_t));
}

}  // namespace

void TaskBytes::append(const void* from, std::size_t bytes) {
  copy_bytes(extend(bytes), from, bytes);
}

void TaskBytes::grow(std::size_t bytes) {
  const auto larger = arena_->make_span<std::byte>(std::max({bytes, 2 * memory_.size(), kFirstTaskBytes}));
  copy_bytes(larger.data(), memory_.data(), used_);
  arena_->free_span(memory_);
  memory_ = larger;
}

TaskAnswers::TaskAnswers(Block block) {
  if (block.empty()) return;
  const std::size_t count = *reinterpret_cast<const std::uint64_t*>(block.data());
  counts_ = {reinterpret_cast<const std::uint32_t*>(block.data() + sizeof(std::uint64_t)), count};
  items_ = block.subspan(bytes_of_counts(count));
}

Block TaskAnswers::next(std::size_t item_bytes) {
  const std::size_t bytes = counts_[next_++] * item_bytes;
  const Block answer = items_.first(bytes);
  items_ = items_.subspan(bytes);
  return answer;
}

TaskExchange::TaskExchange(Team& team, QueryArena& arena, std::chrono::nanoseconds latency)
    : team_(team), latency_(latency / 2) {
  if (team.is_one_group()) return;
  for (std::size_t set = 0; set <= kDepth; ++set) {
    Outgoing out;
    out.questions.assign(at(team.num_groups()), TaskBytes(arena));
    out.answers.assign(at(team.size()), TaskBytes(arena));
    out.head = arena.make_span<Head>(1);
    out.blocks = arena.make_span<Block>(at(team.size()) * kBlocks);
    outgoing_.push_back(std::move(out));
  }
}

// The same on all images: they call the same collectives.
void TaskExchange::start() {
  depth_ = team_.all(may_spin()) ? kDepth : kDepthOfMany;
}

int TaskExchange::partner(int group) const {
  const int place = team_.rank() - team_.group_begin(team_.group());
  return team_.group_begin(group) + place % (team_.group_end(group) - team_.group_begin(group));
}

std::size_t TaskExchange::largest_questions() const {
  std::size_t largest = 0;
  for (const TaskBytes& questions : next().questions) largest = std::max(largest, questions.size());
  return largest;
}

void TaskExchange::begin(std::uint64_t active) {
  Outgoing& out = next();
  std::construct_at(out.head.data(), Head{steady_ns(), active});
  for (int member = 0; member < team_.size(); ++member) {
    const int group = team_.group_of(member);
    const std::span<Block> blocks = out.blocks.subspan(at(member) * kBlocks, kBlocks);
    const bool is_asked = group != team_.group() && partner(group) == member;
    std::construct_at(&blocks[kHead], std::as_bytes(out.head));
    std::construct_at(&blocks[kQuestions], is_asked ? out.questions[at(group)].block() : Block());
    std::construct_at(&blocks[kAnswers], out.answers[at(member)].block());
  }
  steps_.push_back(std::make_unique<ExchangeView>(team_, out.blocks, int{kBlocks}, ExchangeView::Begin::ahead));
  ++begun_;
  for (TaskBytes& questions : next().questions) questions.clear();
  for (TaskBytes& answers : next().answers) answers.clear();
}

std::uint64_t TaskExchange::receive() {
  ExchangeView& step = *steps_.front();
  step.receive();
  std::uint64_t active = 0;
  std::int64_t sent_ns = 0;
  for (int member = 0; member < team_.size(); ++member) {
    const Head& head = step.from_as<Head>(member, kHead).front();
    active += head.active;
    if (!team_.in_my_group(member)) sent_ns = std::max(sent_ns, head.sent_ns);
  }
  if (latency_.count() > 0) wait_until_due(sent_ns);
  return active;
}

// Busy if it may be: a yield may last longer than the latency.
void TaskExchange::wait_until_due(std::int64_t sent_ns) const {
  while (steady_ns() < sent_ns + latency_.count()) {
    team_.check_failed();
    if (!may_spin()) sched_yield();
  }
}

void TaskExchange::begin_answers(int member, std::size_t count) {
  TaskBytes& answers = next().answers[at(member)];
  std::byte* const head = answers.extend(bytes_of_counts(count));
  const std::uint64_t number = count;
  copy_bytes(head, &number, sizeof number);
}

void TaskExchange::add_answer(int member, std::size_t number, std::uint32_t items, const void* from,
                              std::size_t bytes) {
  TaskBytes& answers = next().answers[at(member)];
  answers.append(from, bytes);
  copy_bytes(answers.data() + sizeof(std::uint64_t) + number * sizeof items, &items, sizeof items);
}

void TaskExchange::finish() {
  steps_.front()->finish();
  steps_.erase(steps_.begin());
}

}  // namespace quadrille::pgas::detail
