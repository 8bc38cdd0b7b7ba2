#pragma once

// A DocumentLoader fetches documents and remote contexts for the algorithms; the caller supplies it, since this room
// reads neither files nor the network. load_document() chooses among what the loader finds (JSON-LD 1.1 API, 9.4).

#include <cstddef>
#include <optional>
#include <string>
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
