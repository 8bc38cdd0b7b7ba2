#include "server/client/stored_document.hpp"

#include <utility>

#include "loader/rdf/quad_reader.hpp"
#include "server/client/spool.hpp"

namespace quadrille::server {

namespace {

class BorrowedBytes final : public ByteSource {
 public:
  explicit BorrowedBytes(ByteSource& bytes) : bytes_(bytes) {}
  std::size_t read(std::span<char> to) override { return bytes_.read(to); }

 private:
  ByteSource& bytes_;
};

class NoSink final : public QuadSink {
 public:
  void quad(const QuadView&) override {}
};

void load_contexts(const Document& document, SpooledBytes& bytes, const std::function<void()>& check) {
  ErrorPolicy errors = ErrorPolicy::stop();
  const auto reader = open_quads({.path = document.name, .format = {document.syntax, Compression::none}},
                                 std::make_unique<BorrowedBytes>(bytes),
                                 {.base = document.base,
                                  .default_graph = "",
                                  .contexts = document.contexts.get(),
                                  .context_iri = document.context_iri},
                                 errors);
  NoSink sink;
  while (reader->read_piece(sink)) check();
  bytes.rewind();
}

}  // namespace

void store_document(Document& document, const DocumentContexts& contexts, const std::string& folder,
                    const std::function<bool()>& cancelled) {
  auto bytes = spool(*document.bytes, folder, cancelled);
  if (document.syntax == Syntax::jsonld) {
    const auto check = [cancelled] {
      if (cancelled && cancelled()) fail(ErrorKind::cancelled, "the client has disconnected");
    };
    document.contexts = open_contexts(contexts.places, contexts.cache, check);
    if (!contexts.places.empty()) load_contexts(document, *bytes, check);
  }
  document.bytes = std::move(bytes);
}

}  // namespace quadrille::server
