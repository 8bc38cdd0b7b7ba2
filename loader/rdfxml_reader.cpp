#include "loader/rdfxml_reader.hpp"

#include <utility>
#include <vector>

#include "loader/detail/rdfxml_grammar.hpp"
#include "loader/detail/xml_events.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} << 10;

// Fills the chunk, if the source has as much: libxml2 wants at least four bytes at first to see the encoding.
std::size_t fill(ByteSource& bytes, std::span<char> chunk) {
  std::size_t size = 0;
  while (size < chunk.size()) {
    const std::size_t got = bytes.read(chunk.subspan(size));
    if (got == 0) break;
    size += got;
  }
  return size;
}

}  // namespace

void read_rdfxml(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink) {
  std::vector<SyntaxErrorAt> faults;  // gathered, since nothing may be thrown through libxml2
  detail::RdfXmlGrammar grammar(options.base.empty() ? file_iri(file) : options.base,
                                [&](std::string reason, detail::XmlPlace place) {
                                  faults.push_back({file.path, place.line, place.column, std::move(reason), {}});
                                });
  detail::XmlEvents xml(grammar);
  std::vector<char> chunk(kChunkBytes);
  for (bool goes_on = true; goes_on;) {
    const std::size_t size = fill(*bytes, chunk);
    const bool is_last = size < chunk.size();
    goes_on = xml.parse(std::span(chunk).first(size), is_last) && !is_last;
    for (const detail::StoredQuad& quad : grammar.quads().quads) {
      sink.quad(grammar.quads().view(quad, options.graph_of_triples()));
    }
    for (const SyntaxErrorAt& fault : faults) errors.report(fault);
    grammar.quads().clear();
    faults.clear();
  }
}

}  // namespace quadrille
