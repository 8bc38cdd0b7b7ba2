#include "server/document_source.hpp"

#include <utility>

#include "loader/quad_reader.hpp"

namespace quadrille::server {

namespace {

// A batch is stored in a few steps that all images do together, each of which waits for the slowest of them.
constexpr std::size_t kBatchQuads = 32768;
constexpr std::size_t kBatchBytes = std::size_t{16} << 20;

// Lines have no base: a relative IRI in them is malformed.
bool has_base(Syntax syntax) {
  return syntax != Syntax::ntriples && syntax != Syntax::nquads;
}

class BatchSource : public query::QuadSource, private QuadSink {
 public:
  explicit BatchSource(QuadReader& reader) : reader_(reader) {}

  bool read(const Take& take) override {
    take_ = &take;
    quads_ = bytes_ = 0;
    while (quads_ < kBatchQuads && bytes_ < kBatchBytes) {
      if (!reader_.read_piece(*this)) return false;
    }
    return true;
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

struct OpenDocument {
  explicit OpenDocument(Document document)
      : reader(open_quads({.path = std::move(document.name), .format = {document.syntax, Compression::none}},
                          std::move(document.bytes),
                          {.base = has_base(document.syntax) ? std::move(document.base) : "", .default_graph = ""},
                          errors)) {}

  ErrorPolicy errors = ErrorPolicy::stop();
  std::unique_ptr<QuadReader> reader;
};

class DocumentSource final : private OpenDocument, public BatchSource {
 public:
  explicit DocumentSource(Document document) : OpenDocument(std::move(document)), BatchSource(*reader) {}
};

}  // namespace

std::unique_ptr<query::QuadSource> open_document(Document document) {
  return std::make_unique<DocumentSource>(std::move(document));
}

std::unique_ptr<query::QuadSource> batches_of(QuadReader& reader) {
  return std::make_unique<BatchSource>(reader);
}

}  // namespace quadrille::server
