#include "loader/jsonld/testing/read_json_ld.hpp"

#include <algorithm>

namespace quadrille::jsonld::testing {

ReadBytes bytes_of(std::string_view text, std::size_t step) {
  return [rest = text, step](std::span<char> to) mutable {
    const std::size_t bytes = std::min({to.size(), rest.size(), step});
    copy_bytes(to.data(), rest.data(), bytes);
    rest.remove_prefix(bytes);
    return bytes;
  };
}

void read_json_ld(std::string_view text, RemoteContexts& remote, const ReaderOptions& options, QuadSink& sink) {
  JsonLdReader reader(bytes_of(text, 7), remote, options);
  while (reader.read_piece(sink)) {
  }
}

}  // namespace quadrille::jsonld::testing
