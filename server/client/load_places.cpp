#include "server/client/load_places.hpp"

#include <optional>
#include <utility>

#include "loader/jsonld/context/document_loader.hpp"
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

std::optional<Format> find_format(const std::string& iri, std::string_view content_type) {
  const std::optional<Format> by_name = format_of_name(path_of(iri));
  if (const std::optional<Syntax> syntax = find_rdf_syntax(content_type)) return Format{*syntax, Compression::none};
  if (by_name) return by_name;
  if (const std::optional<Syntax> syntax = find_unsure_rdf_syntax(content_type))
    return Format{*syntax, Compression::none};
  if (jsonld::is_json_type(content_type)) return Format{Syntax::jsonld, Compression::none};
  return std::nullopt;
}

Format format_of(const std::string& iri, std::string_view content_type) {
  if (const std::optional<Format> format = find_format(iri, content_type)) return *format;
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

jsonld::FetchedDocument header_of(const HttpDocument& found) {
  return {.url = found.iri, .content_type = found.content_type, .links = found.links, .body = {}};
}

// The document, or that in JSON-LD which a page that is no RDF has as its alternate.
HttpDocument find_document(const AllowedPlaces& places, const std::string& iri) {
  const auto require = [&](const std::string& at) { places.require(at); };
  HttpDocument found = open_http(iri, {.accept = kAcceptRdf}, require);
  for (int alternates = 0; alternates < jsonld::kMostAlternates; ++alternates) {
    if (find_format(found.iri, found.content_type)) break;
    const std::optional<std::string> alternate = jsonld::linked_alternate(header_of(found));
    if (!alternate) break;
    found = open_http(*alternate, {.accept = kAcceptRdf}, require);
  }
  return found;
}

// Of plain JSON; empty: none.
std::string context_of(const HttpDocument& found, Syntax syntax) {
  if (syntax != Syntax::jsonld) return {};
  try {
    return jsonld::linked_context(header_of(found)).value_or("");
  } catch (const Error& error) {
    fail(ErrorKind::user, "LOAD <{}>: {}", found.iri, error.what());
  }
}

Document open_web(const AllowedPlaces& places, const std::string& iri, const LoadPlaces::Keep& keep) {
  HttpDocument found = find_document(places, iri);
  const Format format = format_of(found.iri, found.content_type);
  const Compression coding = coding_of(found.iri, found.content_encoding);
  const Compression compression = coding == Compression::none ? format.compression : coding;
  const std::string context = context_of(found, format.syntax);
  return {found.iri,
          format.syntax,
          found.iri,
          version_of(found.content_type),
          decompressed(keep(std::move(found.bytes)), compression, found.iri),
          context};
}

}  // namespace

Document LoadPlaces::open(const std::string& iri, const Keep& keep) const {
  places_.require(iri);
  return iri.starts_with("file:") ? open_file(places_, iri) : open_web(places_, iri, keep);
}

}  // namespace quadrille::server
