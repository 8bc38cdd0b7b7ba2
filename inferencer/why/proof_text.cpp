#include "inferencer/why/proof_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "inferencer/short_names.hpp"
#include "parser/rule_text.hpp"

namespace quadrille::inferencer {

namespace {

using Json = nlohmann::ordered_json;

std::string count(std::size_t number, const char* thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

// "1, 2 and 3".
std::string list(const std::vector<std::string>& all) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) text += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + all[i];
  return text;
}

// The conditions of a rule, which hold in a step.
std::vector<std::string> conditions_of(const parser::RuleSet& set, const parser::InferenceRule& rule) {
  std::vector<std::string> all;
  for (const parser::RuleElement& element : rule.body) {
    if (std::holds_alternative<parser::QuadPattern>(element.element)) continue;
    const bool is_negation = std::holds_alternative<parser::RuleNegation>(element.element);
    all.push_back(parser::to_sparql_rl(set, rule, element) + (is_negation ? " has no solution" : ""));
  }
  if (rule.data_only) all.emplace_back("WHERE DATA: the premises are stated");
  return all;
}

// The name of the text that has a rule, and its line: "owl-rl, line 121".
std::string place_of(const parser::RuleSet& set, std::uint32_t number) {
  const parser::InferenceRule& rule = set.rules[number];
  const bool has_file = rule.file < set.files.size() && !set.files[rule.file].empty();
  return fmt::format("{}line {}", has_file ? set.files[rule.file] + ", " : "", rule.position.line);
}

// A proof without facts of local:. Its quads are numbered from 1, premises before conclusions.
struct ShownStep {
  const ProofStep* step;
  std::vector<std::size_t> from;       // numbers of quads
  std::vector<std::uint32_t> helpers;  // other rules, which derive facts of local:
};
struct ShownProof {
  struct Quad {
    Fact fact;
    std::optional<ShownStep> step;
    bool is_data = false;
  };
  std::vector<Quad> quads;
};

class Shown {
 public:
  Shown(const Proof& all, const ProofWords& words) : words_(words) {
    for (const Fact& fact : all.stated) add({fact, std::nullopt, false});
    for (const Fact& fact : all.data)
      if (!words_.is_local(fact.predicate)) add({fact, std::nullopt, true});
    for (const ProofStep& step : all.steps) steps_.emplace(step.fact, &step);
    for (const ProofStep& step : all.steps) {
      if (words_.is_local(step.fact.predicate)) continue;
      ShownStep its{&step, {}, {}};
      std::set<Fact> seen;
      collect(step, its, seen);
      std::sort(its.from.begin(), its.from.end());
      add({step.fact, std::move(its), false});
    }
  }
  ShownProof proof;

 private:
  void add(ShownProof::Quad quad) {
    proof.quads.push_back(quad);
    numbers_.emplace(quad.fact, proof.quads.size());
  }
  // The premises of a step, and those from which its facts of local: follow. No deeper than the lists of an ontology.
  void collect(const ProofStep& step, ShownStep& its, std::set<Fact>& seen) const {
    for (const Fact& premise : step.premises) {
      if (!seen.insert(premise).second) continue;
      if (!words_.is_local(premise.predicate)) {
        its.from.push_back(numbers_.at(premise));
      } else if (const auto local = steps_.find(premise); local != steps_.end()) {
        if (std::find(its.helpers.begin(), its.helpers.end(), local->second->rule) == its.helpers.end())
          its.helpers.push_back(local->second->rule);
        collect(*local->second, its, seen);
      }
    }
  }

  const ProofWords& words_;
  std::map<Fact, const ProofStep*> steps_;
  std::map<Fact, std::size_t> numbers_;
};

class Writer {
 public:
  Writer(const Why& why, const ProofWords& words) : why_(why), words_(words), names_(words.prefixes) {}

  std::string text() {
    std::string out;
    const std::size_t proofs = why_.proofs.size();
    for (std::size_t number = 0; number < proofs; ++number) {
      if (proofs > 1) out += fmt::format("\nProof {} of {}", number + 1, proofs);
      out += fmt::format("{}{}", proofs > 1 ? ": " : "", proof_text(why_.proofs[number]));
    }
    const std::string quad = short_quad(why_.proofs.front().fact);
    std::string prefixes;
    for (const auto& [prefix, iri] : used_) prefixes += fmt::format("PREFIX {}: <{}>\n", prefix, iri);
    return fmt::format("{}{}{}\n{}", prefixes, prefixes.empty() ? "" : "\n", quad, out);
  }

