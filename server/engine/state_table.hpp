#pragma once

// A StateTable holds the states that queries can see. The writer publishes one after another; a query keeps the state
// in which it started.
//
//   image 0    StatePins      which state is announced to new queries, which are in use
//   each       StateTable     id -> state, from the oldest in use to the newest
//
//   published on every image -> all have confirmed it -> announced   a query never needs a state that an image lacks
//   lowest() in use, sent with every command -> drop_below() on every image
//
// A state is freed with its last holder: levels in this image's heap, then the generation, if this was its last state.

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "query/update/data_batch.hpp"
#include "query/update/dataset_state.hpp"
#include "server/engine/served_generation.hpp"
#include "server/engine/state_rules.hpp"

namespace quadrille::server {

// Both numbers ascend: versions at each commit, generations at each compaction (of the newest version).
struct StateId {
  std::uint64_t generation = 0;
  std::uint64_t version = 0;

  auto operator<=>(const StateId&) const = default;
};

// Holds a state: references to its parts are valid as long as the holder lives, so a temporary has no accessors.
struct ServedState {
  ServedState() = default;
  ServedState(std::shared_ptr<ServedGeneration> its_generation, query::DatasetStatePtr its_data,
              StateRulesPtr its_rules = nullptr)
      : generation(std::move(its_generation)), data(std::move(its_data)), rules(std::move(its_rules)) {}
  ServedState(const ServedState&) = default;
  ServedState(ServedState&&) = default;
  // Like the destructor, drops the levels before the generation.
  ServedState& operator=(ServedState other) noexcept {
    generation.swap(other.generation);
    data.swap(other.data);
    rules.swap(other.rules);
    return *this;
  }

  StateId id() const { return {generation->manifest().generation, data->snapshot.version()}; }
  const Snapshot& snapshot() const& { return data->snapshot; }
  const Snapshot& snapshot() const&& = delete;
  const Dictionary& dictionary() const& { return generation->dictionary(); }
  const Dictionary& dictionary() const&& = delete;

  // True if this image can read all of it alone: in a job of one group, or by its whole view.
  bool is_whole() const { return data->snapshot.is_whole() || data->whole; }
  // The snapshot and the dictionary for that.
  const Snapshot& whole_snapshot() const& { return data->whole ? data->whole->snapshot : data->snapshot; }
  const Dictionary& whole_dictionary() const& {
    return data->whole ? generation->whole()->dictionary() : generation->dictionary();
  }

  // For a state that is whole, which must outlive the result.
  query::WholeReader whole_reader(pgas::Team& alone) const& {
    const WholeView* view = data->whole ? generation->whole().get() : nullptr;
    return {alone, whole_dictionary(), view ? view->vocabulary() : generation->vocabulary(), whole_snapshot()};
  }

  std::shared_ptr<ServedGeneration> generation;  // first: it outlives the levels that refer to it
  query::DatasetStatePtr data;
  StateRulesPtr rules;  // nullptr: it has none, and all its quads are stated
};

// Thread-safe; local.
class StateTable {
 public:
  explicit StateTable(ServedState first) { publish(std::move(first)); }

  // Under its id, which is higher than all published before.
  void publish(ServedState state);
  // Precondition: the id has been published and not dropped, so the caller has pinned it.
  ServedState find(StateId id) const;
  ServedState newest() const;
  void drop_below(StateId id);
  void drop_above(StateId id);

 private:
  mutable std::mutex mutex_;
  std::map<StateId, ServedState> states_;  // never empty
};

// On image 0; thread-safe.
class StatePins {
 public:
  explicit StatePins(StateId announced) : announced_(announced) {}

  void announce(StateId id);
  // Returns the announced state, which is in use until the caller unpins it.
  StateId pin();
  void unpin(StateId id);
  // The oldest state in use, or the announced one if there is none: no query will need an older one.
  StateId lowest() const;

 private:
  mutable std::mutex mutex_;
  StateId announced_;
  std::map<StateId, std::uint64_t> counts_;
};

// Pins a state as long as the object lives.
class PinnedState {
 public:
  explicit PinnedState(StatePins& pins) : pins_(pins), id_(pins.pin()) {}
  ~PinnedState() { pins_.unpin(id_); }
  PinnedState(const PinnedState&) = delete;
  PinnedState& operator=(const PinnedState&) = delete;
  StateId id() const { return id_; }

 private:
  StatePins& pins_;
  const StateId id_;
};

}  // namespace quadrille::server
