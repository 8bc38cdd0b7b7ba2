#include "query/results/documents/whole_document.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille::results {

namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

constexpr const char* kLines =
    "<http://e/ann> <http://e/knows> _:b .\n"
    "_:b <http://e/name> \"Bo\"@en <http://e/g> .\n"
    "<http://e/ann> <http://e/age> \"7\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n";

DocumentSettings settings(ResultFormat format, Arrangement arrangement, std::string context = {}) {
  return {format, {arrangement, std::move(context)}, {{"ex", "http://e/"}}};
}

// The document of lines that arrive in pieces of so many bytes.
std::string document(const DocumentSettings& settings, std::string_view lines, std::size_t piece_bytes,
                     std::size_t most_bytes = kMegabyte) {
  WholeDocument document(settings, {most_bytes, *std::pmr::new_delete_resource()});
  for (; !lines.empty(); lines.remove_prefix(std::min(piece_bytes, lines.size()))) {
    document.add(lines.substr(0, piece_bytes));
  }
  std::string text;
  document.write([&](std::string_view bytes) { text += bytes; });
  return text;
}

// Has one context.
class OneContext final : public jsonld::DocumentLoader {
 public:
  jsonld::FetchedDocument fetch(const std::string& url, std::size_t) override {
    if (url != "http://e/context") fail(ErrorKind::user, "it may not be read");
    return {.url = url,
            .content_type = "application/ld+json",
            .links = {},
            .body = R"({"@context":{"name":"http://e/name","age":"http://e/age"}})"};
  }
};

}  // namespace

TEST(WholeDocument, PrettyTrigOfLinesInAnyPieces) {
  const std::string expected = document(settings(ResultFormat::trig, Arrangement::pretty), kLines, 10000);
  EXPECT_EQ(expected,
            "@prefix ex: <http://e/> .\n\n"
            "ex:ann ex:age 7 ;\n    ex:knows _:b .\n\n"
            "ex:g {\n    _:b ex:name \"Bo\"@en .\n}\n");
  for (const std::size_t bytes : {1, 7, 50}) {
    EXPECT_EQ(document(settings(ResultFormat::trig, Arrangement::pretty), kLines, bytes), expected) << bytes;
  }
}

TEST(WholeDocument, FormsOfJsonLd) {
  EXPECT_EQ(document(settings(ResultFormat::jsonld, Arrangement::expanded), kLines, 9),
            R"([{"@id":"http://e/ann","http://e/knows":[{"@id":"_:b"}],)"
            R"("http://e/age":[{"@value":"7","@type":"http://www.w3.org/2001/XMLSchema#integer"}]},)"
            R"({"@id":"http://e/g","@graph":[{"@id":"_:b","http://e/name":[{"@value":"Bo","@language":"en"}]}]}])"
            "\n");
  const std::string flattened = document(settings(ResultFormat::jsonld, Arrangement::flattened), kLines, 9);
  EXPECT_NE(flattened.find(R"("@id":"http://e/ann")"), std::string::npos) << flattened;
}

TEST(WholeDocument, IsCompactedWithTheContextOfAnIri) {
  OneContext loader;
  jsonld::RemoteContexts contexts(&loader);
  DocumentSettings wanted = settings(ResultFormat::jsonld, Arrangement::compacted, "http://e/context");
  wanted.contexts = &contexts;
  const std::string text = document(wanted, kLines, 100);
  EXPECT_NE(text.find(R"("@context":"http://e/context")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("name":{"@value":"Bo","@language":"en"})"), std::string::npos) << text;
  wanted.layout.context = "http://e/other";
  wanted.contexts = &contexts;
  try {
    document(wanted, kLines, 100);
    FAIL() << "there is no such context";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user);
    EXPECT_NE(std::string(error.what()).find("<http://e/other>"), std::string::npos) << error.what();
  }
}

TEST(WholeDocument, TheCanonicalFormHasLabelsOfItsOwn) {
  const std::string expected =
      "<http://e/ann> <http://e/age> \"7\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"
      "<http://e/ann> <http://e/knows> _:c14n0 .\n"
      "_:c14n0 <http://e/name> \"Bo\"@en <http://e/g> .\n";
  for (const std::size_t bytes : {1, 30, 10'000})
    EXPECT_EQ(document(settings(ResultFormat::nquads, Arrangement::canonical), kLines, bytes), expected);
}

// Work that only the canonical form has: it can be stopped.
TEST(WholeDocument, TheCanonicalFormChecksWhetherItGoesOn) {
  DocumentSettings wanted = settings(ResultFormat::nquads, Arrangement::canonical);
  wanted.check = [] { fail(ErrorKind::cancelled, "stopped"); };
  try {
    document(wanted, kLines, 100);
    FAIL() << "it was stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::cancelled);
  }
}

TEST(WholeDocument, NeedsAVersionForATripleTerm) {
  WholeDocument document(settings(ResultFormat::turtle, Arrangement::pretty),
                         {kMegabyte, *std::pmr::new_delete_resource()});
  document.add("<http://e/a> <http://e/b> \"c\" .\n");
  EXPECT_FALSE(document.needs_version());
  document.add("<http://e/a> <http://e/b> <<( <http://e/a> <http://e/b> \"c\" )>> .\n");
  EXPECT_TRUE(document.needs_version());
}

TEST(WholeDocument, BeyondTheLimitIsAnErrorWithARemedy) {
  std::string lines;
  for (int i = 0; i < 10'000; ++i) lines += fmt::format("<http://e/s{}> <http://e/p> \"{}\" .\n", i, i);
  for (const auto& [wanted, remedy] :
       {std::pair{settings(ResultFormat::turtle, Arrangement::pretty), "leave out 'pretty'"},
        std::pair{settings(ResultFormat::jsonld, Arrangement::expanded), "without a profile"},
        std::pair{settings(ResultFormat::nquads, Arrangement::canonical), "leave out 'canonical'"}}) {
    try {
      document(wanted, lines, 1000, 100'000);
      FAIL() << "there is not so much memory";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::memory);
      EXPECT_NE(std::string(error.what()).find(remedy), std::string::npos) << error.what();
    }
  }
}

TEST(WholeDocument, ATripleTermInJsonLdIsAnErrorThatNamesTheQuad) {
  try {
    document(settings(ResultFormat::jsonld, Arrangement::expanded),
             "<http://e/a> <http://e/b> <<( <http://e/a> <http://e/b> \"c\" )>> .\n", 100);
    FAIL() << "JSON-LD has no triple terms";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user);
    EXPECT_NE(std::string(error.what()).find("<<( <http://e/a>"), std::string::npos) << error.what();
  }
}

}  // namespace quadrille::results
