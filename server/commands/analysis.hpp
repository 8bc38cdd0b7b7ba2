#pragma once

// `quadrille analyze` is a query, or with --into an update, whose text is made from the options:
//
//   analyze --edges '?source ex:knows ?target' louvain --resolution 2
//   SELECT ?vertex ?community { SERVICE algo:louvain {
//     [] algo:source ?source ; algo:target ?target ; algo:resolution 2 ; algo:vertex ?vertex ;
//        algo:community ?community
//     { ?source ex:knows ?target } } }

#include <string>
#include <utility>
#include <vector>

#include "query/procedures/procedure.hpp"

namespace quadrille::server {

struct Analysis {
  std::string algorithm;
  std::string edges;                    // a graph pattern with ?source, ?target, and ?weight if they have weights; or
  std::vector<std::string> predicates;  // terms; PREFIX declarations may stand before a pattern
  std::string nodes;                    // a graph pattern with ?node; empty: none
  std::vector<std::pair<std::string, std::string>> parameters;  // names and values, in the order of the command line
  std::vector<std::string> columns;                             // results; empty: all that each row has
  std::string into, property, value;                            // IRIs and a result; empty: a query
};

// Local. Throw Error(user) for unknown names, with the nearest ones.
const query::Procedure& find_algorithm(query::Procedures algorithms, const std::string& name);
std::string analysis_query(const Analysis& analysis, query::Procedures algorithms);
std::string analysis_update(const Analysis& analysis, query::Procedures algorithms);

}  // namespace quadrille::server
