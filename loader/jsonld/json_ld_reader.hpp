#pragma once

// A JsonLdReader reads the quads of a stream of JSON-LD documents piece by piece: the items of a top-level array, the
// items of a top-level @graph, documents on lines or one behind the other (stream/document_cutter.hpp).
//
//   JsonLdReader reader(read_bytes, remote, {.base = "file:///a.jsonld"});
//   while (reader.read_piece(sink)) {}
//
// Memory is that of a piece, if @context comes first in a large document. An error in a piece is a JsonLdReadError with
// the place in the stream; the piece has no quads then, and the next call goes on behind it, unless the error ends the
// stream. Local; a reader belongs to one thread.
//
// Blank nodes: a label is the same node in all pieces of a document, and different nodes in different documents.
// Limits of reading by pieces: equal quads of different pieces are passed on twice, and different values of @index for
// one node in different pieces are not found.

#include <memory>
#include <optional>

#include "base/error.hpp"
#include "loader/jsonld/direct/direct_converter.hpp"
#include "loader/jsonld/expand/expander.hpp"
#include "loader/jsonld/flatten/node_map.hpp"
#include "loader/jsonld/processor.hpp"
#include "loader/jsonld/stream/document_cutter.hpp"

namespace quadrille::jsonld {

// "line 3, column 1: reason"
class JsonLdReadError : public Error {
 public:
  JsonLdReadError(ErrorKind kind, TextPlace place, std::string reason, std::string code, bool ends_stream);

  TextPlace place() const { return place_; }             // of the error, or of the piece that it is in
  const std::string& reason() const { return reason_; }  // begins with the code, if there is one
  const std::string& code() const { return code_; }      // of the specification; empty: malformed JSON and others
  bool ends_stream() const { return ends_stream_; }      // the rest cannot be read

 private:
  TextPlace place_;
  std::string reason_;
  std::string code_;
  bool ends_stream_;
};

struct ReaderOptions {
  Options jsonld;
  std::optional<std::string> context_url;  // of a Link header
  CutLimits limits;
  // Off: only the literal algorithms of the specification, which tests compare with the direct one.
  bool use_direct = true;
};

class JsonLdReader {
 public:
  // `remote` outlives the reader.
  JsonLdReader(ReadBytes read, RemoteContexts& remote, ReaderOptions options);

  // Passes on the quads of the next piece; false at the end.
  bool read_piece(QuadSink& sink);
  // After an error: the text of the piece that it is in, empty if it is not known; and the bytes that have been read
  // behind it. Both are valid until the next call.
  std::string_view piece_text() const { return piece_.text; }
  std::string_view rest() const { return cutter_.rest(); }

 private:
  // The object whose @graph is being read.
  struct OpenGraph {
    DocumentPtr head;
    ContextPtr active;
    std::string name;  // "@default", an IRI, or a blank node identifier, relabelled
  };

  void read(const Piece& piece, QuadSink& sink);
  void open_graph(Value head);
  void close_graph(Value tail, QuadSink& sink);
  void read_item(const ContextPtr& active, Property property, Value item, QuadSink& sink);
  void read_document(Value document, QuadSink& sink);
  void pass_on(Value expanded, std::string_view graph, QuadSink& sink);
  bool is_graph_key(std::string_view head, std::string_view key);
  Expander expander();

  ReaderOptions options_;
  Processor processor_;
  ContextPtr initial_;
  DocumentCutter cutter_;
  WrittenBlankNodes blank_nodes_;
  DirectConverter direct_;
  Arena arena_;
  std::optional<OpenGraph> graph_;
  Piece piece_;  // the current one
  bool has_ended_ = false;
};

}  // namespace quadrille::jsonld
