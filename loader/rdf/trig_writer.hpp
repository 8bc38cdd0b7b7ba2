#pragma once

// Quads as TriG (RDF 1.1), or Turtle where no quad has a graph, without prefixes: what neighbours share is written
// once.
//
//   <http://a/s> <http://a/p> "1" , "2" ;
//     <http://a/q> <http://a/o> .
//   GRAPH <http://a/g> {
//   <http://a/s> <http://a/p> "1" .
//   }
//
// Terms come as N-Triples has them, which is TriG too. Between finish() and the next add() the text is whole, so texts
// of several writers make one document. Local; a few ns a byte.

#include <string>
#include <string_view>

namespace quadrille {

class TrigWriter {
 public:
  // Appends a quad; an empty graph is the default graph.
  void add(std::string& out, std::string_view graph, std::string_view subject, std::string_view predicate,
           std::string_view object);
  // Lines "graph subject predicate object ." (DumpForm::graph_first), with their ends.
  void add_lines(std::string& out, std::string_view lines);
  // Ends what is open.
  void finish(std::string& out);

 private:
  void add_line(std::string& out, std::string_view line);

  bool in_statement_ = false;
  std::string graph_, subject_, predicate_;
};

}  // namespace quadrille
