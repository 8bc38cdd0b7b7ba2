// Every row of the table of endpoints, with every role: who is refused, and how.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "server/http/http_server.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/engine.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;

// The right of each method, written down a second time. "graphs": read, of some graphs, and so "write graphs";
// "operation": the first for a query, the second for an update; "some": one on some database.
const std::map<std::string, std::map<std::string, std::string>> kRights{
    {"/", {{"GET", "nothing"}}},
    {"/assets/*", {{"GET", "nothing"}}},
    {"/session", {{"GET", "nothing"}, {"POST", "nothing"}}},
    {"/sparql", {{"GET", "graphs"}, {"POST", "operation"}}},
    {"/query", {{"GET", "graphs"}, {"POST", "graphs"}}},
    {"/hints", {{"GET", "graphs"}, {"POST", "graphs"}}},
    {"/update", {{"POST", "write graphs"}}},
    {"/data/**",
     {{"GET", "graphs"},
      {"PUT", "write graphs"},
      {"POST", "write graphs"},
      {"DELETE", "write graphs"},
      {"PATCH", "write graphs"}}},
    {"/rules", {{"GET", "read"}, {"POST", "write"}}},
    {"/rules/check", {{"POST", "read"}}},
    {"/rules/status", {{"GET", "read"}}},
    {"/rules/**", {{"GET", "read"}, {"PUT", "write"}, {"DELETE", "write"}}},
    {"/why", {{"GET", "read"}, {"POST", "read"}}},
    {"/algorithms", {{"GET", "graphs"}}},
    {"/schema", {{"GET", "graphs"}}},
    {"/.well-known/void", {{"GET", "graphs"}}},
    {"(linked data)", {{"GET", "graphs"}}},
    {"/mcp", {{"POST", "graphs"}}},
    {"/jobs", {{"GET", "graphs"}, {"POST", "operation"}}},
    {"/jobs/*", {{"GET", "graphs"}, {"DELETE", "graphs"}}},
    {"/jobs/*/result", {{"GET", "graphs"}}},
    {"/admin/compact", {{"POST", "admin"}}},
    {"/admin/backup", {{"POST", "admin"}}},
    {"/admin/reload", {{"POST", "admin of the server"}}},
    {"/admin/settings", {{"GET", "admin of the server"}}},
    {"/admin/log", {{"GET", "admin of the server"}}},
    {"/admin/stop", {{"POST", "admin of the server"}}},
    {"/admin/queries", {{"GET", "some"}}},
    {"/admin/queries/*", {{"DELETE", "some"}}},
    {"/admin/queries/*/progress", {{"GET", "some"}}},
    {"/admin/databases", {{"GET", "some"}}},
    {"/admin/databases/*", {{"GET", "some"}, {"PUT", "admin of x"}, {"DELETE", "admin of x"}}},
    {"/health", {{"GET", "nothing"}}},
    {"/metrics", {{"GET", "metrics"}}},
    {"/ready", {{"GET", "nothing"}}},
};

// The rights that each role has: on all databases, or on another one than the server's.
const std::map<std::string, std::set<std::string>> kRoles{
    {"read", {"read"}},
    {"write", {"read", "write"}},
    {"admin", {"read", "write", "admin", "metrics"}},
    {"metrics", {"metrics"}},
    {"read:here", {"read"}},
    {"write:here", {"read", "write"}},
    {"admin:here", {"read", "write", "admin", "metrics"}},
    {"metrics:here", {"metrics"}},
    {"read:elsewhere", {}},
    {"write:elsewhere", {}},
    {"admin:elsewhere", {}},
    {"admin:x", {}},
    {"read:x", {}},
    {"read:here:default", {"graphs"}},
    {"write:here:<urn:a>", {"graphs", "write graphs"}},
    {"read:*:<urn:*>", {"graphs"}},
    {"metrics:elsewhere", {}},
};

class RightsTest : public testing::Test {
 protected:
  RightsTest() {
    std::ofstream(file_) << "[[user]]\nname = \"none\"\nroles = []\n";
    std::filesystem::permissions(file_, std::filesystem::perms{0600});
    for (const auto& [role, rights] : kRoles) std::ofstream(file_, std::ios::app) << account(role);
    access_.emplace(AccessSettings{.file = file_, .proxies = {"127.0.0.1"}});
    HttpOptions options;
    options.pages.linked_data = "http://here/id/";
    options.port = 0;
    options.database = "here";
    options.tls = testing_tls_options();
    options.monitoring = ListenAddress{};
    server_.emplace(engine_, *access_, options);
  }
  ~RightsTest() override { std::filesystem::remove(file_); }

  // The names of users have no colon.
  static std::string user_with(std::string role) {
    const auto is_other = [](unsigned char c) { return !std::isalnum(c); };
    std::replace_if(role.begin(), role.end(), is_other, '-');
    return role;
  }
  static std::string account(const std::string& role) {
    return "[[user]]\nname = \"" + user_with(role) + "\"\nroles = [\"" + role + "\"]\n";
  }

