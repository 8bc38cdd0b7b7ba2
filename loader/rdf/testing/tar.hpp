#pragma once

// For tests: reads the files in a tar archive (POSIX.1-1988 and GNU long names; pax headers are skipped).

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace quadrille::testing {

void for_each_file(std::string_view archive,
                   const std::function<void(const std::string& name, std::string_view bytes)>& take);

// Visits the files of the archive at `path`, a .tar.zst, whose names have an extension of RDF.
void for_each_rdf_file(const std::filesystem::path& path,
                       const std::function<void(const std::string& name, std::string_view bytes)>& take);

}  // namespace quadrille::testing
