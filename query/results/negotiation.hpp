#pragma once

// choose_format() selects the format of an answer: by `?format=`, else by the Accept header (RFC 9110, 12.5.1).
//
// `?format=` may be a list of names, separated by commas: the first one that suits the answer is taken.
//
// Every format has the quality of the media range that matches it best (type/subtype before type/* before */*;
// additional media types of a format must be named in full). The format of the highest quality wins; among equals, the
// one whose range is most specific, then the one whose range is first in the header, then the one that is first in the
// table of result_format.hpp. Parameters of ranges other than q (charset, version, header) are ignored here;
// layout.hpp reads the profile. Elements that are not media ranges are skipped; a header with only such elements is
// treated as absent. Without a request the format is JSON for solutions and booleans, Turtle for graphs, TriG for
// quads, N-Quads for datasets, text for explanations and proofs. HTML is chosen only if it is named: for browsers.

#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "query/results/result_format.hpp"

namespace quadrille::results {

// HTTP 406; the message lists the available formats.
class NotAcceptable : public Error {
 public:
  explicit NotAcceptable(const std::string& message) : Error(ErrorKind::user, message) {}
};

// Throws NotAcceptable if `names` are given and none of them suits `kind`, or if `accept` allows no format that does.
ResultFormat choose_format(AnswerKind kind, const std::optional<std::string>& names, std::string_view accept);

// The profile of the media range of JSON-LD with the highest quality, as the client has written it; empty: none.
std::string profile_of_accept(std::string_view accept);

// Cuts the part before the next `separator` outside of a quoted string off `rest`, the value of a header.
std::string_view take_part(std::string_view& rest, char separator);

// The weight of an element of such a header (RFC 9110, 12.4.2: 0[.ddd] or 1[.000]) in thousandths; nullopt: malformed.
std::optional<int> parse_quality(std::string_view text);

}  // namespace quadrille::results
