#include "loader/rdf/input_file.hpp"

#include <errno.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/term.hpp"
#include "base/text.hpp"

namespace quadrille {

namespace {

namespace fs = std::filesystem;

constexpr std::pair<std::string_view, Syntax> kSyntaxes[] = {
    {"nt", Syntax::ntriples},  {"ntriples", Syntax::ntriples}, {"nq", Syntax::nquads},  {"nquads", Syntax::nquads},
    {"ttl", Syntax::turtle},   {"turtle", Syntax::turtle},     {"n3", Syntax::turtle},  {"trig", Syntax::trig},
    {"rdf", Syntax::rdfxml},   {"xml", Syntax::rdfxml},        {"owl", Syntax::rdfxml}, {"jsonld", Syntax::jsonld},
    {"jsonl", Syntax::jsonld}, {"ndjson", Syntax::jsonld},
};
constexpr std::pair<std::string_view, Compression> kCompressions[] = {
    {"gz", Compression::gzip},   {"bgz", Compression::gzip}, {"zst", Compression::zstd},
    {"bz2", Compression::bzip2}, {"xz", Compression::xz},
};
constexpr std::string_view kKnown =
    ".nt .ntriples .nq .nquads .ttl .turtle .n3 .trig .rdf .xml .owl .jsonld .jsonl .ndjson, each also with .gz .bgz "
    ".zst .bz2 .xz";

template <class Value, std::size_t n>
std::optional<Value> find(const std::pair<std::string_view, Value> (&table)[n], std::string_view key) {
  for (const auto& [name, value] : table) {
    if (name == key) return value;
  }
  return std::nullopt;
}

// Removes the last extension of `name` and returns it, without its dot and in lower case.
std::string cut_extension(std::string_view& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  std::string extension = to_lower(name.substr(dot + 1));
  name = name.substr(0, dot);
  return extension;
}

bool is_hidden(const fs::path& path) {
  return path.filename().native().starts_with('.');
}

struct FolderFiles {
  std::vector<std::string> known, left_out;  // by name; both sorted
};

FolderFiles files_below(const std::string& folder) {
  FolderFiles files;
  std::error_code error;
  fs::recursive_directory_iterator walk(folder, error);  // links to folders are not followed: they may form cycles
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    std::error_code ignored;
    if (is_hidden(walk->path())) {
      walk.disable_recursion_pending();
    } else if (walk->is_regular_file(ignored)) {
      const std::string& path = walk->path().native();
      (format_of_name(path) ? files.known : files.left_out).push_back(path);
    }
  }
  if (error) fail(ErrorKind::io, "cannot list the folder {}: {}", folder, error.message());
  std::sort(files.known.begin(), files.known.end());
  std::sort(files.left_out.begin(), files.left_out.end());
  return files;
}

InputFile describe(const std::string& path, std::optional<Format> format) {
  InputFile file{path, {}, 0, false};
  if (file.is_stdin()) {
    if (!format) fail(ErrorKind::user, "the syntax of standard input is unknown; give it with --format");
    file.format = *format;
    return file;
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) fail(ErrorKind::io, "cannot read {}: {}", path, std::strerror(errno));
  if (::access(path.c_str(), R_OK) != 0) fail(ErrorKind::io, "cannot read {}: {}", path, std::strerror(errno));
  const std::optional<Format> by_name = format_of_name(path);
  if (!format && !by_name) {
    fail(ErrorKind::user, "the syntax of {} is unknown (known names end with {}); give it with --format", path, kKnown);
  }
  file.format = format.value_or(by_name.value_or(Format{}));
  if (format && format->compression == Compression::none) file.format.compression = compression_of_name(path);
  file.regular = S_ISREG(status.st_mode);
  if (file.regular) file.size_bytes = static_cast<std::uint64_t>(status.st_size);
  return file;
}

// RFC 3986, 2.3 and 3.3: true if a path can contain `c` unchanged.
bool may_stand_in_path(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/!$&'()*+,;=:@").find(static_cast<char>(c)) != std::string_view::npos;
}

}  // namespace

namespace {

bool is_file_of_lines(const InputFile& file) {
  return file.regular && (file.format.syntax == Syntax::ntriples || file.format.syntax == Syntax::nquads);
}

}  // namespace

bool InputFile::can_be_cut() const {
  return is_file_of_lines(*this) && format.compression == Compression::none;
}

bool InputFile::may_have_frames() const {
  return is_file_of_lines(*this) &&
         (format.compression == Compression::gzip || format.compression == Compression::zstd);
}

Compression compression_of_name(std::string_view name) {
  return find(kCompressions, cut_extension(name)).value_or(Compression::none);
}

std::optional<Format> format_of_name(std::string_view name) {
  Format format{Syntax::ntriples, compression_of_name(name)};
  if (format.compression != Compression::none) cut_extension(name);
  const std::optional<Syntax> syntax = find(kSyntaxes, cut_extension(name));
  if (!syntax) return std::nullopt;
  format.syntax = *syntax;
  return format;
}

Format parse_format(std::string_view name) {
  const std::string with_dot = fmt::format(".{}", to_lower(name));
  if (const std::optional<Format> format = format_of_name(with_dot)) return *format;
  std::string_view rest = with_dot;
  const Compression compression = compression_of_name(rest);
  if (compression != Compression::none) cut_extension(rest);
  if (const std::optional<Syntax> syntax = find_syntax(rest.substr(1))) return {*syntax, compression};
  fail(ErrorKind::user,
       "unknown format \"{}\"; known are nt, nq, turtle, trig, rdf and jsonld, also with compression as in nt.gz, and "
       "their "
       "media types",
       name);
}

std::vector<InputFile> list_input_files(std::span<const std::string> paths, std::optional<Format> format,
                                        std::vector<std::string>* left_out) {
  std::vector<InputFile> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (path == "-" || !fs::is_directory(path, error)) {
      files.push_back(describe(path, format));
      continue;
    }
    const FolderFiles found = files_below(path);
    if (found.known.empty()) {
      fail(ErrorKind::user, "no RDF files in the folder {} (known are {}){}{}", path, kKnown,
           found.left_out.empty() ? "" : "; ", describe_left_out(found.left_out));
    }
    for (const std::string& each : found.known) files.push_back(describe(each, format));
    if (left_out != nullptr) left_out->insert(left_out->end(), found.left_out.begin(), found.left_out.end());
  }
  return files;
}

std::string describe_left_out(std::span<const std::string> left_out) {
  if (left_out.empty()) return {};
  constexpr std::size_t kMostKinds = 12;
  std::set<std::string> kinds;
  for (const std::string& path : left_out) {
    const fs::path name = fs::path(path).filename();
    kinds.insert(name.has_extension() ? name.extension().native() : name.native());
  }
  const auto last = std::next(kinds.begin(), static_cast<std::ptrdiff_t>(std::min(kMostKinds, kinds.size())));
  return fmt::format("left out: {} {} ({}{})", left_out.size(), left_out.size() == 1 ? "file" : "files",
                     fmt::join(kinds.begin(), last, ", "), last == kinds.end() ? "" : ", ...");
}

std::string encode_path(std::string_view path) {
  std::string encoded;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (may_stand_in_path(byte)) {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned>(byte));
    }
  }
  return encoded;
}

std::string file_iri(const InputFile& file) {
  if (file.is_stdin()) return {};
  return "file://" + encode_path(fs::absolute(file.path).lexically_normal().native());
}

}  // namespace quadrille
