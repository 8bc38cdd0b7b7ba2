#include "query/update/run_operation.hpp"

#include <algorithm>

#include "base/sort_different.hpp"
#include "base/triple_term.hpp"
#include "dictionary/inline_term.hpp"
#include "quadstore/sharding.hpp"
#include "query/operators/graph_names.hpp"
#include "query/operators/resolve_rights.hpp"
#include "query/plan/logical/foreign_use.hpp"
#include "query/plan/planner.hpp"
#include "query/terms/constants.hpp"
#include "query/update/data_quads.hpp"
#include "query/update/dataset_state.hpp"
#include "query/update/insert_quads.hpp"
#include "query/update/quad_template.hpp"
#include "query/update/send_records.hpp"
#include "query/update/stored_terms.hpp"
#include "query/update/whole_graphs.hpp"
#include "query/update/writable_graphs.hpp"

namespace quadrille::query {

namespace {

using parser::GraphTarget;
using parser::GraphTargetKind;
using parser::UpdateKind;
using parser::UpdateOperation;

constexpr std::size_t kCompactFrom = 1 << 20;

// This member's part of a list that all members have.
template <class Item>
std::span<const Item> part_of(const std::vector<Item>& items, const pgas::Team& team) {
  const std::size_t members = static_cast<std::size_t>(team.size()), rank = static_cast<std::size_t>(team.rank());
  const std::size_t begin = items.size() * rank / members, end = items.size() * (rank + 1) / members;
  return std::span(items).subspan(begin, end - begin);
}

// Collects quads and removes duplicates, which templates make often. Its memory counts as the query's.
class Collector {
 public:
  explicit Collector(Context& context) : context_(context) {}
  void compact() {
    if (quads.size() < next_) return;
    sort_different(quads);
    next_ = std::max(kCompactFrom, quads.size() * 2);
    if (next_ <= charged_) return;
    context_.arena.charge((next_ - charged_) * sizeof(Quad));
    charged_ = next_;
  }
  std::vector<Quad> quads;

 private:
  Context& context_;
  std::size_t next_ = kCompactFrom, charged_ = 0;
};

// Collective. From now on the context shows the graphs that the user may read. Finds the terms of the operation, too.
void show_readable(StateContext& context, const GraphRights& rights, std::vector<TermView> terms) {
  for (const std::string& iri : rights.iris()) terms.push_back(TermView::iri(iri));
  context.dictionary.find_all(terms);
  context.data = resolve_rights(context, context.snapshot, rights, nullptr);
}

class OperationRun {
 public:
  OperationRun(Context& context, DeltaInterner& interner, FreshBlanks& blanks, const UpdateOperation& operation,
               const UpdateOptions& options)
      : context_(context), interner_(interner), blanks_(blanks), operation_(operation), options_(options) {}

  QuadChanges run() {
    expect_stored_blanks();
    switch (operation_.kind) {
      case UpdateKind::insert_data:
        insert_data();
        return at_owners();
      case UpdateKind::delete_data:
        delete_data();
        return at_owners();
      case UpdateKind::modify:
        modify();
        return at_owners();
      case UpdateKind::load:
        return load();
      case UpdateKind::clear:
      case UpdateKind::drop:
        clear();
        return std::move(changes_);
      case UpdateKind::create:
        create();
        return {};
      case UpdateKind::add:
      case UpdateKind::move:
      case UpdateKind::copy:
        between_graphs();
        return sorted();
    }
    fail(ErrorKind::internal, "an operation of an unknown kind");
  }

 private:
  // New quads may name blank nodes of the database by their labels. A label that no node has is an error.
  void expect_stored_blanks() const {
    const auto expect = [&](const parser::Node& node) {
      const Term* const term = std::get_if<Term>(&node);
      if (term != nullptr) for_each_blank(term->view(), [&](TermView blank) { expect_stored(blank); });
    };
    for (const auto& [triple, graph] : operation_.insert_template) {
      expect(triple.subject), expect(triple.object);
      if (graph) expect(*graph);
    }
  }

