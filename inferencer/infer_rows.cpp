#include "inferencer/infer_rows.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/error.hpp"
#include "base/sort_different.hpp"
#include "dictionary/volatile_huri.hpp"
#include "inferencer/private_memory.hpp"
#include "inferencer/word_mail.hpp"

namespace quadrille::inferencer {

namespace {

TripleRow without_graph(const QuadRow& row) {
  return {row[0], row[1], row[2]};
}

// Visits the rows in as many spans as the image with the most has.
template <int kColumns>
void for_each_span(const RowSource<kColumns>& rows, std::size_t spans,
                   const typename RowSource<kColumns>::Visit& visit) {
  rows.for_each(visit);
  for (std::size_t span = rows.spans; span < spans; ++span) visit({});
}

// The inference on the rows of one image and those of the others.
class RowsInference {
 public:
  RowsInference(pgas::Team& team, const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of,
                const GivenRows& given, const InferOptions& options, const std::function<void(const Quad&)>& add,
                const std::function<void(std::uint64_t, std::uint64_t)>& pulse)
      : team_(team),
        partition_(team, *given.arena),
        rules_(rules),
        given_(given),
        options_(options),
        add_(add),
        memory_(*given.arena) {
    facts_.huri_of = huri_of;
    facts_.terms_of = [this](std::span<const Huri> huris) {
      std::vector<Term> terms;
      std::ranges::transform(huris, std::back_inserter(terms),
                             [&](Huri huri) { return terms_ ? terms_->term(huri) : given_.dictionary().term(huri); });
      return terms;
    };
    facts_.pulse = pulse;
    facts_.account = [this](std::size_t bytes) { memory_.set(kept_bytes_ + bytes); };
  }

  Inference run() {
    prepare();
    const Huri graph = options_.graphs == RuleGraphs::all ? options_.into : kDefaultGraph;
    facts_.add = [&](const Fact& fact) {
      add({fact.subject, fact.predicate, fact.object, fact.graph.is_unbound() ? graph : fact.graph});
    };
    facts_.end_round = options_.end_round;
    Inference found = infer(partition_, rules_, facts_, options_.most);
    if (options_.graphs == RuleGraphs::each) infer_each(found);
    if (terms_) add_later(found);
    found.bytes = partition_.max(std::uint64_t{memory_.peak()});
    return found;
  }

  void compile(const std::function<void(const CompiledRules&)>& use) {
    prepare();
    inferencer::compile(partition_, rules_, facts_, use);
  }

 private:
  void prepare() {
    const bool all_graphs = options_.graphs == RuleGraphs::all;
    const Rules read = read_rules(rules_, facts_.huri_of);
    if (needs_terms(read) || given_.is_spread) terms_.emplace(team_, *given_.arena, given_.dictionary());
    facts_.terms = terms_ ? &*terms_ : nullptr;
    facts_.by_representatives = options_.by_representatives;
    facts_.preferred = options_.preferred;
    facts_.hide = [this](const Fact& fact) {
      options_.hide({fact.subject, fact.predicate, fact.object, kDefaultGraph});
    };
    const std::size_t triples = team_.max(given_.triples.spans);
    const std::size_t quads = all_graphs ? team_.max(given_.quads.spans) : 0;
    facts_.for_each = [this, all_graphs, triples, quads](const RowsVisit& visit) {
      for_each_span<3>(given_.triples, triples, visit);
      if (!all_graphs) return;
      std::vector<TripleRow> rows;
      for_each_span<4>(given_.quads, quads, [&](std::span<const QuadRow> of_graphs) {
        rows.clear();
        std::ranges::transform(of_graphs, std::back_inserter(rows), without_graph);
        visit(rows);
      });
    };
    facts_.for_each_quad = [this](const QuadsVisit& visit) {
      if (options_.graphs != RuleGraphs::default_graph)
        fail(ErrorKind::unsupported, "rules with GRAPH choose their graphs themselves: not with --rule-graphs");
      for_each_span<4>(given_.quads, team_.max(given_.quads.spans), visit);
    };
  }

