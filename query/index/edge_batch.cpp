#include "query/index/edge_batch.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/sort_different.hpp"
#include "quadstore/meant_terms.hpp"
#include "query/table/row_limit.hpp"

namespace quadrille::query {

EdgeBatch::EdgeBatch(Context& context, const GraphScope& scope, std::vector<EdgeKind> kinds, bool with_predicates)
    : context_(context),
      kinds_(std::move(kinds)),
      questions_{{}, {}, Shared<Huri>(&context.arena), Shared<pgas::Block>(&context.arena)},
      answers_{Shared<std::uint32_t>(&context.arena),
               {},
               std::pmr::vector<std::uint32_t>(&context.arena.own()),
               Shared<pgas::Block>(&context.arena)},
      places_(&context.arena.own()),
      rows_(&context.arena.own()),
      ends_(&context.arena.own()),
      edges_(&context.arena.own()) {
  questions_.asked.resize(static_cast<std::size_t>(context.team.size()));
  add_lookups(scope);
  columns_ = may_have_copies_ ? 3 : with_predicates || stated_ ? 2 : 1;
  for (std::size_t column = 0; column < columns_; ++column) {
    answers_.columns.emplace_back(&context.arena);
    found_.emplace_back(&context.arena.own());
  }
}

// All graphs together are looked up apart, if the default graph has classes: only its edges may be stated ones.
void EdgeBatch::add_lookups(const GraphScope& scope) {
  const bool is_all = scope.kind == GraphScope::Kind::everything;
  const bool has_meant = (is_all || scope.kind == GraphScope::Kind::default_graph) && context_.data.classes();
  const auto add = [&](const GraphScope& part, bool its) {
    for (std::uint32_t kind = 0; kind < kinds_.size(); ++kind) {
      lookups_.push_back(
          {kind, std::make_unique<EdgeLookup>(context_, part, kinds_[kind].predicate, kinds_[kind].backward), its});
    }
  };
  if (has_meant && asks_for_stated(context_.data.default_graph()))
    stated_.emplace(context_.team, context_.arena, context_.data.default_graph());
  may_have_copies_ = has_meant && is_all;
  if (!may_have_copies_) return add(scope, has_meant);
  add(GraphScope::unnamed_part(), true);
  add(scope.named_part(), false);
}

void EdgeBatch::look_up(std::span<const Huri> nodes) {
  places_.clear();
  rows_.clear();
  if (lookups_.empty()) return;
  find_targets(nodes);
  send_nodes();
  pgas::ExchangeView questions(context_.team, questions_.blocks);
  answer(questions);
  if (stated_) leave_out_stated(questions);
  make_answers(questions);
  questions.finish();
  receive(nodes);
}

void EdgeBatch::find_targets(std::span<const Huri> nodes) {
  questions_.different.assign(nodes.begin(), nodes.end());
  sort_different(questions_.different);
  for (auto& places : questions_.asked) places.clear();
  for (std::uint32_t place = 0; place < questions_.different.size(); ++place) {
    members_.clear();
    for (const Lookup& lookup : lookups_) lookup.edges->append_owners(questions_.different[place], members_);
    sort_different(members_);
    for (const int member : members_) questions_.asked[static_cast<std::size_t>(member)].push_back(place);
  }
}

void EdgeBatch::send_nodes() {
  questions_.keys.clear();
  for (const auto& places : questions_.asked) {
    for (const std::uint32_t place : places) questions_.keys.push_back(questions_.different[place]);
  }
  questions_.blocks.clear();
  std::size_t begin = 0;
  for (const auto& places : questions_.asked) {
    questions_.blocks.push_back(std::as_bytes(std::span(questions_.keys).subspan(begin, places.size())));
    begin += places.size();
  }
}

// Looks up the requests of all members, in their order.
void EdgeBatch::answer(const pgas::ExchangeView& questions) {
  answers_.counts.clear();
  answers_.lookups.clear();
  for (Shared<Huri>& column : answers_.columns) column.clear();
  for (int member = 0; member < questions.size(); ++member) {
    for (const Huri node : questions.from_as<Huri>(member)) {
      const std::size_t before = answers_.columns[kEnd].size();
      append_edges(node);
      const std::size_t edges = answers_.columns[kEnd].size() - before;
      require_row_numbers(edges, "edges of a node");
      answers_.counts.push_back(static_cast<std::uint32_t>(edges));
      if ((answers_.counts.size() & 0xff) == 0) context_.check();
    }
  }
}

// The blocks of the answers: counts, and the columns of the edges.
void EdgeBatch::make_answers(const pgas::ExchangeView& questions) {
  answers_.blocks.clear();
  std::size_t key = 0, edge = 0;
  for (int member = 0; member < questions.size(); ++member) {
    const std::size_t keys = questions.from_as<Huri>(member).size();
    const std::span<const std::uint32_t> counts = std::span(answers_.counts).subspan(key, keys);
    const std::size_t edges = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    answers_.blocks.push_back(std::as_bytes(counts));
    for (const Shared<Huri>& column : answers_.columns)
      answers_.blocks.push_back(std::as_bytes(std::span(column).subspan(edge, edges)));
    key += keys;
    edge += edges;
  }
}

void EdgeBatch::append_edges(Huri node) {
  for (std::uint32_t lookup = 0; lookup < lookups_.size(); ++lookup) append_edges(node, lookup);
}

void EdgeBatch::append_edges(Huri node, std::uint32_t lookup) {
  const EdgeKind& kind = kinds_[lookups_[lookup].kind];
  EdgeLookup& edges = *lookups_[lookup].edges;
  Shared<Huri>& all_ends = answers_.columns[kEnd];
  if (!kind.predicate.is_unbound()) {
    ends_.clear();
    edges.append_ends(node, ends_);
    all_ends.insert(all_ends.end(), ends_.begin(), ends_.end());
    if (columns_ > kPredicate) answers_.columns[kPredicate].resize(all_ends.size(), kind.predicate);
  } else {
    edges_.clear();
    edges.append_edges(node, edges_);
    for (const auto& [predicate, end] : edges_) {
      if (std::find(kind.excluded.begin(), kind.excluded.end(), predicate) != kind.excluded.end()) continue;
      all_ends.push_back(end);
      if (columns_ > kPredicate) answers_.columns[kPredicate].push_back(predicate);
    }
  }
  if (columns_ > kKind) answers_.columns[kKind].resize(all_ends.size(), Huri(std::uint64_t{lookups_[lookup].kind}));
  if (stated_) answers_.lookups.resize(all_ends.size(), lookup);
}

// Collective.
void EdgeBatch::leave_out_stated(const pgas::ExchangeView& questions) {
  std::pmr::vector<Quad> triples(&context_.arena.own());
  std::size_t edge = 0, key = 0;
  for (int member = 0; member < questions.size(); ++member) {
    for (const Huri node : questions.from_as<Huri>(member)) {
      for (const std::size_t last = edge + answers_.counts[key++]; edge < last; ++edge) {
        const Lookup& its = lookups_[answers_.lookups[edge]];
        if (!its.has_meant) continue;
        const Huri end = answers_.columns[kEnd][edge], predicate = answers_.columns[kPredicate][edge];
        const bool backward = kinds_[its.kind].backward;
        triples.push_back({backward ? end : node, predicate, backward ? node : end, kDefaultGraph});
      }
    }
  }
  const auto are_stated = stated_->find(triples);
  std::size_t kept = 0, triple = 0;
  edge = 0;
  for (std::uint32_t& count : answers_.counts) {
    const std::size_t before = kept;
    for (const std::size_t last = edge + count; edge < last; ++edge) {
      if (lookups_[answers_.lookups[edge]].has_meant && are_stated[triple++] != 0) continue;
      for (Shared<Huri>& column : answers_.columns) column[kept] = column[edge];
      ++kept;
    }
    count = static_cast<std::uint32_t>(kept - before);
  }
  for (Shared<Huri>& column : answers_.columns) column.resize(kept);
}

// Reads the members' answers and assigns the edges of each different node to the places of the node.
void EdgeBatch::receive(std::span<const Huri> nodes) {
  pgas::ExchangeView answers(context_.team, answers_.blocks, static_cast<int>(columns_ + 1));
  const std::size_t members = questions_.asked.size();
  std::vector<std::size_t> firsts(questions_.different.size() + 1, 0);  // by different node: its first edge
  for (std::size_t member = 0; member < members; ++member) {
    const auto counts = answers.from_as<std::uint32_t>(static_cast<int>(member), 0);
    for (std::size_t key = 0; key < counts.size(); ++key) firsts[questions_.asked[member][key] + 1] += counts[key];
  }
  std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());
  for (Nodes& column : found_) column.resize(firsts.back());
  std::vector<std::size_t> next(firsts);
  for (std::size_t member = 0; member < members; ++member) {
    const auto counts = answers.from_as<std::uint32_t>(static_cast<int>(member), 0);
    std::size_t begin = 0;
    for (std::size_t key = 0; key < counts.size(); ++key) {
      std::size_t& to = next[questions_.asked[member][key]];
      for (std::size_t column = 0; column < columns_; ++column) {
        const auto theirs = answers.from_as<Huri>(static_cast<int>(member), static_cast<int>(column + 1));
        std::copy_n(theirs.begin() + static_cast<std::ptrdiff_t>(begin), counts[key],
                    found_[column].begin() + static_cast<std::ptrdiff_t>(to));
      }
      begin += counts[key];
      to += counts[key];
    }
  }
  answers.finish();
  places_.reserve(firsts.back());
  rows_.reserve(firsts.back());
  const auto add = [&](std::uint32_t place, std::size_t row) {
    places_.push_back(place);
    rows_.push_back(row);
  };
  std::vector<std::size_t> edges;
  for (std::uint32_t place = 0; place < nodes.size(); ++place) {
    const auto found = static_cast<std::size_t>(
        std::lower_bound(questions_.different.begin(), questions_.different.end(), nodes[place]) -
        questions_.different.begin());
    if (!may_have_copies_) {
      for (std::size_t row = firsts[found]; row < firsts[found + 1]; ++row) add(place, row);
      continue;
    }
    edges.resize(firsts[found + 1] - firsts[found]);
    std::iota(edges.begin(), edges.end(), firsts[found]);
    drop_copies(edges);
    for (const std::size_t row : edges) add(place, row);
  }
}

// An edge of the default graph, and the same one of a named graph.
void EdgeBatch::drop_copies(std::vector<std::size_t>& edges) const {
  const auto key = [&](std::size_t edge) {
    return std::array{found_[kKind][edge], found_[kPredicate][edge], found_[kEnd][edge]};
  };
  std::sort(edges.begin(), edges.end(), [&](auto a, auto b) { return key(a) < key(b); });
  edges.erase(std::unique(edges.begin(), edges.end(), [&](auto a, auto b) { return key(a) == key(b); }), edges.end());
}

}  // namespace quadrille::query
