#pragma once

// LightTasks runs many small tasks on each image, which ask other groups of images for data and wait for the answers
// meanwhile: random walks, searches from many vertices, samples. A task is a coroutine (light_task.hpp). Up to 1024 of
// them are in flight on an image, so the latency of the network delays a task, but hardly the work of all.
//
//   LightTasks<Question, Vertex> tasks(team, arena, [&](const Question& asked) { return list_of(asked.vertex); });
//   const auto walk = [&](std::uint64_t number) -> LightTask {
//     ...
//     const std::span<const Vertex> list = co_await tasks.get(group_of(vertex), Question{vertex});
//     ...
//   };
//   tasks.run([&] { return next_number(); }, walk);   // std::optional: nullopt after the last task of this image
//
// T1  A question goes to a group, where the function `answer` answers it, on one of the group's images. That function
//     reads memory which all images of the group share. Its result may lie anywhere until its next call.
// T2  An answer can be read until the task's next co_await. Nothing may be kept of it.
// T3  A question for the own group is answered at once, without a wait. So with one group tasks run one by one.
// T4  The order of tasks depends on the number of images and groups: their results must not.
//
// Between groups questions and answers travel in steps (detail/task_exchange.hpp): in a step an image starts and
// resumes tasks until an eighth of those in flight wait, 64 KB are full, or no task can run. Then one block goes from
// the group to each other group. Four steps are on their way, so tasks of one step run while those of others wait. If
// images outnumber the cores, it is a quarter, and two steps.
// Tasks end by counting: each step brings the number of active tasks to all.
//
// Sources: aggregation of many small remote accesses, and tasks that hide their latency: Morari et al., Scaling
// Irregular Applications through Data Aggregation and Software Multithreading (GMT), IPDPS 2014; Nelson et al., Grappa,
// USENIX ATC 2015.

#include <algorithm>
#include <chrono>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "pgas/detail/task_exchange.hpp"
#include "pgas/detail/task_slots.hpp"
#include "pgas/frame_pool.hpp"
#include "pgas/light_task.hpp"
#include "pgas/message_cost.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"

namespace quadrille::pgas {

struct LightTaskOptions {
  std::size_t in_flight = 1024;  // tasks of an image; at least 8
  // Called for every 4096 questions or so. It may throw, as a task may: run() ends on all images (Team::run).
  std::function<void()> check = [] {};
  // For tests and measurements: a question to another group and its answer take this much longer; with one group, any
  // question.
  std::chrono::nanoseconds latency = added_answer_latency();
};

// A Question is a small value that means the same on all images; an answer is any number of Items.
template <class Question, class Item>
class LightTasks {
  static_assert(std::is_trivially_copyable_v<Question> && alignof(Question) <= 8);
  static_assert(std::is_trivially_copyable_v<Item> && alignof(Item) <= 8);

 public:
  using Answer = std::function<std::span<const Item>(const Question&)>;
  // The answer to a question of ask(), with its tag.
  struct Tagged {
    std::uint32_t tag = 0;
    std::span<const Item> items;
  };
  static constexpr std::size_t kBufferBytes = 64 * 1024;

  // Local. `arena` must outlive the run (Team::run).
  LightTasks(Team& team, QueryArena& arena, Answer answer, LightTaskOptions options = {})
      : team_(team),
        answer_(std::move(answer)),
        options_(std::move(options)),
        frames_(arena.own()),
        slots_(std::max(options_.in_flight, kLeastInFlight)),
        exchange_(team, arena, options_.latency),
        asked_(static_cast<std::size_t>(team.num_groups())) {}

  // In a task: `co_await get(group, question)` is the answer, a span of items. Not while questions of ask() are open.
  auto get(int group, const Question& question) { return GetWait{*this, question, group}; }

  // In a task. Asks without waiting, as often as needed. The task then takes as many answers with
  // `co_await next_answer()`, as they come: in any order, with their tags. Questions need memory until they are sent.
  void ask(int group, const Question& question, std::uint32_t tag = 0) {
    slots_.add_open();
    if (answers_at_once(group)) {
      own_.resize(slots_.size());
      own_[slots_.current()].push_back({question, tag});
    } else if (team_.is_one_group()) {
      delayed_.push_back({Clock::now() + options_.latency, question, {slots_.current(), tag}});
    } else {
      exchange_.ask(group, &question, sizeof question);
      asked_[static_cast<std::size_t>(group)].push_back({slots_.current(), tag});
    }
  }
  auto next_answer() { return NextWait{*this}; }

  // Collective, inside of Team::run(). Runs the task body(number) for each number of next(), which returns
  // std::optional<std::uint64_t>; it may share a counter with other images of the group. Ends when the tasks of all
  // images have ended. If it throws, this object is of no more use.
  template <class Next, class Body>
  void run(Next&& next, Body&& body) {
    const FramePool::Use use(frames_);
    const auto start = [&] {
      const std::optional<std::uint64_t> number = next();
      if (number) slots_.start(body(*number));
      count_work();
      return number.has_value();
    };
    team_.is_one_group() ? run_here(start) : run_in_steps(start);
  }

