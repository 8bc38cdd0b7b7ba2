#include "server/http/graph_store_protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <zlib.h>

#include "base/clock.hpp"
#include "server/http/http_server.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/engine.hpp"

namespace quadrille::server {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Lines = std::set<std::string>;

constexpr const char* kTurtle = "text/turtle; charset=utf-8";
constexpr const char* kNQuads = "application/n-quads";

// An engine that answers only queries, as in a program without updates.
class ReadingEngine : public Engine {
 public:
  void answer(const QueryRequest&, AnswerSink&) override {}
  std::string health_json() override { return "{}"; }
};

std::string gzip(std::string_view text) {
  z_stream state{};
  deflateInit2(&state, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&state, text.size()), '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(out.data());
  state.avail_out = static_cast<uInt>(out.size());
  deflate(&state, Z_FINISH);
  out.resize(state.total_out);
  deflateEnd(&state);
  return out;
}

class GraphStoreTest : public testing::Test {
 protected:
  GraphStoreTest() : server_(engine_, access_, with_any_port({})), http_(testing_origin(server_.port())) {
    http_.enable_server_certificate_verification(false);
    http_.set_keep_alive(true);
    http_.set_tcp_nodelay(true);
  }
  static HttpOptions with_any_port(HttpOptions options) {
    options.port = 0;
    options.public_names = {"h"};
    options.tls = testing_tls_options();
    return options;
  }
  std::string url(const std::string& path) const { return testing_origin(server_.port()) + path; }
  int put(const std::string& path, const std::string& body, const char* type = kTurtle) {
    return http_.Put(path, body, type)->status;
  }
  int post(const std::string& path, const std::string& body, const char* type = kTurtle) {
    return http_.Post(path, body, type)->status;
  }
  int status_of_get(const std::string& path) { return http_.Get(path)->status; }
  std::string ask(std::string_view bytes) {
    TestingClient client(server_.port());
    client.send(bytes);
    return client.receive_all();
  }

  TestingEngine engine_;
  Access access_{AccessSettings{}};
  HttpServer server_;
  httplib::Client http_;
};

}  // namespace

TEST_F(GraphStoreTest, PutMakesAGraphAndReplacesIt) {
  const auto made = http_.Put("/data?graph=urn:g", "a\nb", kTurtle);
  EXPECT_EQ(made->status, 201);
  EXPECT_EQ(made->body, "{\"version\":1,\"inserted\":2,\"deleted\":0}\n");
  EXPECT_EQ(put("/data?graph=urn:g", "c"), 200);
  EXPECT_EQ(engine_.graphs["urn:g"], Lines{"c"});
}

TEST_F(GraphStoreTest, PostMakesAGraphAndAddsToIt) {
  EXPECT_EQ(post("/data?graph=urn:g", "a"), 201);
  EXPECT_EQ(post("/data?graph=urn:g", "b"), 200);
  EXPECT_EQ(engine_.graphs["urn:g"], (Lines{"a", "b"}));
}

TEST_F(GraphStoreTest, TheDefaultGraphIsAlwaysThere) {
  EXPECT_EQ(status_of_get("/data?default"), 200);
  EXPECT_EQ(put("/data?default", "a"), 200);
  EXPECT_EQ(http_.Get("/data?default")->body, "a\n");
  EXPECT_EQ(post("/data?default", "b"), 200);
  EXPECT_EQ(http_.Delete("/data?default")->status, 200);
  EXPECT_EQ(http_.Get("/data?default")->body, "");
}

TEST_F(GraphStoreTest, AGraphThatIsNotThereIsNotFound) {
  EXPECT_EQ(status_of_get("/data?graph=urn:none"), 404);
  EXPECT_EQ(http_.Head("/data?graph=urn:none")->status, 404);
  EXPECT_EQ(http_.Delete("/data?graph=urn:none")->status, 404);
  EXPECT_EQ(put("/data?graph=urn:g", "a"), 201);
  EXPECT_EQ(http_.Delete("/data?graph=urn:g")->status, 200);
  EXPECT_EQ(status_of_get("/data?graph=urn:g"), 404);
}

