#include "server/launch/detail/process_manager.hpp"

#include <gtest/gtest.h>

#include <string>

namespace quadrille::server {

TEST(ProcessManager, WhatOneImagePutsAnotherGets) {
  ProcessManager manager(2);
  EXPECT_EQ(manager.answer("cmd=put kvsname=quadrille key=a-0 value=x=1;y 2"), "cmd=put_result rc=0 msg=success");
  EXPECT_EQ(manager.answer("cmd=get kvsname=quadrille key=a-0"), "cmd=get_result rc=0 msg=success value=x=1;y 2");
  EXPECT_EQ(manager.answer("cmd=get kvsname=quadrille key=b"), "cmd=get_result rc=-1 msg=key_not_found value=unknown");
}

TEST(ProcessManager, ABarrierEndsWithTheLastImage) {
  ProcessManager manager(3);
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_EQ(manager.answer("cmd=barrier_in"), "");
    EXPECT_EQ(manager.answer("cmd=barrier_in"), "");
    EXPECT_EQ(manager.answer("cmd=barrier_in"), "cmd=barrier_out rc=0");
  }
}

TEST(ProcessManager, ValuesAreGatheredByRank) {
  ProcessManager manager(3);
  for (const std::string first : {"0a", "ff"}) {
    EXPECT_EQ(manager.answer("cmd=gather rank=2 value=" + first), "");
    EXPECT_EQ(manager.answer("cmd=gather rank=0 value=01"), "");
    EXPECT_EQ(manager.answer("cmd=gather rank=1 value=2b"), "cmd=gathered value=012b" + first);
  }
  for (int image = 0; image < 2; ++image) manager.answer("cmd=gather rank=" + std::to_string(image) + " value=");
  EXPECT_EQ(manager.answer("cmd=gather rank=2 value="), "cmd=gathered value=");
  EXPECT_EQ(manager.answer("cmd=gather rank=3 value=00"), "");
}

TEST(ProcessManager, AllImagesAreOnOneHost) {
  EXPECT_EQ(ProcessManager(4).answer("cmd=get kvsname=quadrille key=PMI_process_mapping"),
            "cmd=get_result rc=0 msg=success value=(vector,(0,1,4))");
}

TEST(ProcessManager, WordsThatItDoesNotKnowGetNoAnswer) {
  ProcessManager manager(1);
  for (const char* line : {"", "cmd=spawn", "cmd=", "put key=a value=b"}) EXPECT_EQ(manager.answer(line), "");
}

}  // namespace quadrille::server