  void expect_stored(TermView blank) const {
    if (!is_stored_blank(blank)) return;
    const auto huri = inline_huri(blank);
    if (huri && huri->payload() < blanks_.next()) return;
    fail(ErrorKind::user, "{0} is no blank node of this database; a new one is written as {1}", blank.text,
         blank.text.substr(1, blank.text.size() - 2));
  }

  void insert_data() {
    DataQuads data(context_.team, interner_, blanks_);
    const auto share = [&](const parser::Node& node) {
      for_each_blank(std::get<Term>(node).view(), [&](TermView blank) {
        if (!is_stored_blank(blank)) data.share_label(blank.text);
      });
    };
    for (const auto& [triple, graph] : operation_.insert_template) share(triple.subject), share(triple.object);
    const auto view = [](const parser::Node& node) { return std::get<Term>(node).view(); };
    for (const auto& [triple, graph] : part_of(operation_.insert_template, context_.team)) {
      SourceQuadView quad{view(triple.subject), view(triple.predicate), view(triple.object)};
      if (graph) quad.graph = view(*graph);
      data.add(quad);
    }
    data.store(changes_.inserts);
  }

  void delete_data() {
    const QuadTemplate deletes(part_of(operation_.delete_template, context_.team), {}, {},
                               QuadTemplate::Unknown::leave_out, context_.dictionary);
    Table one(context_.arena, 0);
    one.resize(1);
    deletes.instantiate(one, placeholders_, changes_.deletes);
  }

  void modify() {
    const OperatorPtr plan = plan_where();
    plan->open(context_);
    QueryDictionary& terms = context_.dictionary;
    const auto& with = operation_.with;
    const QuadTemplate deletes(operation_.delete_template, with, plan->schema(), QuadTemplate::Unknown::leave_out,
                               terms);
    const QuadTemplate inserts(operation_.insert_template, with, plan->schema(), QuadTemplate::Unknown::bear, terms);
    // Deletes with unknown terms are asked for, too: otherwise a refusal would tell that a term is in some graph.
    const bool is_limited = !options_.rights.write.is_all();
    const QuadTemplate asked(
        is_limited ? std::span(operation_.delete_template) : std::span<const parser::QuadPattern>(), with,
        plan->schema(), QuadTemplate::Unknown::bear, terms);
    Collector deleted(context_), inserted(context_), to_check(context_);
    for_each_chunk(context_, *plan, [&](const Table& solutions) {
      std::uint64_t none = 0;  // templates of deletes have no blank nodes
      asked.instantiate(solutions, none, to_check.quads);
      deletes.instantiate(solutions, placeholders_, deleted.quads);
      inserts.instantiate(solutions, placeholders_, inserted.quads);
      for (Collector* const quads : {&deleted, &inserted, &to_check}) quads->compact();
    });
    changes_.inserts = std::move(inserted.quads);
    changes_.deletes = std::move(to_check.quads);
    expect_writable(context_, changes_, options_.rights.write);
    changes_.deletes = std::move(deleted.quads);
  }

  // USING replaces WITH in the pattern (3.1.3); WITH alone replaces the default graph and keeps the named ones.
  parser::Dataset dataset() const {
    if (!operation_.using_clause.empty() || !operation_.with) return operation_.using_clause;
    parser::Dataset dataset;
    dataset.default_graphs.push_back(*operation_.with);
    dataset.all_named_graphs = true;
    return dataset;
  }

  OperatorPtr plan_where() {
    VariableSet wanted = variables_of(operation_.delete_template);
    wanted.add(variables_of(operation_.insert_template));
    RowCounts counts(context_.team, context_.data);
    refuse_foreign_names(operation_.using_clause, operation_.where.get(), {context_.data, counts, context_.dictionary});
    const PlannerOptions options{
        .team_size = context_.team.size(),
        .union_default_graph = options_.union_default_graph,
        .callees = options_.callees,
        .watch = PlanWatch([this] { context_.check(); }, [this](std::size_t bytes) { context_.arena.charge(bytes); })};
    OperatorPtr root;
    do {
      Planning planning(context_.data, counts, context_.dictionary, operation_.variables, dataset(), options);
      root = plan(planning, *operation_.where, wanted);
    } while (counts.learn());
    return root;
  }

