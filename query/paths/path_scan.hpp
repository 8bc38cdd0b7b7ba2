#pragma once

// A PathScan returns the solutions of a property path pattern (SPARQL 1.1 Query, 18.4): pairs of nodes that the path
// joins. It starts from an end that is a term; else from the values that one end can have, if the plan provides them
// (PathStarts); else from every node that the path can begin at (path_sources.hpp). Each image starts from the nodes
// whose shard it owns. Where all shards are open it walks alone, from one node after the other (PathWalk); else all
// images walk together, from many nodes at a time (PathWave). Several images share the work of a closure from one term
// (SpreadClosure).

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "parser/algebra.hpp"
#include "query/operators/operator.hpp"
#include "query/paths/path_walk.hpp"
#include "query/paths/path_wave.hpp"
#include "query/paths/spread_closure.hpp"
#include "query/table/quad_pattern.hpp"

namespace quadrille::query {

// Values of one end, which is a variable: a table of one column, each value once, on the owner of its shard. For a
// path that may have no length, the values are searched in the graph, where all shards are open.
struct PathStarts {
  OperatorPtr values;
  bool at_object = false;
  bool may_be_elsewhere = false;  // the values must be searched
};

// The pairs of a path from a batch of sources, which all images walk from together.
class SourceBatch {
 public:
  // Collective. Walks from the next sources, and returns their number. `sources`: those of this image that are
  // left. `chunk_rows`: the rows of a chunk; a batch aims at a few times as many pairs.
  std::size_t walk(PathWave& wave, std::span<const Huri> sources, bool backward, std::size_t chunk_rows);
  bool has_pair() const { return next_ < reached_.size(); }
  // The next source, and a node that the path reaches from it.
  std::pair<Huri, Huri> next_pair() {
    const Reached& pair = reached_[next_++];
    return {sources_[pair.place], pair.node};
  }

 private:
  static constexpr std::size_t kFewSources = 16, kMostSources = 4096;
  std::size_t wanted_ = kFewSources;  // sources of a batch: enough for some chunks of rows
  std::span<const Huri> sources_;
  std::span<const Reached> reached_;  // places in sources_
  std::size_t next_ = 0;              // in reached_
};

// How images walk: each alone, all together in waves, or all from one term.
enum class PathWay : std::uint8_t { alone, waves, spread };

class PathScan final : public Operator {
 public:
  // `subject`, `object`: variables or HURIs, including local ones (a term that is nowhere in the data still has the
  // path of no length to itself). Collective for other ways than `alone`.
  PathScan(Slot subject, parser::Path path, Slot object, GraphScope scope, PathWay way, PathStarts starts = {});
  std::string describe() const override { return "PathScan"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override;

  // True if all images can share the work.
  static bool can_spread(const Slot& subject, const parser::Path& path, const Slot& object);

  // Between two variables: distributed by the one that it starts from. From a term: by the other end if it is spread,
  // else on the first image. Not sorted.
  static Schema schema_of(const Slot& subject, const Slot& object, const GraphScope& scope, const PathStarts& starts,
                          PathWay way);

 private:
  void take_starts_in(Context& context, const GraphScope& graph);
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  bool next_alone(Context& context, Table& out);
  bool next_together(Context& context, Table& out);
  bool next_spread(Context& context, Table& out);
  bool next_graph(Context& context);
  void write(Huri source, Huri end, Table& out) const;

  const Slot subject_, object_;
  const parser::Path path_;
  const GraphScope scope_;
  const PathWay way_;
  PathStarts starts_;
  const bool backward_;           // it starts from the object
  std::unique_ptr<Table> known_;  // the values of starts_
  struct Graphs {
    std::vector<GraphScope> all;
    std::size_t next = 0;
  };
  Graphs graphs_;  // to walk in, one after the other
  std::unique_ptr<PathWalk> walk_;
  struct Sources {
    std::unique_ptr<Nodes> nodes;
    std::size_t next = 0;
    bool has_next() const { return nodes && next < nodes->size(); }
  };
  Sources sources_;
  std::unique_ptr<PathWave> wave_;
  SourceBatch batch_;
  std::unique_ptr<SpreadClosure> closure_;
};

}  // namespace quadrille::query
