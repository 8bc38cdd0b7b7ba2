#include "server/http/schema_protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "server/http/http_server.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/engine.hpp"

namespace quadrille::server {

namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class SchemaProtocol : public testing::Test {
 protected:
  SchemaProtocol() {
    HttpOptions options;
    options.port = 0;
    options.public_names = {"here"};
    options.tls = testing_tls_options();
    server_.emplace(engine_, access_, options);
  }

  std::string ask(const std::string& target) {
    TestingClient client(server_->port());
    client.send("GET " + target + " HTTP/1.1\r\nHost: here:80\r\nConnection: close\r\n\r\n");
    return client.receive_all();
  }
  json schema(const std::string& parameters) {
    const std::string answer = ask("/schema" + parameters);
    EXPECT_THAT(answer, HasSubstr("HTTP/1.1 200")) << answer;
    return json::parse(answer.substr(answer.find("\r\n\r\n")));
  }

  TestingEngine engine_;
  Access access_{AccessSettings{}};
  std::optional<HttpServer> server_;
};

}  // namespace

TEST_F(SchemaProtocol, TheFirstPartIsAskedAlone) {
  EXPECT_EQ(schema("?part=counts")["classes"][0]["count"], 3);
  EXPECT_THAT(engine_.schema_text, Not(HasSubstr("OPTIONAL")));
  EXPECT_TRUE(schema("")["combinations"].empty());
  EXPECT_THAT(engine_.schema_text, HasSubstr("OPTIONAL"));
}

TEST_F(SchemaProtocol, IsKeptUntilTheDataChange) {
  schema("");
  EXPECT_EQ(schema("")["exact"], true);
  EXPECT_EQ(engine_.schemas_asked, 1);
  engine_.version = 2;
  EXPECT_EQ(schema("?older=on")["exact"], false);
  EXPECT_EQ(schema("?older=on")["version"], 1);
  EXPECT_EQ(engine_.schemas_asked, 1);
  EXPECT_EQ(schema("")["version"], 2);
  EXPECT_EQ(schema("?older=on")["exact"], true);
  EXPECT_EQ(engine_.schemas_asked, 2);
}

TEST_F(SchemaProtocol, EachDatasetHasItsOwn) {
  for (const char* parameters : {"", "?infer=false", "?union-default-graph=on", "?union-default-graph=off",
                                 "?default-graph-uri=urn:a", "?default-graph-uri=urn:a&default-graph-uri=urn:b"})
    schema(parameters);
  EXPECT_EQ(engine_.schemas_asked, 6);
}

TEST_F(SchemaProtocol, MistakesAreNamed) {
  EXPECT_THAT(ask("/schema?part=half"), HasSubstr("part must be counts"));
  EXPECT_THAT(ask("/schema?older=maybe"), HasSubstr("older must be one of: on, off"));
  EXPECT_THAT(ask("/schema?default-graph-uri=here"), HasSubstr("absolute IRI"));
  EXPECT_THAT(ask("/schema?query-id=a%20b"), HasSubstr("query-id"));
}

TEST_F(SchemaProtocol, VoidIsRdf) {
  const std::string turtle = ask("/.well-known/void");
  EXPECT_THAT(turtle, HasSubstr("text/turtle"));
  EXPECT_THAT(turtle, HasSubstr("/sparql>"));
  EXPECT_THAT(turtle, HasSubstr("void:entities 3"));
  EXPECT_THAT(ask("/.well-known/void?format=rdfxml"), HasSubstr("rdf:RDF"));
  EXPECT_EQ(engine_.schemas_asked, 1);
}

TEST_F(SchemaProtocol, TheServiceDescriptionHasWhatIsKnown) {
  ask("/sparql");
  EXPECT_THAT(engine_.schema_text, Not(HasSubstr("OPTIONAL")));
  schema("");
  ask("/sparql");
  EXPECT_EQ(engine_.schemas_asked, 2);
}

}  // namespace quadrille::server
