#include "query/results/testing/random_dataset.hpp"

#include "base/triple_term.hpp"

namespace quadrille::results::testing {

namespace {

constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

constexpr const char* kIris[] = {"http://ex/a",       "http://ex/b",      "http://ex/c",       "http://ex/a.",
                                 "http://ex/-a",      "http://ex/\u00e9", "http://ex/",        "urn:x",
                                 "http://ex/a%20b&c", "http://ex/d/e",    "http://ex/./d/../e"};
constexpr const char* kPredicates[] = {"http://ex/p", "http://ex/q", "http://ex/long/predicate", "http://its/dir"};
constexpr const char* kRdfNames[] = {"nil", "first", "rest", "type", "reifies", "List"};
constexpr const char* kRdfPredicates[] = {"type", "first", "rest", "reifies", "_1"};
constexpr const char* kRdfWords[] = {"li", "Description", "about"};
constexpr const char* kLabels[] = {"0x", "x-41", "b.c", "genid1", "n", "\u00e4"};
constexpr const char* kTexts[] = {"",       "a",     "a\"b",  "\"\"\"",  "\\",  "a\\", "line\nline",
                                  "\r\n",   "\t",    " a ",   "<a>&'",   "]]>", "@en", "\u00e4\U0001F600",
                                  "\uff01", "{| |}", "# . ;", "ar--rtl", "\x7f"};
constexpr const char* kRareTexts[] = {"\x01", "\uffff", "\ufffe", "\b\f"};
constexpr const char* kNumbers[] = {"1",    "+1",  "-01", "1.",   ".5",    "-1.50", "1e0",
                                    "1.E5", "INF", "one", "true", "false", ""};
constexpr const char* kDatatypes[] = {"integer", "decimal", "double", "boolean", "float", "date"};
constexpr const char* kLanguages[] = {"en", "de-at", "ar--rtl", "en--ltr", "zh-hant-tw"};

Term iri_of(std::string_view space, std::string_view name) {
  return Term(TermView::iri(std::string(space).append(name)));
}

Term rdf(std::string_view name) {
  return iri_of(kRdf, name);
}

}  // namespace

Term RandomDataset::iri() {
  return chance(15) ? rdf(one_of(kRdfNames)) : iri_of("", one_of(kIris));
}

Term RandomDataset::predicate() {
  if (chance(1)) return chance(50) ? Term(TermView::iri("http://ex/1")) : rdf(one_of(kRdfWords));
  return chance(15) ? rdf(one_of(kRdfPredicates)) : iri_of("", one_of(kPredicates));
}

Term RandomDataset::new_blank() {
  return Term(TermView::blank("b" + std::to_string(blanks_++)));
}

Term RandomDataset::blank() {
  if (chance(10)) return Term(TermView::blank(one_of(kLabels)));
  return blanks_ == 0 || chance(30) ? new_blank() : Term(TermView::blank("b" + std::to_string(below(blanks_))));
}

Term RandomDataset::node() {
  return chance(60) ? blank() : iri();
}

Term RandomDataset::literal() {
  if (chance(40)) return Term(TermView::literal(one_of(kNumbers), std::string(iri::kXsd) + one_of(kDatatypes)));
  const std::string text = chance(3) ? one_of(kRareTexts) : one_of(kTexts);
  if (chance(30)) return Term(TermView::tagged_string(text, one_of(kLanguages)));
  return Term(chance(10) ? TermView::literal(text, "http://ex/type") : TermView::string(text));
}

Term RandomDataset::triple_of(const Term& subject, const Term& predicate, const Term& object) {
  std::string text;
  append_triple_term(text, subject.view(), predicate.view(), object.view());
  return Term(TermView::triple(text));
}

Term RandomDataset::object(int depth) {
  if (chance(12) && depth < 4) return triple_of(node(), predicate(), object(depth + 1));
  return chance(40) ? literal() : node();
}

std::optional<Term> RandomDataset::graph() {
  if (!with_graphs_ || chance(40)) return std::nullopt;
  return chance(20) ? blank() : iri_of("http://ex/g", std::to_string(below(2)));
}

void RandomDataset::add(const Term& subject, const Term& predicate, const Term& object) {
  quads_.push_back({subject, predicate, object, chance(3) ? graph() : graph_});
}

// A list; some have a mistake: a value more or less, another end, cells that are shared or in a cycle.
void RandomDataset::add_list() {
  const Term head = new_blank();
  if (!chance(10)) add(node(), predicate(), head);
  Term cell = head;
  for (std::size_t left = below(6) + 1; left > 0; --left) {
    if (!chance(4)) add(cell, rdf("first"), object());
    if (chance(4)) add(cell, chance(50) ? rdf("first") : predicate(), object());
    const Term rest = left == 1 ? (chance(5) ? (chance(50) ? head : node()) : rdf("nil")) : new_blank();
    if (!chance(4)) add(cell, rdf("rest"), rest);
    if (chance(3)) add(node(), predicate(), cell);
    cell = rest;
  }
}

// Blank nodes, each the object of the one before; some chains are cycles, with a node of a list perhaps.
void RandomDataset::add_chain() {
  const Term first = chance(70) ? new_blank() : node();
  Term last = first;
  for (std::size_t left = below(chance(10) ? 30 : 5); left > 0; --left) {
    const Term next = new_blank();
    add(last, chance(10) ? rdf("first") : predicate(), next);
    if (chance(40)) add(last, predicate(), object());
    last = next;
  }
  if (chance(40)) add(last, predicate(), first);
}

// A reifier of a quad, in its graph mostly, and quads about the reifier.
void RandomDataset::add_reifier() {
  if (quads_.empty()) return;
  const OwnQuad of = quads_[below(quads_.size())];
  const std::optional<Term> around = graph_;
  if (chance(90)) graph_ = of.graph;
  const Term reifier = chance(70) ? new_blank() : node();
  const bool is_same = chance(85);
  add(reifier, rdf("reifies"), triple_of(of.subject, of.predicate, is_same ? of.object : object()));
  for (std::size_t left = below(3); left > 0; --left) add(reifier, predicate(), object());
  if (chance(15)) add(chance(20) ? reifier : node(), predicate(), reifier);
  if (chance(10)) add(reifier, rdf("reifies"), triple_of(node(), predicate(), object()));
  graph_ = around;
}

// A triple that is reified but no quad, as subject or object.
void RandomDataset::add_reified_part() {
  const Term reifier = chance(70) ? new_blank() : node();
  add(reifier, rdf("reifies"), triple_of(node(), predicate(), object()));
  if (chance(50)) add(node(), predicate(), reifier);
  if (chance(30)) add(reifier, predicate(), object());
}

std::vector<OwnQuad> RandomDataset::next(bool with_graphs) {
  with_graphs_ = with_graphs;
  blanks_ = 0;
  quads_.clear();
  for (std::size_t left = below(chance(10) ? 40 : 10); left > 0; --left) {
    graph_ = graph();
    const std::size_t kind = below(100);
    if (kind < 40) add(node(), predicate(), object());
    if (kind >= 40 && kind < 52) add_list();
    if (kind >= 52 && kind < 64) add_chain();
    if (kind >= 64 && kind < 90) add_reifier();
    if (kind >= 90) add_reified_part();
  }
  if (!quads_.empty() && chance(20)) quads_.push_back(quads_.front());
  return quads_;
}

}  // namespace quadrille::results::testing
