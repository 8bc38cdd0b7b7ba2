// JSON-LD 1.1 (application/ld+json), compacted with prefixes, in the order of the rows. loader/jsonld/write has its
// rules; terms are texts in N-Triples until they are written.

#include "loader/jsonld/write/canonical_quads.hpp"
#include "loader/jsonld/write/json_ld_writer.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::results {

namespace {

class JsonLdRows final : public TextRows {
 public:
  explicit JsonLdRows(std::vector<Prefix> prefixes) : prefixes_(prefixes), writer_(std::move(prefixes)) {}

  std::string opening() const override {
    std::string text;
    jsonld::JsonLdWriter(prefixes_).begin(text);
    return text;
  }
  std::string closing() const override {
    std::string text;
    writer_.end(text);
    return text;
  }
  const TermSyntax& syntax(std::size_t) const override { return syntax_; }
  std::size_t separator_bytes() const override { return jsonld::JsonLdWriter::kSeparatorBytes; }

  std::size_t write(std::span<const TextColumn> columns, std::size_t first, std::size_t last, std::size_t most_bytes,
                    TextBuffer& out) const override {
    text_.clear();
    std::size_t row = first;
    for (; row < last && (row == first || out.size() + text_.size() < most_bytes); ++row) {
      const std::string_view graph = columns.size() > kGraph ? columns[kGraph][row] : std::string_view();
      writer_.add(text_, quads_.quad(graph, columns[0][row], columns[1][row], columns[2][row]));
    }
    writer_.finish(text_);
    out.append(text_);
    return row;
  }

 private:
  static constexpr std::size_t kGraph = 3;  // the column, if there is one

  const std::vector<Prefix> prefixes_;
  const TermSyntax syntax_{append_long_form, plain_iri(), plain_string()};
  mutable jsonld::JsonLdWriter writer_;
  mutable jsonld::CanonicalQuads quads_;
  mutable std::string text_;
};

}  // namespace

std::unique_ptr<TextRows> make_jsonld_rows(std::vector<Prefix> prefixes) {
  return std::make_unique<JsonLdRows>(std::move(prefixes));
}

}  // namespace quadrille::results