  void add(const Quad& quad) {
    const bool is_made = is_query_term(quad.subject) || is_query_term(quad.predicate) || is_query_term(quad.object) ||
                         is_query_term(quad.graph);
    is_made ? later_.push_back(quad) : add_(quad);
  }

  // Adds the quads with terms that rules have made, which get HURIs that can be stored. Collective.
  void add_later(Inference& found) {
    std::vector<Huri> made;
    const auto look = [&](Huri huri) {
      if (is_query_term(huri)) made.push_back(huri);
    };
    for (const Quad& quad : later_)
      for (const Huri huri : {quad.subject, quad.predicate, quad.object, quad.graph}) look(huri);
    for (const Contradiction& conflict : found.contradictions.kept()) {
      for (const Fact& fact : conflict.facts)
        for (const Huri huri : {fact.subject, fact.predicate, fact.object, fact.graph}) look(huri);
    }
    sort_different(made);
    const std::vector<Huri> stored = store(made, found.new_blanks);
    for (const Contradiction& conflict : found.contradictions.kept()) {
      for (const Fact& fact : conflict.facts)
        for (const Huri huri : {fact.subject, fact.predicate, fact.object, fact.graph})
          if (is_query_term(huri)) found.made.emplace(huri, terms_->term(huri));
    }
    const auto stored_of = [&](Huri huri) {
      if (!is_query_term(huri)) return huri;
      return stored[static_cast<std::size_t>(std::lower_bound(made.begin(), made.end(), huri) - made.begin())];
    };
    for (const Quad& quad : std::exchange(later_, {}))
      add_({stored_of(quad.subject), stored_of(quad.predicate), stored_of(quad.object), stored_of(quad.graph)});
  }

  // The HURIs that these terms of rules are stored with. Collective.
  std::vector<Huri> store(std::vector<Huri> made, std::uint64_t& new_blanks) {
    if (!partition_.any(!made.empty())) return made;
    if (options_.graphs == RuleGraphs::each) terms_->make_canonical(partition_, made);
    terms_->fetch(partition_, made);
    std::vector<Huri> blanks;
    std::vector<Term> terms;
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < made.size(); ++place) {
      if (!is_query_term(made[place])) continue;
      if (made[place].is_blank()) {
        blanks.push_back(made[place]);
      } else {
        places.push_back(place);
        terms.push_back(terms_->term(made[place]));
      }
    }
    blanks = partition_.gather(blanks);
    sort_different(blanks);
    new_blanks = blanks.size();
    std::vector<TermView> views;
    for (const Term& term : terms) views.push_back(term.view());
    std::vector<Huri> stored(views.size());
    given_.intern(views, stored);
    for (std::size_t i = 0; i < places.size(); ++i) made[places[i]] = stored[i];
    for (Huri& huri : made) {
      if (!is_query_term(huri)) continue;
      const auto place = std::lower_bound(blanks.begin(), blanks.end(), huri) - blanks.begin();
      huri = Huri::make(HuriKind::blank, given_.next_blank + static_cast<std::uint64_t>(place));
    }
    return made;
  }

