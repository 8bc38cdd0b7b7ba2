#pragma once

// A TaskExchange brings questions of light tasks to other groups, and the answers back, in steps. A step is an exchange
// of all members that begins ahead of its end; some of them are on their way. An image sends its questions for
// another group to one member there, and answers go back to the member that asked. The exchange puts together what all
// images of a group send to another one.
//
//   step            s                 s+1   s+2                         s+3   s+4
//   asker           questions begin                                           answers arrive, in the questions' order
//   other image                             they arrive, answers begin
//
//   blocks for a member   head: time, tasks     the same for all members
//                         questions             one after the other
//                         answers               their number (8 bytes); the items of each (4 bytes each, padded to 8);
//                                               then the items

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pgas/exchange.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"

namespace quadrille::pgas::detail {

// Bytes in the arena that grow, and that keep their memory when they are cleared.
class TaskBytes {
 public:
  explicit TaskBytes(QueryArena& arena) : arena_(&arena) {}
  std::byte* extend(std::size_t bytes) {
    if (used_ + bytes > memory_.size()) grow(used_ + bytes);
    used_ += bytes;
    return memory_.data() + used_ - bytes;
  }
  void append(const void* from, std::size_t bytes);
  void clear() { used_ = 0; }
  std::size_t size() const { return used_; }
  std::byte* data() { return memory_.data(); }
  Block block() const { return memory_.first(used_); }

 private:
  void grow(std::size_t bytes);

  QueryArena* arena_;
  std::span<std::byte> memory_;
  std::size_t used_ = 0;
};

// The answers from one image, in the order of the questions.
class TaskAnswers {
 public:
  explicit TaskAnswers(Block block);
  std::size_t count() const { return counts_.size(); }
  // The bytes of the next answer; called count() times.
  Block next(std::size_t item_bytes);

 private:
  std::span<const std::uint32_t> counts_;
  std::size_t next_ = 0;
  Block items_;
};

class TaskExchange {
 public:
  // Steps on their way. With more of them tasks hide more latency, but each step costs barriers of the group. Measured:
  // with 4 instead of 2, 4 images on 2 cores need 2 to 3 times as long.
  static constexpr std::size_t kDepth = 4, kDepthOfMany = 2;

  // Local. `latency`: a question and its answer are on their way for this long together, at least.
  TaskExchange(Team& team, QueryArena& arena, std::chrono::nanoseconds latency);

  // Collective. Before the first step: chooses how many steps are on their way.
  void start();
  // Local. Steps from a question to its answer, so the parts in which tasks take turns.
  std::size_t turns() const { return 2 * depth_; }

  // Local. Adds a question of the next step.
  void ask(int group, const void* question, std::size_t bytes) { next().questions[at(group)].append(question, bytes); }
  // Local. The largest of the buffers of questions, in bytes.
  std::size_t largest_questions() const;

  // Collective. Begins a step; `active` counts the tasks of this image that have not ended.
  void begin(std::uint64_t active);
  // True if the oldest step must be received before the next one begins.
  bool is_full() const { return steps_.size() == depth_; }
  bool is_empty() const { return steps_.empty(); }
  // Collective. Receives the oldest step; returns the number of active tasks of all images when it began.
  std::uint64_t receive();
  // Local. Of the received step: the questions of a member, and the answers of a group.
  Block questions_of(int member) const { return steps_.front()->from(member, kQuestions); }
  TaskAnswers answers_of(int group) const { return TaskAnswers(steps_.front()->from(partner(group), kAnswers)); }
  // Local. Begins the answers to `count` questions of a member; then the items of each answer follow.
  void begin_answers(int member, std::size_t count);
  void add_answer(int member, std::size_t number, std::uint32_t items, const void* from, std::size_t bytes);
  // Collective in the group. The received step's blocks are not read any more.
  void finish();

  std::uint64_t num_steps() const { return begun_; }

 private:
  enum BlockOf { kHead, kQuestions, kAnswers, kBlocks };
  struct Head {
    std::int64_t sent_ns = 0;
    std::uint64_t active = 0;
  };
  // The blocks that a step sends. They are kept until the step has finished.
  struct Outgoing {
    std::vector<TaskBytes> questions;  // by group
    std::vector<TaskBytes> answers;    // by member
    std::span<Head> head;
    std::span<Block> blocks;
  };

  static std::size_t at(int number) { return static_cast<std::size_t>(number); }
  Outgoing& next() { return outgoing_[begun_ % outgoing_.size()]; }
  const Outgoing& next() const { return outgoing_[begun_ % outgoing_.size()]; }
  // The member of another group that this image asks.
  int partner(int group) const;
  void wait_until_due(std::int64_t sent_ns) const;

  Team& team_;
  const std::chrono::nanoseconds latency_;  // of a message
  std::size_t depth_ = kDepth;
  std::vector<Outgoing> outgoing_;                    // used in turn
  std::vector<std::unique_ptr<ExchangeView>> steps_;  // on their way, the oldest first
  std::uint64_t begun_ = 0;
};

}  // namespace quadrille::pgas::detail
