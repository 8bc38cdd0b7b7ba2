#include "parser/manifest_reader.hpp"

#include <serd/serd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

namespace quadrille::parser {

namespace {

constexpr std::string_view kManifest = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
constexpr std::string_view kQuery = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#query";
constexpr std::string_view kRequest = "http://www.w3.org/2009/sparql/tests/test-update#request";
constexpr std::string_view kType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

struct Statement {
  std::string subject, predicate, object;
};

// The state of Serd's callbacks: prefixes, and the entries read so far.
struct Reading {
  SerdEnv* env;
  std::vector<Statement> statements;

  std::string text(const SerdNode* node) const {
    SerdNode expanded = serd_env_expand_node(env, node);
    const SerdNode* use = expanded.buf ? &expanded : node;
    std::string text(reinterpret_cast<const char*>(use->buf), use->n_bytes);
    serd_node_free(&expanded);
    return text;
  }
};

SerdStatus on_base(void* handle, const SerdNode* iri) {
  return serd_env_set_base_uri(static_cast<Reading*>(handle)->env, iri);
}
SerdStatus on_prefix(void* handle, const SerdNode* name, const SerdNode* iri) {
  return serd_env_set_prefix(static_cast<Reading*>(handle)->env, name, iri);
}
SerdStatus on_statement(void* handle, SerdStatementFlags, const SerdNode*, const SerdNode* subject,
                        const SerdNode* predicate, const SerdNode* object, const SerdNode*, const SerdNode*) {
  auto* reading = static_cast<Reading*>(handle);
  reading->statements.push_back({reading->text(subject), reading->text(predicate), reading->text(object)});
  return SERD_SUCCESS;
}

std::vector<Statement> read_turtle(const std::filesystem::path& file) {
  const std::string base = "file://" + std::filesystem::absolute(file).string();
  const SerdNode base_node = serd_node_from_string(SERD_URI, reinterpret_cast<const uint8_t*>(base.c_str()));
  Reading reading{serd_env_new(&base_node), {}};
  SerdReader* reader = serd_reader_new(SERD_TURTLE, &reading, nullptr, on_base, on_prefix, on_statement, nullptr);
  const SerdStatus status = serd_reader_read_file(reader, reinterpret_cast<const uint8_t*>(base.c_str()));
  serd_reader_free(reader);
  serd_env_free(reading.env);
  if (status != SERD_SUCCESS) throw std::runtime_error("cannot read " + file.string());
  return std::move(reading.statements);
}

std::filesystem::path path_of(const std::string& iri) {
  return iri.substr(std::string_view("file://").size());
}

}  // namespace

std::vector<ManifestEntry> read_manifest(const std::filesystem::path& manifest) {
  using enum ManifestEntry::Kind;
  static const std::map<std::string, ManifestEntry::Kind> kinds = {
      {"PositiveSyntaxTest", positive_query},          {"NegativeSyntaxTest", negative_query},
      {"PositiveSyntaxTest11", positive_query},        {"NegativeSyntaxTest11", negative_query},
      {"PositiveUpdateSyntaxTest", positive_update},   {"NegativeUpdateSyntaxTest", negative_update},
      {"PositiveUpdateSyntaxTest11", positive_update}, {"NegativeUpdateSyntaxTest11", negative_update}};
  const std::vector<Statement> statements = read_turtle(manifest);
  std::map<std::string, std::string> actions;
  for (const Statement& statement : statements)
    if (statement.predicate == std::string(kManifest) + "action") actions[statement.subject] = statement.object;
  std::vector<ManifestEntry> entries;
  for (const Statement& statement : statements) {
    if (statement.predicate == kQuery) entries.push_back({positive_query, path_of(statement.object)});
    if (statement.predicate == kRequest) entries.push_back({positive_update, path_of(statement.object)});
    if (statement.predicate != kType || !statement.object.starts_with(kManifest)) continue;
    const auto kind = kinds.find(statement.object.substr(kManifest.size()));
    if (kind != kinds.end()) entries.push_back({kind->second, path_of(actions.at(statement.subject))});
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
