#include "pgas/shared_object.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.hpp"
#include "pgas/address_space.hpp"

namespace quadrille::pgas {
namespace {

constexpr std::size_t kBytes = 1 << 20;

// Bytes that a child process writes into the object are visible here, at the same address.
void expect_shared_with_a_child(SharedObjectKind kind) {
  SharedObject mine = SharedObject::create(kind, kBytes, "quadrille-test");
  mine.map(kHeapsBase);
  mine.commit(0, kBytes);
  const SharedObjectAddress address = mine.address();
  const pid_t child = fork();
  if (child == 0) {
    munmap(mine.data(), kBytes);
    SharedObject theirs = SharedObject::open(address, kBytes);
    theirs.map(kHeapsBase);
    theirs.data()[12345] = std::byte{42};
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
  EXPECT_EQ(mine.data()[12345], std::byte{42});
}

TEST(SharedObject, AMemfdIsSharedWithAnotherProcess) {
  expect_shared_with_a_child(SharedObjectKind::memfd);
}
TEST(SharedObject, PosixShmIsSharedWithAnotherProcess) {
  expect_shared_with_a_child(SharedObjectKind::posix_shm);
}

TEST(SharedObject, APosixShmLeavesNoNameBehind) {
  std::string name;
  {
    SharedObject object = SharedObject::create(SharedObjectKind::posix_shm, kBytes, "quadrille-test");
    name = object.address().name;
    EXPECT_EQ(access(("/dev/shm" + name).c_str(), F_OK), 0);
  }
  EXPECT_NE(access(("/dev/shm" + name).c_str(), F_OK), 0);
}

TEST(SharedObject, ReleasedBytesReadAsZeros) {
  SharedObject object = SharedObject::create(SharedObjectKind::memfd, kBytes, "quadrille-test");
  object.map(kHeapsBase);
  object.commit(0, kBytes);
  object.data()[70000] = std::byte{1};
  object.release(65536, 65536);
  EXPECT_EQ(object.data()[70000], std::byte{0});
}

TEST(SharedObject, CommittingPastTheEndIsAnError) {
  SharedObject object = SharedObject::create(SharedObjectKind::memfd, kBytes, "quadrille-test");
  EXPECT_THROW(object.commit(kBytes - 4096, 8192), Error);
}

}  // namespace
}  // namespace quadrille::pgas
