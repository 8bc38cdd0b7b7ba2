#include "loader/rdf/jsonld_reader.hpp"

#include <array>
#include <string>
#include <utility>

#include "loader/jsonld/context/remote_contexts.hpp"
#include "loader/jsonld/json_ld_reader.hpp"

namespace quadrille {

namespace {

jsonld::ReaderOptions reader_options(const ReadOptions& options) {
  jsonld::ReaderOptions its;
  if (!options.base.empty()) its.jsonld.base = options.base;
  if (!options.context_iri.empty()) its.context_url = options.context_iri;
  return its;
}

class JsonLdQuads final : public QuadReader {
 public:
  JsonLdQuads(InputFile file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options, ErrorPolicy& errors)
      : file_(std::move(file)),
        errors_(errors),
        bytes_(std::move(bytes)),
        reader_([this](std::span<char> to) { return bytes_->read(to); }, options.contexts ? *options.contexts : none_,
                reader_options(options)) {}

  bool read_piece(QuadSink& sink) override {
    try {
      return reader_.read_piece(sink);
    } catch (const jsonld::JsonLdReadError& error) {
      report(error);
      return true;
    }
  }

 private:
  void report(const jsonld::JsonLdReadError& error) {
    SyntaxErrorAt its{file_.path, error.place().line, error.place().column, error.reason(), {}, error.ends_stream()};
    if (!errors_.stops()) its.text_of_line = reader_.piece_text();
    errors_.report(its);
    if (error.ends_stream() && errors_.keeps_rest()) keep_rest();
  }

  void keep_rest() {
    errors_.keep_rest(reader_.rest());
    std::array<char, std::size_t{16} << 10> piece;
    while (const std::size_t size = bytes_->read(piece)) errors_.keep_rest({piece.data(), size});
    errors_.keep_rest("\n");
  }

  const InputFile file_;
  ErrorPolicy& errors_;
  const std::unique_ptr<ByteSource> bytes_;
  jsonld::RemoteContexts none_{nullptr};
  jsonld::JsonLdReader reader_;
};

}  // namespace

std::unique_ptr<QuadReader> open_jsonld(InputFile file, std::unique_ptr<ByteSource> bytes, ReadOptions options,
                                        ErrorPolicy& errors) {
  return std::make_unique<JsonLdQuads>(std::move(file), std::move(bytes), options, errors);
}

void read_jsonld(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                 ErrorPolicy& errors, QuadSink& sink) {
  ReadOptions with_base = options;
  if (with_base.base.empty()) with_base.base = file_iri(file);
  JsonLdQuads reader(file, std::move(bytes), with_base, errors);
  while (reader.read_piece(sink)) {
  }
}

}  // namespace quadrille
