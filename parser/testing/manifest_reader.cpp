#include "parser/testing/manifest_reader.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "loader/rdf/testing/read_text.hpp"

namespace quadrille::parser {

namespace {

constexpr std::string_view kManifest = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
constexpr std::string_view kQuery = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#query";
constexpr std::string_view kRequest = "http://www.w3.org/2009/sparql/tests/test-update#request";
constexpr std::string_view kType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

// The IRI in "<" and ">".
std::string iri_of(const std::string& term) {
  return term.substr(1, term.size() - 2);
}

std::filesystem::path path_of(const std::string& term) {
  return iri_of(term).substr(std::string_view("file://").size());
}

}  // namespace

std::vector<ManifestEntry> read_manifest(const std::filesystem::path& manifest) {
  using enum ManifestEntry::Kind;
  static const std::map<std::string, ManifestEntry::Kind> kinds = {
      {"PositiveSyntaxTest", positive_query},          {"NegativeSyntaxTest", negative_query},
      {"PositiveSyntaxTest11", positive_query},        {"NegativeSyntaxTest11", negative_query},
      {"PositiveUpdateSyntaxTest", positive_update},   {"NegativeUpdateSyntaxTest", negative_update},
      {"PositiveUpdateSyntaxTest11", positive_update}, {"NegativeUpdateSyntaxTest11", negative_update}};
  const testing::Graph graph = testing::read_graph(manifest, "file://" + std::filesystem::absolute(manifest).string());
  std::map<std::string, std::string> actions;
  for (const auto& [subject, predicate, object, name] : graph)
    if (iri_of(predicate) == std::string(kManifest) + "action") actions[subject] = object;
  std::vector<ManifestEntry> entries;
  for (const auto& [subject, predicate, object, name] : graph) {
    if (iri_of(predicate) == kQuery) entries.push_back({positive_query, path_of(object)});
    if (iri_of(predicate) == kRequest) entries.push_back({positive_update, path_of(object)});
    if (iri_of(predicate) != kType || !iri_of(object).starts_with(kManifest)) continue;
    const auto kind = kinds.find(iri_of(object).substr(kManifest.size()));
    if (kind != kinds.end()) entries.push_back({kind->second, path_of(actions.at(subject))});
  }
  return entries;
}

std::filesystem::path shared_data() {
  const char* given = std::getenv("QUADRILLE_SHARED");
  const std::filesystem::path place = given ? given : QUADRILLE_SOURCE_DIR "/../shared";
  return std::filesystem::is_directory(place) ? place : std::filesystem::path();
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder, const std::string& extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace quadrille::parser
