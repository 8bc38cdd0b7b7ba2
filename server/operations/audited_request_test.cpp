#include "server/operations/audited_request.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

class AuditedRequests : public testing::Test {
 protected:
  AuditedRequests() {
    record_.id = "w-1";
    record_.caller = std::make_shared<const Caller>(Caller::How::token, "ann", Grants{});
    record_.client = "192.0.2.1";
    record_.database = "people";
  }
  ~AuditedRequests() override { fs::remove(path_); }
  std::vector<nlohmann::json> entries() const {
    std::vector<nlohmann::json> all;
    std::ifstream in(path_);
    for (std::string line; std::getline(in, line);) all.push_back(nlohmann::json::parse(line));
    return all;
  }
  const std::string path_ = fs::temp_directory_path() / ("quadrille-audited-" + std::to_string(getpid()));
  RequestRecord record_;
};

}  // namespace

TEST_F(AuditedRequests, AWriteHasAnEntryBeforeAndAfter) {
  AuditLog log({.file = path_, .format = LogFormat::json});
  AuditedRequest request(&log, record_);
  request.set_action("PUT", "/data");
  const std::vector<std::string> graphs{"https://ann:planted@h/g"};
  request.begin("write", graphs);
  EXPECT_EQ(entries().size(), 1u);
  request.set_result(7, 2, 1);
  EXPECT_FALSE(request.before_answer(200, "{}"));
  EXPECT_FALSE(request.before_answer(200, "{}"));
  const auto all = entries();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].at("state"), "begins");
  EXPECT_EQ(all[0].at("graphs"), nlohmann::json::array({"https://***@h/g"}));
  EXPECT_EQ(all[0].at("user"), "ann");
  EXPECT_EQ(all[0].at("by"), "token");
  EXPECT_EQ(all[0].at("action"), "PUT /data");
  EXPECT_EQ(all[1].at("state"), "ended");
  EXPECT_EQ(all[1].at("status"), 200);
  EXPECT_EQ(all[1].at("version"), 7);
  EXPECT_EQ(all[1].at("inserted"), 2);
  EXPECT_EQ(all[1].at("deleted"), 1);
}

TEST_F(AuditedRequests, RefusalsHaveOneEntry) {
  AuditLog log({.file = path_, .format = LogFormat::json});
  record_.caller = nullptr;
  AuditedRequest refused(&log, record_);
  refused.refused(401, "wrong name or password", "bo");
  EXPECT_FALSE(refused.before_answer(401, "wrong name or password\n"));
  AuditedRequest by_status(&log, record_);
  EXPECT_FALSE(by_status.before_answer(403, "no\nmore"));
  AuditedRequest good(&log, record_);
  EXPECT_FALSE(good.before_answer(404, "no"));
  const auto all = entries();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].at("user"), "bo");
  EXPECT_EQ(all[1].at("message"), "no");
}

TEST_F(AuditedRequests, WithoutALogNothingHappens) {
  AuditedRequest request(nullptr, record_);
  request.begin("write");
  request.login();
  request.refused(401, "");
  EXPECT_FALSE(request.has_begun());
  EXPECT_FALSE(request.before_answer(401, ""));
}

TEST_F(AuditedRequests, WhatCannotBeAuditedDoesNotBegin) {
  AuditLog log({.file = "/dev/full"});
  AuditedRequest request(&log, record_);
  EXPECT_THROW(request.begin("write"), Error);
  EXPECT_THROW(request.login(), Error);
  EXPECT_FALSE(request.has_begun());
  request.refused(401, "");  // it stays one
}

}  // namespace quadrille::server
