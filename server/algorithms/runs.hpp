#pragma once

// The functions of the table: each runs one kernel for a call. Collective over the query's team.

#include "query/procedures/procedure_run.hpp"

namespace quadrille::server {

void run_breadth_first_search(query::ProcedureRun& run);
void run_shortest_paths(query::ProcedureRun& run);
void run_components(query::ProcedureRun& run);
void run_page_rank(query::ProcedureRun& run);
void run_betweenness(query::ProcedureRun& run);
void run_triangles(query::ProcedureRun& run);

}  // namespace quadrille::server
