#include "loader/jsonld/context/document_loader.hpp"

#include <gtest/gtest.h>

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/context/link_header.hpp"
#include "loader/jsonld/context/process_context.hpp"
#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/testing/map_loader.hpp"

namespace quadrille::jsonld {

namespace {

using Documents = testing::MapLoader::Documents;

// The error of processing a context; empty if there is none.
std::string context_error(RemoteContexts& remote, std::string_view context) {
  Arena arena;
  ContextProcessor processor(remote);
  try {
    processor.process(make_initial_context("http://base/", "http://base/"), parse_json(context, arena), "http://base/");
  } catch (const JsonLdError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST(LinkHeader, ReadsTargetsAndParameters) {
  const auto links = parse_link_header(R"(<a.jsonld>; rel="alternate"; type="application/ld+json", <b>;rel=x)");
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].target, "a.jsonld");
  EXPECT_EQ(links[0].relation, "alternate");
  EXPECT_EQ(links[0].type, "application/ld+json");
  EXPECT_EQ(links[1].relation, "x");
  EXPECT_TRUE(parse_link_header("no link").empty());
}

// RFC 8288, 3.3 and 2.1: relation types are a list, and the case of letters does not count.
TEST(LinkHeader, ARelationIsOneOfAList) {
  const auto alternate = [](const char* link) {
    return linked_alternate({.url = "http://e/page", .content_type = "text/html", .links = {link}, .body = {}});
  };
  EXPECT_EQ(alternate(R"(<d>; rel="describedby alternate"; type="application/ld+json")"), "http://e/d");
  EXPECT_EQ(alternate(R"(<d>; rel=Alternate; type="application/ld+json")"), "http://e/d");
  EXPECT_EQ(alternate(R"(<d>; rel="alternates"; type="application/ld+json")"), std::nullopt);
  const auto context = linked_context({.url = "http://e/page",
                                       .content_type = "application/json",
                                       .links = {R"(<c>; rel="help http://www.w3.org/ns/json-ld#context")"},
                                       .body = {}});
  EXPECT_EQ(context, "http://e/c");
}

TEST(IriForm, RelativeReferencesResolveToTheIri) {
  const std::string base = "http://a/b/c/d;p?q";
  for (const char* const iri : {"http://a/b/c/d;p?q", "http://a/b/c/d;p?q#f", "http://a/b/c/d;p", "http://a/b/c/d;p?x",
                                "http://a/b/c/", "http://a/b/", "http://a/", "http://a/x:y", "http://a/b/c/x:y",
                                "http://a/b/c/g/h", "http://a//x", "http://other/", "urn:x:y", "http://a/b/c"}) {
    EXPECT_EQ(resolve_iri(base, relative_reference(base, iri)), iri) << relative_reference(base, iri);
  }
  EXPECT_EQ(relative_reference(base, "http://a/b/c/g"), "g");
  EXPECT_EQ(relative_reference(base, "http://a/b/x"), "../x");
}

TEST(RemoteContexts, RefusesAContextThatIncludesItself) {
  testing::MapLoader loader(
      Documents{{"http://c/1", R"({"@context": ["http://c/2"]})"}, {"http://c/2", R"({"@context": "1"})"}});
  RemoteContexts remote(&loader);
  EXPECT_EQ(context_error(remote, R"("http://c/1")"), "context overflow: the context <http://c/1> includes itself");
}

TEST(RemoteContexts, BoundsDepthAndSize) {
  testing::MapLoader loader(Documents{});
  for (int i = 0; i < 40; ++i) {
    loader.documents[fmt::format("http://c/{}", i)] = fmt::format(R"({{"@context": "http://c/{}"}})", i + 1);
  }
  loader.documents["http://c/large"] = R"({"@context": {"a": "http://a/"}, "x": ")" + std::string(200, ' ') + "\"}";
  RemoteContexts remote(&loader, {.most_bytes = 100, .deepest = 8});
  EXPECT_TRUE(
      context_error(remote, R"("http://c/0")").starts_with("context overflow: contexts name contexts more than 8"));
  EXPECT_NE(context_error(remote, R"("http://c/large")").find("more than 100 bytes"), std::string::npos);
}

TEST(RemoteContexts, LoadsEachContextOnce) {
  testing::MapLoader loader(Documents{{"http://c/1", R"({"@context": {"a": "http://a/"}})"}});
  RemoteContexts remote(&loader);
  EXPECT_EQ(context_error(remote, R"(["http://c/1", "http://c/1"])"), "");
  EXPECT_EQ(context_error(remote, R"("http://c/1")"), "");
  EXPECT_EQ(loader.fetched, 1u);
}

TEST(RemoteContexts, WithoutALoaderTheErrorNamesTheContext) {
  RemoteContexts remote(nullptr);
  const std::string error = context_error(remote, R"("http://c/1")");
  EXPECT_TRUE(error.starts_with("loading remote context failed: the document names the context <http://c/1>")) << error;
}

TEST(ContextProcessor, KeepsProcessedContexts) {
  RemoteContexts remote(nullptr);
  ContextProcessor processor(remote);
  Arena arena;
  const ContextPtr start = make_initial_context({}, {});
  const Value local = parse_json(R"({"a": "http://a/"})", arena), same = parse_json(R"({"a":"http://a/"})", arena);
  EXPECT_EQ(processor.process(start, local, {}), processor.process(start, same, {}));
  EXPECT_NE(processor.process(start, local, {}), processor.process(start, parse_json("{}", arena), {}));
}

}  // namespace quadrille::jsonld
