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

// The version of RDF that a Content-Type announces: text/turtle;version=1.2. Empty: none.
std::string version_of(std::string_view content_type);

// The syntax that a Content-Type names unambiguously; nullopt if there is none, or for text/plain, JSON or any kind of
// XML, which servers send for unknown files. The second function accepts those.
std::optional<Syntax> find_rdf_syntax(std::string_view content_type);
std::optional<Syntax> find_unsure_rdf_syntax(std::string_view content_type);

// The syntax that a Content-Type names; if it is not specific ("", application/octet-stream), that of the extension of
// `file_name`. Throws StatusError(415), which lists the supported types.
Syntax rdf_syntax(std::string_view content_type, std::string_view file_name = {});

}  // namespace quadrille::server