  // `role`: of the user; empty: no credentials.
  httplib::Result ask(const std::string& method, const std::string& path, const std::string& role,
                      const std::string& body = "", const std::string& type = "text/plain") {
    httplib::Client http(testing_origin(server_->port()));
    http.enable_server_certificate_verification(false);
    httplib::Request request;
    request.method = method;
    request.path = path;
    request.body = body;
    if (method != "GET") request.set_header("Content-Type", type);
    if (!role.empty()) request.set_header("X-Remote-User", user_with(role));
    return http.send(request);
  }

  void expect_allowed(const httplib::Result& result, bool is_allowed, const std::string& role, const std::string& right,
                      const std::string& what) {
    ASSERT_TRUE(result) << what;
    if (is_allowed) {
      EXPECT_NE(result->status, 401) << what << result->body;
      EXPECT_NE(result->status, 403) << what << result->body;
    } else {
      EXPECT_EQ(result->status, role.empty() ? 401 : 403) << what << result->body;
      EXPECT_THAT(result->body, HasSubstr("'" + right + "'")) << what;
    }
    const auto schemes = result->headers.equal_range("WWW-Authenticate");
    EXPECT_EQ(std::distance(schemes.first, schemes.second), result->status == 401 ? 2 : 0) << what;
  }

  const std::string file_ = testing::TempDir() + "rights-" + std::to_string(getpid()) + ".toml";
  TestingEngine engine_;
  std::optional<Access> access_;
  std::optional<HttpServer> server_;
};

// The right of which a refusal speaks.
std::string asked_right(const std::string& right) {
  if (right == "operation" || right == "some" || right == "graphs") return "read";
  return right.substr(0, right.find(' '));
}

std::string some_path(std::string pattern) {
  if (pattern == kLinkedDataPath) return "/id/x";
  if (pattern.ends_with("/**")) pattern.replace(pattern.size() - 2, 2, "any/thing");
  if (const std::size_t star = pattern.find('*'); star != std::string::npos) pattern[star] = 'x';
  return pattern;
}

}  // namespace

TEST_F(RightsTest, TheTableIsTheOneOfThisTest) {
  std::map<std::string, std::map<std::string, std::string>> found;
  const std::map<Needs, std::string> names{{Needs::nothing, "nothing"},
                                           {Needs::metrics, "metrics"},
                                           {Needs::read, "read"},
                                           {Needs::write, "write"},
                                           {Needs::admin, "admin"},
                                           {Needs::read_or_write, "operation"},
                                           {Needs::some, "some"},
                                           {Needs::read_graphs, "graphs"},
                                           {Needs::write_graphs, "write graphs"},
                                           {Needs::server_admin, "admin of the server"},
                                           {Needs::named_admin, "admin of x"}};
  for (const Endpoint& endpoint : endpoints()) {
    for (const char* method : {"GET", "PUT", "POST", "DELETE", "PATCH"}) {
      if (const Rule* rule = find_rule(endpoint, method)) {
        found[std::string(endpoint.path)][method] = names.at(rule->needs);
      }
    }
  }
  EXPECT_EQ(found, kRights);
}

TEST_F(RightsTest, EveryRowWithEveryRole) {
  std::map<std::string, std::set<std::string>> roles = kRoles;
  roles[""] = {};
  roles["none"] = {};
  for (const auto& [pattern, methods] : kRights) {
    for (const auto& [method, right] : methods) {
      const std::string wanted = asked_right(right);
      for (const auto& [role, rights] : roles) {
        const std::string of_graphs = right == "operation" ? "graphs" : right;
        bool is_allowed = right == "nothing" || rights.contains(wanted) || rights.contains(of_graphs);
        if (right == "some") is_allowed = kRoles.contains(role);
        if (right == "admin of x") is_allowed = role == "admin" || role == "admin:x";
        const std::string what = method + " " + pattern + " as '" + role + "': ";
        expect_allowed(ask(method, some_path(pattern), role), is_allowed, role, wanted, what);
      }
    }
  }
}

TEST_F(RightsTest, ADatabaseByNameHasRightsOfItsOwn) {
  TestingEngine other;
  server_->serve_database("x", other);
  const auto is_of_server = [](const std::string& pattern) {
    const auto all = endpoints();
    return std::any_of(all.begin(), all.end(), [&](const Endpoint& e) { return e.path == pattern && e.is_of_server; });
  };
  for (const auto& [pattern, methods] : kRights) {
    for (const auto& [method, right] : methods) {
      for (const std::string role : {"read", "write", "admin", "metrics", "admin:here", "admin:x", "read:x", ""}) {
        const std::string what = method + " /x" + pattern + " as '" + role + "': ";
        const auto result = ask(method, "/x" + some_path(pattern), role);
        if (is_of_server(pattern)) {
          EXPECT_EQ(result->status, 404) << what;
          continue;
        }
        const std::string wanted = asked_right(right);
        const std::string on_x = role.substr(0, role.find(':'));
        const bool has_role = !role.empty() && role != "admin:here";
        const bool is_allowed = right == "nothing" || (has_role && kRoles.at(on_x).contains(wanted));
        expect_allowed(result, is_allowed, role, wanted, what);
        if (!is_allowed) {
          EXPECT_THAT(result->body, HasSubstr("database 'x'")) << what;
        }
      }
    }
  }
  server_->withdraw_database("x");
  EXPECT_EQ(ask("GET", "/x/sparql?query=rows%201", "admin")->status, 404);
}

