#pragma once

// Resolution of IRI references against a base (RFC 3986, section 5.2, on the characters of IRIs as RFC 3987, 6.5
// requires).
//
//   base        http://a/b/c/d;p?q        reference  ../g        result  http://a/b/g
//
// An absolute reference (one with a scheme) comes back as it is written, dot segments included: N-Triples cannot be
// resolved, and a query must be able to name every IRI that data can hold. RFC 3986 would remove the dots there.
// A base without a scheme resolves nothing: the reference comes back as it is.
// Local, never fails; an absolute reference costs a look at its scheme and one copy.

#include <string>
#include <string_view>

namespace quadrille {

std::string resolve_iri(std::string_view base, std::string_view reference);

// Whether it begins with a scheme (RFC 3986, 3.1): a letter, then letters, digits, "+", "-", ".", then ":".
bool has_scheme(std::string_view reference);

// "." and ".." segments interpreted (RFC 3986, 5.2.4).
std::string remove_dot_segments(std::string_view path);

}  // namespace quadrille
