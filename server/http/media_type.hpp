#pragma once

// The header Content-Type: the type of a body (RFC 9110, 8.3), and the supported types of RDF.
// The names are those of base/syntax_names.hpp.

#include <optional>
#include <string>
#include <string_view>

#include "loader/rdf/input_file.hpp"

namespace quadrille::server {

// In lower case, without parameters. Throws StatusError(415) for a charset other than UTF-8.
std::string read_media_type(std::string_view content_type);

// The value of a parameter of a header, without quotes: parameter("a/b; x=\"y\"", "x") is "y".
std::optional<std::string> parameter(std::string_view header, std::string_view name);

// The syntax that a Content-Type names for sure; nullopt where it names none, or text/plain or XML of any kind, which
// servers say of files that they know nothing of. The second takes those.
std::optional<Syntax> find_rdf_syntax(std::string_view content_type);
std::optional<Syntax> find_unsure_rdf_syntax(std::string_view content_type);

// The syntax that a Content-Type names, or, if it says nothing ("", application/octet-stream), the end of `file_name`.
// Throws StatusError(415), which lists what is read.
Syntax rdf_syntax(std::string_view content_type, std::string_view file_name = {});

}  // namespace quadrille::server
