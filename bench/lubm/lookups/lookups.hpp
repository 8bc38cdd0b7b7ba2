#pragma once

// Short look-ups in the data of LUBM: queries like its 1 and 3 (and 4, 7 in parts), each with a constant of its own,
// thousands of them, so that no server can answer from its last answers.
//
//   course      who takes this graduate course?                        Q1
//   author      what has this person published?                        Q3
//   person      name, email and telephone of this professor            Q4, one of its rows
//   advised     whom does this professor advise?                       reads a little more
//
// The constants are those that the data has, as a server returns them; the same data gives the same queries.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/query/endpoint.hpp"
#include "bench/query/query_files.hpp"

namespace quadrille::bench {

// Local. Requests the constants from `server` and makes `count` random queries of them. Error (user) if it has none.
std::vector<NamedQuery> lookup_queries(const Endpoint& server, std::size_t count, std::uint64_t seed);

}  // namespace quadrille::bench
