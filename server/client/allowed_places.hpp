#pragma once

// AllowedPlaces is a list of IRI prefixes from which the program may read: file:, http: and https: for LOAD and for the
// contexts of JSON-LD, the latter two for SERVICE.
//
//   prefix                     allows                                        but not
//   file:///data/              every file below /data                        a link in it that leads outside
//   file:///data/2026-         files and folders whose names begin so
//   https://example.org        becomes https://example.org/                  https://example.org.evil.com/
//   https://example.org/rdf/   what is below                                 https://example.org/rdf/../secret
//
// A path with a segment "." or "..", also percent-encoded, is refused: servers and file systems go up a level there.

#include <string>
#include <vector>

#include "base/error.hpp"

namespace quadrille::server {

// The words of messages.
struct PlaceWords {
  const char* operation;
  const char* option;
  const char* example;
  const char* reason;  // why an IRI is refused; "for it" follows
  bool files;          // file: IRIs too
};
inline constexpr PlaceWords kLoadWords{"LOAD", "--allow-load", "file:///data/",
                                       "the server was not started with --allow-load", true};
inline constexpr PlaceWords kServiceWords{"SERVICE", "--allow-service", "https://example.org/",
                                          "neither --allow-service nor --service-at was given", false};
inline constexpr PlaceWords kContextWords{"the context", "--allow-context", "https://example.org/contexts/",
                                          "neither --allow-context PREFIX nor --context-at IRI=FILE was given", true};

class AllowedPlaces {
 public:
  // Throws Error(user) if a prefix is not the start of a file:, http: or https: IRI.
  explicit AllowedPlaces(const std::vector<std::string>& prefixes, const PlaceWords& words = kLoadWords);

  const std::vector<std::string>& prefixes() const { return prefixes_; }
  const PlaceWords& words() const { return words_; }
  // Throws StatusError(403) unless `iri` begins with one of the prefixes and has no segment that leads elsewhere.
  void require(const std::string& iri) const;
  // The same for the real path of file:///PATH, after following links.
  bool allow_file(const std::string& real_path) const;

 private:
  PlaceWords words_;
  std::vector<std::string> prefixes_;
};

// Opens the file of file:///PATH for reading. Throws StatusError(403) if its real path, after following all links, is
// not allowed; Error: io if it does not exist, user if it is no plain file. The checked file is the file that is read.
// The caller closes it.
int open_allowed_file(const AllowedPlaces& places, const std::string& iri);

}  // namespace quadrille::server
