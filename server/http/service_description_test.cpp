#include "server/http/service_description.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/http_server.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/engine.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kEndpoint = "http://here:80/sparql";

std::string ask(const std::string& request) {
  TestingEngine engine;
  HttpOptions options;
  options.port = 0;
  options.public_names = {"here"};
  options.tls = testing_tls_options();
  Access access{AccessSettings{}};
  HttpServer server(engine, access, options);
  TestingClient client(server.port());
  client.send(request + " HTTP/1.1\r\nHost: here:80\r\nConnection: close\r\n\r\n");
  return client.receive_all();
}

Schema schema() {
  Schema made;
  made.classes = {{"urn:C", 3}};
  made.predicates = {{"urn:p", 5}};
  return made;
}

}  // namespace

TEST(ServiceDescription, HasTheCountsOfTheDefaultGraph) {
  const std::string turtle = service_description({}, "", schema(), results::ResultFormat::turtle);
  for (const char* said :
       {"a sd:Graph, void:Dataset", "void:triples 5", "void:class <urn:C>", "void:entities 3", "void:property <urn:p>"})
    EXPECT_THAT(turtle, HasSubstr(said));
  EXPECT_THAT(ask("GET /sparql"), HasSubstr("void:triples 5"));
}

TEST(ServiceDescription, SaysWhatTheEndpointCanDo) {
  const std::string turtle = service_description({true, true}, kEndpoint, schema(), results::ResultFormat::turtle);
  for (const char* said :
       {"a sd:Service", "sd:endpoint <http://here:80/sparql>", "sd:SPARQL11Query", "sd:SPARQL11Update",
        "sd:feature sd:UnionDefaultGraph", "formats:SPARQL_Results_JSON", "sd:inputFormat"}) {
    EXPECT_THAT(turtle, HasSubstr(said));
  }
}

TEST(ServiceDescription, SaysNothingThatIsNotSo) {
  const std::string turtle = service_description({}, "", schema(), results::ResultFormat::turtle);
  for (const char* unsaid : {"sd:endpoint", "SPARQL11Update", "sd:inputFormat", "UnionDefaultGraph"}) {
    EXPECT_THAT(turtle, Not(HasSubstr(unsaid)));
  }
}

TEST(ServiceDescription, IsWhatAGetWithoutAQueryIsAnswered) {
  EXPECT_THAT(ask("GET /sparql"), HasSubstr("Content-Type: text/turtle"));
  EXPECT_THAT(ask("GET /sparql"), HasSubstr(testing_scheme() + "://here:80/sparql"));
  EXPECT_THAT(ask("GET /sparql?format=rdf"), HasSubstr(":endpoint rdf:resource="));
  EXPECT_THAT(ask("GET /sparql?format=nt"), HasSubstr("#endpoint> <" + testing_scheme() + "://here:80/sparql> .\n"));
  EXPECT_THAT(ask("GET /sparql?format=csv"), HasSubstr("406"));
  EXPECT_THAT(ask("HEAD /sparql"), HasSubstr("200 OK"));
}

TEST(ServiceDescription, IsNoAnswerToARequestThatMeantAQuery) {
  EXPECT_THAT(ask("GET /sparql?qeury=x"), HasSubstr("400 Bad Request"));
  EXPECT_THAT(ask("GET /sparql?default-graph-uri=http%3A%2F%2Fa"), HasSubstr("400 Bad Request"));
}

}  // namespace quadrille::server
