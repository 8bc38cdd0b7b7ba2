#pragma once

// For tests: the files in a tar archive (POSIX.1-1988 and GNU long names; pax headers are passed over).

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace quadrille::testing {

void for_each_file(std::string_view archive,
                   const std::function<void(const std::string& name, std::string_view bytes)>& take);

// Those of the archive at `path`, a .tar.zst, whose names are of an RDF syntax.
void for_each_rdf_file(const std::filesystem::path& path,
                       const std::function<void(const std::string& name, std::string_view bytes)>& take);

}  // namespace quadrille::testing
