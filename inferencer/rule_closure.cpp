#include "inferencer/rule_closure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "base/sort_different.hpp"
#include "dictionary/volatile_huri.hpp"
#include "inferencer/computing.hpp"
#include "inferencer/graph_upkeep.hpp"
#include "inferencer/private_memory.hpp"
#include "inferencer/snapshot_facts.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/sharding.hpp"
#include "query/update/send_records.hpp"
#include "query/update/whole_graphs.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::uint64_t kRowsOfSpan = 1 << 16;

// The rows of some shards, shard by shard.
template <int kColumns>
RowSource<kColumns> rows_of(const Snapshot& snapshot, query::ShardSpan shards, Permutation permutation) {
  const auto run_of = [&snapshot, permutation](std::uint32_t shard) {
    return snapshot.run(permutation, ShardId{shard});
  };
  RowSource<kColumns> source;
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard)
    source.spans += static_cast<std::size_t>((run_of(shard).rows() + kRowsOfSpan - 1) / kRowsOfSpan);
  source.for_each = [run_of, shards](const auto& visit) {
    MergedBatch batch;
    std::vector<Huri> values;
    std::vector<Row<kColumns>> rows;
    for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
      const MergedRun run = run_of(shard);
      for (MergedRows left = run.find({}); !left.empty();) {
        batch.take(left, std::min(left.size(), kRowsOfSpan));
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

bool has_computations(const RuleParts& parts) {
  return std::any_of(parts.of_data.begin(), parts.of_data.end(), [](const Rule& rule) {
    return !rule.computations.empty() || std::any_of(rule.absent.begin(), rule.absent.end(),
                                                     [](const Negation& its) { return !its.conditions.empty(); });
  });
}

// On one image alone.
RunComputations computations_of(RuleTerms& terms) {
  static const Partition kAlone;
  const auto computing = std::make_shared<Computing>(kAlone, terms);
  return [computing](std::span<const Computation> computations, Bindings& bindings) {
    Solutions solutions(bindings.size());
    solutions.add(bindings);
    computing->run(computations, solutions);
    if (solutions.empty()) return false;
    for (const Computation& its : computations) {
      if (!its.result) continue;
      bindings[*its.result] = solutions.column(*its.result).front();
      if (bindings[*its.result].is_blank() && is_query_term(bindings[*its.result]))
        throw GivenUp{"a rule makes blank nodes"};
    }
    return true;
  };
}

// Collective. Gives the terms that rules have made the HURIs that they are stored with. `terms`: on the first image,
// which has the rows.
void store_terms(pgas::Team& team, DeltaInterner& interner, RuleTerms* terms, std::vector<query::MarkedQuad>& rows) {
  std::vector<Huri> made;
  const auto for_each_made = [&](const auto& use) {
    for (query::MarkedQuad& its : rows)
      for (Huri* const huri : {&its.quad.subject, &its.quad.predicate, &its.quad.object, &its.quad.graph})
        if (is_query_term(*huri)) use(*huri);
  };
  for_each_made([&](Huri huri) { made.push_back(huri); });
  if (!team.any(!made.empty())) return;
  sort_different(made);
  std::vector<Term> kept;
  for (const Huri huri : made) kept.push_back(terms->term(huri));
  std::vector<TermView> views;
  for (const Term& term : kept) views.push_back(term.view());
  std::vector<Huri> stored(views.size());
  interner.intern(views, stored);
  for_each_made([&](Huri& huri) {
    huri = stored[static_cast<std::size_t>(std::lower_bound(made.begin(), made.end(), huri) - made.begin())];
  });
}

// The rows of the default graph, or those of all graphs.
FactStore::Size size_of(const Snapshot& snapshot, bool has_named) {
  const auto rows = [&](View view) {
    const Statistics& all = snapshot.in(view).statistics();
    return all.default_graph.rows() + (has_named ? all.named_graphs.rows() : 0);
  };
  return {rows(View::stated), rows(View::inferred)};
}

// Of the named graphs that the rules name.
void add_changes_of_graphs(std::span<const query::MarkedQuad> changes, const RuleParts::Graphs& graphs,
                           StatedChanges& all) {
  std::map<Huri, std::vector<query::MarkedQuad>> by_graph;
  for (const query::MarkedQuad& its : changes)
    if (its.quad.graph != kDefaultGraph && graphs.has(its.quad.graph)) by_graph[its.quad.graph].push_back(its);
  for (const auto& [graph, of_graph] : by_graph) {
    const StatedChanges stated = stated_changes(net_changes(of_graph, graph));
    const auto add = [graph = graph](const std::vector<Fact>& facts, std::vector<Fact>& to) {
      for (const Fact& its : facts) to.push_back({its.subject, its.predicate, its.object, graph});
    };
    add(stated.gained, all.gained);
    add(stated.lost, all.lost);
  }
}

std::map<Huri, ClosureChanges> take_changes_of_graphs(ClosureChanges& changes) {
  std::map<Huri, ClosureChanges> all;
  for (const auto part : {&ClosureChanges::added, &ClosureChanges::removed, &ClosureChanges::still}) {
    std::erase_if(changes.*part, [&](const Fact& fact) {
      if (fact.graph.is_unbound()) return false;
      (all[fact.graph].*part).push_back(fact);
      return true;
    });
  }
  return all;
}

bool makes_terms(const RuleParts& parts) {
  return std::any_of(parts.of_data.begin(), parts.of_data.end(), [](const Rule& rule) { return rule.makes_terms(); });
}

// Those of a state; none if it has none yet.
std::shared_ptr<const EqualTerms> classes_of(const Snapshot& snapshot) {
  static const auto kNone = std::make_shared<const EqualTerms>();
  return snapshot.shared_equal_terms() ? snapshot.shared_equal_terms() : kNone;
}

// Collective. The classes that the first image has found, on all images: what has changed travels.
std::shared_ptr<const EqualTerms> share_classes(pgas::Team& team, const Snapshot& before, Huri same_as,
                                                const EqualChanges& found) {
  using Members = std::vector<EqualTerms::Member>;
  static_assert(std::is_trivially_copyable_v<EqualTerms::Member>);
  std::shared_ptr<const EqualTerms> classes = classes_of(before);
  const Members& changed = found.reclassed;
  const std::string bytes =
      team.broadcast({reinterpret_cast<const char*>(changed.data()), changed.size() * sizeof(EqualTerms::Member)});
  if (bytes.empty()) return classes;
  if (team.is_first()) return found.classes;
  Members members(bytes.size() / sizeof(EqualTerms::Member));
  copy_bytes(members.data(), bytes.data(), bytes.size());
  return std::make_shared<const EqualTerms>(classes->with(same_as, std::move(members)));
}

}  // namespace

// The closure keeps this for the next change. Only the first image has a state.
class RuleClosure::Kept final : public query::ClosureState {
 public:
  explicit Kept(std::shared_ptr<const RuleUse> its_use) : use(std::move(its_use)) {}

  const std::shared_ptr<const RuleUse> use;  // of these rules
  std::shared_ptr<RuleParts> parts;
  Huri into = kDefaultGraph;  // with RuleGraphs::all; known with `parts`
  GraphUpkeepState state;
};

RuleClosure::RuleClosure(RuleUse use)
    : use_(std::make_shared<const RuleUse>(std::move(use))), constants_(constants_of(use_->rules)) {
  if (!use_->into.empty()) constants_.emplace_back(TermView::iri(use_->into));
}

// Collective.
std::function<Huri(TermView)> RuleClosure::huris_of_constants(DeltaInterner& interner) const {
  std::vector<TermView> terms;
  for (const Term& constant : constants_) terms.push_back(constant.view());
  std::vector<Huri> huris(terms.size());
  interner.intern(terms, huris);
  std::unordered_map<std::string, Huri> by_text;
  for (std::size_t i = 0; i < terms.size(); ++i) by_text.emplace(to_ntriples(terms[i]), huris[i]);
  return [by_text = std::move(by_text)](TermView term) { return by_text.at(to_ntriples(term)); };
}

// Of this image's own subjects, in OwnerOrder.
struct RuleClosure::Following {
  std::vector<Quad> quads;   // rows with the mark `closure` alone
  std::vector<Quad> hidden;  // with the mark `stated` alone
  std::shared_ptr<const EqualTerms> equal;
};

RuleClosure::Following RuleClosure::quads_that_follow(query::StateContext& context, const Dictionary& dictionary,
                                                      DeltaInterner& interner, query::FreshBlanks& blanks) const {
  const auto huri_of = huris_of_constants(interner);
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
  InferenceWatch::Run run(use_->watch.get());
  const pgas::Counters before = context.team.counters();
  std::vector<Quad> found, hidden;
  const InferOptions options{.graphs = use_->graphs,
                             .into = use_->into.empty() ? kDefaultGraph : huri_of(TermView::iri(use_->into)),
                             .most = use_->most,
                             .end_round = [&run](const RoundEnd& round) { run.round(round); },
                             .by_representatives = use_->by_representatives,
                             .preferred = context.snapshot.shared_equal_terms().get(),
                             .hide = [&hidden](const Quad& quad) { hidden.push_back(quad); }};
  const auto add = [&found](const Quad& quad) { found.push_back(quad); };
  Inference inference = infer_rows(context.team, use_->rules, huri_of, given, options, add,
                                   [&context](std::uint64_t, std::uint64_t) { context.check(); });
  if (use_->watch) run.end(report_of(context.team, inference, use_->rules, context.team.counters() - before));
  if (use_->stops_at_contradictions) refuse_contradictions(inference.contradictions);
  blanks.take_same(inference.new_blanks);
  const std::uint32_t shards = context.snapshot.shards();
  const auto owner = [&](const Quad& quad) { return context.owner(shard_of(quad.subject, shards)); };
  auto [mine] = query::send_records<1, Quad>(context.team, context.arena, {std::move(found)}, owner);
  query::sort_unique(mine, shards);
  query::sort_unique(hidden, shards);  // rows of this image's own subjects
  Following following{std::move(mine), std::move(hidden), nullptr};
  if (use_->by_representatives) following.equal = std::make_shared<const EqualTerms>(std::move(inference.equal));
  return following;
}

query::ClosureUpdate RuleClosure::update(query::StateContext& context, const Dictionary& dictionary,
                                         DeltaInterner& interner, query::FreshBlanks& blanks,
                                         const query::Unclosed* since) {
  if (since != nullptr) {
    if (auto kept = keep_up(context, dictionary, interner, *since)) return *std::move(kept);
  }
  return compute(context, dictionary, interner, blanks);
}

// nullopt on all images: it cannot, or would take longer.
std::optional<query::ClosureUpdate> RuleClosure::keep_up(query::StateContext& context, const Dictionary& dictionary,
                                                         DeltaInterner& interner, const query::Unclosed& since) const {
  pgas::Team& team = context.team;
  if (team.any(!since.is_complete)) return std::nullopt;
  const auto* const before = dynamic_cast<const Kept*>(since.before.closure.get());
  auto kept = std::make_shared<Kept>(use_);
  if (before != nullptr && before->use == use_) {
    kept->parts = before->parts;
    kept->into = before->into;
    kept->state = before->state;
  }
  if (!kept->parts) {
    const auto huri_of = huris_of_constants(interner);
    kept->parts = std::make_shared<RuleParts>(use_->rules, huri_of);
    if (!use_->into.empty()) kept->into = huri_of(TermView::iri(use_->into));
  }
  const auto at_first = [](const query::MarkedQuad&) { return 0; };
  const std::vector<query::MarkedQuad> mine(since.changes.begin(), since.changes.end());
  auto [changes] = query::send_records<1, query::MarkedQuad>(team, context.arena, {mine}, at_first);
  // In several groups no image has all terms.
  std::optional<RuleTerms> terms;
  if (has_computations(*kept->parts) && dictionary.map() == nullptr) terms.emplace(team, context.arena, dictionary);
  std::optional<EqualChanges> found;
  if (team.is_first()) {
    const query::DatasetState& state = since.before;
    const Snapshot* const whole = state.snapshot.is_whole() ? &state.snapshot
                                  : state.whole             ? &state.whole->snapshot
                                                            : nullptr;
    if (whole == nullptr) note_anew("no image can read the data of all hosts");
    if (whole != nullptr) found = upkeep_of(context, terms ? &*terms : nullptr, *whole, changes, *kept);
  }
  if (!team.any(found.has_value())) return std::nullopt;
  const auto owner = [&](const query::MarkedQuad& its) {
    return context.owner(shard_of(its.quad.subject, context.snapshot.shards()));
  };
  if (!found) found.emplace();
  if (makes_terms(*kept->parts)) store_terms(team, interner, terms ? &*terms : nullptr, found->marked);
  auto [marked] = query::send_records<1, query::MarkedQuad>(team, context.arena, {std::move(found->marked)}, owner);
  query::ClosureUpdate update{std::move(marked), kept};
  if (use_->by_representatives)
    update.equal = share_classes(team, since.before.snapshot, kept->parts->schema.same_as(), *found);
  return update;
}

void RuleClosure::note_anew(std::string why) const {
  if (use_->watch) use_->watch->note_anew(std::move(why));
}

// On the first image. `before`: all rows of the state before the changes.
std::optional<EqualChanges> RuleClosure::upkeep_of(query::StateContext& context, RuleTerms* terms,
                                                   const Snapshot& before, std::span<const query::MarkedQuad> changes,
                                                   Kept& kept) const {
  // A step costs about as much as the computation of two rows.
  constexpr std::uint64_t kFewSteps = 20'000, kRowsOfStep = 8, kStepsOfChange = 4;
  const bool sees_named = use_->graphs != RuleGraphs::default_graph;
  const FactStore::Size size = size_of(before, sees_named || kept.parts->graphs.used);
  UpkeepOptions options;
  options.most_steps = kFewSteps + (size.stated + size.inferred) / kRowsOfStep;
  options.stops_at_contradictions = use_->stops_at_contradictions;
  if (terms != nullptr) options.run = computations_of(*terms);
  if (changes.size() > options.most_steps / kStepsOfChange) {
    note_anew("very much has changed");
    return std::nullopt;
  }
  PrivateMemory memory(context.arena);
  options.pulse = [&](std::size_t bytes) {
    memory.set(bytes);
    context.check();
  };
  std::string why;
  std::optional<EqualChanges> found;
  Contradictions contradictions;
  if (!sees_named) {
    found = upkeep_of_default(before, changes, options, kept, contradictions, why);
  } else if (auto its =
                 upkeep_of_graphs(*kept.parts, before, changes, use_->graphs, kept.into, kept.state, options, why)) {
    found = EqualChanges{nullptr, std::move(its->marked), {}};
    contradictions = std::move(its->contradictions);
  }
  if (!found) {
    note_anew(std::move(why));
    return std::nullopt;
  }
  if (use_->by_representatives || sees_named || kept.parts->graphs.used) check_limit(size, found->marked);
  if (use_->watch) use_->watch->note_kept();
  if (use_->stops_at_contradictions) refuse_contradictions(contradictions);
  return found;
}

std::optional<EqualChanges> RuleClosure::upkeep_of_default(const Snapshot& before,
                                                           std::span<const query::MarkedQuad> changes,
                                                           UpkeepOptions options, Kept& kept,
                                                           Contradictions& contradictions, std::string& why) const {
  SnapshotFacts rows(before), stated(before, View::stated);
  const std::shared_ptr<const EqualTerms> classes = classes_of(before);
  EqualFacts facts(rows, stated, *classes);
  // The limit is one of rows: the facts that these mean may be many more.
  const bool counts_later = use_->by_representatives || kept.parts->graphs.used;
  options.most = counts_later ? ~std::uint64_t{0} : use_->most;
  const NetChanges net = net_changes(changes, kDefaultGraph);
  StatedChanges changed = stated_changes(net);
  const RuleParts::Graphs& graphs = kept.parts->graphs;
  if (graphs.used) add_changes_of_graphs(changes, graphs, changed);
  DatasetFacts dataset(before, facts, graphs);
  auto result = upkeep(*kept.parts, graphs.used ? static_cast<FactStore&>(dataset) : facts, kept.state.of_default,
                       changed, options, why);
  if (!result) return std::nullopt;
  const auto of_graphs = graphs.used ? take_changes_of_graphs(result->changes) : std::map<Huri, ClosureChanges>();
  const Huri same_as = use_->by_representatives ? kept.parts->schema.same_as() : kUnbound;
  auto found = equal_changes(facts, classes, same_as, net, result->changes, options.most_steps, why);
  if (!found) return std::nullopt;
  for (const auto& [graph, its] : of_graphs) {
    const std::vector<query::MarkedQuad> more = marked_rows(its, graph);
    found->marked.insert(found->marked.end(), more.begin(), more.end());
  }
  kept.state.of_default = std::move(result->state);
  contradictions = std::move(result->contradictions);
  return found;
}

// Of inferred rows, as for infer().
void RuleClosure::check_limit(const FactStore::Size& before, std::span<const query::MarkedQuad> marked) const {
  std::int64_t more = 0;
  for (const query::MarkedQuad& its : marked) more += effect(View::inferred, its.marks);
  InferenceLimit limit;
  limit.facts = use_->most.value_or(most_inferred(before.stated));
  if (more > 0 && before.inferred + static_cast<std::uint64_t>(more) > limit.facts) limit.refuse();
}

// All that follows.
query::ClosureUpdate RuleClosure::compute(query::StateContext& context, const Dictionary& dictionary,
                                          DeltaInterner& interner, query::FreshBlanks& blanks) const {
  const Following now = quads_that_follow(context, dictionary, interner, blanks);
  const query::ClosureRows before = query::closure_rows(context);
  const query::OwnerOrder order(context.snapshot.shards());
  query::ClosureUpdate update;
  update.equal = now.equal;
  const auto add = [&](std::span<const Quad> quads, std::span<const Quad> others, MarkChange marks) {
    std::vector<Quad> different;
    std::set_difference(quads.begin(), quads.end(), others.begin(), others.end(), std::back_inserter(different), order);
    for (const Quad& quad : different) update.marked.push_back({quad, marks});
  };
  add(before.inferred, now.quads, {Marks::closure, Marks::none});
  add(now.quads, before.inferred, {Marks::none, Marks::closure});
  add(before.hidden, now.hidden, {Marks::stated, Marks::both});
  add(now.hidden, before.hidden, {Marks::both, Marks::stated});
  return update;
}

// On the first image, and so on all.
void RuleClosure::refuse_contradictions(const Contradictions& found) const {
  if (found.count() == 0) return;
  std::string text;
  for (const auto& [source, count] : found.by_rule())
    text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", count, name_of(use_->rules, source));
  fail(ErrorKind::user, "the data would contradict the rules: {}; nothing was changed (--inconsistent stop)", text);
}

}  // namespace quadrille::inferencer
