#include "analytics/walks.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analytics/detail/step_sampler.hpp"
#include "analytics/detail/vertex_ranks.hpp"
#include "pgas/light_tasks.hpp"

namespace quadrille::analytics {
namespace {

// Where walks of this group start.
struct WalkStart {
  Slot slot;
  std::uint64_t place;  // Walks::Walk::start
};

class WalkStarts {
 public:
  // Collective.
  WalkStarts(Workers& workers, const Graph& graph, const WalkOptions& options) : own_(graph.own()) {
    if (options.from_all) {
      is_all_ = true;
      if (!workers.is_one_group()) ranks_ = ranks_of_vertices(workers, graph);
      return;
    }
    for (std::uint64_t place = 0; place < options.starts.size(); ++place) {
      const Slot slot = graph.find(options.starts[place]);
      if (slot != kNoSlot && graph.is_own(slot)) given_.push_back({slot, place});
    }
  }
  std::size_t count() const { return is_all_ ? own_ : given_.size(); }
  WalkStart at(std::size_t number) const {
    if (!is_all_) return given_[number];
    return {static_cast<Slot>(number), ranks_.empty() ? number : ranks_[number]};
  }
  // Collective in the group.
  void free(Workers& workers) { workers.free_shared(ranks_); }

 private:
  const std::size_t own_;
  bool is_all_ = false;
  std::vector<WalkStart> given_;
  std::span<std::uint64_t> ranks_;
};

// A question of a walk to the owner of a vertex.
struct WalkAsked {
  Huri at;
  Huri other;          // where the walk came from, or the end of an edge
  std::uint64_t key;   // of random numbers
  std::uint32_t step;  // 0: is there an edge from `at` to `other`?
  std::uint32_t tries;
};

struct WalkTold {
  Huri to;  // the candidate; unbound: the walk ends
  std::uint32_t tries = 0;
  std::uint32_t is_open = 0;  // or whether there is an edge
};

class Walker {
 public:
  Walker(Workers& workers, const Graph& graph, const WalkOptions& options, const StepSampler& sampler, Walks& walks)
      : workers_(workers), graph_(graph), options_(options), sampler_(sampler), walks_(walks) {}

  // Local. A walk in a graph of one group.
  void walk(std::size_t number) {
    const auto [vertices, key] = begin(number);
    Slot before = kNoSlot, at = graph_.find(vertices.front());
    std::uint32_t step = 1;
    for (; step < vertices.size(); ++step) {
      const Slot to = next(at, before, {key, step});
      if (to == kNoSlot) break;
      vertices[step] = graph_.huri(to);
      before = std::exchange(at, to);
    }
    end(number, step);
  }

  // Collective. All walks of the images, in several groups.
  void walk_between_groups() {
    WalkTold told;
    pgas::LightTaskOptions task_options;
    task_options.check = [this] { workers_.check(); };
    pgas::LightTasks<WalkAsked, WalkTold> tasks(
        workers_.team(), workers_.arena(),
        [&](const WalkAsked& asked) {
          told = answer(asked);
          return std::span<const WalkTold>(&told, 1);
        },
        std::move(task_options));
    std::uint64_t next = 0;
    tasks.run([&] { return next < walks_.walks.size() ? std::optional(next++) : std::nullopt; },
              [&](std::uint64_t number) { return walk_task(tasks, number); });
  }

 private:
  struct Begun {
    std::span<Huri> vertices;
    std::uint64_t key;
  };

  Begun begin(std::size_t number) {
    const std::span<Huri> vertices = walks_.vertices.subspan(number * walks_.length, walks_.length);
    return {vertices, StepSampler::key_of(options_.seed, vertices.front(), walks_.walks[number].turn)};
  }
  void end(std::size_t number, std::uint32_t vertices) { walks_.walks[number].vertices = vertices; }

  Slot next(Slot at, Slot before, const StepNumbers& numbers) const {
    for (std::uint32_t tries = 0;;) {
      const StepCandidate candidate = sampler_.next(at, before, numbers.step == 1, numbers, tries);
      if (!candidate.is_open || sampler_.takes(sampler_.has_edge(before, candidate.to))) return candidate.to;
      tries = candidate.tries;
    }
  }

