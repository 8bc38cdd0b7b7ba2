#include "server/client/allowed_places.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/text.hpp"
#include "loader/rdf/term_faults.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kFile = "file://";

std::string decode_percents(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool coded =
        text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
    out += coded ? static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2])) : text[i];
    if (coded) i += 2;
  }
  return out;
}

// The parts of http://AUTHORITY/path?query: "AUTHORITY" and "/path"; of file:///path: "" and "/path".
struct Parts {
  std::string_view authority, path;
};

Parts parts_of(std::string_view iri) {
  const std::size_t authority = iri.find("://") + 3;
  const std::size_t path = std::min(iri.find_first_of("/?#", authority), iri.size());
  const std::size_t end = std::min(iri.find_first_of("?#", path), iri.size());
  return {iri.substr(authority, path - authority), iri.substr(path, end - path)};
}

// Backslashes count too: some servers treat them as slashes.
bool goes_up(std::string_view path) {
  std::string decoded = decode_percents(path);
  std::replace(decoded.begin(), decoded.end(), '\\', '/');
  for (std::string_view rest = decoded; !rest.empty();) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view segment = rest.substr(0, end);
    if (segment == "." || segment == "..") return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// The fault of an IRI, or of the start of one; empty if there is none.
std::string_view fault_of(std::string_view iri, const PlaceWords& words) {
  const bool is_web = iri.starts_with("http://") || iri.starts_with("https://");
  if (iri_fault(iri)) return "it is not an IRI";
  if (!is_web && !words.files) return "it must begin with http:// or https://";
  if (!is_web && !iri.starts_with(kFile)) return "it must begin with file://, http:// or https://";
  const auto [authority, path] = parts_of(iri);
  if (iri.starts_with(kFile) && !authority.empty()) return "it names a file on another machine; write file:///PATH";
  if (authority.find('@') != std::string_view::npos) return "it names a user";
  if (goes_up(path)) return "its path has a segment '.' or '..'";
  return {};
}

// Without the user and the password, since messages get into logs.
std::string without_user(const std::string& iri) {
  const std::size_t scheme = iri.find("://");
  if (scheme == std::string::npos) return iri;
  const std::size_t begin = scheme + 3, end = iri.find_first_of("/?#", begin), at = iri.rfind('@', end);
  return at == std::string::npos || at < begin ? iri : iri.substr(0, begin) + "***" + iri.substr(at);
}

std::string checked_prefix(const std::string& given, const PlaceWords& words) {
  if (const std::string_view fault = fault_of(given, words); !fault.empty()) {
    fail(ErrorKind::user, "{} {}: {}; give the beginning of the allowed IRIs, such as {}", words.option,
         without_user(given), fault, words.example);
  }
  const auto [authority, path] = parts_of(given);
  if (authority.ends_with(':')) {
    fail(ErrorKind::user, "{} {}: the port after ':' is missing; write HOST:PORT, or HOST without ':'", words.option,
         given);
  }
  return authority.empty() || !path.empty() ? given : given + "/";
}

[[noreturn]] void refuse_outside(const std::string& iri, const PlaceWords& words) {
  throw StatusError(403, fmt::format("{} <{}> is not allowed here: {} for it", words.operation, iri, words.reason));
}

std::string real_path(const std::string& path) {
  char buffer[PATH_MAX];
  return ::realpath(path.c_str(), buffer) ? buffer : "";
}

// Closes the descriptor at the end, unless it is released.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

AllowedPlaces::AllowedPlaces(const std::vector<std::string>& prefixes, const PlaceWords& words) : words_(words) {
  for (const std::string& prefix : prefixes) prefixes_.push_back(checked_prefix(prefix, words));
}

void AllowedPlaces::require(const std::string& iri) const {
  const auto begins = [&](const std::string& prefix) { return iri.starts_with(prefix); };
  if (std::none_of(prefixes_.begin(), prefixes_.end(), begins)) refuse_outside(iri, words_);
  if (const std::string_view fault = fault_of(iri, words_); !fault.empty()) {
    throw StatusError(403, fmt::format("{} <{}> is not allowed: {}", words_.operation, iri, fault));
  }
}

bool AllowedPlaces::allow_file(const std::string& real) const {
  for (const std::string& prefix : prefixes_) {
    if (!prefix.starts_with(kFile)) continue;
    const std::string path = decode_percents(prefix.substr(kFile.size()));
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return true;  // only file://
    std::string folder = real_path(path.substr(0, slash + 1));
    if (folder.empty()) continue;
    if (!folder.ends_with('/')) folder += '/';
    if (real.starts_with(folder + path.substr(slash + 1))) return true;
  }
  return false;
}

// O_PATH: the check opens neither devices nor pipes.
int open_allowed_file(const AllowedPlaces& places, const std::string& iri) {
  places.require(iri);
  const char* const operation = places.words().operation;
  if (iri.find('?') != std::string::npos)
    fail(ErrorKind::user, "{} <{}>: the IRI of a file cannot have a query '?'", operation, iri);
  const std::string path = decode_percents(parts_of(iri).path);
  if (path.find('\0') != std::string::npos) refuse_outside(iri, places.words());
  const Descriptor seen(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (seen.number() < 0) fail(ErrorKind::io, "{} <{}>: {}", operation, iri, std::strerror(errno));
  const std::string link = fmt::format("/proc/self/fd/{}", seen.number());
  char real[PATH_MAX];
  const ssize_t size = ::readlink(link.c_str(), real, sizeof real);
  if (size < 0) fail(ErrorKind::io, "{} <{}>: {}", operation, iri, std::strerror(errno));
  if (!places.allow_file(std::string(real, static_cast<std::size_t>(size)))) {
    throw StatusError(403, fmt::format("{} <{}> is not allowed: a link leads outside the places of {}", operation, iri,
                                       places.words().option));
  }
  struct stat status {};
  if (::fstat(seen.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    fail(ErrorKind::user, "{} <{}>: not a file", operation, iri);
  }
  const int file = ::open(link.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(ErrorKind::io, "{} <{}>: {}", operation, iri, std::strerror(errno));
  return file;
}

}  // namespace quadrille::server
