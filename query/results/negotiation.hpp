#pragma once

// Which form an answer is written in: as `?format=` says, else by the Accept header (RFC 9110, 12.5.1).
//
// A wish by name may be a list, separated by commas: the first name that suits the answer is taken.
//
// Every form has the quality of the media range that matches it best (type/subtype before type/* before */*;
// a form's further media types must be named in full). The form
// of the highest quality wins; of several, the one whose range says most, then the one whose range stands first in
// the header, then the one that stands first in the table of result_format.hpp. Parameters of ranges other than q
// (charset, profile, header) do not matter. Elements that are no media range are skipped; a header without any is as if
// absent. Nothing asked for: JSON for solutions and booleans, Turtle for graphs, N-Quads for all of
// them, text for explanations. HTML is only for those that name it: browsers.

#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "query/results/result_format.hpp"

namespace quadrille::results {

// HTTP 406; the message lists what is offered.
class NotAcceptable : public Error {
 public:
  explicit NotAcceptable(const std::string& message) : Error(ErrorKind::user, message) {}
};

// Throws NotAcceptable if `names` are given and none of them suits `kind`, or if `accept` takes nothing that does.
ResultFormat choose_format(AnswerKind kind, const std::optional<std::string>& names, std::string_view accept);

// The weight of an element of such a header (RFC 9110, 12.4.2: 0[.ddd] or 1[.000]) in thousandths; nullopt: malformed.
std::optional<int> parse_quality(std::string_view text);

}  // namespace quadrille::results
