#pragma once

// Addresses of other servers, for clients and administrators that still have them.

#include <string_view>

namespace quadrille::server {

// Local. The address that does here what `path`, below the name of a database or not, does in Apache Jena Fuseki, with
// its method if that is not GET; empty: there is none.
std::string_view address_instead_of(std::string_view path);

}  // namespace quadrille::server
