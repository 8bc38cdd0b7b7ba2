#pragma once

// A DocumentLoader fetches documents and remote contexts for the algorithms; the caller supplies it, since this room
// reads neither files nor the network. load_document() chooses among what the loader finds (JSON-LD 1.1 API, 9.4).

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/jsonld/json/document.hpp"

namespace quadrille::jsonld {

inline constexpr const char* kContextRelation = "http://www.w3.org/ns/json-ld#context";

// A document as its server sends it, after redirections.
struct FetchedDocument {
  std::string url;                 // the final one
  std::string content_type;        // "application/ld+json", perhaps with parameters
  std::vector<std::string> links;  // the values of its Link headers (RFC 8288)
  std::string body;
};

class DocumentLoader {
 public:
  virtual ~DocumentLoader() = default;
  // Throws an Error with the reason if there is no such document, if it may not be read, or if it has more than
  // `most_bytes`. Its time is bounded by the loader.
  virtual FetchedDocument fetch(const std::string& url, std::size_t most_bytes) = 0;
};

inline constexpr int kMostAlternates = 5;  // links from one page to the next that are followed

// These functions read the header of an answer alone: the body may be empty.
// The address of the document in JSON-LD that a page has as its alternate; nullopt for JSON.
std::optional<std::string> linked_alternate(const FetchedDocument& fetched);
// The address of the context of plain JSON. JsonLdError (multiple context link headers).
std::optional<std::string> linked_context(const FetchedDocument& fetched);
// application/json, and types that end with +json.
bool is_json_type(std::string_view content_type);

struct RemoteDocument {
  std::string url;
  std::optional<std::string> context_url;  // of a Link header, for plain JSON
  DocumentPtr document;
  std::size_t bytes = 0;  // of its text
};

// Follows alternate links, checks the content type and parses the body. JsonLdError (loading document failed, multiple
// context link headers).
RemoteDocument load_document(DocumentLoader& loader, const std::string& url, std::size_t most_bytes);

}  // namespace quadrille::jsonld
