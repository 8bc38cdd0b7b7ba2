#include "server/http/linked_data_prefix.hpp"

#include "server/http/request_parameters.hpp"

namespace quadrille::server {

std::string_view path_of_prefix(std::string_view prefix) {
  const std::size_t scheme = prefix.find("://");
  const std::size_t path = scheme == std::string_view::npos ? scheme : prefix.find('/', scheme + 3);
  return path == std::string_view::npos ? std::string_view() : prefix.substr(path);
}

bool is_linked_data_prefix(std::string_view prefix) {
  const bool has_scheme = prefix.starts_with("http://") || prefix.starts_with("https://");
  const std::string_view path = path_of_prefix(prefix);
  const bool has_host = prefix.size() - path.size() > prefix.find("://") + 3;
  return has_scheme && !path.empty() && has_host && path.ends_with('/') && is_absolute_iri(prefix) &&
         path.find_first_of("?#") == std::string_view::npos;
}

}  // namespace quadrille::server