TEST_F(RightsTest, AServerOfManyDatabasesIsAdministeredByThoseOfAll) {
  HttpOptions options;
  options.port = 0;
  options.database = "here";
  options.tls = testing_tls_options();
  options.administration.has_many_databases = true;
  server_.emplace(engine_, *access_, options);
  for (const auto& [pattern, methods] : kRights) {
    for (const auto& [method, right] : methods) {
      if (right != "admin of the server") continue;
      EXPECT_EQ(ask(method, pattern, "admin:here")->status, 403) << method << pattern;
      EXPECT_THAT(ask(method, pattern, "admin:here")->body, HasSubstr("all databases"));
      EXPECT_NE(ask(method, pattern, "admin")->status, 403) << method << pattern;
    }
  }
}

TEST_F(RightsTest, AnOperationNeedsTheRightOfItsKind) {
  for (const auto& [role, rights] : kRoles) {
    const bool reads = rights.contains("read") || rights.contains("graphs");
    const bool writes = rights.contains("write") || rights.contains("write graphs");
    for (const char* path : {"/sparql", "/jobs"}) {
      expect_allowed(ask("POST", path, role, "rows 1", "application/sparql-query"), reads, role, "read",
                     role + " asks " + path);
      expect_allowed(ask("POST", path, role, "insert a", "application/sparql-update"), writes, role,
                     reads ? "write" : "read", role + " updates " + path);
    }
  }
}

TEST_F(RightsTest, HealthHasTheStateOnlyForReadersAndMonitors) {
  for (const auto& [role, rights] : kRoles) {
    const auto result = ask("GET", "/health", role);
    EXPECT_EQ(result->status, 200);
    EXPECT_EQ(result->body == "{\"status\":\"ok\"}\n", !rights.contains("read") && !rights.contains("metrics")) << role;
  }
}

TEST_F(RightsTest, TheListenerForMonitoringHasItsAddressesAlone) {
  httplib::Client http(testing_origin(server_->monitoring_port()));
  http.enable_server_certificate_verification(false);
  for (const Endpoint& endpoint : endpoints()) {
    const std::string path = some_path(std::string(endpoint.path));
    for (const char* method : {"GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS"}) {
      for (const char* user : {"", "admin", "nobody"}) {
        httplib::Request request;
        request.method = method;
        request.path = path;
        if (*user) request.set_header("X-Remote-User", user);
        const auto result = http.send(request);
        ASSERT_TRUE(result) << method << path;
        const bool reads = std::string(method) == "GET" || std::string(method) == "HEAD";
        const int expected = !endpoint.is_for_monitoring        ? 404
                             : reads                            ? 200
                             : std::string(method) == "OPTIONS" ? 204
                                                                : 405;
        EXPECT_EQ(result->status, expected) << method << path << user;
        if (expected == 404 && reads && result->body.size() > 0) {
          EXPECT_THAT(result->body, HasSubstr("--admin-listen"));
        }
      }
    }
  }
  EXPECT_THAT(http.Get("/metrics")->body, HasSubstr("quadrille_requests_total{"));
  EXPECT_EQ(http.Get("/ready")->body, "ready\n");
  EXPECT_NE(http.Get("/health")->body, "{\"status\":\"ok\"}\n");
  httplib::Request rebound;
  rebound.method = "GET";
  rebound.path = "/metrics";
  rebound.set_header("Host", "evil.example.org");
  EXPECT_EQ(http.send(rebound)->status, 421);
}

TEST_F(RightsTest, JobsBelongToTheirOwner) {
  const auto job = ask("POST", "/jobs", "read", "rows 1", "application/sparql-query");
  ASSERT_EQ(job->status, 202);
  const std::string path = job->get_header_value("Location");
  for (const std::string below : {"", "/result"}) {
    EXPECT_NE(ask("GET", path + below, "read")->status, 404);
    EXPECT_NE(ask("GET", path + below, "admin")->status, 404);
    EXPECT_EQ(ask("GET", path + below, "write")->status, 404);
  }
  EXPECT_EQ(ask("DELETE", path, "write")->status, 404);
  EXPECT_THAT(ask("GET", "/jobs", "read")->body, HasSubstr("rows 1"));
  EXPECT_THAT(ask("GET", "/jobs", "write")->body, testing::Not(HasSubstr("rows 1")));
}

TEST_F(RightsTest, PreflightsNeedNoRight) {
  for (const Endpoint& endpoint : endpoints()) {
    const auto result = ask("OPTIONS", some_path(std::string(endpoint.path)), "");
    EXPECT_EQ(result->status, 204) << endpoint.path;
    EXPECT_THAT(result->get_header_value("Access-Control-Allow-Headers"), HasSubstr("Authorization"));
    EXPECT_EQ(result->get_header_value("Allow"), allowed_methods(endpoint));
  }
}

}  // namespace quadrille::server