  QuadChanges load() {
    const std::string& iri = operation_.load_source;
    try {
      const auto& allowed = options_.load.allowed_prefixes;
      const auto is_allowed = [&](const std::string& prefix) { return iri.starts_with(prefix); };
      if (std::none_of(allowed.begin(), allowed.end(), is_allowed)) {
        fail(ErrorKind::user, "LOAD <{}> is not allowed here: the server was not started with --allow-load for it",
             iri);
      }
      std::unique_ptr<QuadSource> source;
      context_.team.agree(pgas::attempt([&] {
        if (context_.team.is_first()) source = options_.load.open(iri);
      }));
      return insert_document(context_, interner_, blanks_, source.get(), operation_.target, options_.rights.write);
    } catch (const Error& error) {
      const bool is_of_document = error.kind() == ErrorKind::user || error.kind() == ErrorKind::syntax ||
                                  error.kind() == ErrorKind::unsupported || error.kind() == ErrorKind::io;
      if (!operation_.silent || !is_of_document) throw;
      return {};
    }
  }

  Huri huri_of(const GraphTarget& target) {
    if (target.kind == GraphTargetKind::default_graph) return kDefaultGraph;
    return context_.dictionary.find(TermView::iri(target.iri));
  }

  void clear() {
    const GraphTarget& target = operation_.target;
    changes_.are_effective = true;
    if (target.kind != GraphTargetKind::graph) return clear_graphs();
    changes_ = clear_graph(context_, huri_of(target));
  }

  // CLEAR DEFAULT, NAMED and ALL: of the graphs that the user sees.
  void clear_graphs() {
    const GraphView& data = context_.data;
    const bool with_named = operation_.target.kind != GraphTargetKind::default_graph;
    const bool with_default = operation_.target.kind != GraphTargetKind::named && data.shows_default_graph();
    changes_.clears.default_graph = with_default && data.statistics(false)->rows() > 0;
    if (with_named && (data.named() || !options_.rights.write.is_all())) {
      changes_.clears_graphs = names_of_graphs(context_, data.named().get());
      for (const Huri graph : changes_.clears_graphs)
        changes_.cleared += count_graph(data, context_.own_shards(), graph);
      expect_writable(context_, changes_, options_.rights.write);
    } else if (with_named) {
      changes_.clears.named_graphs = data.statistics(true)->rows() > 0;
    }
  }

  void create() {
    if (has_quads(context_, huri_of(operation_.target)) && !operation_.silent) {
      fail(ErrorKind::user, "CREATE: the graph <{}> already exists", operation_.target.iri);
    }
  }

  // ADD, MOVE, COPY. The target may be new: all images intern its name.
  void between_graphs() {
    const GraphTarget &from = operation_.source, &to = operation_.target;
    const Huri source = huri_of(from);
    if (from.kind == GraphTargetKind::graph && !has_quads(context_, source)) {
      if (!operation_.silent) fail(ErrorKind::user, "ADD, MOVE or COPY: the graph <{}> does not exist", from.iri);
      return;
    }
    Huri target = huri_of(to);
    if (source == target) return;
    if (operation_.kind != UpdateKind::add) append_graph(context_, target, changes_.deletes);
    if (target.is_unbound()) {
      const TermView name = TermView::iri(to.iri);
      interner_.intern({&name, 1}, {&target, 1});
    }
    append_graph(context_, source, changes_.inserts);
    if (operation_.kind == UpdateKind::move) {
      changes_.deletes.insert(changes_.deletes.end(), changes_.inserts.begin(), changes_.inserts.end());
    }
    for (Quad& quad : changes_.inserts) quad.graph = target;
  }

  QuadChanges at_owners() {
    StoredTerms(context_, interner_, blanks_).replace(changes_, placeholders_);
    const auto owner = [&](const Quad& quad) { return context_.owner(shard_of(quad.subject, context_.data.shards())); };
    auto [deletes, inserts] = send_records<2, Quad>(context_.team, context_.arena,
                                                    {std::move(changes_.deletes), std::move(changes_.inserts)}, owner);
    changes_.deletes = std::move(deletes);
    changes_.inserts = std::move(inserts);
    return sorted();
  }