  // The named graphs, after the default graph. `all`: its result; those of the graphs are added.
  void infer_each(Inference& all) {
    std::vector<QuadRow> rows = rows_of_my_graphs();
    std::sort(rows.begin(), rows.end(), [](const QuadRow& a, const QuadRow& b) { return a[3] < b[3]; });
    kept_bytes_ = rows.capacity() * sizeof(QuadRow);
    std::vector<TripleRow> schema;
    for (const Fact& fact : all.schema) schema.push_back({fact.subject, fact.predicate, fact.object});
    std::set<Fact> known;
    all.limit = options_.most.value_or(most_inferred(all.given + team_.sum<std::uint64_t>(rows.size())));
    const Inference of_schema =
        infer_alone(kDefaultGraph, schema, 0, all.limit, [&](const Fact& fact) { known.insert(fact); });
    Inference mine;
    for (auto begin = rows.begin(); begin != rows.end();) {
      const Huri graph = (*begin)[3];
      const auto end = std::find_if(begin, rows.end(), [&](const QuadRow& row) { return row[3] != graph; });
      std::vector<TripleRow> of_graph = schema;
      std::transform(begin, end, std::back_inserter(of_graph), without_graph);
      std::uint64_t added = 0;
      Inference its =
          infer_alone(graph, of_graph, all.counts.inferred + mine.counts.inferred, all.limit, [&](const Fact& fact) {
            if (known.contains(fact)) return;
            ++added;
            add({fact.subject, fact.predicate, fact.object, graph});
          });
      its.counts.inferred = added;
      its.contradictions.remove(of_schema.contradictions);
      mine.add(its);
      begin = end;
    }
    mine.add_up(partition_);
    all.add(mine);
    if (all.counts.inferred > all.limit) all.refuse();
  }

  // Of one graph, on this image alone.
  Inference infer_alone(Huri graph, std::span<const TripleRow> rows, std::uint64_t found_before, std::uint64_t most,
                        const FactVisit& add) {
    ImageFacts facts = facts_;
    if (terms_) terms_->rename_blanks(graph.bits());
    facts.found_before = found_before;
    facts.end_round = [](auto) {};
    facts.for_each = [&](const RowsVisit& visit) { visit(rows); };
    facts.add = add;
    facts.pulse = [this](std::uint64_t, std::uint64_t found) { facts_.pulse(0, found); };
    return infer({}, rules_, facts, most);
  }

  // A graph belongs to the owner of its name.
  std::vector<QuadRow> rows_of_my_graphs() {
    std::vector<QuadRow> mine;
    WordMail mail(partition_);
    const auto take = [&](std::uint64_t, std::span<const std::uint64_t> words) {
      for (std::size_t i = 0; i < words.size(); i += 4)
        mine.push_back({Huri(words[i]), Huri(words[i + 1]), Huri(words[i + 2]), Huri(words[i + 3])});
    };
    for_each_span<4>(given_.quads, team_.max(given_.quads.spans), [&](std::span<const QuadRow> rows) {
      for (const QuadRow& row : rows) {
        const int owner = partition_.owner(row[3]);
        if (owner == partition_.rank()) {
          mine.push_back(row);
        } else {
          mail.add(owner, 0, std::array{row[0].bits(), row[1].bits(), row[2].bits(), row[3].bits()});
        }
      }
      mail.deliver(take);
      facts_.account(mine.capacity() * sizeof(QuadRow));
      facts_.pulse(0, 0);
    });
    if (given_.is_spread) {
      std::vector<Huri> literals;
      for (const QuadRow& row : mine)
        if (row[2].is_literal()) literals.push_back(row[2]);
      terms_->fetch(partition_, literals);
    }
    return mine;
  }

  pgas::Team& team_;
  const Partition partition_;
  const parser::RuleSet& rules_;
  const GivenRows& given_;
  const InferOptions& options_;
  const std::function<void(const Quad&)>& add_;
  PrivateMemory memory_;
  std::size_t kept_bytes_ = 0;
  ImageFacts facts_;
  std::optional<RuleTerms> terms_;
  std::vector<Quad> later_;  // with terms that rules have made
};

}  // namespace

Inference infer_rows(pgas::Team& team, const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of,
                     const GivenRows& given, const InferOptions& options, const std::function<void(const Quad&)>& add,
                     const std::function<void(std::uint64_t, std::uint64_t)>& pulse) {
  return RowsInference(team, rules, huri_of, given, options, add, pulse).run();
}

void compile_rows(pgas::Team& team, const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of,
                  const GivenRows& given, const InferOptions& options,
                  const std::function<void(const CompiledRules&)>& use) {
  RowsInference(team, rules, huri_of, given, options, {}, [](auto, auto) {}).compile(use);
}

}  // namespace quadrille::inferencer
