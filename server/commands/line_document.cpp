#include "server/commands/line_document.hpp"

#include <deque>
#include <string>
#include <utility>

#include "loader/canonical/canonicalizer.hpp"
#include "loader/jsonld/write/canonical_quads.hpp"
#include "loader/jsonld/write/json_ld_writer.hpp"
#include "loader/rdf/trig_writer.hpp"
#include "query/results/documents/whole_document.hpp"
#include "query/results/name_spaces.hpp"

namespace quadrille::server {

namespace {

using Write = std::function<void(std::string_view)>;
using results::ResultFormat;

class TrigDocument final : public LineDocument {
 public:
  explicit TrigDocument(Write write) : write_(std::move(write)) {}

  void add(std::string_view lines) override {
    writer_.add_lines(text_, lines);
    write_(std::exchange(text_, {}));
  }
  void finish() override {
    writer_.finish(text_);
    write_(text_);
  }

 private:
  const Write write_;
  TrigWriter writer_;
  std::string text_;
};

class JsonLdDocument final : public LineDocument, private QuadSink {
 public:
  JsonLdDocument(std::vector<DeclaredPrefix> prefixes, Write write)
      : write_(std::move(write)), writer_(std::move(prefixes)) {
    writer_.begin(text_);
  }

  void add(std::string_view lines) override {
    quads_.lines(lines, *this);
    write_(text_);
    text_.clear();
  }
  void finish() override {
    writer_.finish(text_);
    writer_.end(text_);
    write_(text_);
  }

 private:
  void quad(const QuadView& quad) override { writer_.add(text_, quad); }

  const Write write_;
  jsonld::JsonLdWriter writer_;
  jsonld::CanonicalQuads quads_;
  std::string text_;
};

// Writes the triples of the default graph, or of one.
class RdfXmlDocument final : public LineDocument, private QuadSink {
 public:
  RdfXmlDocument(std::vector<DeclaredPrefix> prefixes, Write write)
      : write_(std::move(write)), writer_(results::make_graph_writer(ResultFormat::rdfxml, std::move(prefixes))) {
    writer_->begin(text_);
  }

  void add(std::string_view lines) override {
    quads_.lines(lines, *this);
    write_triples();
  }
  void finish() override {
    writer_->end(text_);
    write_(text_);
  }

 private:
  static constexpr std::size_t kTriplesAtOnce = 1000;

  void quad(const QuadView& quad) override {
    triples_.push_back({keep(quad.subject), keep(quad.predicate), keep(quad.object)});
    if (triples_.size() == kTriplesAtOnce) write_triples();
  }
  TermView keep(const TermView& term) { return terms_.emplace_back(term).view(); }

  void write_triples() {
    writer_->triples(triples_, text_);
    write_(text_);
    text_.clear();
    triples_.clear();
    terms_.clear();
  }

  const Write write_;
  const std::unique_ptr<results::GraphWriter> writer_;
  jsonld::CanonicalQuads quads_;
  std::deque<Term> terms_;  // of triples_
  std::vector<results::TripleView> triples_;
  std::string text_;
};

// In a layout that is not streamed.
class LaidOutDocument final : public LineDocument {
 public:
  LaidOutDocument(const results::DocumentSettings& layout, const LineDocumentSettings& settings, Write write)
      : write_(std::move(write)),
        contexts_(settings.contexts),
        document_(layout, {settings.most_bytes, settings.memory}) {}

  void add(std::string_view lines) override { quads_.lines(lines, document_.quads()); }
  void finish() override { document_.write(write_); }

 private:
  const Write write_;
  const std::shared_ptr<jsonld::RemoteContexts> contexts_;
  results::WholeDocument document_;
  jsonld::CanonicalQuads quads_;
};

class CanonicalDocument final : public LineDocument {
 public:
  CanonicalDocument(const DumpOptions& options, const LineDocumentSettings& settings, Write write)
      : write_(std::move(write)),
        canonicalizer_({.most_steps = options.canonical_steps,
                        .how_to_allow_more = "allow more steps with --canonical-steps N",
                        .cancelled = settings.cancelled}) {}

  void add(std::string_view lines) override { quads_.lines(lines, canonicalizer_); }
  void finish() override { canonicalizer_.finish().write(write_); }

 private:
  const Write write_;
  canonical::Canonicalizer canonicalizer_;
  jsonld::CanonicalQuads quads_;
};

}  // namespace

results::Layout layout_of(const DumpOptions& options) {
  return results::choose_layout(options.format, options.request());
}

bool sorts_itself(const DumpOptions& options) {
  return options.is_canonical || !layout_of(options).is_streamed();
}

std::unique_ptr<LineDocument> make_line_document(const DumpOptions& options, const LineDocumentSettings& settings,
                                                 Write write) {
  if (options.is_canonical) return std::make_unique<CanonicalDocument>(options, settings, std::move(write));
  auto prefixes = results::declared_prefixes(settings.prefixes);
  if (const results::Layout layout = layout_of(options); !layout.is_streamed()) {
    const results::DocumentSettings document{options.format, layout, std::move(prefixes), settings.contexts.get()};
    return std::make_unique<LaidOutDocument>(document, settings, std::move(write));
  }
  if (options.format == ResultFormat::jsonld)
    return std::make_unique<JsonLdDocument>(std::move(prefixes), std::move(write));
  if (options.format == ResultFormat::rdfxml)
    return std::make_unique<RdfXmlDocument>(std::move(prefixes), std::move(write));
  return std::make_unique<TrigDocument>(std::move(write));
}

}  // namespace quadrille::server