  // The steps between groups so far: exchanges of all members.
  std::uint64_t num_steps() const { return exchange_.num_steps(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kLeastInFlight = 2 * detail::TaskExchange::kDepth;
  static constexpr std::size_t kWorkOfCheck = 4096;
  static constexpr std::size_t kWorkOfStep = 16384;  // without a wait: other images wait for the step's end
  struct Asker {
    std::uint32_t slot, tag;
  };
  struct OwnQuestion {
    Question question;
    std::uint32_t tag;
  };
  struct Delayed {
    Clock::time_point due;
    Question question;
    Asker asker;
  };
  struct GetWait {
    LightTasks& tasks;
    Question question;
    int group;
    bool await_ready() const { return tasks.answers_at_once(group); }
    void await_suspend(std::coroutine_handle<>) { tasks.ask(group, question); }
    std::span<const Item> await_resume() {
      if (tasks.answers_at_once(group)) return tasks.answer_here(question);
      return tasks.take_answer().items;
    }
  };
  struct NextWait {
    LightTasks& tasks;
    bool await_ready() const { return tasks.has_own_question(); }
    void await_suspend(std::coroutine_handle<>) {
      QUADRILLE_ASSERT(tasks.slots_.open() > 0, "a light task waits for answers to its questions");
    }
    Tagged await_resume() { return tasks.take_answer(); }
  };

  bool answers_at_once(int group) const {
    return team_.is_one_group() ? options_.latency.count() == 0 : group == team_.group();
  }
  bool has_own_question() const { return !own_.empty() && !own_[slots_.current()].empty(); }
  std::span<const Item> answer_here(const Question& question) {
    count_work();
    return answer_(question);
  }
  Tagged take_answer() {
    slots_.remove_open();
    if (!has_own_question()) return delivered_;
    const OwnQuestion asked = own_[slots_.current()].back();
    own_[slots_.current()].pop_back();
    return {asked.tag, answer_here(asked.question)};
  }
  void count_work() {
    if (++work_ % kWorkOfCheck != 0) return;
    team_.check_failed();
    options_.check();
  }
  void deliver(const Asker& asker, std::span<const Item> items) {
    delivered_ = {asker.tag, items};
    slots_.resume(asker.slot);
  }

  // One group. Tasks wait only for the latency of tests.
  template <class Start>
  void run_here(Start&& start) {
    for (bool more = true; more || slots_.active() > 0;) {
      while (more && !slots_.is_full() && !is_due()) more = start();
      if (delayed_.empty()) continue;
      while (!is_due()) team_.check_failed();
      const Delayed asked = delayed_.front();
      delayed_.pop_front();
      deliver(asked.asker, answer_here(asked.question));
    }
  }
  bool is_due() const { return !delayed_.empty() && Clock::now() >= delayed_.front().due; }

  // Several groups.
  template <class Start>
  void run_in_steps(Start&& start) {
    bool more = true;
    std::size_t resumed = 0;
    exchange_.start();
    for (bool is_active = true; is_active;) {
      if (more) more = start_some(start, resumed);
      exchange_.begin(slots_.active() + (more ? 1 : 0));
      options_.check();
      if (!exchange_.is_full()) continue;
      is_active = exchange_.receive() > 0;
      resumed = take_step();
      exchange_.finish();
    }
    for (; !exchange_.is_empty(); exchange_.finish()) exchange_.receive();
  }
  // Starts new tasks until enough wait in this step. Returns whether there may be more.
  template <class Start>
  bool start_some(Start&& start, std::size_t resumed) {
    const std::size_t of_turn = slots_.size() / exchange_.turns();
    const std::size_t most = slots_.active() + of_turn - std::min(of_turn, resumed);
    const std::uint64_t end = work_ + kWorkOfStep;
    while (slots_.active() < most && !slots_.is_full() && work_ < end) {
      if (exchange_.largest_questions() >= kBufferBytes) break;
      if (!start()) return false;
    }
    return true;
  }
  // Answers the questions of the received step, and continues tasks with its answers. Returns how many.
  std::size_t take_step() {
    for (int member = 0; member < team_.size(); ++member) {
      if (!team_.in_my_group(member)) answer_all(member, exchange_.questions_of(member));
    }
    std::size_t resumed = 0;
    for (int group = 0; group < team_.num_groups(); ++group) {
      if (group == team_.group()) continue;
      detail::TaskAnswers answers = exchange_.answers_of(group);
      auto& asked = asked_[static_cast<std::size_t>(group)];
      for (std::size_t number = 0; number < answers.count(); ++number, ++resumed) {
        const Block items = answers.next(sizeof(Item));
        const Asker asker = asked.front();
        asked.pop_front();
        deliver(asker, {reinterpret_cast<const Item*>(items.data()), items.size() / sizeof(Item)});
      }
    }
    return resumed;
  }
  void answer_all(int member, Block questions) {
    const std::size_t count = questions.size() / sizeof(Question);
    if (count == 0) return;
    exchange_.begin_answers(member, count);
    for (std::size_t number = 0; number < count; ++number) {
      const auto items = answer_here(load<Question>(questions.data() + number * sizeof(Question)));
      exchange_.add_answer(member, number, static_cast<std::uint32_t>(items.size()), items.data(), items.size_bytes());
    }
  }

  Team& team_;
  const Answer answer_;
  const LightTaskOptions options_;
  FramePool frames_;
  detail::TaskSlots slots_;
  detail::TaskExchange exchange_;
  std::vector<std::deque<Asker>> asked_;       // by group, in the order of their questions
  std::vector<std::vector<OwnQuestion>> own_;  // by slot: questions of ask() for this group
  std::deque<Delayed> delayed_;                // one group, with latency
  Tagged delivered_;                           // to the current task
  std::uint64_t work_ = 0;                     // tasks started and questions answered
};

}  // namespace quadrille::pgas
