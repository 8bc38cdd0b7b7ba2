#include "query/update/change_lines.hpp"

#include <algorithm>
#include <memory_resource>
#include <span>

#include "base/number_table.hpp"
#include "quadstore/log/change_block.hpp"
#include "quadstore/log/change_text.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kBatchQuads = 8192;
constexpr std::size_t kFewChanges = 1000;  // lines are for human readers
constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

// HURI -> number, dense from 0 in order of first sight.
class HuriNumbers {
 public:
  std::uint32_t of(Huri huri) {
    const std::hash<Huri> hash;
    numbers_.make_room(huris_.size(), [&](std::uint32_t known) { return hash(huris_[known]); });
    const auto is_same = [&](std::uint32_t known) { return huris_[known] == huri; };
    const std::uint32_t number = numbers_.find_or_insert(hash(huri), huris_.size(), is_same);
    if (number == huris_.size()) huris_.push_back(huri);
    return number;
  }

  const std::vector<Huri>& huris() const { return huris_; }

 private:
  NumberTable numbers_;
  std::vector<Huri> huris_;
};

// The different terms of some quads, ascending by HURI.
class BatchTerms {
 public:
  explicit BatchTerms(Context& context) : context_(context), fetched_(context.arena) {
    context_.dictionary.look_in(fetched_);
  }
  ~BatchTerms() { context_.dictionary.forget(fetched_); }
  BatchTerms(const BatchTerms&) = delete;
  BatchTerms& operator=(const BatchTerms&) = delete;

  // Collective if the terms of other groups must be fetched.
  void read(std::span<const Quad> quads) {
    HuriNumbers numbers;
    quads_.clear();
    for (const Quad& quad : quads) {
      const std::uint32_t graph = quad.graph == kDefaultGraph ? kNoGraph : numbers.of(quad.graph);
      quads_.push_back({numbers.of(quad.subject), numbers.of(quad.predicate), numbers.of(quad.object), graph});
    }
    sort(numbers.huris());
    fetched_.clear();
    if (context_.dictionary.is_spread()) context_.dictionary.fetch(huris_, fetched_, FetchedTerms::Lifetime::batch);
    texts_.release();
    terms_.resize(huris_.size());
    context_.dictionary.read(huris_, terms_, texts_);
  }

  const std::vector<TermView>& terms() const { return terms_; }
  // By quad, numbers of terms; kNoGraph: the default graph.
  const std::vector<std::array<std::uint32_t, 4>>& quads() const { return quads_; }

 private:
  void sort(const std::vector<Huri>& huris) {
    std::vector<std::uint32_t> order(huris.size()), rank(huris.size());
    for (std::uint32_t number = 0; number < order.size(); ++number) order[number] = number;
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return huris[a] < huris[b]; });
    huris_.clear();
    for (const std::uint32_t number : order) {
      rank[number] = static_cast<std::uint32_t>(huris_.size());
      huris_.push_back(huris[number]);
    }
    for (auto& quad : quads_) {
      for (std::uint32_t& number : quad) {
        if (number != kNoGraph) number = rank[number];
      }
    }
  }

  Context& context_;
  FetchedTerms fetched_;
  std::vector<std::array<std::uint32_t, 4>> quads_;
  std::vector<Huri> huris_;  // ascending
  std::vector<TermView> terms_;
  std::pmr::monotonic_buffer_resource texts_;
};

// Calls write(terms of a batch, inserted) for each batch; the same number of times on all images if terms must be
// fetched.
template <class Write>
void for_each_batch(Context& context, const QuadChanges& changes, std::size_t batch_quads, Write&& write) {
  BatchTerms terms(context);
  const auto go_through = [&](const std::vector<Quad>& quads, bool inserted) {
    const std::size_t most = context.dictionary.is_spread() ? context.team.max(quads.size()) : quads.size();
    for (std::size_t begin = 0; begin < most; begin += batch_quads) {
      const std::size_t from = std::min(begin, quads.size());
      terms.read(std::span(quads).subspan(from, std::min(batch_quads, quads.size() - from)));
      if (from < quads.size()) write(terms, inserted);
    }
  };
  go_through(changes.deletes, false);
  go_through(changes.inserts, true);
}

void append_lines(const BatchTerms& batch, bool inserted, std::string& lines) {
  for (const auto& [subject, predicate, object, graph] : batch.quads()) {
    ChangeView change{inserted, batch.terms()[subject], batch.terms()[predicate], batch.terms()[object]};
    if (graph != kNoGraph) change.graph = batch.terms()[graph];
    append_change(lines, change);
  }
}

std::string block_of(const BatchTerms& batch, bool inserted) {
  ChangeBlockWriter block;
  for (const TermView& term : batch.terms()) block.add_term(term);
  for (const auto& [subject, predicate, object, graph] : batch.quads()) {
    block.add({inserted, subject, predicate, object, graph});
  }
  return block.finish();
}

void append_piece(std::string lines, LogPieces& pieces) {
  const bool fits =
      !pieces.empty() && !is_change_block(pieces.back()) && pieces.back().size() + lines.size() <= kPieceBytes;
  if (fits) {
    pieces.back() += lines;
  } else {
    pieces.push_back(std::move(lines));
  }
}

}  // namespace

std::string clear_lines(Context& context, const QuadChanges& changes) {
  std::string lines;
  const auto append = [&](ChangeScope scope, std::optional<TermView> graph = {}) {
    append_change(lines, {.insert = false, .graph = graph, .scope = scope});
  };
  if (changes.clears.default_graph) append(ChangeScope::default_graph);
  if (changes.clears.named_graphs) append(ChangeScope::named_graphs);
  if (!changes.clears_graphs.empty()) {
    BatchTerms names(context);
    std::vector<Quad> quads;
    for (const Huri graph : changes.clears_graphs) quads.push_back({graph, graph, graph});
    names.read(quads);
    for (const TermView& name : names.terms()) append(ChangeScope::named_graph, name);
  }
  return lines;
}

void append_changes(Context& context, const QuadChanges& changes, LogPieces& pieces) {
  if (std::string lines = clear_lines(context, changes); !lines.empty()) append_piece(std::move(lines), pieces);
  const std::size_t count = changes.deletes.size() + changes.inserts.size();
  const bool is_spread = context.dictionary.is_spread();
  if ((is_spread ? context.team.max(count) : count) > kFewChanges) {
    for_each_batch(context, changes, kBlockChanges,
                   [&](const BatchTerms& batch, bool inserted) { pieces.push_back(block_of(batch, inserted)); });
    return;
  }
  for_each_batch(context, changes, kBatchQuads, [&](const BatchTerms& batch, bool inserted) {
    std::string lines;
    append_lines(batch, inserted, lines);
    append_piece(std::move(lines), pieces);
  });
}

void write_change_lines(Context& context, const QuadChanges& changes,
                        const std::function<void(std::string_view lines)>& take) {
  for_each_batch(context, changes, kBatchQuads, [&](const BatchTerms& batch, bool inserted) {
    std::string lines;
    append_lines(batch, inserted, lines);
    take(lines);
  });
}

}  // namespace quadrille::query
