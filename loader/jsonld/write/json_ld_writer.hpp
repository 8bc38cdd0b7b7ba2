#pragma once

// A JsonLdWriter writes quads as one JSON-LD document, compacted with prefixes, in the order in which they come and in
// constant memory. Terms that consecutive quads share are written once.
//
//   JsonLdWriter writer({{"ex", "http://ex.org/"}});
//   writer.begin(out);            {"@context":{"ex":"http://ex.org/"},"@graph":[
//   writer.add(out, quad);        {"@id":"ex:a","@type":"ex:T","ex:p":["x",{"@id":"ex:b"}]},
//   ...                           {"@id":"ex:g","@graph":[
//                                 {"@id":"ex:a","ex:p":7}
//   writer.finish(out);           ]}
//   writer.end(out);              ]}
//
// W1  A reader has the same quads again, or add() throws: an Error (user) names the quad that JSON-LD cannot
//     express; nothing of it is written, and the writer goes on with the next one.
// W2  A subject or graph that comes again later, or whose predicates are not in order, has several objects with the
//     same @id, which JSON-LD merges. So has one with more than kItemBytes, so that readers of pieces need little
//     memory.
// W3  Between finish() and the next add() the text is complete: texts of several writers (processes) can be joined. One
//     of them calls begin() first and end() last. If it adds no quads, the first byte of the next text, a separator, is
//     left out: kSeparatorBytes.
//
// IRIs that the context does not allow are written where it is switched off ("@context":null): iri_texts.hpp. Terms are
// UTF-8, and their blank node labels those of one document. Local; README.md has the speed.

#include <cstdint>
#include <string>

#include "loader/jsonld/write/value_text.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille::jsonld {

class JsonLdWriter {
 public:
  static constexpr std::size_t kSeparatorBytes = 1;
  static constexpr std::size_t kItemBytes = std::size_t{1} << 18;

  explicit JsonLdWriter(std::vector<DeclaredPrefix> prefixes) : compact_(std::move(prefixes)) {}

  void begin(std::string& out);
  // Appends what is complete; the last value is held back until the next call.
  void add(std::string& out, const QuadView& quad);
  // Closes the open node and graph.
  void finish(std::string& out);
  void end(std::string& out) const;

 private:
  struct Key {
    std::string text;        // with its colon; empty: the context does not allow the IRI
    bool is_type = false;    // rdf:type
    std::uint64_t node = 0;  // the number of the last node that has the key
  };
  struct OpenGraph {
    bool is_open = false;
    bool is_named = false;
    Term name;
    bool has_nodes = false;
    const IriTexts* iris = nullptr;
  };
  struct OpenNode {
    bool is_open = false;
    Term subject;
    const IriTexts* iris = nullptr;
    const Key* key = nullptr;
    std::string value;      // of the key, not yet written
    bool in_array = false;  // `value` follows others of an array
  };

  bool continues_graph(const QuadView& quad) const;
  bool continues_node(const QuadView& quad) const;
  void prepare_new_node(const QuadView& quad);
  Key& key_of(const QuadView& quad);
  const IriTexts& iris_for(const QuadView& quad, const Key& predicate) const;
  Key& set_value(const QuadView& quad, Key& predicate, const IriTexts& iris);
  void open_graph(std::string& out, const QuadView& quad);
  void open_node(std::string& out, const QuadView& quad, const IriTexts& iris);
  void begin_item(std::string& out);
  void close_value(std::string& out);
  void close_node(std::string& out);

  const IriTexts compact_, plain_{{}};
  StringMap<Key> keys_;  // of the predicates
  Key type_{"\"@type\":"};
  OpenGraph graph_;
  OpenNode node_;
  std::uint64_t nodes_ = 0;     // the number of the open node, from 1
  std::size_t item_bytes_ = 0;  // of the open item of the document's @graph
  bool is_first_item_ = false;
  std::string value_;  // of the quad that is being added
  Arena scratch_;
};

}  // namespace quadrille::jsonld
