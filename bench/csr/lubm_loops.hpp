#pragma once

// Four queries of LUBM written by hand for these arrays, on one core: the upper limit of the machine, for comparison
// with the engine. Terms are looked up only for the rows that are written; there is no planning.
//
//   q2   graduate student -memberOf-> department -subOrganizationOf-> university <-undergraduateDegreeFrom- the student
//   q9   student -advisor-> faculty -teacherOf-> course <-takesCourse- the student
//   q6   all students, q14 all undergraduate students: TSV, a block at a time
//
// Local. The numbers of rows are those of the queries.

#include <cstdint>
#include <functional>
#include <string_view>

#include "bench/csr/lubm_graph.hpp"

namespace quadrille::bench {

std::uint64_t count_q2(const LubmGraph& graph);
std::uint64_t count_q9(const LubmGraph& graph);

// Takes the answer's bytes, about 64 KiB at a time.
using ByteSink = std::function<void(std::string_view)>;
std::uint64_t write_q6(const LubmGraph& graph, const ByteSink& sink);
std::uint64_t write_q14(const LubmGraph& graph, const ByteSink& sink);

}  // namespace quadrille::bench
