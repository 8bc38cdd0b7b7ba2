#include "inferencer/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/error.hpp"
#include "base/sort_different.hpp"
#include "inferencer/equality.hpp"
#include "inferencer/plan.hpp"
#include "inferencer/short_names.hpp"
#include "parser/rule_text.hpp"

namespace quadrille::inferencer {

namespace {

std::string count(std::uint64_t number, const char* thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

// The texts of the parts of rules.
class RuleWords {
 public:
  RuleWords(const CompiledRules& compiled, const parser::RuleSet& set, const std::function<Term(Huri)>& term_of)
      : compiled_(compiled), names_(set.prefixes), term_of_(term_of) {}

  const ShortNames& names() const { return names_; }
  std::string term(Huri huri) const {
    if (is_column(huri)) return fmt::format("column{}", huri.payload() & 0xffff);
    return names_.of(term_of_(huri).view());
  }
  std::string slot(const Slot& slot) const {
    static constexpr std::string_view kLetters = "xyzuvw";
    if (!slot.is_variable()) return term(slot.constant());
    const std::uint32_t number = slot.number();
    return number < kLetters.size() ? fmt::format("?{}", kLetters[number]) : fmt::format("?v{}", number);
  }
  std::string predicate(const Slot& its) const {
    return !its.is_variable() && its.constant() == compiled_.words.type ? "a" : slot(its);
  }
  std::string atom(const Atom& its) const {
    const std::string triple = fmt::format("{} {} {}", slot(its.subject), predicate(its.predicate), slot(its.object));
    const char* const given = its.is_given ? " (stated)" : "";
    return its.graph ? fmt::format("GRAPH {} {{ {} }}{}", slot(*its.graph), triple, given) : triple + given;
  }
  std::string computation(const Computation& its) const {
    std::string inputs;
    for (const auto& [variable, value] : its.inputs) inputs += (inputs.empty() ? "" : ", ") + slot(value);
    return its.result ? fmt::format("SET({} := f({}))", slot(Slot::variable(*its.result)), inputs)
                      : fmt::format("FILTER(f({}))", inputs);
  }
  std::string rule(const Rule& its) const {
    std::vector<std::string> body = parts(its.body, its.different, "!=");
    for (const Computation& computed : its.computations) body.push_back(computation(computed));
    for (const auto& [a, b] : its.same) body.push_back(fmt::format("FILTER({} = {})", slot(a), slot(b)));
    for (const Negation& absent : its.absent) {
      std::vector<std::string> inner = parts(absent.atoms, absent.different, "!=");
      for (const auto& [a, b] : absent.same) inner.push_back(fmt::format("FILTER({} = {})", slot(a), slot(b)));
      for (const Computation& computed : absent.conditions) inner.push_back(computation(computed));
      body.push_back(fmt::format("NOT {{ {} }}", fmt::join(inner, " . ")));
    }
    const std::string head = its.collector ? fmt::format("rows of subquery {}", *its.collector)
                                           : fmt::format("{}", fmt::join(parts(its.head, {}, ""), " . "));
    return fmt::format("{{{}}} <- {{ {} }}", head.empty() ? "" : " " + head + " ", fmt::join(body, " . "));
  }
  std::string key(const PredicateKey& its) const {
    std::string text = term(its.predicate);
    if (!its.graph.is_unbound()) text += fmt::format(" in {}", term(its.graph));
    return its.is_given ? text + " (stated)" : text;
  }
  // Of all quads with this predicate.
  std::string rows(const PredicateKey& its) const {
    if (!its.graph.is_unbound()) return "";
    const auto found = compiled_.rows_of_given.find(its.predicate);
    return count(found == compiled_.rows_of_given.end() ? 0 : found->second, "row");
  }
  std::string a_class(const Class& its, const std::string& thing = "?x") const {
    const std::string name = its.predicate.predicate == compiled_.words.type ? "a" : key(its.predicate);
    return its.side == Side::subject ? fmt::format("{} {} {}", thing, name, term(its.value))
                                     : fmt::format("{} {} {}", term(its.value), name, thing);
  }
  std::string goal(const Goal& its) const {
    if (!its.relation) return a_class(compiled_.program->classes()[its.its_class], slot(its.subject));
    const PredicateKey& predicate = compiled_.program->relations()[*its.relation].predicate;
    return fmt::format("{} {} {}", slot(its.subject), key(predicate), slot(its.object));
  }
  std::string rows(const Goal& its) const {
    return rows(its.relation ? compiled_.program->relations()[*its.relation].predicate
                             : compiled_.program->classes()[its.its_class].predicate);
  }

 private:
  std::vector<std::string> parts(const std::vector<Atom>& atoms, const SlotPairs& pairs, const char* sign) const {
    std::vector<std::string> texts;
    for (const Atom& its : atoms) texts.push_back(atom(its));
    for (const auto& [a, b] : pairs) texts.push_back(fmt::format("FILTER({} {} {})", slot(a), sign, slot(b)));
    return texts;
  }

  const CompiledRules& compiled_;
  const ShortNames names_;
  const std::function<Term(Huri)>& term_of_;
};

// "12 of owl-rl, 1 of mine.srl".
std::string rules_by_text(const parser::RuleSet& set) {
  if (set.files.size() < 2) return count(set.rules.size(), "rule");
  std::string text = count(set.rules.size(), "rule");
  for (std::size_t file = 0; file < set.files.size(); ++file) {
    const auto of_file = std::count_if(set.rules.begin(), set.rules.end(),
                                       [&](const parser::InferenceRule& rule) { return rule.file == file; });
    text += fmt::format("{}{} of {}", file == 0 ? ": " : ", ", of_file, set.files[file]);
  }
  return text;
}

// The names of the rules that a rule waits for, once each.
std::string waits(const ShortNames& short_names, const parser::RuleSet& set, std::span<const Rule> rules,
                  const Rule& its, std::span<const std::uint32_t> awaited) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> names;
  for (const std::uint32_t number : awaited)
    if (rules[number].source != its.source) names.push_back(short_name_of(short_names, set, rules[number].source));
  sort_different(names);
  if (names.empty()) return "";
  const std::size_t rest = names.size() > kMost ? names.size() - kMost : 0;
  names.resize(names.size() - rest);
  return fmt::format("  waits for {}{}", fmt::join(names, ", "), rest == 0 ? "" : fmt::format(" and {} more", rest));
}

class CompiledText {
 public:
  CompiledText(const CompiledRules& compiled, const parser::RuleSet& set, const std::function<Term(Huri)>& term_of)
      : compiled_(compiled),
        set_(set),
        words_(compiled, set, term_of),
        awaited_(awaited_rules(compiled.rules, compiled.words)) {}