TEST_F(GraphStoreTest, TheCanonicalFormIsThatOfLines) {
  put("/data?graph=urn:g", "a");
  for (const char* path :
       {"/data?canonical=true", "/data?format=nq&canonical", "/data?graph=urn:g&format=nt&canonical=true"}) {
    engine_.last_layout = {};
    EXPECT_EQ(status_of_get(path), 200) << path;
    EXPECT_EQ(engine_.last_layout.arrangement, results::Arrangement::canonical) << path;
  }
  EXPECT_EQ(status_of_get("/data?canonical=false"), 200);
  EXPECT_TRUE(engine_.last_layout.is_streamed());
  for (const char* path : {"/data?default&canonical=true", "/data?format=trig&canonical=true"}) {
    const auto refused = http_.Get(path);
    EXPECT_EQ(refused->status, 400) << path;
    EXPECT_THAT(refused->body, HasSubstr("canonical=true is for N-Triples and N-Quads")) << path;
  }
}

TEST_F(GraphStoreTest, APathBelowNamesTheGraphOfItsOwnIri) {
  EXPECT_EQ(put("/data/person/1.ttl", "a"), 201);
  EXPECT_EQ(put("/data/person/1.ttl", "b"), 200);
  EXPECT_EQ(http_.Get("/data/person/1.ttl")->body, "b\n");
  EXPECT_EQ(http_.Get("/data?graph=" + url("/data/person/1.ttl"))->body, "b\n");
  EXPECT_EQ(http_.Head("/data/person/1.ttl")->status, 200);
  EXPECT_EQ(http_.Head("/data/person/4.ttl")->status, 404);
  EXPECT_EQ(http_.Delete("/data/person/1.ttl")->status, 200);
  EXPECT_EQ(status_of_get("/data/person/1.ttl"), 404);
}

TEST_F(GraphStoreTest, AParameterIsDecodedOnceAndAPathNever) {
  EXPECT_EQ(put("/data?graph=urn:%31", "a"), 201);
  EXPECT_EQ(put("/data?graph=urn:%2531", "b"), 201);
  EXPECT_EQ(engine_.graphs["urn:1"], Lines{"a"});
  EXPECT_EQ(engine_.graphs["urn:%31"], Lines{"b"});
  ask("PUT /data/%31 HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: text/turtle\r\nContent-Length: "
      "1\r\n\r\nc");
  EXPECT_EQ(engine_.graphs[testing_scheme() + "://h/data/%31"], Lines{"c"});
}

TEST_F(GraphStoreTest, PostOfTriplesToTheStoreMakesAGraphAndTellsWhere) {
  const auto made = http_.Post("/data", "a", kTurtle);
  EXPECT_EQ(made->status, 201);
  const std::string location = made->get_header_value("Location");
  EXPECT_THAT(location, StartsWith(url("/data/")));
  EXPECT_EQ(http_.Get("/data?graph=" + location)->body, "a\n");
  EXPECT_EQ(http_.Get(location.substr(url("").size()))->body, "a\n");
  EXPECT_NE(http_.Post("/data", "a", kTurtle)->get_header_value("Location"), location);
}

TEST_F(GraphStoreTest, QuadsToTheStoreAreForAllGraphs) {
  EXPECT_EQ(put("/data?graph=urn:old", "a"), 201);
  EXPECT_EQ(post("/data", "b|urn:new\nc", kNQuads), 200);
  EXPECT_EQ(http_.Get("/data")->body, "c\nb|urn:new\na|urn:old\n");
  EXPECT_EQ(http_.Get("/data")->get_header_value("Content-Type"), kNQuads);
  EXPECT_EQ(put("/data", "d|urn:new", "application/trig"), 200);
  EXPECT_EQ(http_.Get("/data")->body, "d|urn:new\n");
}

TEST_F(GraphStoreTest, WhatNeedsAGraphSaysSo) {
  EXPECT_EQ(put("/data", "a"), 400);
  EXPECT_EQ(http_.Delete("/data")->status, 400);
  EXPECT_EQ(http_.Patch("/data", "insert a", "application/sparql-update")->status, 400);
  EXPECT_THAT(http_.Delete("/data")->body, HasSubstr("?graph=IRI"));
}

TEST_F(GraphStoreTest, ARequestNamesOneGraph) {
  EXPECT_EQ(status_of_get("/data?default&graph=urn:g"), 400);
  EXPECT_EQ(status_of_get("/data?graph=urn:g&graph=urn:h"), 400);
  EXPECT_EQ(status_of_get("/data/path?graph=urn:g"), 400);
  EXPECT_EQ(status_of_get("/data?graph=relative"), 400);
  EXPECT_EQ(status_of_get("/data?graph=%zz"), 400);
  EXPECT_THAT(ask("GET /data/path HTTP/1.0\r\n\r\n"), StartsWith("HTTP/1.1 400 "));
}

