#pragma once

// Reads the answers that other servers give to a SELECT: SPARQL 1.1 Query Results JSON Format, SPARQL Query Results XML
// Format (2nd edition). The counterpart of result_writer.hpp, and as streaming: a row is handed on as soon as it has
// been read, and nothing is kept of it.
//
//   bytes --read()--> [64 KiB] --> JSON or XML, event by event --> cells of one row --> take()
//
// Labels of blank nodes are those of the answer. Language tags come out in lower case (base/term.hpp). Members and
// elements that the formats do not know are passed over; variables that were not asked for, too.
// Local. Memory: a row, of at most kLongestRow bytes as it stands in the answer.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "query/results/result_format.hpp"
#include "query/results/result_writer.hpp"

namespace quadrille::results {

inline constexpr std::size_t kLongestRow = std::size_t{64} << 20;

// Puts bytes at the begin of `to`, which is not empty, and says how many; 0 at the end.
using ReadBytes = std::function<std::size_t(std::span<char> to)>;
// A row: a cell for each variable that was asked for. The views are good until it returns.
using TakeRow = std::function<void(std::span<const Cell>)>;

// What the Content-Type of an answer says that it is; nullopt if it is none of json and xml.
std::optional<ResultFormat> find_readable_format(std::string_view content_type);

// Needs json or xml. Throws Error(user) for what is malformed, is the answer to another question (ASK), or has terms
// that RDF 1.1 does not know; what `read` and `take` throw comes out as it is.
void read_solutions(ResultFormat format, std::span<const std::string> variables, const ReadBytes& read,
                    const TakeRow& take);

}  // namespace quadrille::results