  std::string write() {
    std::uint64_t given = 0;
    for (const auto& [predicate, rows] : compiled_.rows_of_given) given += rows;
    line("{}", rules_by_text(set_));
    line("{} specialised by {}; the data may apply {}", count(compiled_.all, "rule"),
         count(compiled_.schema, "quad") + " of the ontology", compiled_.rules.size());
    line("{} of the default graph", count(given, "stated quad"));
    std::map<std::uint32_t, std::vector<std::uint32_t>> strata;
    for (std::uint32_t rule = 0; rule < compiled_.rules.size(); ++rule)
      strata[compiled_.rules[rule].stratum].push_back(rule);
    for (const auto& [number, rules] : strata) write_stratum(number, rules);
    write_relations();
    write_plans();
    return std::move(out_);
  }

 private:
  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    out_ += fmt::format(format, std::forward<Values>(values)...) + "\n";
  }
  std::string name(std::uint32_t source) const {
    return source == kNoRule ? "the pair of a class" : short_name_of(words_.names(), set_, source);
  }

  // One pattern of the default graph, and quads that follow from it.
  static bool is_simple(const Rule& rule) {
    return rule.is_plain() && rule.body.size() == 1 && !rule.head.empty() && rule.different.empty() &&
           rule.same.empty();
  }

