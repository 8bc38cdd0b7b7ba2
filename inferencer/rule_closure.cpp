#include "inferencer/rule_closure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "quadstore/merged_batch.hpp"
#include "query/update/send_records.hpp"
#include "query/update/whole_graphs.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::uint64_t kRowsAtOnce = 1 << 16;

// The rows of some shards, shard by shard.
template <int kColumns>
RowSource<kColumns> rows_of(const Snapshot& snapshot, query::ShardSpan shards, Permutation permutation) {
  const auto run_of = [&snapshot, permutation](std::uint32_t shard) {
    return snapshot.run(permutation, ShardId{shard});
  };
  RowSource<kColumns> source;
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard)
    source.spans += static_cast<std::size_t>((run_of(shard).rows() + kRowsAtOnce - 1) / kRowsAtOnce);
  source.for_each = [run_of, shards](const auto& visit) {
    MergedBatch batch;
    std::vector<Huri> values;
    std::vector<Row<kColumns>> rows;
    for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
      const MergedRun run = run_of(shard);
      for (MergedRows left = run.find({}); !left.empty();) {
        batch.take(left, std::min(left.size(), kRowsAtOnce));
        rows.resize(batch.size());
        values.resize(batch.size());
        for (int column = 0; column < kColumns; ++column) {
          batch.read(ColumnIndex(static_cast<std::uint8_t>(column)), values);
          for (std::size_t row = 0; row < rows.size(); ++row) rows[row][static_cast<std::size_t>(column)] = values[row];
        }
        visit(rows);
      }
    }
  };
  return source;
}

}  // namespace

RuleClosure::RuleClosure(RuleUse use) : use_(std::move(use)), constants_(constants_of(use_.rules)) {
  if (!use_.into.empty()) constants_.emplace_back(TermView::iri(use_.into));
}

std::vector<Quad> RuleClosure::quads_that_follow(query::Context& context, const Dictionary& dictionary,
                                                 DeltaInterner& interner, query::FreshBlanks& blanks) const {
  std::vector<TermView> terms;
  for (const Term& constant : constants_) terms.push_back(constant.view());
  std::vector<Huri> huris(terms.size());
  interner.intern(terms, huris);
  std::unordered_map<std::string, Huri> by_text;
  for (std::size_t i = 0; i < terms.size(); ++i) by_text.emplace(to_ntriples(terms[i]), huris[i]);
  const auto huri_of = [&](TermView term) { return by_text.at(to_ntriples(term)); };

  const Snapshot stated = context.snapshot.in(View::stated);
  const query::ShardSpan own = context.own_shards();
  GivenRows given;
  given.triples = rows_of<3>(stated, own, Permutation::spo);
  given.quads = rows_of<4>(stated, own, Permutation::spog);
  given.dictionary = [&dictionary]() -> const Dictionary& { return dictionary; };
  given.is_spread = dictionary.map() != nullptr;
  given.arena = &context.arena;
  given.intern = [&interner](std::span<const TermView> made, std::span<Huri> out) { interner.intern(made, out); };
  given.next_blank = blanks.next();
  InferenceWatch::Run run(use_.watch.get());
  const pgas::Counters before = context.team.counters();
  const InferOptions options{.graphs = use_.graphs,
                             .into = use_.into.empty() ? kDefaultGraph : huri_of(TermView::iri(use_.into)),
                             .most = use_.most,
                             .end_round = [&run](const RoundEnd& round) { run.round(round); }};
  std::vector<Quad> found;
  const auto add = [&found](const Quad& quad) { found.push_back(quad); };
  const Inference inference = infer_rows(context.team, use_.rules, huri_of, given, options, add,
                                         [&context](std::uint64_t, std::uint64_t) { context.check(); });
  if (use_.watch) run.end(report_of(context.team, inference, use_.rules, context.team.counters() - before));
  if (use_.stops_at_contradictions) refuse_contradictions(inference.contradictions);
  blanks.take_same(inference.new_blanks);
  const std::uint32_t shards = context.snapshot.shards();
  const auto owner = [&](const Quad& quad) { return context.owner(shard_of(quad.subject, shards)); };
  auto [mine] = query::send_records<1, Quad>(context.team, context.arena, {std::move(found)}, owner);
  query::sort_unique(mine, shards);
  return std::move(mine);
}

std::vector<query::MarkedQuad> RuleClosure::changes(query::Context& context, const Dictionary& dictionary,
                                                    DeltaInterner& interner, query::FreshBlanks& blanks) {
  const std::vector<Quad> now = quads_that_follow(context, dictionary, interner, blanks);
  const Snapshot inferred = context.snapshot.in(View::inferred);
  const query::Context seen(context.team, context.arena, inferred, context.dictionary);
  std::vector<Quad> before;
  query::append_all_graphs(seen, before);
  const query::OwnerOrder order(context.snapshot.shards());
  std::vector<query::MarkedQuad> changes;
  const auto add = [&](std::span<const Quad> quads, std::span<const Quad> others, MarkChange marks) {
    std::vector<Quad> different;
    std::set_difference(quads.begin(), quads.end(), others.begin(), others.end(), std::back_inserter(different), order);
    for (const Quad& quad : different) changes.push_back({quad, marks});
  };
  add(before, now, {Marks::closure, Marks::none});
  add(now, before, {Marks::none, Marks::closure});
  return changes;
}

// On the first image, and so on all.
void RuleClosure::refuse_contradictions(const Contradictions& found) const {
  if (found.count() == 0) return;
  std::string text;
  for (const auto& [source, count] : found.by_rule())
    text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", count, name_of(use_.rules, source));
  fail(ErrorKind::user, "the data would contradict the rules: {}; nothing was changed (--inconsistent stop)", text);
}

}  // namespace quadrille::inferencer
