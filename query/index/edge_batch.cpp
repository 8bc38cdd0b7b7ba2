#include "query/index/edge_batch.hpp"

#include <algorithm>
#include <numeric>

#include "base/sort_different.hpp"
#include "query/table/row_limit.hpp"

namespace quadrille::query {

EdgeBatch::EdgeBatch(Context& context, const GraphScope& scope, std::vector<EdgeKind> kinds, bool with_predicates)
    : context_(context),
      with_predicates_(with_predicates),
      asked_(static_cast<std::size_t>(context.team.size())),
      keys_(&context.arena),
      questions_(&context.arena),
      answers_(&context.arena),
      answer_counts_(&context.arena),
      answer_ends_(&context.arena),
      answer_predicates_(&context.arena),
      places_(&context.arena.own()),
      ends_(&context.arena.own()),
      predicates_(&context.arena.own()),
      found_(&context.arena.own()) {
  for (EdgeKind& kind : kinds) {
    auto edges = std::make_unique<EdgeLookup>(context, scope, kind.predicate, kind.backward);
    lookups_.push_back({std::move(kind), std::move(edges)});
  }
}

void EdgeBatch::look_up(std::span<const Huri> nodes) {
  places_.clear();
  ends_.clear();
  predicates_.clear();
  if (lookups_.empty()) return;
  find_targets(nodes);
  send_nodes();
  pgas::ExchangeView questions(context_.team, questions_);
  answer(questions);
  questions.finish();
  receive(nodes);
}

void EdgeBatch::find_targets(std::span<const Huri> nodes) {
  different_.assign(nodes.begin(), nodes.end());
  sort_different(different_);
  for (auto& places : asked_) places.clear();
  for (std::uint32_t place = 0; place < different_.size(); ++place) {
    members_.clear();
    for (const Lookup& lookup : lookups_) lookup.edges->append_owners(different_[place], members_);
    sort_different(members_);
    for (const int member : members_) asked_[static_cast<std::size_t>(member)].push_back(place);
  }
}

void EdgeBatch::send_nodes() {
  keys_.clear();
  for (const auto& places : asked_) {
    for (const std::uint32_t place : places) keys_.push_back(different_[place]);
  }
  questions_.clear();
  std::size_t begin = 0;
  for (const auto& places : asked_) {
    questions_.push_back(std::as_bytes(std::span(keys_).subspan(begin, places.size())));
    begin += places.size();
  }
}

// Looks up the requests of all members, in their order, and makes the blocks of the answer: counts, ends, predicates.
void EdgeBatch::answer(const pgas::ExchangeView& questions) {
  answer_counts_.clear();
  answer_ends_.clear();
  answer_predicates_.clear();
  std::vector<std::size_t> first_edges{0};
  for (int member = 0; member < questions.size(); ++member) {
    for (const Huri node : questions.from_as<Huri>(member)) {
      const std::size_t before = answer_ends_.size();
      append_edges(node);
      require_row_numbers(answer_ends_.size() - before, "edges of a node");
      answer_counts_.push_back(static_cast<std::uint32_t>(answer_ends_.size() - before));
      if ((answer_counts_.size() & 0xff) == 0) context_.check();
    }
    first_edges.push_back(answer_ends_.size());
  }
  answers_.clear();
  std::size_t counts = 0;
  for (int member = 0; member < questions.size(); ++member) {
    const std::size_t keys = questions.from_as<Huri>(member).size();
    const std::size_t begin = first_edges[static_cast<std::size_t>(member)];
    const std::size_t edges = first_edges[static_cast<std::size_t>(member) + 1] - begin;
    answers_.push_back(std::as_bytes(std::span(answer_counts_).subspan(counts, keys)));
    answers_.push_back(std::as_bytes(std::span(answer_ends_).subspan(begin, edges)));
    if (with_predicates_) answers_.push_back(std::as_bytes(std::span(answer_predicates_).subspan(begin, edges)));
    counts += keys;
  }
}

void EdgeBatch::append_edges(Huri node) {
  for (const Lookup& lookup : lookups_) {
    if (!lookup.kind.predicate.is_unbound()) {
      ends_.clear();
      lookup.edges->append_ends(node, ends_);
      answer_ends_.insert(answer_ends_.end(), ends_.begin(), ends_.end());
      if (with_predicates_) answer_predicates_.resize(answer_ends_.size(), lookup.kind.predicate);
      continue;
    }
    found_.clear();
    lookup.edges->append_edges(node, found_);
    const auto& excluded = lookup.kind.excluded;
    for (const auto& [predicate, end] : found_) {
      if (std::find(excluded.begin(), excluded.end(), predicate) != excluded.end()) continue;
      answer_ends_.push_back(end);
      if (with_predicates_) answer_predicates_.push_back(predicate);
    }
  }
}

// Reads the members' answers and assigns the edges of each different node to the places of the node.
void EdgeBatch::receive(std::span<const Huri> nodes) {
  ends_.clear();
  pgas::ExchangeView answers(context_.team, answers_, with_predicates_ ? 3 : 2);
  const std::size_t members = asked_.size();
  std::vector<std::size_t> firsts(different_.size() + 1, 0);  // by different node: its first edge
  for (std::size_t member = 0; member < members; ++member) {
    const auto counts = answers.from_as<std::uint32_t>(static_cast<int>(member), 0);
    for (std::size_t key = 0; key < counts.size(); ++key) firsts[asked_[member][key] + 1] += counts[key];
  }
  std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());
  Nodes ends(firsts.back(), &context_.arena.own());
  Nodes predicates(with_predicates_ ? firsts.back() : 0, &context_.arena.own());
  std::vector<std::size_t> next(firsts);
  for (std::size_t member = 0; member < members; ++member) {
    const auto counts = answers.from_as<std::uint32_t>(static_cast<int>(member), 0);
    const auto their_ends = answers.from_as<Huri>(static_cast<int>(member), 1);
    std::size_t begin = 0;
    for (std::size_t key = 0; key < counts.size(); ++key) {
      std::size_t& to = next[asked_[member][key]];
      std::copy_n(their_ends.begin() + static_cast<std::ptrdiff_t>(begin), counts[key],
                  ends.begin() + static_cast<std::ptrdiff_t>(to));
      if (with_predicates_) {
        std::copy_n(answers.from_as<Huri>(static_cast<int>(member), 2).begin() + static_cast<std::ptrdiff_t>(begin),
                    counts[key], predicates.begin() + static_cast<std::ptrdiff_t>(to));
      }
      begin += counts[key];
      to += counts[key];
    }
  }
  answers.finish();
  for (std::uint32_t place = 0; place < nodes.size(); ++place) {
    const auto found = std::lower_bound(different_.begin(), different_.end(), nodes[place]) - different_.begin();
    for (std::size_t edge = firsts[static_cast<std::size_t>(found)]; edge < firsts[static_cast<std::size_t>(found) + 1];
         ++edge) {
      places_.push_back(place);
      ends_.push_back(ends[edge]);
      if (with_predicates_) predicates_.push_back(predicates[edge]);
    }
  }
}

}  // namespace quadrille::query
