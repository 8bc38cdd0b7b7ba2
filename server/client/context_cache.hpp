#pragma once

// A ContextCache keeps the contexts that have been fetched from other servers between loads: at most kMostBytes, each
// for at most kKeptSeconds. Thread-safe.

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "loader/jsonld/context/document_loader.hpp"

namespace quadrille::server {

class ContextCache {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{32} << 20;
  static constexpr double kKeptSeconds = 3600;

  std::optional<jsonld::FetchedDocument> find(const std::string& iri);
  // If there is no room, all others are dropped.
  void add(const std::string& iri, const jsonld::FetchedDocument& document);

 private:
  struct Kept {
    jsonld::FetchedDocument document;
    Deadline end;
  };

  std::mutex mutex_;
  std::map<std::string, Kept> kept_;
  std::size_t bytes_ = 0;  // of their bodies
};

}  // namespace quadrille::server