TEST_F(GraphStoreTest, TheFormOfAGraphIsNegotiated) {
  put("/data?graph=urn:g", "a");
  const auto form = [&](const std::string& path, const httplib::Headers& headers = {}) {
    return http_.Get(path, headers)->get_header_value("Content-Type");
  };
  EXPECT_EQ(form("/data?graph=urn:g"), "text/turtle");
  EXPECT_EQ(form("/data?graph=urn:g", {{"Accept", "application/n-triples, text/turtle;q=0.9"}}),
            "application/n-triples");
  EXPECT_EQ(form("/data?graph=urn:g&format=nt"), "application/n-triples");
  EXPECT_EQ(http_.Get("/data?graph=urn:g", {{"Accept", "image/png"}})->status, 406);
  const auto head = http_.Head("/data?graph=urn:g", {{"Accept", "text/turtle; charset=utf-8"}});
  EXPECT_EQ(head->status, 200);
  EXPECT_EQ(head->get_header_value("Content-Type"), "text/turtle");
}

TEST_F(GraphStoreTest, SyntaxesAreToldByTheirContentType) {
  const std::vector<std::pair<const char*, Syntax>> types{
      {"text/turtle", Syntax::turtle},          {"application/n-triples", Syntax::ntriples},
      {"application/n-quads", Syntax::nquads},  {"application/trig", Syntax::trig},
      {"application/rdf+xml", Syntax::rdfxml},  {"application/ld+json;profile=\"a:b\"", Syntax::jsonld},
      {"application/x-ndjson", Syntax::jsonld}, {"application/json", Syntax::jsonld}};
  for (const auto& [type, syntax] : types) {
    engine_.documents.clear();
    EXPECT_LT(put("/data?graph=urn:g", "a", type), 300) << type;
    EXPECT_THAT(engine_.documents,
                ElementsAre("the request's body " + std::to_string(static_cast<int>(syntax)) + " urn:g"));
  }
  EXPECT_EQ(put("/data?graph=urn:g", "a", "text/csv"), 415);
  EXPECT_EQ(put("/data?graph=urn:g", "a", "text/turtle; charset=utf-16"), 415);
  EXPECT_THAT(ask("PUT /data?default HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 1\r\n\r\na"),
              StartsWith("HTTP/1.1 415 "));
}

TEST_F(GraphStoreTest, ADocumentsBaseIsItsGraph) {
  put("/data/x", "a");
  put("/data?default", "a");
  EXPECT_THAT(engine_.documents,
              ElementsAre("the request's body 2 " + url("/data/x"), "the request's body 2 " + url("/data")));
}

TEST_F(GraphStoreTest, EveryPartOfAMultipartBodyIsADocument) {
  const std::string body =
      "--xyz\r\nContent-Disposition: form-data; name=\"l\"; filename=\"last.ttl\"\r\nContent-Type: text/turtle; "
      "charset=utf-8\r\n\r\na\r\n--x\r\n--xyz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f.nt\"\r\n"
      "Content-Type: application/octet-stream\r\n\r\nb\r\n--xyz  \r\nContent-Type: "
      "text/turtle\r\n\r\n\r\n--xyz--\r\nrest";
  EXPECT_EQ(post("/data?graph=urn:g", body, "multipart/form-data; boundary=xyz"), 201);
  EXPECT_EQ(engine_.graphs["urn:g"], (Lines{"a", "--x", "b"}));
  EXPECT_THAT(engine_.documents,
              ElementsAre("last.ttl 2 urn:g", "f.nt 0 urn:g", "a part of the request's body 2 urn:g"));
  engine_.leaves_documents = true;
  EXPECT_EQ(put("/data?graph=urn:g", body, "multipart/form-data; boundary=\"xyz\""), 200);
  EXPECT_EQ(engine_.graphs["urn:g"], Lines{"b"});
}

TEST_F(GraphStoreTest, AMalformedMultipartBodyChangesNothing) {
  const char* const type = "multipart/form-data; boundary=xyz";
  for (const std::string body : {"", "a", "--xyz\r\nContent-Type: text/turtle\r\n\r\na",
                                 "--xyz\r\nContent-Type: text/turtle\r\n\r\na\r\n--xyz", "--xyz\r\nContent-Ty"}) {
    EXPECT_EQ(post("/data?graph=urn:g", body, type), 400) << body;
  }
  EXPECT_EQ(post("/data?graph=urn:g", "--xyz\r\n\r\na\r\n--xyz--", type), 415);
  EXPECT_EQ(post("/data?graph=urn:g", "a", "multipart/form-data"), 400);
  EXPECT_TRUE(engine_.graphs.empty());
}

