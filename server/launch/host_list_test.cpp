#include "server/launch/host_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user);
    return error.what();
  }
  return "no error";
}

std::vector<Host> read_hosts(const std::string& text) {
  const std::string path = testing::TempDir() + "quadrille-hosts-" + std::to_string(getpid());
  std::ofstream(path) << text;
  try {
    const auto hosts = read_host_file(path);
    unlink(path.c_str());
    return hosts;
  } catch (...) {
    unlink(path.c_str());
    throw;
  }
}

}  // namespace

TEST(HostList, NamesWithAndWithoutNumbers) {
  EXPECT_THAT(parse_hosts("n1,n2:4"), ElementsAre(Host{"n1", {}}, Host{"n2", 4}));
  EXPECT_THAT(parse_hosts("10.0.0.1"), ElementsAre(Host{"10.0.0.1", {}}));
}

TEST(HostList, AFileAsMpiexecReadsIt) {
  EXPECT_THAT(read_hosts("# all\nn1:2\n\nn2 slots=3 max_slots=8  # big\nn3\n"),
              ElementsAre(Host{"n1", 2}, Host{"n2", 3}, Host{"n3", {}}));
}

TEST(HostList, WhatIsMalformedIsToldWithItsPlace) {
  EXPECT_THAT(error_of([] { parse_hosts("n1,,n2"); }), HasSubstr("--hosts: a host has no name"));
  EXPECT_THAT(error_of([] { parse_hosts(""); }), HasSubstr("no name"));
  EXPECT_THAT(error_of([] { parse_hosts("n1:x"); }), HasSubstr("'x' must be a number of images"));
  EXPECT_THAT(error_of([] { parse_hosts("n1:0"); }), HasSubstr("'0' must be a number of images, at least 1"));
  EXPECT_THAT(error_of([] { parse_hosts("n1:99999999999"); }), HasSubstr("must be a number"));
  EXPECT_THAT(error_of([] { parse_hosts("n1,n1"); }), HasSubstr("twice"));
  EXPECT_THAT(error_of([] { read_hosts("n1\nn2:-1\n"); }), HasSubstr(":2: '-1' must be a number"));
  EXPECT_THAT(error_of([] { read_hosts("# nothing\n"); }), HasSubstr("lists no hosts"));
  EXPECT_THAT(error_of([] { read_host_file("/nowhere/hosts"); }), HasSubstr("/nowhere/hosts"));
}

TEST(HostList, ImagesAreDealtEvenlyTheFirstGetMore) {
  const auto hosts = parse_hosts("a,b,c");
  EXPECT_THAT(deal_images(hosts, 6), ElementsAre(HostShare{"a", 2}, HostShare{"b", 2}, HostShare{"c", 2}));
  EXPECT_THAT(deal_images(hosts, 4), ElementsAre(HostShare{"a", 2}, HostShare{"b", 1}, HostShare{"c", 1}));
  EXPECT_THAT(deal_images(hosts, 2), ElementsAre(HostShare{"a", 1}, HostShare{"b", 1}));
}

TEST(HostList, OrAsTheListSaysInOrder) {
  const auto hosts = parse_hosts("a:1,b:3");
  EXPECT_EQ(images_of(hosts), 4);
  EXPECT_THAT(deal_images(hosts, 4), ElementsAre(HostShare{"a", 1}, HostShare{"b", 3}));
  EXPECT_THAT(deal_images(hosts, 2), ElementsAre(HostShare{"a", 1}, HostShare{"b", 1}));
  EXPECT_THAT(error_of([&] { deal_images(hosts, 5); }),
              HasSubstr("the hosts have room for 4 images; 5 were requested"));
  EXPECT_THAT(error_of([] { deal_images(parse_hosts("a:2,b"), 3); }), HasSubstr("missing for b"));
}

}  // namespace quadrille::server
