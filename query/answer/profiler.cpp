#include "query/answer/profiler.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "query/operators/construct.hpp"
#include "query/operators/describe.hpp"

namespace quadrille::query {

namespace {

// The message of one image: the work of the whole query, then of each operator in the order of the tree, parents
// first.
struct ImageWork {
  std::uint64_t rows = 0;
  double own_seconds = 0, seconds = 0;
  std::uint64_t exchanged_bytes = 0, messages = 0, message_bytes = 0, held_bytes = 0;
};

ImageWork work_of(const Work& work) {
  return {work.rows,
          std::max(0.0, work.own_seconds),
          work.seconds,
          work.network.bytes,
          work.network.messages,
          work.network.sent_bytes,
          static_cast<std::uint64_t>(std::max<std::int64_t>(0, work.most_held_bytes))};
}

void collect(const Operator& node, std::vector<ImageWork>& all) {
  all.push_back(work_of(node.work()));
  for (const Operator* child : node.children()) collect(*child, all);
}

void add(OperatorCost& cost, const ImageWork& work) {
  cost.rows += work.rows;
  cost.most_rows = std::max(cost.most_rows, work.rows);
  cost.own_seconds = std::max(cost.own_seconds, work.own_seconds);
  cost.seconds = std::max(cost.seconds, work.seconds);
  cost.exchanged_bytes += work.exchanged_bytes;
  cost.messages += work.messages;
  cost.message_bytes += work.message_bytes;
  cost.held_bytes += work.held_bytes;
  cost.most_held_bytes = std::max(cost.most_held_bytes, work.held_bytes);
}

// Collective. Returns the sums by operator, in the order of collect(); the whole query's first.
std::vector<OperatorCost> add_images(pgas::Team& team, const std::vector<ImageWork>& mine) {
  std::vector<OperatorCost> costs(mine.size());
  for (const std::string& bytes :
       team.all_gather_bytes({reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(ImageWork)})) {
    for (std::size_t place = 0; place < costs.size(); ++place) {
      ImageWork theirs;
      std::memcpy(&theirs, bytes.data() + place * sizeof theirs, sizeof theirs);
      add(costs[place], theirs);
    }
  }
  return costs;
}

// Above the operator that makes triples, columns are the places of a triple, not variables of the query.
bool makes_triples(const Operator& node) {
  return dynamic_cast<const ConstructTriples*>(&node) != nullptr ||
         dynamic_cast<const DescribeTriples*>(&node) != nullptr;
}
bool has_triples(const Operator& node) {
  const auto below = node.children();
  return makes_triples(node) || (below.size() == 1 && has_triples(*below.front()));
}

class Reporter {
 public:
  Reporter(const PlanWords& words, const std::vector<OperatorCost>& costs)
      : words_(words), of_triples_(words.with_variables({"subject", "predicate", "object", "graph"})), costs_(costs) {}

  OperatorReport report(const Operator& node, bool in_triples) {
    const bool below = in_triples && !makes_triples(node);
    const PlanWords& mine = below ? of_triples_ : words_;
    OperatorReport made{
        node.describe(), node.details(mine), mine.distribution(node.schema()), node.estimated_rows, {}, {}};
    if (!costs_.empty()) made.cost = costs_[next_++];
    for (const Operator* child : node.children()) made.inputs.push_back(report(*child, below));
    return made;
  }

 private:
  const PlanWords& words_;
  const PlanWords of_triples_;
  const std::vector<OperatorCost>& costs_;
  std::size_t next_ = 1;
};

}  // namespace

void Profiler::planned() {
  plan_seconds_ += watch_.seconds();
  watch_.restart();
}

void Profiler::move_to(pgas::Team& team) {
  team_ = &team;
  before_ = team.counters();
  watch_.restart();
}

void Profiler::ended() {
  run_seconds_ = watch_.seconds();
}

PieceSink Profiler::sink() {
  return [this](std::string_view piece) {
    answer_bytes_ += piece.size();
    return true;
  };
}

Explanation Profiler::explain(Explain kind, const Operator& root, const PlanWords& words) const {
  std::vector<OperatorCost> costs;
  if (kind == Explain::profile) {
    const pgas::Counters network = team_->counters() - before_;
    std::vector<ImageWork> mine(1);
    mine[0].exchanged_bytes = network.bytes;
    mine[0].messages = network.messages;
    mine[0].message_bytes = network.sent_bytes;
    mine[0].held_bytes = arena_.high_water_bytes();
    collect(root, mine);
    costs = add_images(*team_, mine);
  }
  Explanation made;
  made.kind = kind;
  made.images = made.images_used = team_->size();
  made.groups_used = team_->num_groups();
  made.plan_seconds = plan_seconds_;
  made.root = Reporter(words, costs).report(root, has_triples(root));
  if (costs.empty()) return made;
  made.run_seconds = run_seconds_;
  made.answer_rows = made.root.cost.rows;
  made.answer_bytes = answer_bytes_;
  made.memory_bytes = costs[0].held_bytes;
  made.most_memory_bytes = costs[0].most_held_bytes;
  made.exchanged_bytes = costs[0].exchanged_bytes;
  made.messages = costs[0].messages;
  made.message_bytes = costs[0].message_bytes;
  return made;
}

}  // namespace quadrille::query
