#pragma once

// Addresses of other servers, for clients and administrators that still have them.

#include <string>
#include <string_view>

namespace quadrille::server {

// Local. The address that does here what `path` below `prefix` does in Apache Jena Fuseki, with its method if that is
// not GET; empty: there is none. `prefix`: "/people" of the database with this name, or empty.
std::string address_instead_of(std::string_view path, std::string_view prefix);

}  // namespace quadrille::server