  int owner_of(Huri vertex) const { return owner_of_vertex(vertex, workers_.num_groups()); }
  WalkTold answer(const WalkAsked& asked) const {
    const Slot at = graph_.find(asked.at);
    const Slot other = asked.other.is_unbound() ? kNoSlot : graph_.find(asked.other);
    if (asked.step == 0) return {{}, 0, sampler_.has_edge(at, other) ? 1u : 0u};
    const StepCandidate found = sampler_.next(at, other, asked.step == 1, {asked.key, asked.step}, asked.tries);
    return {found.to == kNoSlot ? Huri() : graph_.huri(found.to), found.tries, found.is_open ? 1u : 0u};
  }
  pgas::LightTask walk_task(pgas::LightTasks<WalkAsked, WalkTold>& tasks, std::uint64_t number) {
    const auto [vertices, key] = begin(number);
    Huri before, at = vertices.front();
    std::uint32_t step = 1, tries = 0;
    while (step < vertices.size()) {
      const WalkTold told = (co_await tasks.get(owner_of(at), {at, before, key, step, tries})).front();
      if (told.to.is_unbound()) break;
      if (told.is_open != 0) {
        const WalkTold edge = (co_await tasks.get(owner_of(before), {before, told.to, 0, 0, 0})).front();
        if (!sampler_.takes(edge.is_open != 0)) {
          tries = told.tries;
          continue;
        }
      }
      vertices[step++] = told.to;
      before = std::exchange(at, told.to);
      tries = 0;
    }
    end(number, step);
  }

  Workers& workers_;
  const Graph& graph_;
  const WalkOptions& options_;
  const StepSampler& sampler_;
  Walks& walks_;
};

// Local. This image's walks, each with its start alone.
Walks begin_walks(Workers& workers, const Graph& graph, const WalkOptions& options, const WalkStarts& starts) {
  const Range mine = workers.my_part(starts.count() * options.walks);
  Walks walks;
  walks.length = options.length;
  walks.walks = workers.arena().make_span<Walks::Walk>(mine.size());
  walks.vertices = workers.arena().make_span<Huri>(mine.size() * options.length);
  for (std::size_t number = 0; number < mine.size(); ++number) {
    const WalkStart start = starts.at((mine.begin + number) / options.walks);
    const auto turn = static_cast<std::uint32_t>((mine.begin + number) % options.walks);
    std::construct_at(&walks.walks[number], Walks::Walk{start.place, turn, 1});
    std::construct_at(&walks.vertices[number * options.length], graph.huri(start.slot));
  }
  return walks;
}

}  // namespace

Walks random_walks(Workers& workers, const Graph& graph, const WalkOptions& options) {
  RoundMeter meter(workers);
  WalkStarts starts(workers, graph, options);
  StepSampler sampler(workers, graph, options.p, options.q);
  Walks walks = begin_walks(workers, graph, options, starts);
  meter.end_round("start", workers.team().sum<std::uint64_t>(walks.walks.size()));
  Walker walker(workers, graph, options, sampler, walks);
  if (workers.is_one_group()) {
    const std::size_t walks_of_check = std::max<std::size_t>(1, Workers::kTaskEdges / options.length);
    for (std::size_t number = 0; number < walks.walks.size(); ++number) {
      if (number % walks_of_check == 0) workers.check();
      walker.walk(number);
    }
  } else {
    walker.walk_between_groups();
  }
  workers.barrier();
  sampler.free();
  starts.free(workers);
  meter.end_round("walk", workers.team().sum<std::uint64_t>(walks.walks.size()));
  return walks;
}

std::uint64_t estimate_walk_bytes(const GraphSize& size, bool weighted, const WalkOptions& options) {
  const double starts =
      options.from_all ? static_cast<double>(size.vertices) : static_cast<double>(options.starts.size());
  const double walks = starts * static_cast<double>(options.walks);
  const double bytes = walks * (sizeof(Walks::Walk) + static_cast<double>(options.length) * sizeof(Huri));
  std::uint64_t beside = weighted ? size.edges * sizeof(double) : 0;
  if (size.groups > 1) beside += size.vertices * sizeof(std::uint64_t);
  return static_cast<std::uint64_t>(std::min(bytes, 0x1p62)) + beside + (std::uint64_t{1} << 16);
}

}  // namespace quadrille::analytics