  std::string json() {
    Json proofs = Json::array();
    for (const Proof& proof : why_.proofs) proofs.push_back(proof_json(proof));
    const Json all{{"quad", quad(why_.proofs.front().fact)},
                   {"is", why_.kind == WhyKind::stated ? "stated" : "inferred"},
                   {"proofs", proofs}};
    return all.dump(2) + "\n";
  }

  std::string dot() {
    std::string out = "digraph why {\n  rankdir=BT;\n  node [shape=box, fontname=\"sans-serif\"];\n";
    for (std::size_t number = 0; number < why_.proofs.size(); ++number) {
      const bool is_one = why_.proofs.size() == 1;
      if (!is_one) out += fmt::format("  subgraph cluster_{0} {{\n  label=\"proof {0}\";\n", number + 1);
      out += proof_dot(why_.proofs[number], is_one ? "" : fmt::format("p{}_", number + 1));
      if (!is_one) out += "  }\n";
    }
    return out + "}\n";
  }

 private:
  // --- Names. ---

  std::string short_term(Huri huri) {
    const Term term = words_.term_of(huri);
    if (term.kind == TermKind::iri) {
      if (const parser::Prefix* const prefix = names_.prefix_of(term.text)) used_.emplace(prefix->prefix, prefix->iri);
      return names_.of(term.view());
    }
    const std::string full = to_ntriples(term.view());
    const parser::Prefix* const prefix = term.datatype.empty() ? nullptr : names_.prefix_of(term.datatype);
    if (prefix == nullptr || !full.ends_with("^^<" + term.datatype + ">")) return full;
    used_.emplace(prefix->prefix, prefix->iri);
    return full.substr(0, full.size() - term.datatype.size() - 2) + names_.of(TermView::iri(term.datatype));
  }
  std::string short_predicate(Huri huri) { return words_.term_of(huri).text == iri::kRdfType ? "a" : short_term(huri); }
  std::string short_quad(const Fact& fact) {
    const Huri graph = graph_of(fact);
    std::string triple =
        fmt::format("{} {} {}", short_term(fact.subject), short_predicate(fact.predicate), short_term(fact.object));
    return graph == kDefaultGraph ? triple + " ." : fmt::format("{} {{ {} }}", short_term(graph), triple);
  }
  Huri graph_of(const Fact& fact) const {
    if (!fact.graph.is_unbound()) return fact.graph;
    return words_.is_local(fact.predicate) ? kDefaultGraph : words_.graph_of(fact);
  }
  std::string quad(const Fact& fact) const {
    std::string text = fmt::format("{} {} {}", full(fact.subject), full(fact.predicate), full(fact.object));
    if (const Huri graph = graph_of(fact); graph != kDefaultGraph) text += " " + full(graph);
    return text + " .";
  }
  std::string full(Huri huri) const { return to_ntriples(words_.term_of(huri).view()); }
  std::string rule_name(std::uint32_t rule) const { return short_name_of(names_, words_.rules, rule); }

  // --- Text. ---

  std::string proof_text(const Proof& proof) {
    const ShownProof shown = Shown(proof, words_).proof;
    if (proof.steps.empty()) return proof.stated.empty() ? "It is a quad of DATA of the rules.\n" : "It is stated.\n";
    const auto steps =
        std::count_if(shown.quads.begin(), shown.quads.end(), [](const auto& its) { return !!its.step; });
    std::string out = fmt::format("It follows in {} from {}.\n\n", count(static_cast<std::size_t>(steps), "step"),
                                  count(proof.stated.size(), "stated quad"));
    const std::size_t width = std::to_string(shown.quads.size()).size();
    for (std::size_t number = 0; number < shown.quads.size(); ++number) {
      const ShownProof::Quad& its = shown.quads[number];
      out += fmt::format("{:>{}}  {}", number + 1, width + 2, short_quad(its.fact));
      if (its.step) {
        out += "\n" + step_text(*its.step, std::string(width + 4, ' '));
      } else {
        out += its.is_data ? "    DATA of the rules\n" : "    stated\n";
      }
    }
    return out;
  }