TEST_F(GraphStoreTest, BodiesOfAnySizeArePassedOnInPieces) {
  std::string piece;
  for (int line = 0; line < 10000; ++line) piece += "a line of some length, which is always the same\n";
  int pieces = 200;  // 96 MB
  const auto provide = [&](std::size_t, httplib::DataSink& sink) {
    if (pieces-- > 0) {
      sink.write(piece.data(), piece.size());
    } else {
      sink.done();
    }
    return true;
  };
  http_.set_write_timeout(30);
  http_.set_read_timeout(30);
  EXPECT_EQ(http_.Put("/data?graph=urn:g", provide, kTurtle)->status, 201);
  EXPECT_EQ(engine_.graphs["urn:g"].size(), 1u);
  EXPECT_LE(engine_.largest_read, 64u << 10);
}

TEST_F(GraphStoreTest, CompressedBodiesAreRead) {
  const std::string packed = gzip("a\n") + gzip("b\n");
  const auto send = [&](const std::string& bytes) {
    return http_.Put("/data?graph=urn:g", {{"Content-Encoding", "gzip"}}, bytes, kTurtle)->status;
  };
  EXPECT_EQ(send(packed), 201);
  EXPECT_EQ(engine_.graphs["urn:g"], (Lines{"a", "b"}));
  EXPECT_EQ(send(packed.substr(0, packed.size() - 3)), 400);
  EXPECT_EQ(send("no gzip"), 400);
  EXPECT_EQ(engine_.graphs["urn:g"], (Lines{"a", "b"}));
}

TEST_F(GraphStoreTest, ADocumentThatCannotBeStoredChangesNothing) {
  const auto bad = http_.Put("/data?graph=urn:g", "a\nbad\nb", kTurtle);
  EXPECT_EQ(bad->status, 400);
  EXPECT_THAT(bad->body, HasSubstr("line 1, column 1"));
  EXPECT_EQ(post("/data?default", "a\nfull"), 507);
  EXPECT_TRUE(engine_.graphs.empty());
}

TEST_F(GraphStoreTest, ABodyThatEndsEarlyChangesNothing) {
  const std::string put = "PUT /data?default HTTP/1.1\r\nHost: h\r\nContent-Type: text/turtle\r\n";
  for (const std::string rest : {"Content-Length: 100\r\n\r\na\n", "Transfer-Encoding: chunked\r\n\r\n2\r\na\n\r\n"}) {
    TestingClient client(server_.port());
    client.send(put + rest);
    client.leave();
  }
  EXPECT_THAT(ask(put + "Transfer-Encoding: chunked\r\n\r\n2\r\na\nX\r\n"), StartsWith("HTTP/1.1 400 "));
  EXPECT_TRUE(engine_.graphs.empty());
}

TEST_F(GraphStoreTest, WhatAnErrorLeavesUnreadDoesNotSpoilTheNextRequest) {
  const std::string rest(10000, 'x');
  EXPECT_EQ(put("/data?default", "bad\n" + rest), 400);
  EXPECT_EQ(put("/data?default", "a"), 200);
  const std::string long_rest(10 << 20, 'x');
  const auto refused = http_.Put("/data?default", "bad\n" + long_rest, kTurtle);
  EXPECT_TRUE(!refused || refused->status == 400);
  EXPECT_EQ(put("/data?default", "b"), 200);
}

TEST_F(GraphStoreTest, PatchIsAnUpdateOfOneGraph) {
  const char* const type = "application/sparql-update";
  EXPECT_EQ(http_.Patch("/data?graph=urn:g", "insert a", type)->status, 201);
  EXPECT_EQ(http_.Patch("/data?graph=urn:g", "insert b", type)->status, 200);
  EXPECT_EQ(engine_.last_update.graph, (GraphTarget{GraphTarget::Kind::named, "urn:g"}));
  EXPECT_EQ(engine_.last_update.base, "urn:g");
  EXPECT_EQ(http_.Patch("/data?default", "insert c", type)->status, 200);
  EXPECT_EQ(engine_.last_update.graph, GraphTarget{});
  EXPECT_EQ(http_.Patch("/data?default", "fail syntax", type)->status, 400);
  EXPECT_EQ(http_.Patch("/data?default", "a", kTurtle)->status, 415);
}

TEST_F(GraphStoreTest, MethodsAreTold) {
  const auto options = http_.Options("/data/any/path");
  EXPECT_EQ(options->status, 204);
  EXPECT_EQ(options->get_header_value("Allow"), "GET, HEAD, PUT, POST, DELETE, PATCH, OPTIONS");
  EXPECT_EQ(http_.Get("/database")->status, 404);
}

