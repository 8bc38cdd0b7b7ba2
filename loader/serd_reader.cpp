#include "loader/serd_reader.hpp"

#include <utility>

#include "loader/detail/document_names.hpp"
#include "loader/detail/serd_statement.hpp"
#include "loader/statement_splitter.hpp"

namespace quadrille {

namespace {

class TurtleReader final : public QuadReader {
 public:
  TurtleReader(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options, ErrorPolicy& errors)
      : file_(std::move(file)),
        options_(std::move(options)),
        errors_(errors),
        with_graphs_(file_.format.syntax == Syntax::trig),
        statements_(std::move(bytes), with_graphs_),
        names_(options_.base, true),
        serd_(with_graphs_ ? SERD_TRIG : SERD_TURTLE, names_) {}

  bool read_piece(QuadSink& sink) override {
    if (!statements_.next()) return false;
    std::optional<Fault> fault = statements_.fault();
    if (!fault) fault = serd_.read(statements_.plain());
    if (fault) {
      errors_.report(locate(*fault, statements_.text(), file_.path, statements_.line(), statements_.column()));
      return true;
    }
    const std::optional<TermView> graph = with_graphs_ ? std::nullopt : options_.graph_of_triples();
    for (const detail::StoredQuad& quad : serd_.quads().quads) sink.quad(serd_.quads().view(quad, graph));
    return true;
  }

 private:
  const InputFile file_;
  const ReadOptions options_;
  ErrorPolicy& errors_;
  const bool with_graphs_;
  StatementSplitter statements_;
  detail::DocumentNames names_;
  detail::SerdStatement serd_;
};

}  // namespace

std::unique_ptr<QuadReader> open_turtle(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                        ErrorPolicy& errors) {
  return std::make_unique<TurtleReader>(std::move(file), std::move(bytes), std::move(options), errors);
}

void read_turtle(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink) {
  ReadOptions with_base = options;
  if (with_base.base.empty()) with_base.base = file_iri(file);
  TurtleReader reader(file, std::move(bytes), std::move(with_base), errors);
  while (reader.read_piece(sink)) {
  }
}

}  // namespace quadrille
