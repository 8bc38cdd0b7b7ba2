#pragma once

// Thousands of short look-ups in the data of LUBM: queries like its 1 and 3 (and parts of 4 and 7), each with another
// constant, so that no server can repeat its last answers.
//
//   course      students of this graduate course                       Q1
//   author      publications of this person                            Q3
//   person      name, email and telephone of this professor            Q4, one of its rows
//   advised     students whom this professor advises                   reads a little more
//
// The constants are taken from the data, as a server returns them; the same data give the same queries.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/query/endpoint.hpp"
#include "bench/query/query_files.hpp"

namespace quadrille::bench {

// Local. Requests the constants from `server` and makes `count` random queries of them. Error (user) if it has none.
std::vector<NamedQuery> lookup_queries(const Endpoint& server, std::size_t count, std::uint64_t seed);

}  // namespace quadrille::bench
