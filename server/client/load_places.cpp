#include "server/client/load_places.hpp"

#include <optional>
#include <utility>

#include "server/client/http_source.hpp"
#include "server/http/media_type.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kAcceptRdf =
    "text/turtle, application/n-triples, application/n-quads, application/trig, application/rdf+xml;q=0.9, "
    "application/ld+json;q=0.9, */*;q=0.1";

std::string_view path_of(std::string_view iri) {
  return iri.substr(0, iri.find_first_of("?#"));
}

Format format_of(const std::string& iri, std::string_view content_type) {
  const std::optional<Format> by_name = format_of_name(path_of(iri));
  if (const std::optional<Syntax> syntax = find_rdf_syntax(content_type)) return {*syntax, Compression::none};
  if (by_name) return *by_name;
  if (const std::optional<Syntax> syntax = find_unsure_rdf_syntax(content_type)) return {*syntax, Compression::none};
  fail(ErrorKind::user, "LOAD <{}>: unknown syntax; neither the name nor the Content-Type '{}' is one of RDF", iri,
       content_type);
}

Compression coding_of(const std::string& iri, const std::string& content_encoding) {
  if (const auto coding = find_coding(content_encoding)) return *coding;
  fail(ErrorKind::unsupported, "LOAD <{}>: Content-Encoding '{}' is not supported; expected gzip or zstd", iri,
       content_encoding);
}

Document open_file(const AllowedPlaces& places, const std::string& iri) {
  const std::string plain = iri.substr(0, iri.find('#'));
  auto bytes = open_descriptor(open_allowed_file(places, plain), plain);
  const Format format = format_of(plain, "");
  return {plain, format.syntax, plain, "", decompressed(std::move(bytes), format.compression, plain)};
}

Document open_web(const AllowedPlaces& places, const std::string& iri, const LoadPlaces::Keep& keep) {
  HttpDocument found = open_http(iri, {.accept = kAcceptRdf}, [&](const std::string& at) { places.require(at); });
  const Format format = format_of(found.iri, found.content_type);
  const Compression coding = coding_of(found.iri, found.content_encoding);
  const Compression compression = coding == Compression::none ? format.compression : coding;
  return {found.iri, format.syntax, found.iri, version_of(found.content_type),
          decompressed(keep(std::move(found.bytes)), compression, found.iri)};
}

}  // namespace

Document LoadPlaces::open(const std::string& iri, const Keep& keep) const {
  places_.require(iri);
  return iri.starts_with("file:") ? open_file(places_, iri) : open_web(places_, iri, keep);
}

}  // namespace quadrille::server
