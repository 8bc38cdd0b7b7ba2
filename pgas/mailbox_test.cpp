#include "pgas/mailbox.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "pgas/test_main.hpp"

namespace quadrille::pgas {
namespace {

TEST(Mailbox, EveryImageGetsEveryMessageInOrder) {
  Job& job = test_job();
  Team& team = job.team(3);
  Mailbox mailbox(job, team);
  for (int i = 0; i < 200; ++i) {
    const std::string message(static_cast<std::size_t>(i * i), static_cast<char>('a' + i % 26));
    if (team.is_first()) {
      mailbox.post(message);
    } else {
      EXPECT_EQ(mailbox.wait(), message);
    }
  }
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

TEST(Mailbox, WaitingUsesNoProcessor) {
  Job& job = test_job();
  Team& team = job.team(3);
  Mailbox mailbox(job, team);
  const double before = cpu_seconds();
  if (team.is_first()) {
    sleep(1);
    mailbox.post("go");
  } else {
    mailbox.wait();
    EXPECT_LT(cpu_seconds() - before, 0.01);
  }
  team.barrier();
}

}  // namespace
}  // namespace quadrille::pgas
