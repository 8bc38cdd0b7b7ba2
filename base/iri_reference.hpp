#pragma once

// Resolution of IRI references against a base (RFC 3986, section 5.2, on the characters of IRIs as RFC 3987, 6.5
// requires).
//
//   base        http://a/b/c/d;p?q        reference  ../g        result  http://a/b/g
//
// An absolute reference (one with a scheme) is returned as written, with its dot segments: N-Triples cannot be
// resolved, and a query must be able to name every IRI that data can contain. RFC 3986 would remove the dots there. A
// base without a scheme resolves nothing: the reference is returned as written. Local, never fails; for an absolute
// reference it reads the scheme and makes one copy.

#include <string>
#include <string_view>

namespace quadrille {

std::string resolve_iri(std::string_view base, std::string_view reference);

// True if it begins with a scheme (RFC 3986, 3.1): a letter, then letters, digits, "+", "-", ".", then ":".
bool has_scheme(std::string_view reference);

// Resolves "." and ".." segments (RFC 3986, 5.2.4).
std::string remove_dot_segments(std::string_view path);

}  // namespace quadrille
