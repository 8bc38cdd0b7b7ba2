#pragma once

// A TrigWriter writes quads as TriG (RDF 1.2), or Turtle if no quad has a graph, without prefixes. Terms that
// consecutive quads share are written once. Before the first object that needs RDF 1.2, outside of graphs, the version
// is announced: VERSION "1.2".
//
//   <http://a/s> <http://a/p> "1" , "2" ;
//     <http://a/q> <http://a/o> .
//   GRAPH <http://a/g> {
//   <http://a/s> <http://a/p> "1" .
//   }
//
// Terms are in the form of N-Triples, which is also TriG. Between finish() and the next add() the text is complete, so
// texts of several writers can be concatenated. Local; a few ns a byte.

#include <string>
#include <string_view>

namespace quadrille {

class TrigWriter {
 public:
  // Appends a quad; an empty graph is the default graph.
  void add(std::string& out, std::string_view graph, std::string_view subject, std::string_view predicate,
           std::string_view object);
  // Appends lines "graph subject predicate object ." (DumpForm::graph_first), with their line ends.
  void add_lines(std::string& out, std::string_view lines);
  // Ends the open statement and graph.
  void finish(std::string& out);

 private:
  void add_line(std::string& out, std::string_view line);

  bool in_statement_ = false;
  bool has_version_ = false;
  std::string graph_, subject_, predicate_;
};

}  // namespace quadrille
