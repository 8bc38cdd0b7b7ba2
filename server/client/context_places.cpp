#include "server/client/context_places.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/clock.hpp"
#include "base/iri_reference.hpp"
#include "loader/rdf/byte_source.hpp"
#include "server/client/http_source.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kContextType = "application/ld+json";
constexpr const char* kAcceptContext =
    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#context\", application/ld+json;q=0.9, "
    "application/json;q=0.8, */*;q=0.1";
constexpr double kContextSilenceSeconds = 10;
constexpr std::uint64_t kMostUnpackingBytes = std::uint64_t{64} << 20;

// Both the IRI and the name of the file may contain "=": the first division that names a file counts.
std::pair<std::string, std::string> read_place(const std::string& given) {
  std::string missing;
  for (std::size_t at = given.find('='); at != std::string::npos; at = given.find('=', at + 1)) {
    std::pair<std::string, std::string> place(given.substr(0, at), given.substr(at + 1));
    if (!has_scheme(place.first) || place.second.empty()) continue;
    if (::access(place.second.c_str(), R_OK) == 0) return place;
    missing = fmt::format("cannot read {}: {}", place.second, std::strerror(errno));
  }
  if (missing.empty()) missing = "write IRI=FILE, such as https://schema.org/=schema.jsonld";
  fail(ErrorKind::user, "--context-at {}: {}", given, missing);
}

std::string read_all(ByteSource& bytes, std::size_t most_bytes, const std::function<void()>& check) {
  std::string text, piece(std::size_t{64} << 10, '\0');
  while (const std::size_t got = bytes.read(piece)) {
    if (check) check();
    text.append(piece, 0, got);
    if (text.size() > most_bytes) fail(ErrorKind::user, "it has more than {} bytes, the limit", most_bytes);
  }
  return text;
}

std::string read_file(const std::string& path, std::size_t most_bytes) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(ErrorKind::io, "cannot read {}: {}", path, std::strerror(errno));
  return read_all(*open_descriptor(descriptor, path), most_bytes, {});
}

Compression coding_of(const HttpDocument& found) {
  if (const auto coding = find_coding(found.content_encoding)) return *coding;
  fail(ErrorKind::unsupported, "Content-Encoding '{}' is not supported; expected gzip or zstd", found.content_encoding);
}

// A load's view of the places.
class Loader final : public jsonld::DocumentLoader {
 public:
  Loader(ContextPlaces places, std::shared_ptr<ContextCache> cache, std::function<void()> check)
      : places_(std::move(places)), cache_(std::move(cache)), check_(std::move(check)) {}

  jsonld::FetchedDocument fetch(const std::string& url, std::size_t most_bytes) override {
    return places_.fetch(url, most_bytes, *cache_, check_);
  }

 private:
  const ContextPlaces places_;
  const std::shared_ptr<ContextCache> cache_;
  const std::function<void()> check_;
};

struct LoadContexts {
  Loader loader;
  jsonld::RemoteContexts contexts{&loader};
};

}  // namespace

ContextPlaces::ContextPlaces(const ContextOptions& options) : places_(options.allowed, kContextWords) {
  for (const std::string& given : options.at) files_.insert(read_place(given));
}

jsonld::FetchedDocument ContextPlaces::fetch(const std::string& iri, std::size_t most_bytes, ContextCache& cache,
                                             const std::function<void()>& check) const {
  if (const auto file = files_.find(iri); file != files_.end()) {
    return {iri, kContextType, {}, read_file(file->second, most_bytes)};
  }
  places_.require(iri);
  if (iri.starts_with("file:")) {
    const std::string plain = without_fragment(iri);
    const auto bytes = open_descriptor(open_allowed_file(places_, plain), plain);
    return {plain, kContextType, {}, read_all(*bytes, most_bytes, check)};
  }
  // The settings may have changed since the context was fetched.
  if (const auto kept = cache.find(iri); kept && kept->body.size() <= most_bytes) {
    places_.require(kept->url);
    return *kept;
  }
  jsonld::FetchedDocument fetched = download(iri, most_bytes, check);
  cache.add(iri, fetched);
  return fetched;
}

jsonld::FetchedDocument ContextPlaces::download(const std::string& iri, std::size_t most_bytes,
                                                const std::function<void()>& check) const {
  const Deadline deadline = Deadline::after(kContextSeconds);
  const auto in_time = [&] {
    if (deadline.passed()) fail(ErrorKind::io, "it did not arrive within {} seconds", kContextSeconds);
    if (check) check();
  };
  HttpDocument found = open_http(iri,
                                 {.operation = places_.words().operation,
                                  .accept = kAcceptContext,
                                  .seconds = kContextSilenceSeconds,
                                  .check = in_time},
                                 [&](const std::string& at) { places_.require(at); });
  const Compression coding = coding_of(found);
  const auto bytes = decompressed(std::move(found.bytes), coding, found.iri, kMostUnpackingBytes);
  return {found.iri, found.content_type, std::move(found.links), read_all(*bytes, most_bytes, in_time)};
}

std::shared_ptr<jsonld::RemoteContexts> open_contexts(const ContextPlaces& places, std::shared_ptr<ContextCache> cache,
                                                      std::function<void()> check) {
  auto load = std::make_shared<LoadContexts>(Loader(places, std::move(cache), std::move(check)));
  return {load, &load->contexts};
}

}  // namespace quadrille::server