TEST_F(GraphStoreTest, PagesOfOtherOriginsReadOnly) {
  const httplib::Headers foreign{{"Origin", "http://elsewhere.example"}};
  const httplib::Headers own{{"Origin", url("")}};
  EXPECT_EQ(http_.Get("/data?default", foreign)->status, 200);
  EXPECT_EQ(http_.Put("/data?default", foreign, "a", kTurtle)->status, 403);
  EXPECT_EQ(http_.Delete("/data?default", {{"Origin", "null"}})->status, 403);
  EXPECT_EQ(http_.Post("/update", foreign, "insert a", "application/sparql-update")->status, 403);
  EXPECT_EQ(http_.Post("/sparql", foreign, "update=insert+a", "application/x-www-form-urlencoded")->status, 403);
  EXPECT_TRUE(engine_.graphs.empty());
  EXPECT_EQ(http_.Put("/data?default", own, "a", kTurtle)->status, 200);
}

TEST_F(GraphStoreTest, UpdatesAreTakenAtBothEndpoints) {
  for (const std::string path : {"/sparql", "/update"}) {
    const auto direct = http_.Post(path + "?using-graph-uri=urn:a", "insert a", "application/sparql-update");
    EXPECT_EQ(direct->status, 200);
    EXPECT_EQ(direct->get_header_value("Content-Type"), "application/json");
    EXPECT_EQ(engine_.last_update.using_graphs, std::vector<std::string>{"urn:a"});
    EXPECT_EQ(engine_.last_update.base, url(path));
    EXPECT_EQ(http_.Post(path, "update=insert+b", "application/x-www-form-urlencoded")->status, 200);
    EXPECT_EQ(http_.Post(path, "fail syntax", "application/sparql-update")->status, 400);
    EXPECT_EQ(http_.Post(path, "fail storage_full", "application/sparql-update")->status, 507);
    EXPECT_EQ(http_.Post(path, "fail timeout", "application/sparql-update")->status, 503);
    EXPECT_EQ(http_.Put(path, "x", "application/sparql-update")->status, 405);
  }
  EXPECT_EQ(status_of_get("/update?update=insert+a"), 405);
  EXPECT_EQ(status_of_get("/sparql?update=insert+a"), 400);
  EXPECT_EQ(http_.Post("/update", "query=x", "application/x-www-form-urlencoded")->status, 400);
  EXPECT_EQ(engine_.graphs[""], (Lines{"a", "b"}));
}

TEST_F(GraphStoreTest, AClientThatLeavesEndsAnUpdateThatHasNotCommitted) {
  TestingClient gone(server_.port());
  gone.send(
      "POST /update HTTP/1.1\r\nHost: h\r\nContent-Type: application/sparql-update\r\nContent-Length: 4\r\n\r\nwait");
  gone.leave();
  const Deadline deadline = Deadline::after(5);
  while (engine_.cancelled == 0 && !deadline.passed()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(engine_.cancelled, 1);
}

TEST_F(GraphStoreTest, AClientMayWaitToBeAskedForTheBody) {
  TestingClient careful(server_.port());
  careful.send(
      "PUT /data?default HTTP/1.1\r\nHost: h\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Type: "
      "text/turtle\r\nContent-Length: 1\r\n\r\n");
  EXPECT_THAT(careful.receive(), StartsWith("HTTP/1.1 100 "));
  careful.send("a");
  EXPECT_THAT(careful.receive_all(), StartsWith("HTTP/1.1 200 "));
}

TEST(GraphStore, AnEngineWithoutUpdatesSaysSo) {
  ReadingEngine engine;
  HttpOptions options;
  options.port = 0;
  options.tls = testing_tls_options();
  Access access{AccessSettings{}};
  HttpServer server(engine, access, options);
  httplib::Client http(testing_origin(server.port()));
  http.enable_server_certificate_verification(false);
  for (const auto& result : {http.Put("/data?default", "a", kTurtle), http.Post("/data", "a", kTurtle),
                             http.Delete("/data?default"), http.Get("/data?default"), http.Head("/data?default"),
                             http.Patch("/data?default", "x", "application/sparql-update"),
                             http.Post("/update", "x", "application/sparql-update")}) {
    ASSERT_TRUE(result);
    EXPECT_EQ(result->status, 501);
  }
  EXPECT_THAT(http.Post("/update", "x", "application/sparql-update")->body,
              HasSubstr("SPARQL Update is not supported"));
}

}  // namespace quadrille::server
