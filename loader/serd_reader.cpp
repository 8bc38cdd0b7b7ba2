#include "loader/serd_reader.hpp"

#include <utility>

#include "loader/detail/document_names.hpp"
#include "loader/detail/serd_statement.hpp"
#include "loader/statement_splitter.hpp"

namespace quadrille {

void read_turtle(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink) {
  const bool with_graphs = file.format.syntax == Syntax::trig;
  const std::optional<TermView> graph_of_triples = with_graphs ? std::nullopt : options.graph_of_triples();
  StatementSplitter statements(std::move(bytes), with_graphs);
  detail::DocumentNames names(options.base.empty() ? file_iri(file) : options.base, true);
  detail::SerdStatement serd(with_graphs ? SERD_TRIG : SERD_TURTLE, names);
  while (statements.next()) {
    std::optional<Fault> fault = statements.fault();
    if (!fault) fault = serd.read(statements.plain());
    if (fault) {
      errors.report(locate(*fault, statements.text(), file.path, statements.line(), statements.column()));
      continue;
    }
    for (const detail::StoredQuad& quad : serd.quads().quads) sink.quad(serd.quads().view(quad, graph_of_triples));
  }
}

}  // namespace quadrille
