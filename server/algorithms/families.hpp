#pragma once

// The rows of the table, by family. Each file has the parameters, results and functions of its algorithms:
//
//   needs   the graph that a call needs, and the bytes of its kernel
//   run     collective over the query's team: runs the kernel and makes the rows

#include "query/procedures/procedure.hpp"

namespace quadrille::server {

query::Procedures searches();      // bfs, sssp, connectivity
query::Procedures paths();         // paths
query::Procedures components();    // wcc, scc, forest
query::Procedures centralities();  // pagerank, betweenness
query::Procedures triangles();     // triangles, trianglelist
query::Procedures cores();         // kcore
query::Procedures labels();        // labelpropagation
query::Procedures measures();      // degree, closeness
query::Procedures similarities();  // similarity
query::Procedures bad_ranks();     // badrank
query::Procedures influences();    // influence
query::Procedures communities();   // louvain, leiden
query::Procedures walks();         // walks

}  // namespace quadrille::server
