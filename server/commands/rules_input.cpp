#include "server/commands/rules_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/error.hpp"
#include "inferencer/infer_rows.hpp"
#include "inferencer/rule.hpp"
#include "inferencer/rule_sets.hpp"
#include "inferencer/stored_rules.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille::server {

namespace {

bool is_file(const std::string& name) {
  return parser::rule_format_of_file(name).has_value();
}

class RulesOfSets final : public BuildRules {
 public:
  explicit RulesOfSets(const RuleOptions& options) : options_(options), stored_(stored_rules_of(options)) {
    if ((options.graphs == inferencer::RuleGraphs::all) != !options.into.empty())
      fail(ErrorKind::user, "--rule-graphs union and --infer-into IRI need each other");
    rules_ = stored_.rules();
    constants_ = inferencer::constants_of(rules_);
    if (!options.into.empty()) constants_.emplace_back(into());
  }

  std::string names() const override {
    std::string names = fmt::format("{}{}", fmt::join(options_.sets, " "), options_.trivial ? " trivial" : "");
    if (options_.graphs == inferencer::RuleGraphs::each) names += " in each graph";
    if (options_.graphs == inferencer::RuleGraphs::all)
      names += fmt::format(" from all graphs into <{}>", options_.into);
    return names;
  }
  std::string stored() const override { return stored_.serialise(); }
  const std::vector<Term>& constants() const override { return constants_; }

  InferenceReport infer(pgas::Team& team, std::span<const Huri> constants, const InferenceRows& rows,
                        const Pulse& pulse) const override {
    std::unordered_map<std::string, Huri> huris;
    for (std::size_t i = 0; i < constants.size(); ++i) huris.emplace(to_ntriples(constants_[i].view()), constants[i]);
    const auto huri_of = [&](TermView term) { return huris.at(to_ntriples(term)); };
    const inferencer::GivenRows given{.triples = rows.triples,
                                      .quads = rows.quads,
                                      .dictionary = rows.dictionary,
                                      .arena = rows.arena,
                                      .intern = rows.intern,
                                      .next_blank = rows.next_blank};
    const inferencer::InferOptions how{.graphs = options_.graphs,
                                       .into = options_.into.empty() ? kDefaultGraph : huri_of(into()),
                                       .most = options_.most,
                                       .by_representatives = stored_.uses_representatives(rules_),
                                       .hide = rows.hide};
    const inferencer::Inference found = inferencer::infer_rows(team, rules_, huri_of, given, how, rows.add, pulse);
    InferenceReport report{.inferred = found.counts.inferred,
                           .dropped = found.counts.dropped,
                           .contradictions = team.max<std::uint64_t>(found.contradictions.count()),
                           .listed = list(found, rows.dictionary),
                           .rounds = found.counts.rounds,
                           .rules = found.rules,
                           .new_blanks = found.new_blanks};
    if (options_.stops_at_contradictions) refuse_contradictions(found.contradictions, report);
    return report;
  }

 private:
  TermView into() const { return TermView::iri(options_.into); }
  std::string name_of(std::uint32_t rule) const { return inferencer::name_of(rules_, rule); }

  std::vector<ListedContradiction> list(const inferencer::Inference& found,
                                        const std::function<const Dictionary&()>& dictionary) const {
    const auto text_of = [&](Huri huri) {
      const auto made = found.made.find(huri);
      return to_ntriples(made == found.made.end() ? dictionary().term(huri).view() : made->second.view());
    };
    std::vector<ListedContradiction> listed;
    for (const inferencer::Contradiction& conflict : found.contradictions.kept()) {
      std::vector<std::string> quads;
      for (const inferencer::Fact& fact : conflict.facts) {
        if (inferencer::is_column(fact.predicate)) continue;
        const std::string predicate = text_of(fact.predicate);
        if (predicate.starts_with("<" + std::string(inferencer::kLocalNamespace))) continue;
        std::string quad = fmt::format("{} {} {}", text_of(fact.subject), predicate, text_of(fact.object));
        if (!fact.graph.is_unbound()) quad += " " + text_of(fact.graph);
        if (std::find(quads.begin(), quads.end(), quad) == quads.end()) quads.push_back(std::move(quad));
      }
      listed.push_back({name_of(conflict.source), std::move(quads)});
    }
    return listed;
  }

  // Fails on the first image, and so on all.
  void refuse_contradictions(const inferencer::Contradictions& found, const InferenceReport& report) const {
    if (found.count() == 0) return;
    std::string text;
    for (const auto& [rule, count] : found.by_rule())
      text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", count, name_of(rule));
    std::string lines = report.contradictions_text();
    lines.pop_back();
    fail(ErrorKind::user, "the data contradict the rules: {}; nothing was built (--inconsistent stop)\n{}", text,
         lines);
  }

  const RuleOptions options_;
  const inferencer::StoredRules stored_;
  parser::RuleSet rules_;
  std::vector<Term> constants_;
};

}  // namespace

inferencer::StoredRules stored_rules_of(const RuleOptions& options) {
  inferencer::StoredRules stored{.texts = {},
                                 .trivial = options.trivial,
                                 .graphs = options.graphs,
                                 .into = options.into,
                                 .representatives = options.representatives,
                                 .stops_at_contradictions = options.stops_at_contradictions,
                                 .most = options.most};
  for (const std::string& name : options.sets) {
    if (is_file(name)) {
      inferencer::add_file(stored.texts, name);
    } else {
      inferencer::add_set(stored.texts, name, options.trivial);
    }
  }
  return stored;
}

std::shared_ptr<const BuildRules> rules_input(const RuleOptions& options) {
  if (options.sets.empty()) return nullptr;
  return std::make_shared<RulesOfSets>(options);
}

}  // namespace quadrille::server
