// The suites of JSON-LD 1.1 (w3c/json-ld-api and w3c/json-ld-streaming), every test that their manifests list but those
// of JSON-LD 1.0 alone.

#include "loader/jsonld/testing/suite.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/json/write_json.hpp"
#include "loader/jsonld/json_ld_reader.hpp"
#include "loader/jsonld/processor.hpp"
#include "loader/jsonld/rdf/serialize.hpp"
#include "loader/jsonld/testing/compare_json.hpp"
#include "loader/jsonld/testing/read_json_ld.hpp"
#include "loader/rdf/read_file.hpp"
#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/shared_data.hpp"

namespace quadrille::jsonld {

namespace {

using quadrille::testing::GraphSink;
using testing::Suite;
using testing::SuiteTest;

// Tests that are not passed, with the reason.
const std::map<std::string, std::map<std::string, std::string>> kExceptions = {
    {"toRdf", {{"#te075", "expects blank nodes as predicates"}}},
    {"stream-toRdf", {{"#te075", "expects blank nodes as predicates"}}},
    {"remote-doc", {{"#t0013", "expects a context in an HTML page"}}},
};

std::string json_text(Value value) {
  std::string text;
  write_json(text, value);
  return text;
}

// One test: its loader, its processor, its documents.
struct Run {
  Run(const Suite& of_suite, const SuiteTest& of_test) : suite(of_suite), test(of_test) {}

  const Suite& suite;
  const SuiteTest& test;
  testing::SuiteLoader loader{suite, &test};
  RemoteContexts remote{&loader};
  Processor processor{remote, test.options};
  Arena arena;

