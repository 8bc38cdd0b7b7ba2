#include "query/results/documents/whole_document.hpp"

#include "base/error.hpp"
#include "loader/canonical/canonicalizer.hpp"
#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/write/document_writer.hpp"
#include "query/results/pretty/pretty_writer.hpp"

namespace quadrille::results {

class WholeDocument::Form : public QuadSink {
 public:
  virtual bool needs_version() const { return false; }
  virtual std::size_t own_bytes() const { return 0; }
  virtual void write(const Sink& sink) = 0;
};

namespace {

class PrettyForm final : public WholeDocument::Form {
 public:
  PrettyForm(const DocumentSettings& settings, const DocumentMemory& memory)
      : writer_(settings.prefixes, memory.most_bytes, memory.from) {}

  void quad(const QuadView& quad) override { writer_.add(quad.subject, quad.predicate, quad.object, quad.graph); }
  bool needs_version() const override { return writer_.needs_version(); }
  void write(const WholeDocument::Sink& sink) override { writer_.write(sink); }

 private:
  PrettyWriter writer_;
};

jsonld::DocumentForm form_of(Arrangement arrangement) {
  switch (arrangement) {
    case Arrangement::expanded:
      return jsonld::DocumentForm::expanded;
    case Arrangement::flattened:
      return jsonld::DocumentForm::flattened;
    default:
      return jsonld::DocumentForm::compacted;
  }
}

class JsonLdForm final : public WholeDocument::Form {
 public:
  JsonLdForm(const DocumentSettings& settings, const DocumentMemory& memory)
      : context_(settings.layout.context),
        writer_(settings.contexts ? *settings.contexts : no_contexts_,
                {.form = form_of(settings.layout.arrangement),
                 .context = context_.empty() ? std::nullopt : std::optional(jsonld::Value(std::string_view(context_))),
                 .most_bytes = memory.most_bytes / 3 * 2}) {}

  void quad(const QuadView& quad) override { writer_.quad(quad); }
  std::size_t own_bytes() const override { return writer_.used_bytes(); }
  void write(const WholeDocument::Sink& sink) override {
    constexpr std::size_t kPieceBytes = std::size_t{1} << 16;
    const std::string text = finish();
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(std::min(kPieceBytes, rest.size()))) {
      sink(rest.substr(0, kPieceBytes));
    }
  }

 private:
  std::string finish() {
    try {
      return writer_.finish();
    } catch (const jsonld::JsonLdError& error) {
      if (context_.empty()) throw;
      fail(ErrorKind::user, "the JSON-LD context <{}> cannot be used: {}", context_, error.what());
    }
  }

  const std::string context_;
  jsonld::RemoteContexts no_contexts_{nullptr};
  jsonld::DocumentWriter writer_;
};

class CanonicalForm final : public WholeDocument::Form {
 public:
  CanonicalForm(const DocumentSettings& settings, const DocumentMemory& memory)
      : most_bytes_(memory.most_bytes),
        canonicalizer_({.how_to_allow_more = "quadrille dump --canonical allows more with --canonical-steps N",
                        .cancelled = [check = settings.check] {
                          if (check) check();
                          return false;
                        }}) {}

  void quad(const QuadView& quad) override {
    canonicalizer_.quad(quad);
    if (own_bytes() > most_bytes_)
      fail(ErrorKind::memory, "the canonical form needs more than the {} bytes that there are; leave out 'canonical'",
           most_bytes_);
  }
  std::size_t own_bytes() const override { return canonicalizer_.needed_bytes(); }
  void write(const WholeDocument::Sink& sink) override { canonicalizer_.finish().write(sink); }

 private:
  const std::size_t most_bytes_;
  canonical::Canonicalizer canonicalizer_;
};

std::unique_ptr<WholeDocument::Form> make_form(const DocumentSettings& settings, const DocumentMemory& memory) {
  if (!settings.layout.context.empty() && settings.contexts == nullptr) {
    fail(ErrorKind::user,
         "the JSON-LD context <{}> is not allowed here; --allow-context and --context-at allow contexts, for a server "
         "when it is started",
         settings.layout.context);
  }
  if (settings.layout.arrangement == Arrangement::pretty) return std::make_unique<PrettyForm>(settings, memory);
  if (settings.layout.arrangement == Arrangement::canonical) return std::make_unique<CanonicalForm>(settings, memory);
  return std::make_unique<JsonLdForm>(settings, memory);
}

}  // namespace

WholeDocument::WholeDocument(const DocumentSettings& settings, const DocumentMemory& memory)
    : form_(make_form(settings, memory)) {}
WholeDocument::~WholeDocument() = default;

void WholeDocument::add(std::string_view lines) {
  if (const std::size_t end = lines.find('\n') + 1; !rest_.empty() && end > 0) {
    rest_ += lines.substr(0, end);
    quads_.nquads(rest_, *form_);
    rest_.clear();
    lines.remove_prefix(end);
  }
  const std::size_t whole = lines.rfind('\n') + 1;  // 0 if there is none
  quads_.nquads(lines.substr(0, whole), *form_);
  rest_ += lines.substr(whole);
}

QuadSink& WholeDocument::quads() {
  return *form_;
}

bool WholeDocument::needs_version() const {
  return form_->needs_version();
}

std::size_t WholeDocument::own_bytes() const {
  return form_->own_bytes();
}

void WholeDocument::write(const Sink& sink) {
  form_->write(sink);
}

}  // namespace quadrille::results
