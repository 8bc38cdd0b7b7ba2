#include "analytics/loopless_paths.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "analytics/breadth_first_search.hpp"
#include "analytics/detail/path_task.hpp"
#include "analytics/detail/step_lists.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/shortest_paths.hpp"
#include "base/assert.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {
namespace {

constexpr double kNotReached = std::numeric_limits<double>::infinity();

template <class T>
std::span<T> writable(std::span<const T> array) {
  return {const_cast<T*>(array.data()), array.size()};
}

class LooplessSearch {
 public:
  LooplessSearch(Workers& workers, const Graph& graph, const LooplessPathOptions& options)
      : workers_(workers),
        graph_(graph),
        reversed_(graph.reversed()),
        options_(options),
        weighted_(workers.team().any(graph.has_weights())),
        mirrors_(workers, graph, sizeof(double)),
        found_(&workers.arena().own()) {}

  LooplessPaths run() {
    std::map<Huri, std::vector<std::uint32_t>> pairs;  // by end
    for (std::uint32_t pair = 0; pair < options_.pairs.size(); ++pair) pairs[options_.pairs[pair].end].push_back(pair);
    RoundMeter meter(workers_);
    for (const auto& [end, places] : pairs) {
      const std::span<double> rest = end.is_unbound() ? std::span<double>() : distances_to(end, places);
      StepLists lists(workers_, graph_, rest, weighted_);
      find_from(lists, places);
      workers_.free_shared(rest);
      meter.end_round("paths", places.size());
    }
    mirrors_.free();
    number_paths();
    return std::move(found_);
  }

 private:
  // Collective. By slot.
  std::span<double> distances_to(Huri end, const std::vector<std::uint32_t>& pairs) {
    const std::span<double> rest = workers_.make_filled<double>(graph_.slots(), kNotReached);
    const Range mine = workers_.my_part(graph_.own());
    const std::span<const Huri> starts(&end, 1);
    if (weighted_) {
      const PathResult found = shortest_paths(workers_, reversed_, {.starts = starts, .parents = false});
      std::copy_n(found.distance.begin() + static_cast<std::ptrdiff_t>(mine.begin), mine.size(), &rest[0] + mine.begin);
      workers_.free_shared(writable(found.distance));
    } else {
      SearchOptions search{.starts = starts};
      if (options_.longest < 1e9) search.most_depth = static_cast<std::int32_t>(std::max(options_.longest, 0.0));
      std::vector<Huri> sought;
      for (const std::uint32_t pair : pairs) sought.push_back(options_.pairs[pair].start);
      if (options_.shortest || options_.most == 1) search.until = sought;
      const SearchResult found = breadth_first_search(workers_, reversed_, search);
      for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
        if (found.depth[slot] >= 0) rest[slot] = found.depth[slot];
      }
      workers_.free_shared(writable(found.depth)), workers_.free_shared(writable(found.parent));
    }
    workers_.barrier();
    mirrors_.update_all(rest);
    return rest;
  }

  std::unique_ptr<PathTask> task_of(StepLists& lists, std::uint32_t pair) {
    const PathPair& ends = options_.pairs[pair];
    const PathTaskInput input{lists, found_, pair, ends, options_.most, options_.shortest, options_.longest};
    if (ends.start == ends.end) return make_loop_task(input);
    const bool takes_all = options_.most == LooplessPathOptions::kAll || ends.end.is_unbound();
    return takes_all ? make_walk_task(input) : make_yen_task(input);
  }

  // Collective. Within one group the image that is free takes the next pair.
  void find_from(StepLists& lists, const std::vector<std::uint32_t>& pairs) {
    if (workers_.is_one_group()) {
      return workers_.for_each_task(pairs.size(), 1, [&](std::size_t place, std::size_t) {
        const bool is_finished = task_of(lists, pairs[place])->advance();
        QUADRILLE_ASSERT(is_finished, "one group has all lists");
      });
    }
    std::vector<std::unique_ptr<PathTask>> tasks;
    const auto images = static_cast<std::size_t>(workers_.team().size());
    for (auto place = static_cast<std::size_t>(workers_.team().rank()); place < pairs.size(); place += images) {
      tasks.push_back(task_of(lists, pairs[place]));
    }
    do {
      std::erase_if(tasks, [](const std::unique_ptr<PathTask>& task) { return task->advance(); });
    } while (lists.fetch());
  }

  // Collective. Sorts the paths by pair and numbers them.
  void number_paths() {
    std::stable_sort(found_.paths.begin(), found_.paths.end(),
                     [](const auto& a, const auto& b) { return a.pair < b.pair; });
    std::vector<std::uint32_t> counts(options_.pairs.size());
    std::string mine;
    for (auto path = found_.paths.begin(); path != found_.paths.end();) {
      const auto end = std::find_if(path, found_.paths.end(), [&](const auto& one) { return one.pair != path->pair; });
      const std::uint64_t entry[] = {path->pair, static_cast<std::uint64_t>(end - path)};
      mine.append(reinterpret_cast<const char*>(entry), sizeof(entry));
      path = end;
    }
    std::vector<std::uint64_t> next(options_.pairs.size() + 1);
    for (const std::string& theirs : workers_.team().all_gather_bytes(mine)) {
      for (std::size_t at = 0; at < theirs.size(); at += 16) {
        std::uint64_t entry[2];
        copy_bytes(entry, theirs.data() + at, sizeof(entry));
        next[entry[0] + 1] = entry[1];
      }
    }
    for (std::size_t pair = 1; pair < next.size(); ++pair) next[pair] += next[pair - 1];
    for (LooplessPaths::Path& path : found_.paths) path.number = next[path.pair]++;
  }

  Workers& workers_;
  const Graph& graph_;
  const Graph reversed_;
  const LooplessPathOptions options_;
  const bool weighted_;
  Mirrors mirrors_;
  LooplessPaths found_;
};

}  // namespace

LooplessPaths loopless_paths(Workers& workers, const Graph& graph, const LooplessPathOptions& options) {
  QUADRILLE_ASSERT(graph.out().exist() && graph.in().exist(), "paths need both lists");
  return LooplessSearch(workers, graph, options).run();
}

std::uint64_t estimate_loopless_path_bytes(const GraphSize& size, bool weighted) {
  return size.vertices * sizeof(double) + (weighted ? estimate_path_bytes(size) : estimate_search_bytes(size));
}

}  // namespace quadrille::analytics
