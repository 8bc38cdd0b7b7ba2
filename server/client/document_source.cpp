#include "server/client/document_source.hpp"

#include <utility>

#include "loader/jsonld/context/remote_contexts.hpp"
#include "loader/rdf/quad_reader.hpp"
#include "loader/rdf/rdf_version.hpp"

namespace quadrille::server {

namespace {

// Storing a batch takes a few steps of all images together, each of which waits for the slowest image.
constexpr std::size_t kBatchQuads = 32768;
constexpr std::size_t kBatchBytes = std::size_t{16} << 20;
constexpr std::size_t kLongBytes = std::size_t{1} << 20;

class BatchSource : public query::QuadSource, private QuadSink {
 public:
  explicit BatchSource(QuadReader& reader) : reader_(reader) {}

  bool read(const Take& take) override {
    take_ = &take;
    quads_ = bytes_ = 0;
    bool has_more = true, is_long = false;
    while (has_more && quads_ < kBatchQuads && bytes_ < kBatchBytes) {
      const std::size_t before = bytes_;
      has_more = reader_.read_piece(*this);
      is_long = bytes_ - before > kLongBytes;
    }
    // Reading on frees the reader's copy of a long term, so it is not kept while the batch is stored.
    if (has_more && is_long) has_more = reader_.read_piece(*this);
    return has_more;
  }

 private:
  void quad(const QuadView& view) override {
    (*take_)({view.subject, view.predicate, view.object, view.graph, view.same_subject, view.same_predicate});
    ++quads_;
    bytes_ += view.subject.text.size() + view.predicate.text.size() + view.object.text.size();
  }

  QuadReader& reader_;
  const Take* take_ = nullptr;
  std::size_t quads_ = 0, bytes_ = 0;  // of a batch
};

ErrorPolicy policy(const Document& document, std::vector<std::string>* warnings) {
  ErrorPolicy errors = ErrorPolicy::stop();
  if (warnings == nullptr) return errors;
  errors.set_warnings([warnings](const SyntaxErrorAt& warning) {
    if (warnings->size() < kMostWarnings) warnings->push_back(to_string(warning));
  });
  const std::string& version = document.version;
  if (!version.empty() && !is_known_version(version)) errors.warn({document.name, 1, 1, version_warning(version), {}});
  return errors;
}

class DocumentReader : public QuadReader {
 public:
  DocumentReader(Document document, std::vector<std::string>* warnings)
      : errors_(policy(document, warnings)),
        contexts_(std::move(document.contexts)),
        reader_(open_quads({.path = std::move(document.name), .format = {document.syntax, Compression::none}},
                           std::move(document.bytes),
                           {.base = has_base(document.syntax) ? std::move(document.base) : "",
                            .default_graph = "",
                            .contexts = contexts_.get(),
                            .context_iri = document.context_iri},
                           errors_)) {}

  // The reader ends with the document, since its buffers may be large.
  bool read_piece(QuadSink& sink) override {
    if (reader_ && !reader_->read_piece(sink)) reader_.reset();
    return reader_ != nullptr;
  }

 private:
  ErrorPolicy errors_;
  const std::shared_ptr<jsonld::RemoteContexts> contexts_;
  std::unique_ptr<QuadReader> reader_;
};

class DocumentSource final : private DocumentReader, public BatchSource {
 public:
  DocumentSource(Document document, std::vector<std::string>* warnings)
      : DocumentReader(std::move(document), warnings), BatchSource(static_cast<DocumentReader&>(*this)) {}
};

}  // namespace

std::unique_ptr<query::QuadSource> open_document(Document document, std::vector<std::string>* warnings) {
  return std::make_unique<DocumentSource>(std::move(document), warnings);
}

}  // namespace quadrille::server
