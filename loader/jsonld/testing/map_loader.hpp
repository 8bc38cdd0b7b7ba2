#pragma once

// For tests: a DocumentLoader with some documents in memory.

#include <map>
#include <string>

#include "base/error.hpp"
#include "loader/jsonld/context/document_loader.hpp"

namespace quadrille::jsonld::testing {

struct MapLoader : DocumentLoader {
  using Documents = std::map<std::string, std::string>;
  explicit MapLoader(Documents by_url) : documents(std::move(by_url)) {}

  FetchedDocument fetch(const std::string& url, std::size_t) override {
    ++fetched;
    const auto found = documents.find(url);
    if (found == documents.end()) fail(ErrorKind::user, "there is no such document");
    return {url, "application/ld+json", {}, found->second};
  }

  Documents documents;
  std::size_t fetched = 0;
};

}  // namespace quadrille::jsonld::testing