  void write_stratum(std::uint32_t number, std::span<const std::uint32_t> rules) {
    line("\nStratum {}: {}", number, count(rules.size(), "rule"));
    std::map<std::string, std::set<std::string>> simple;  // what follows, by pattern
    std::map<std::string, PredicateKey> predicates;
    for (const std::uint32_t rule : rules) {
      const Rule& its = compiled_.rules[rule];
      if (!is_simple(its)) continue;
      const Atom& body = its.body.front();
      const std::string pattern = words_.atom(body);
      if (!body.graph && !body.predicate.is_variable()) predicates[pattern] = {body.predicate.constant(), kUnbound};
      for (const Atom& head : its.head)
        simple[pattern].insert(fmt::format("{:<50}  {}", words_.atom(head), name(its.source)));
    }
    for (const auto& [pattern, heads] : simple) {
      const auto predicate = predicates.find(pattern);
      line("  {}{}", pattern, predicate == predicates.end() ? "" : "  " + words_.rows(predicate->second));
      for (const std::string& head : heads) line("    -> {}", head);
    }
    for (const std::uint32_t rule : rules) {
      const Rule& its = compiled_.rules[rule];
      if (is_simple(its)) continue;
      line("  {}{}", name(its.source), waits(words_.names(), set_, compiled_.rules, its, awaited_[rule]));
      line("    {}", words_.rule(its));
    }
  }

  void write_relations() {
    const auto relations = compiled_.program->relations();
    line("\nRelations: {}", relations.size());
    const auto classes = [&](const char* whose, const std::vector<ClassId>& ids) {
      std::vector<std::string> texts;
      for (const ClassId its : ids) texts.push_back(words_.a_class(compiled_.program->classes()[its], whose));
      return texts;
    };
    for (const Relation& relation : relations) {
      std::vector<std::string> parts;
      if (relation.is_transitive) parts.push_back("transitive by " + name(relation.transitive_source));
      for (const Relation::Target& target : relation.targets) {
        const std::string key = words_.key(relations[target.relation].predicate);
        parts.push_back(target.flips ? fmt::format("?y {} ?x", key) : fmt::format("?x {} ?y", key));
      }
      for (std::string& its : classes("?x", relation.subject_classes)) parts.push_back(std::move(its));
      for (std::string& its : classes("?y", relation.object_classes)) parts.push_back(std::move(its));
      const std::string rows = words_.rows(relation.predicate);
      line("  ?x {} ?y{}{}{}{}", words_.key(relation.predicate), rows.empty() ? "" : "  ", rows,
           parts.empty() ? "" : "  -> ", fmt::join(parts, " . "));
    }
  }

  void write_plans() {
    const auto pipelines = compiled_.program->pipelines();
    line("\nJoins: {}", pipelines.size());
    for (const Pipeline& pipeline : pipelines) {
      line("  {}{}", name(pipeline.source), pipeline.runs_once ? ", once" : "");
      if (pipeline.runs_once) {
        write_plan("all", plan_of_all(pipeline));
      } else {
        for (std::size_t first = 0; first < pipeline.body.size(); ++first)
          write_plan("new " + words_.goal(pipeline.body[first]), plan_from(pipeline, first));
      }
      for (const Pipeline& absent : pipeline.absent) write_plan("NOT", plan_of_absent(absent, pipeline));
    }
  }

  void write_plan(const std::string& start, const Plan& plan) {
    static constexpr const char* kAccess[] = {"by subject", "by object", "pair", "class", "scan"};
    std::string text = "    " + start;
    for (const Step& step : plan.steps) {
      const Goal& goal = plan.goal_of(step);
      const std::string rows = words_.rows(goal);
      text += fmt::format("; {} ({}{}{})", words_.goal(goal), kAccess[static_cast<std::size_t>(step.access)],
                          rows.empty() ? "" : ", ", rows);
    }
    out_ += text + "\n";
  }

