#include "loader/rdf/testing/w3c_manifest.hpp"

#include <map>

#include "loader/rdf/testing/read_text.hpp"

namespace quadrille::testing {

namespace {

constexpr std::string_view kBase = "http://manifest/";  // makes local names easy to extract

std::string last_part(const std::string& iri) {
  const std::size_t cut = iri.find_last_of("#/");
  return iri.substr(cut + 1, iri.size() - cut - 2);
}

std::string local_path(const std::string& iri) {
  return iri.substr(1 + kBase.size(), iri.size() - kBase.size() - 2);
}

}  // namespace

W3cSuite read_manifest(const std::filesystem::path& folder) {
  W3cSuite suite{folder, {}, {}};
  std::map<std::string, W3cTest> tests;
  std::map<std::string, std::string> next, item;
  std::string list;
  for (const auto& [subject, predicate, object, graph] : read_graph(folder / "manifest.ttl", std::string(kBase))) {
    const std::string property = last_part(predicate);
    if (property == "assumedTestBase") suite.base = object.substr(1, object.size() - 2);
    if (property == "entries") list = object;
    if (property == "first") item[subject] = object;
    if (property == "rest") next[subject] = object;
    if (property == "name") tests[subject].name = object.substr(1, object.size() - 2);
    if (property == "type") tests[subject].type = last_part(object);
    if (property == "action") tests[subject].action = local_path(object);
    if (property == "hashAlgorithm") tests[subject].hash = object.substr(1, object.size() - 2);
    if (property == "result") tests[subject].result = local_path(object);
  }
  for (; item.contains(list); list = next[list]) suite.tests.push_back(tests[item[list]]);
  return suite;
}

}  // namespace quadrille::testing