  std::string step_text(const ShownStep& its, const std::string& indent) {
    std::vector<std::string> from, values;
    for (const std::size_t number : its.from) from.push_back(std::to_string(number));
    const parser::InferenceRule& rule = words_.rules.rules[its.step->rule];
    for (const auto& [variable, value] : its.step->bindings)
      if (is_named(rule.variables[variable]))
        values.push_back(fmt::format("?{} = {}", rule.variables[variable], short_term(value)));
    std::string out =
        fmt::format("{}by {} ({})", indent, rule_name(its.step->rule), place_of(words_.rules, its.step->rule));
    if (!from.empty()) out += " from " + list(from);
    out += "\n";
    if (!values.empty()) out += fmt::format("{}with {}\n", indent, fmt::join(values, ", "));
    for (const std::string& condition : conditions_of(words_.rules, rule))
      out += fmt::format("{}where {}\n", indent, condition);
    std::vector<std::string> helpers;
    for (const std::uint32_t helper : its.helpers) helpers.push_back(rule_name(helper));
    if (!helpers.empty()) out += fmt::format("{}and by {}\n", indent, list(helpers));
    return out;
  }
  // False for the joints of paths and for blank nodes.
  static bool is_named(const std::string& variable) {
    return !variable.starts_with("_:") && !variable.starts_with('.');
  }

  // --- JSON. ---

  Json proof_json(const Proof& proof) const {
    std::map<Fact, std::size_t> numbers;
    Json quads = Json::array();
    const auto add = [&](const Fact& fact, const char* by) {
      numbers.emplace(fact, numbers.size() + 1);
      quads.push_back({{"id", numbers.at(fact)}, {"quad", quad(fact)}, {"by", by}});
    };
    for (const Fact& fact : proof.stated) add(fact, "stated");
    for (const Fact& fact : proof.data) add(fact, "data");
    for (const Fact& fact : proof.values) add(fact, "value");
    for (const ProofStep& step : proof.steps) {
      add(step.fact, "rule");
      add_step(step, numbers, quads.back());
    }
    return {{"steps", proof.steps.size()}, {"quads", quads}};
  }

  void add_step(const ProofStep& step, const std::map<Fact, std::size_t>& numbers, Json& json) const {
    const parser::InferenceRule& rule = words_.rules.rules[step.rule];
    json["rule"] = name_of(words_.rules, step.rule);
    if (rule.file < words_.rules.files.size()) json["file"] = words_.rules.files[rule.file];
    json["line"] = rule.position.line;
    Json bindings = Json::object();
    for (const auto& [variable, value] : step.bindings)
      if (is_named(rule.variables[variable])) bindings[rule.variables[variable]] = full(value);
    json["bindings"] = bindings;
    Json from = Json::array();
    for (const Fact& premise : step.premises) from.push_back(numbers.at(premise));
    json["from"] = from;
    const std::vector<std::string> conditions = conditions_of(words_.rules, rule);
    if (!conditions.empty()) json["conditions"] = conditions;
  }

  // --- DOT. ---

  static std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    return out + '"';
  }

  std::string proof_dot(const Proof& proof, const std::string& name) {
    const ShownProof shown = Shown(proof, words_).proof;
    std::string out;
    for (std::size_t number = 1; number <= shown.quads.size(); ++number) {
      const ShownProof::Quad& its = shown.quads[number - 1];
      out += fmt::format("  {}q{} [label={}{}];\n", name, number, quoted(short_quad(its.fact)),
                         its.step ? "" : ", style=filled");
      if (!its.step) continue;
      out += fmt::format("  {}r{} [shape=ellipse, label={}];\n", name, number, quoted(rule_name(its.step->step->rule)));
      for (const std::size_t from : its.step->from) out += fmt::format("  {0}q{1} -> {0}r{2};\n", name, from, number);
      out += fmt::format("  {0}r{1} -> {0}q{1};\n", name, number);
    }
    return out;
  }

  const Why& why_;
  const ProofWords& words_;
  const ShortNames names_;
  std::map<std::string, std::string> used_;  // prefixes
};

}  // namespace

std::string to_text(results::ResultFormat format, const Why& why, const ProofWords& words) {
  Writer writer(why, words);
  if (format == results::ResultFormat::plan_json) return writer.json();
  return format == results::ResultFormat::dot ? writer.dot() : writer.text();
}

}  // namespace quadrille::inferencer
