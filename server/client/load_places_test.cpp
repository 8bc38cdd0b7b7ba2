#include "server/client/load_places.hpp"

#include <gtest/gtest.h>
#include <httplib.h>

#include <chrono>
#include <thread>

#include "base/error.hpp"
#include "loader/rdf/testing/compressed.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"
#include "server/client/document_source.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kTriple = "<a:s> <a:p> <a:o> .\n";

std::unique_ptr<query::QuadSource> open(const LoadPlaces& places, const std::string& iri) {
  return open_document(places.open(iri, [](std::unique_ptr<ByteSource> bytes) { return bytes; }));
}

std::size_t count(const LoadPlaces& places, const std::string& iri) {
  const auto source = open(places, iri);
  std::size_t sum = 0;
  std::vector<query::SourceQuad> quads;
  for (source->next(quads); !quads.empty(); source->next(quads)) sum += quads.size();
  return sum;
}

std::string error_of(const LoadPlaces& places, const std::string& iri) {
  try {
    count(places, iri);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

// A web server that serves documents.
class Web : public ::testing::Test {
 protected:
  Web() {
    give("/typed", kTriple, "application/n-triples");
    give("/named.ttl", kTriple, "text/plain");
    give("/named.nt.gz", testing::compress(kTriple, Compression::gzip), "application/octet-stream");
    give("/other.html", "<html>", "text/html");
    give("/bad.ttl", "<a:s> oops", "text/turtle");
    server_.Get("/rdf/relative.ttl", [](const httplib::Request&, httplib::Response& response) {
      response.set_content("<> <a:p> <x> .", "text/turtle");
    });
    server_.Get("/encoded", [](const httplib::Request&, httplib::Response& response) {
      response.set_header("Content-Encoding", "gzip");
      response.set_content(testing::compress(kTriple, Compression::gzip), "application/n-triples");
    });
    server_.Get("/best-encoded", [](const httplib::Request& request, httplib::Response& response) {
      const std::string coding = request.get_header_value("Accept-Encoding").substr(0, 4);
      response.set_header("Content-Encoding", coding);
      response.set_content(testing::compress(kTriple, coding == "zstd" ? Compression::zstd : Compression::gzip),
                           "application/n-triples");
    });
    redirect("/moved", "/rdf/relative.ttl");
    redirect("/away", "http://127.0.0.2:1/x");
    redirect("/round", "/round");
    server_.Get("/endless", [this](const httplib::Request&, httplib::Response& response) {
      response.set_chunked_content_provider("application/n-triples", [this](std::size_t, httplib::DataSink& sink) {
        const std::string line = kTriple;
        sent_ += line.size();
        return sink.write(line.data(), line.size());
      });
    });
    server_.Get("/short", [](const httplib::Request&, httplib::Response& response) {
      response.set_content_provider(1000, "application/n-triples",
                                    [](std::size_t, std::size_t, httplib::DataSink& sink) {
                                      sink.write(kTriple, 20);
                                      return false;
                                    });
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~Web() override {
    server_.stop();
    thread_.join();
  }

  void give(const char* path, std::string text, const char* type) {
    server_.Get(
        path, [text, type](const httplib::Request&, httplib::Response& response) { response.set_content(text, type); });
  }
  void redirect(const char* from, const char* to) {
    server_.Get(from, [to](const httplib::Request&, httplib::Response& response) { response.set_redirect(to); });
  }
  std::string at(const std::string& path) const { return "http://127.0.0.1:" + std::to_string(port_) + path; }
  LoadPlaces places() const { return LoadPlaces({at("/")}); }

  httplib::Server server_;
  int port_ = 0;
  std::atomic<std::size_t> sent_ = 0;
  std::thread thread_;
};

}  // namespace

TEST(LoadPlaces, WithoutPrefixesNothingIsLoaded) {
  EXPECT_NE(error_of(LoadPlaces({}), "file:///etc/passwd"), "none");
  EXPECT_TRUE(LoadPlaces({}).prefixes().empty());
}

TEST(LoadPlaces, FilesOfAllSyntaxesAndCompressionsAreLoaded) {
  const testing::TemporaryFolder folder;
  const std::string root = "file://" + folder.path().string() + "/";
  const LoadPlaces places({root});
  for (const char* extension : {"nt", "nq", "ttl", "trig"}) {
    for (const Compression compression : {Compression::none, Compression::gzip, Compression::zstd, Compression::xz}) {
      const std::string name = std::string("a.") + extension + testing::extension_of(compression);
      folder.write(name, testing::compress(kTriple, compression));
      EXPECT_EQ(count(places, root + name), 1u) << name;
    }
  }
}

TEST(LoadPlaces, AFileIsTheBaseOfItsRelativeIrisAndItsErrorsNameIt) {
  const testing::TemporaryFolder folder;
  const std::string root = "file://" + folder.path().string() + "/";
  folder.write("a.ttl", "<> <a:p> <x> .");
  folder.write("b.ttl", "<> <a:p>\n oops .");
  folder.write("c.txt", "");
  const LoadPlaces places({root});
  std::vector<query::SourceQuad> quads;
  const auto source = open(places, root + "a.ttl#frag");
  source->next(quads);
  ASSERT_EQ(quads.size(), 1u);
  EXPECT_EQ(quads[0].subject.text, root + "a.ttl");
  EXPECT_EQ(quads[0].object.text, root + "x");
  EXPECT_TRUE(error_of(places, root + "b.ttl").starts_with(root + "b.ttl:2:"));
  EXPECT_NE(error_of(places, root + "c.txt").find("unknown syntax"), std::string::npos);
}

// JSON-LD 1.1, 6.1 and 6.2: plain JSON has its context in a Link header, a page has its document there.
TEST_F(Web, LinkHeadersNameContextsAndAlternates) {
  const auto give_linked = [this](const char* path, const char* text, const char* type,
                                  std::initializer_list<const char*> links) {
    const std::vector<std::string> all(links.begin(), links.end());
    server_.Get(path, [text, type, all](const httplib::Request&, httplib::Response& response) {
      for (const std::string& link : all) response.set_header("Link", link);
      response.set_content(text, type);
    });
  };
  constexpr const char* kContext = "<context>; rel=\"http://www.w3.org/ns/json-ld#context\"";
  give_linked("/d/plain", "{\"p\": 1}", "application/json", {kContext});
  give_linked("/d/typed", "{\"a:p\": 1}", "application/vnd.x+json", {});
  give_linked("/d/own", "{\"a:p\": 1}", "application/ld+json", {kContext});
  give_linked("/d/two", "{}", "application/json", {kContext, kContext});
  give_linked("/d/page", "<html>", "text/html", {"<own>; rel=\"alternate\"; type=\"application/ld+json\""});
  give_linked("/d/away", "<html>", "text/html",
              {"<http://127.0.0.2:1/x>; rel=\"alternate\"; type=\"application/ld+json\""});
  give_linked("/d/round", "<html>", "text/html", {"<round>; rel=\"alternate\"; type=\"application/ld+json\""});
  const auto opened = [this](const char* path) {
    return places().open(at(path), [](std::unique_ptr<ByteSource> bytes) { return bytes; });
  };
  EXPECT_EQ(opened("/d/plain").context_iri, at("/d/context"));
  EXPECT_NE(error_of(places(), at("/d/plain")).find(at("/d/context")), std::string::npos);  // it is not allowed here
  EXPECT_EQ(opened("/d/own").context_iri, "");
  EXPECT_EQ(count(places(), at("/d/own")), 1u);
  EXPECT_EQ(count(places(), at("/d/typed")), 1u);
  EXPECT_EQ(count(places(), at("/d/page")), 1u);
  EXPECT_NE(error_of(places(), at("/d/two")).find("several Link headers"), std::string::npos);
  EXPECT_NE(error_of(places(), at("/d/away")).find("http://127.0.0.2:1/x"), std::string::npos);
  EXPECT_NE(error_of(places(), at("/d/round")).find("text/html"), std::string::npos);
}

TEST_F(Web, ContentTypeOrNameTellTheSyntax) {
  EXPECT_EQ(count(places(), at("/typed")), 1u);
  EXPECT_EQ(count(places(), at("/named.ttl")), 1u);
  EXPECT_EQ(count(places(), at("/named.nt.gz")), 1u);
  EXPECT_EQ(count(places(), at("/encoded")), 1u);
  EXPECT_EQ(count(places(), at("/best-encoded")), 1u);
  EXPECT_NE(error_of(places(), at("/other.html")).find("text/html"), std::string::npos);
}

TEST_F(Web, WhatIsNotThereOrMalformedIsNamed) {
  EXPECT_NE(error_of(places(), at("/none")).find("status 404"), std::string::npos);
  EXPECT_TRUE(error_of(places(), at("/bad.ttl")).starts_with(at("/bad.ttl") + ":1:"));
  EXPECT_NE(error_of(LoadPlaces({"http://127.0.0.1:1"}), "http://127.0.0.1:1/x").find("no answer"), std::string::npos);
}

TEST_F(Web, ARedirectIsFollowedAndIsTheBase) {
  const auto source = open(places(), at("/moved"));
  std::vector<query::SourceQuad> quads;
  source->next(quads);
  ASSERT_EQ(quads.size(), 1u);
  EXPECT_EQ(quads[0].subject.text, at("/rdf/relative.ttl"));
  EXPECT_EQ(quads[0].object.text, at("/rdf/x"));
}

TEST_F(Web, ARedirectToAnotherPlaceOrInARoundIsRefused) {
  EXPECT_NE(error_of(places(), at("/away")).find("not allowed"), std::string::npos);
  EXPECT_NE(error_of(LoadPlaces({at("/moved")}), at("/moved")).find("not allowed"), std::string::npos);
  EXPECT_NE(error_of(places(), at("/round")).find("redirects"), std::string::npos);
}

TEST_F(Web, AnEndlessDocumentIsReadAsFarAsItIsWantedAndTakesNoMemory) {
  auto source = open(places(), at("/endless"));
  std::vector<query::SourceQuad> quads;
  source->next(quads);
  EXPECT_GT(quads.size(), 0u);
  // The server can send what the connection and the source hold; then it waits for a reader that does not come.
  std::size_t before = 0, rounds = 0;
  for (; before != sent_ && rounds < 100; ++rounds) {
    before = sent_;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  EXPECT_EQ(before, sent_) << "still sending after " << rounds << " rounds";
  source.reset();  // ends at once
}

TEST_F(Web, ADocumentThatIsCutOffIsAnError) {
  EXPECT_NE(error_of(places(), at("/short")).find("reading <" + at("/short")), std::string::npos);
}

}  // namespace quadrille::server
