#pragma once

// AllowedPlaces is a list of IRI prefixes from which the server may read: file:, http: and https: for LOAD, the latter
// two for SERVICE.
//
//   prefix                     allows                                        but not
//   file:///data/              every file below /data                        a link in it that leads outside
//   file:///data/2026-         files and folders whose names begin so
//   https://example.org        becomes https://example.org/                  https://example.org.evil.com/
//   https://example.org/rdf/   what is below                                 https://example.org/rdf/../secret
//
// A path with a segment "." or ".." is refused, percent-encoded ones too, since servers and file systems go up there.

#include <string>
#include <vector>

#include "base/error.hpp"

namespace quadrille::server {

// What messages say.
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

class AllowedPlaces {
 public:
  // Throws Error(user) where one is not the beginning of a file:, http: or https: IRI.
  explicit AllowedPlaces(const std::vector<std::string>& prefixes, const PlaceWords& words = kLoadWords);

  const std::vector<std::string>& prefixes() const { return prefixes_; }
  // Throws StatusError(403) unless `iri` begins with one of the prefixes and goes nowhere else.
  void require(const std::string& iri) const;
  // The same for the file that file:///PATH has turned out to be, links followed.
  bool allow_file(const std::string& real_path) const;

 private:
  const PlaceWords words_;
  std::vector<std::string> prefixes_;
};

// Opens the file of file:///PATH for reading. Throws StatusError(403) where it lies, all links followed, outside of
// what is allowed, Error: io where it is not there, user where it is no plain file. The file that is checked is the
// file that is read. The caller closes it.
int open_allowed_file(const AllowedPlaces& places, const std::string& iri);

}  // namespace quadrille::server