  Value read(const std::string& file) { return parse_json(testing::read_text(suite.folder / file), arena); }
  Input input() { return {read(test.input), suite.base + test.input, {}}; }
};

std::string unequal(Value have, Value want) {
  return "  have " + json_text(have) + "\n  want " + json_text(want);
}

std::string check_expand(Run& run) {
  const Value result = run.processor.expand(run.input(), run.arena);
  if (run.test.expect.empty()) return {};
  const Value expected = run.read(run.test.expect);
  return testing::is_same_json_ld(result, expected) ? "" : unequal(result, expected);
}

std::string check_compact(Run& run) {
  const Value result = run.processor.compact(run.input(), run.read(run.test.context), run.arena);
  if (run.test.expect.empty()) return {};
  const Value expected = run.read(run.test.expect);
  if (!testing::is_same_json_ld(result, expected)) return unequal(result, expected);
  // Lists may be values of terms, whose order the comparison does not see.
  const Value expanded = run.processor.expand({result, run.suite.base + run.test.input, {}}, run.arena);
  const Value expected_expanded = run.processor.expand({expected, run.suite.base + run.test.input, {}}, run.arena);
  return testing::is_same_json_ld(expanded, expected_expanded) ? "" : unequal(expanded, expected_expanded);
}

std::string check_flatten(Run& run) {
  std::optional<Value> context;
  if (!run.test.context.empty()) context = run.read(run.test.context);
  const Value result = run.processor.flatten(run.input(), context, run.arena);
  if (run.test.expect.empty()) return {};
  const Value expected = run.read(run.test.expect);
  return testing::is_same_up_to_blank_nodes(result, expected, run.arena) ? "" : unequal(result, expected);
}

std::string check_remote_document(Run& run) {
  const RemoteDocument document = load_document(run.loader, run.suite.base + run.test.input, 1 << 20);
  const Input input{document.document->value, document.url, document.context_url};
  const Value result = run.processor.expand(input, run.arena);
  if (run.test.expect.empty()) return {};
  const Value expected = run.read(run.test.expect);
  return testing::is_same_json_ld(result, expected) ? "" : unequal(result, expected);
}

std::string difference(const quadrille::testing::Graph& have, const quadrille::testing::Graph& want) {
  if (quadrille::testing::are_isomorphic(have, want)) return {};
  std::string text = "other quads:";
  const auto list = [&](const auto& quads, const auto& others, const char* word) {
    for (const auto& quad : quads) {
      if (!others.contains(quad)) text += word + quad[0] + " " + quad[1] + " " + quad[2] + " " + quad[3];
    }
  };
  list(have, want, "\n  have ");
  list(want, have, "\n  want ");
  return text;
}

void read_quads(const std::filesystem::path& path, QuadSink& sink) {
  ErrorPolicy errors = ErrorPolicy::stop();
  read_file(list_input_files(std::vector{path.string()}).front(), {}, errors, sink);
}

std::string check_to_rdf(Run& run) {
  GraphSink have, want;
  run.processor.to_rdf(run.input(), have, run.arena);
  if (run.test.expect.empty()) return {};
  read_quads(run.suite.folder / run.test.expect, want);
  return difference(have.graph, want.graph);
}

ReaderOptions reader_options(const Run& run, bool use_direct, std::size_t whole_bytes) {
  ReaderOptions options{run.test.options, {}, {}, use_direct};
  if (!options.jsonld.base) options.jsonld.base = run.suite.base + run.test.input;
  options.limits.whole_bytes = whole_bytes;
  return options;
}

// The reader, with and without the direct path, and cutting all documents into pieces.
std::string check_reader(Run& run) {
  const std::string text = testing::read_text(run.suite.folder / run.test.input);
  GraphSink have, literal, cut, want;
  testing::read_json_ld(text, run.remote, reader_options(run, false, 1 << 20), literal);
  testing::read_json_ld(text, run.remote, reader_options(run, true, 1 << 20), have);
  if (std::string fault = difference(have.graph, literal.graph); !fault.empty()) return "direct path: " + fault;
  try {
    testing::read_json_ld(text, run.remote, reader_options(run, true, 0), cut);
    if (std::string fault = difference(cut.graph, literal.graph); !fault.empty()) return "in pieces: " + fault;
  } catch (const JsonLdReadError& error) {
    // Entries behind @graph: fine for documents that are read as a whole.
    if (error.code() != name_of(ErrorCode::invalid_streaming_key_order)) throw;
  }
  if (run.test.expect.empty()) return {};
  read_quads(run.suite.folder / run.test.expect, want);
  return difference(have.graph, want.graph);
}

std::string check_from_rdf(Run& run) {
  SerializeOptions options;
  options.use_native_types = run.test.options.use_native_types;
  options.use_rdf_type = run.test.options.use_rdf_type;
  options.rdf_direction = run.test.options.rdf_direction;
  Serializer serializer(options, run.arena);
  read_quads(run.suite.folder / run.test.input, serializer);
  const Value result = serializer.finish();
  if (run.test.expect.empty()) return {};
  const Value expected = run.read(run.test.expect);
  return testing::is_same_json_ld(result, expected) ? "" : unequal(result, expected);
}

using Check = std::string (*)(Run&);

// The fault; empty if the test passes.
std::string fault_of(const Suite& suite, const SuiteTest& test, Check check) {
  std::string error, fault;
  try {
    Run run(suite, test);
    fault = check(run);
  } catch (const JsonLdError& thrown) {
    error = name_of(thrown.code());
    fault = thrown.what();
  } catch (const JsonLdReadError& thrown) {
    error = thrown.code();
    fault = thrown.what();
  } catch (const Error& thrown) {
    error = fault = thrown.what();
  }
  if (test.kind != "NegativeEvaluationTest") return fault;
  return error == test.expected_error ? "" : "expected the error '" + test.expected_error + "', have '" + fault + "'";
}

struct SuiteOfKind {
  const char* label;
  const char* folder;
  const char* name;
  std::size_t count;  // without those of JSON-LD 1.0 alone
  Check check;
};

class JsonLdSuite : public ::testing::TestWithParam<SuiteOfKind> {};

}  // namespace

TEST_P(JsonLdSuite, EveryTestOfTheSuitePasses) {
  const auto folder = quadrille::testing::shared_path("json-ld") / GetParam().folder;
  QUADRILLE_NEEDS_SHARED(folder);
  const Suite suite = testing::read_suite(folder, GetParam().name);
  const auto exceptions = kExceptions.find(GetParam().name);
  std::size_t run = 0, passed = 0;
  for (const SuiteTest& test : suite.tests) {
    if (test.is_of_1_0_only) continue;
    ++run;
    const std::string fault = fault_of(suite, test, GetParam().check);
    passed += fault.empty() ? 1 : 0;
    const bool is_exception = exceptions != kExceptions.end() && exceptions->second.contains(test.id);
    EXPECT_EQ(is_exception, !fault.empty()) << test.id << " " << test.input << " (" << test.name << "):\n" << fault;
  }
  EXPECT_EQ(run, GetParam().count);
  std::printf("%s: %zu of %zu\n", GetParam().label, passed, run);
}

INSTANTIATE_TEST_SUITE_P(Api, JsonLdSuite,
                         ::testing::Values(SuiteOfKind{"expand", "api", "expand", 376, check_expand},
                                           SuiteOfKind{"compact", "api", "compact", 244, check_compact},
                                           SuiteOfKind{"flatten", "api", "flatten", 55, check_flatten},
                                           SuiteOfKind{"toRdf", "api", "toRdf", 456, check_to_rdf},
                                           SuiteOfKind{"toRdfByReader", "api", "toRdf", 456, check_reader},
                                           SuiteOfKind{"fromRdf", "api", "fromRdf", 53, check_from_rdf},
                                           SuiteOfKind{"remoteDoc", "api", "remote-doc", 18, check_remote_document},
                                           SuiteOfKind{"streaming", "streaming", "stream-toRdf", 472, check_reader}),
                         [](const auto& suite) { return std::string(suite.param.label); });

}  // namespace quadrille::jsonld
