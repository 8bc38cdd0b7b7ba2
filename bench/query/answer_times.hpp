#pragma once

// How long servers take to answer one query, asked in turns, so that what else happens on the machine hits all alike;
// and that they give the same rows, in any order.
//
//   warm-up 1: server 1, server 2   ...   round 1: server 1, server 2   round 2: server 1, server 2   ...

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/query/asked_server.hpp"

namespace quadrille::bench {

struct AnswerTimes {
  std::size_t rows = 0;                 // without the head
  std::vector<std::vector<double>> ms;  // by server; one a round, ascending
};

// Local. Asks each server warm_up + rounds times; warm_up and rounds are 1 at least. Error (user) if answers differ.
AnswerTimes time_answers(std::span<AskedServer> servers, std::string_view name, const std::string& query, int warm_up,
                         int rounds);

// Of ascending values, at least one.
double median(std::span<const double> ascending);

}  // namespace quadrille::bench
