#include "loader/build/testing/expected_quads.hpp"

#include <algorithm>

#include "dictionary/inline_term.hpp"
#include "loader/rdf/read_file.hpp"

namespace quadrille::testing {

class ExpectedQuads::Collector : public QuadSink {
 public:
  Collector(ExpectedQuads& to, std::uint32_t file) : to_(to), file_(file) {}

  void quad(const QuadView& quad) override {
    std::vector<Node> nodes{node(quad.subject), node(quad.predicate), node(quad.object)};
    if (quad.graph) nodes.push_back(node(*quad.graph));
    to_.quads_.insert(std::move(nodes));
    ++to_.read_;
  }

 private:
  Node node(TermView term) {
    if (term.kind != TermKind::blank) return {Term(term), {}};
    const Blank blank{file_, std::string(term.text)};
    to_.blanks_[blank];
    return {Term(TermView::blank({})), blank};
  }

  ExpectedQuads& to_;
  std::uint32_t file_;
};

ExpectedQuads::ExpectedQuads(const BuildOptions& options) {
  const ReadOptions read_options{options.base, options.graph};
  std::uint32_t number = 0;
  for (const InputFile& file : list_input_files(options.inputs, options.format)) {
    Collector collector(*this, number++);
    ErrorPolicy errors = options.on_error == OnError::stop ? ErrorPolicy::stop() : ErrorPolicy::skip();
    read_file(file, read_options, errors, collector);
  }
  std::uint64_t counter = 0;
  for (auto& [blank, count] : blanks_) count = counter++;
}

std::uint64_t ExpectedQuads::default_quads() const {
  return static_cast<std::uint64_t>(
      std::count_if(quads_.begin(), quads_.end(), [](const auto& nodes) { return nodes.size() == 3; }));
}

std::set<std::string> ExpectedQuads::vocabulary_terms() const {
  std::set<std::string> terms;
  for (const auto& nodes : quads_) {
    for (const Node& node : nodes) {
      if (node.term.kind == TermKind::blank || inline_huri(node.term.view())) continue;
      terms.insert(to_ntriples(node.term.view()));
    }
  }
  return terms;
}

Term ExpectedQuads::term_of(const Node& node) const {
  if (node.term.kind != TermKind::blank) return node.term;
  return Term(TermView::blank("b" + std::to_string(blanks_.at(node.blank))));
}

Huri ExpectedQuads::huri_of(const Node& node, const Dictionary& dictionary) const {
  if (node.term.kind != TermKind::blank) return dictionary.find(node.term.view());
  return Huri::make(HuriKind::blank, blanks_.at(node.blank));
}

std::set<std::string> ExpectedQuads::lines() const {
  std::set<std::string> lines;
  for (const auto& nodes : quads_) {
    std::string line;
    for (const Node& node : nodes) line += to_ntriples(term_of(node).view()) + " ";
    lines.insert(line + ".");
  }
  return lines;
}

std::set<Quad> ExpectedQuads::rows(const Dictionary& dictionary, bool named) const {
  std::set<Quad> rows;
  for (const auto& nodes : quads_) {
    if ((nodes.size() == 4) != named) continue;
    const auto huri = [&](std::size_t i) { return huri_of(nodes[i], dictionary); };
    rows.insert({huri(0), huri(1), huri(2), named ? huri(3) : kDefaultGraph});
  }
  return rows;
}

}  // namespace quadrille::testing