  QuadChanges sorted() {
    sort_unique(changes_.deletes, context_.data.shards());
    sort_unique(changes_.inserts, context_.data.shards());
    return std::move(changes_);
  }

  Context& context_;
  DeltaInterner& interner_;
  FreshBlanks& blanks_;
  const UpdateOperation& operation_;
  const UpdateOptions& options_;
  QuadChanges changes_;
  std::uint64_t placeholders_ = 0;
};

}  // namespace

QuadChanges run_operation(StateContext& context, DeltaInterner& interner, FreshBlanks& blanks,
                          const parser::UpdateOperation& operation, const UpdateOptions& options) {
  show_readable(context, options.rights.read, constants_of(operation));
  return OperationRun(context, interner, blanks, operation, options).run();
}

QuadChanges insert_document(Context& context, DeltaInterner& interner, FreshBlanks& blanks, QuadSource* source,
                            const parser::GraphTarget& target, const GraphRights& rights) {
  DataQuads data(context.team, interner, blanks);
  std::vector<Quad> quads;
  std::optional<TermView> here;
  if (target.kind == GraphTargetKind::graph) here = TermView::iri(target.iri);
  const QuadSource::Take take = [&](const SourceQuadView& view) {
    if (!here) {
      expect_writable(view, rights);
      return data.add(view);
    }
    if (view.graph) {
      fail(ErrorKind::user,
           "the document names the graph {}, but all of it must go into one graph; remove the graph names",
           to_ntriples(*view.graph));
    }
    SourceQuadView quad = view;
    quad.graph = here;
    data.add(quad);
  };
  bool goes_on = source != nullptr;
  std::size_t charged = 0;
  do {
    context.check();
    context.team.agree(pgas::attempt([&] { goes_on = source != nullptr && source->read(take); }));
    data.store(quads);
    const std::size_t bytes = data.bytes() + quads.size() * sizeof(Quad);
    context.arena.charge(bytes - charged);
    charged = bytes;
  } while (context.team.any(goes_on));
  return insert_quads(context, std::move(quads));
}

namespace {

// The graphs that the user may read, all of which he must be able to write, get exactly these quads.
QuadChanges replace_readable(StateContext& context, const WriteRights& rights, const std::vector<Quad>& quads) {
  QuadChanges before;
  show_readable(context, rights.read, {});
  append_all_graphs(context, before.deletes);
  expect_writable(context, before, rights.write);
  return differences(context, before.deletes, quads);
}

}  // namespace

QuadChanges replace_by_documents(StateContext& context, DeltaInterner& interner, FreshBlanks& blanks,
                                 std::uint64_t documents, const OpenDocument& open, const GraphTarget& target,
                                 const WriteRights& rights) {
  const bool is_dataset = target.kind == GraphTargetKind::all;
  const GraphTarget place = is_dataset ? GraphTarget{GraphTargetKind::default_graph, {}} : target;
  std::vector<Quad> quads;
  for (std::uint64_t number = 0; number < documents; ++number) {
    std::unique_ptr<QuadSource> source;
    context.team.agree(pgas::attempt([&] { source = open(number); }));
    std::vector<Quad> read = insert_document(context, interner, blanks, source.get(), place, rights.write).inserts;
    if (number == 0) {
      quads = std::move(read);
    } else {
      quads.insert(quads.end(), read.begin(), read.end());
    }
  }
  if (documents > 1) sort_unique(quads, context.data.shards());
  if (is_dataset && !rights.are_all()) return replace_readable(context, rights, quads);
  const bool named = target.kind == GraphTargetKind::graph;
  const Huri graph = named ? context.dictionary.find(TermView::iri(target.iri)) : kDefaultGraph;
  return replace_graphs(context, {!named, is_dataset}, graph, std::move(quads));
}

}  // namespace quadrille::query
