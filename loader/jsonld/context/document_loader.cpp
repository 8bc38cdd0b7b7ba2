#include "loader/jsonld/context/document_loader.hpp"

#include "base/iri_reference.hpp"
#include "base/text.hpp"
#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/context/link_header.hpp"
#include "loader/jsonld/json/parse_json.hpp"

namespace quadrille::jsonld {

namespace {

std::string media_type(std::string_view content_type) {
  return to_lower(trimmed(content_type.substr(0, content_type.find(';'))));
}

std::vector<Link> links_of(const FetchedDocument& fetched) {
  std::vector<Link> links;
  for (const std::string& header : fetched.links) {
    for (Link& link : parse_link_header(header)) links.push_back(std::move(link));
  }
  return links;
}

FetchedDocument fetch(DocumentLoader& loader, const std::string& url, std::size_t most_bytes) {
  try {
    FetchedDocument fetched = loader.fetch(url, most_bytes);
    if (fetched.body.size() <= most_bytes) return fetched;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled || error.kind() == ErrorKind::timeout) throw;
    refuse(ErrorCode::loading_document_failed, "<{}> could not be loaded: {}", url, error.what());
  }
  refuse(ErrorCode::loading_document_failed, "<{}> has more than {} bytes, the limit", url, most_bytes);
}

}  // namespace

bool is_json_type(std::string_view content_type) {
  const std::string type = media_type(content_type);
  return type == "application/json" || type.ends_with("+json");
}

std::optional<std::string> linked_alternate(const FetchedDocument& fetched) {
  if (is_json_type(fetched.content_type)) return std::nullopt;
  for (const Link& link : links_of(fetched)) {
    if (has_relation(link, "alternate") && media_type(link.type) == "application/ld+json")
      return resolve_iri(fetched.url, link.target);
  }
  return std::nullopt;
}

// LoadDocumentCallback, step 5.
std::optional<std::string> linked_context(const FetchedDocument& fetched) {
  if (media_type(fetched.content_type) == "application/ld+json") return std::nullopt;
  std::optional<std::string> context;
  for (const Link& link : links_of(fetched)) {
    if (!has_relation(link, kContextRelation)) continue;
    if (context) {
      refuse(ErrorCode::multiple_context_link_headers, "<{}> has several Link headers that name its context",
             fetched.url);
    }
    context = resolve_iri(fetched.url, link.target);
  }
  return context;
}

RemoteDocument load_document(DocumentLoader& loader, const std::string& url, std::size_t most_bytes) {
  FetchedDocument fetched = fetch(loader, url, most_bytes);
  for (int i = 0; i < kMostAlternates && !is_json_type(fetched.content_type); ++i) {
    const std::optional<std::string> alternate = linked_alternate(fetched);
    if (!alternate) break;
    fetched = fetch(loader, *alternate, most_bytes);
  }
  if (!is_json_type(fetched.content_type)) {
    refuse(ErrorCode::loading_document_failed,
           "<{}> is of type '{}'; expected application/ld+json, application/json or a type that ends with +json",
           fetched.url, fetched.content_type);
  }
  RemoteDocument result{fetched.url, linked_context(fetched), nullptr, fetched.body.size()};
  auto document = std::make_shared<Document>();
  try {
    document->value = parse_json(fetched.body, document->arena);
  } catch (const JsonSyntaxError& error) {
    refuse(ErrorCode::loading_document_failed, "<{}>, {}", fetched.url, error.what());
  }
  result.document = std::move(document);
  return result;
}

}  // namespace quadrille::jsonld