  const CompiledRules& compiled_;
  const parser::RuleSet& set_;
  const RuleWords words_;
  const std::vector<std::vector<std::uint32_t>> awaited_;
  std::string out_;
};

// Each rule as SPARQL-RL, without prefixes; its lines are indented.
std::vector<std::string> texts_of_rules(parser::RuleSet& set) {
  std::vector<std::string> texts;
  parser::RuleSet alone;
  alone.prefixes = set.prefixes;
  for (parser::InferenceRule& rule : set.rules) {
    alone.rules.clear();
    alone.rules.push_back(std::move(rule));
    const std::string all = to_sparql_rl(alone);
    rule = std::move(alone.rules.front());
    const std::size_t begin = all.starts_with("RULE") ? 0 : all.find("\nRULE") + 1;
    std::string& text = texts.emplace_back("    ");
    for (std::string_view rest = std::string_view(all).substr(begin); !rest.empty(); rest.remove_prefix(1)) {
      text += rest.front();
      if (rest.front() == '\n' && rest.size() > 1) text += "    ";
    }
  }
  return texts;
}

// Rules as they are written, with their strata.
struct WrittenRules {
  explicit WrittenRules(const parser::RuleSet& set) {
    std::unordered_map<std::string, Huri> known;
    const std::function<Huri(TermView)> huri_of = [&](TermView term) {
      return known.emplace(to_ntriples(term), Huri::make(HuriKind::iri, known.size() + 1)).first->second;
    };
    const StrataWords words{huri_of(TermView::iri(iri::kRdfType)), huri_of(TermView::iri(kOwlSameAs))};
    read = read_rules(set, huri_of);
    std::erase_if(read.all, [&](const Rule& rule) {
      if (rule.is_data() && rule.source >= set.rules.size()) return true;
      if (!has_vocabulary(set.rules[rule.source])) return false;
      of_ontologies.insert(rule.source);
      return true;
    });
    find_strata(set, read.all, read.collectors, words);
    awaited = awaited_rules(read.all, words);
    for (const Rule& rule : read.all)
      stratum_of[rule.source] = std::max(stratum_of[rule.source], rule.collector ? 0 : rule.stratum);
  }

  Rules read;
  std::set<std::uint32_t> of_ontologies;  // sources of rules about their vocabulary, which have no strata yet
  std::vector<std::vector<std::uint32_t>> awaited;
  std::map<std::uint32_t, std::uint32_t> stratum_of;  // by source
};

}  // namespace

WrittenStrata written_strata(const parser::RuleSet& set) {
  const WrittenRules rules(set);
  WrittenStrata strata;
  for (const auto& [source, stratum] : rules.stratum_of) strata.rules[stratum].push_back(name_of(set, source));
  for (const std::uint32_t source : rules.of_ontologies) strata.of_ontologies.push_back(name_of(set, source));
  return strata;
}

std::string explain_rules(parser::RuleSet set) {
  const ShortNames names(set.prefixes);
  const std::vector<std::string> texts = texts_of_rules(set);
  const WrittenRules written(set);
  std::map<std::uint32_t, std::map<std::uint32_t, std::string>> strata;  // their rules, and what each waits for
  for (std::size_t number = 0; number < written.read.all.size(); ++number) {
    const Rule& rule = written.read.all[number];
    strata[written.stratum_of.at(rule.source)][rule.source] +=
        waits(names, set, written.read.all, rule, written.awaited[number]);
  }
  const std::set<std::uint32_t>& of_ontologies = written.of_ontologies;
  std::string out = rules_by_text(set) + "\n";
  for (const auto& [stratum, rules] : strata) {
    out += fmt::format("\nStratum {}: {}\n", stratum, count(rules.size(), "rule"));
    for (const auto& [source, waiting] : rules)
      out += fmt::format("  {}{}\n{}", short_name_of(names, set, source), waiting, texts[source]);
  }
  if (of_ontologies.empty()) return out;
  out += fmt::format("\nSpecialised by the ontology of the data: {}\n", count(of_ontologies.size(), "rule"));
  for (const std::uint32_t source : of_ontologies)
    out += fmt::format("  {}\n{}", short_name_of(names, set, source), texts[source]);
  return out;
}

std::string explain_rules(const CompiledRules& compiled, const parser::RuleSet& set,
                          const std::function<Term(Huri)>& term_of) {
  return CompiledText(compiled, set, term_of).write();
}

}  // namespace quadrille::inferencer
