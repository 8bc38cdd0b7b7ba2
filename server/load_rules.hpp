#pragma once

// LOAD <iri>: what `serve --allow-load PREFIX` allows, and how it is fetched.
//
//   file:///data/lubm.nt.gz     a file on this machine (allowed_places.hpp, open_allowed_file)
//   http://host/path  https     fetched as it is read (http_source.hpp); redirects lead to allowed places only
//
// The Content-Type tells the syntax where it is one of RDF's; else the name does, with the compression (.gz .zst .bz2
// .xz). Relative IRIs are relative to where the document was found in the end. Errors: user (what is not allowed, not
// there, not RDF), unsupported, io.

#include <string>
#include <vector>

#include "query/update/quad_source.hpp"

namespace quadrille::server {

// Throws Error(user) for a prefix that is none (allowed_places.hpp). Without prefixes nothing may be loaded.
query::LoadRules load_rules(const std::vector<std::string>& prefixes);

}  // namespace quadrille::server
