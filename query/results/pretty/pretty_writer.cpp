#include "query/results/pretty/pretty_writer.hpp"

#include <string>
#include <utility>

#include "query/results/pretty/document_printer.hpp"
#include "query/results/pretty/document_shape.hpp"
#include "query/results/turtle_text.hpp"

namespace quadrille::results {

namespace {

// The declarations of the prefixes that the text has used.
std::string beginning(const TurtleText& text, bool needs_version) {
  std::string declared;
  for (std::size_t prefix = 0; prefix < text.prefixes().size(); ++prefix) {
    if (text.uses(prefix)) append_prefix(declared, text.prefixes()[prefix]);
  }
  if (needs_version) declared += kVersionLine;
  return declared.empty() ? declared : declared + "\n";
}

}  // namespace

PrettyWriter::PrettyWriter(std::vector<Prefix> prefixes, std::size_t most_bytes, std::pmr::memory_resource& memory)
    : prefixes_(std::move(prefixes)), memory_(most_bytes, memory), terms_(memory_), quads_(&memory_) {}

void PrettyWriter::add(const TermView& subject, const TermView& predicate, const TermView& object,
                       const std::optional<TermView>& graph) {
  if (quads_.size() == kNone) fail(ErrorKind::memory, "the pretty form of a graph has at most {} quads", kNone);
  needs_version_ = needs_version_ || needs_rdf12(object);
  quads_.push_back({graph ? terms_.number_of(*graph) + 1 : 0, terms_.number_of(subject), terms_.number_of(predicate),
                    terms_.number_of(object)});
}

// The document is printed twice, the first time to find the prefixes that it uses.
void PrettyWriter::write(const LineLayout::Sink& sink) {
  const std::pmr::vector<TermNumber> ranks = terms_.sort();
  const DocumentQuads quads(std::move(quads_), ranks, memory_);
  const DocumentShape shape(terms_, quads, memory_);
  TurtleText text(std::move(prefixes_));
  LineLayout trial([](std::string_view) {});
  DocumentPrinter(terms_, quads, shape, text, trial).print();
  sink(beginning(text, needs_version_));
  LineLayout layout(sink);
  DocumentPrinter(terms_, quads, shape, text, layout).print();
}

}  // namespace quadrille::results
