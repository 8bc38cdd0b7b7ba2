#pragma once

// read_solutions() reads the answers of other servers to a SELECT: SPARQL 1.1 Query Results JSON Format, SPARQL Query
// Results XML Format (2nd edition). It is the counterpart of result_writer.hpp, and streams in the same way: each row
// is passed on as soon as it has been read, and is not kept.
//
//   bytes --read()--> [64 KiB] --> JSON or XML, event by event --> cells of one row --> take()
//
// Labels of blank nodes are those of the answer. Language tags are converted to lower case (base/term.hpp). Members
// and elements that the formats do not define are ignored; so are variables that were not requested.
// Local. Memory: one row, of at most kLongestRow bytes in the answer's syntax.

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

// Writes bytes to the beginning of `to`, which is not empty, and returns their number; 0 at the end.
using ReadBytes = std::function<std::size_t(std::span<char> to)>;
// Receives a row: a cell for each requested variable. The views are valid until it returns.
using TakeRow = std::function<void(std::span<const Cell>)>;

// The format that a Content-Type names; nullopt if it is neither json nor xml.
std::optional<ResultFormat> find_readable_format(std::string_view content_type);

// Needs json or xml. Throws Error(user) for a malformed answer, the answer to another kind of query (ASK), or terms
// that are not in RDF 1.1; exceptions of `read` and `take` pass through.
void read_solutions(ResultFormat format, std::span<const std::string> variables, const ReadBytes& read,
                    const TakeRow& take);

}  // namespace quadrille::results
