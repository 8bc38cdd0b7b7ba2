#include "server/launch/detail/remark_filter.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <vector>

namespace quadrille::server {

namespace {

struct Filtered {
  std::string passed, remarks;
};

Filtered filter(const std::vector<std::string>& pieces) {
  int ends[2];
  if (pipe(ends) != 0) abort();
  RemarkFilter filter(ends[1]);
  for (const std::string& piece : pieces) filter.take(piece);
  filter.finish();
  close(ends[1]);
  Filtered result{"", filter.remarks()};
  std::array<char, 4096> bytes;
  for (ssize_t got; (got = read(ends[0], bytes.data(), bytes.size())) > 0;) {
    result.passed.append(bytes.data(), static_cast<std::size_t>(got));
  }
  close(ends[0]);
  return result;
}

constexpr const char* kBanner =
    "\n"
    "===================================================================================\n"
    "=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES\n"
    "=   EXIT CODE: 9\n"
    "===================================================================================\n"
    "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)\n"
    "This typically refers to a problem with your application.\n"
    "Please see the FAQ page for debugging suggestions\n";

}  // namespace

TEST(RemarkFilter, WhatImagesSayPassesAsItIs) {
  for (const std::vector<std::string>& pieces : {std::vector<std::string>{"one\n\ntwo\n", "three"},
                                                 {"no end"},
                                                 {"p", "ieces of a", " line\n"},
                                                 {"\n", "\n", "x\n"},
                                                 {""}}) {
    std::string all;
    for (const std::string& piece : pieces) all += piece;
    EXPECT_EQ(filter(pieces).passed, all);
    EXPECT_EQ(filter(pieces).remarks, "");
  }
}

TEST(RemarkFilter, TheBannerIsKeptBackHoweverItComes) {
  const std::string text = std::string("before\n") + kBanner + "after\n";
  for (std::size_t cut = 0; cut < text.size(); ++cut) {
    const Filtered found = filter({text.substr(0, cut), text.substr(cut)});
    EXPECT_EQ(found.passed, "before\nafter\n") << cut;
    EXPECT_EQ(found.remarks, kBanner + 1) << cut;
  }
}

TEST(RemarkFilter, SoAreTracesOfMpiexecAndItsProxies) {
  const Filtered found =
      filter({"[proxy:0:0@n1] assert (!closed) failed\nword\n[mpiexec@n1] error\n[12.3] [n1] UCX\n"});
  EXPECT_EQ(found.passed, "word\n[12.3] [n1] UCX\n");
  EXPECT_EQ(found.remarks, "[proxy:0:0@n1] assert (!closed) failed\n[mpiexec@n1] error\n");
}

TEST(RemarkFilter, SoIsWhatMpiexecAndDaemonsOfOpenMpiSayHoweverItComes) {
  for (const std::string remark :
       {"[n1:00162] PMIX ERROR: BAD-PARAM in file x.c at line 1\n",
        "[n1:00162] plm:rsh: Warning: setpgid(195,195) failed in parent with errno=Permission denied(13)\n"}) {
    const std::string text = "before\n" + remark + "[n1:00162] word\n";
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
      const Filtered found = filter({text.substr(0, cut), text.substr(cut)});
      EXPECT_EQ(found.passed, "before\n[n1:00162] word\n") << cut;
      EXPECT_EQ(found.remarks, remark) << cut;
    }
  }
}

}  // namespace quadrille::server
