#include "pgas/mailbox.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <string>

#include "pgas/test_main.hpp"

namespace quadrille::pgas {
namespace {

// Collective. The others must get the message that the first image posts.
void send(const Team& team, Mailbox& mailbox, const std::string& message) {
  if (team.is_first()) {
    mailbox.post(message);
    mailbox.collect();
  } else {
    EXPECT_EQ(mailbox.wait(), message);
    mailbox.reply();
  }
}

TEST(Mailbox, EveryImageGetsEveryMessageInOrder) {
  Job& job = test_job();
  Team& team = job.team(3);
  Mailbox mailbox(job, team);
  for (int i = 0; i < 200; ++i) {
    const std::string message(static_cast<std::size_t>(i * i), static_cast<char>('a' + i % 26));
    send(team, mailbox, message);
  }
}

TEST(Mailbox, LongMessagesArriveToo) {
  Job& job = test_job();
  Team& team = job.team(3);
  Mailbox mailbox(job, team);
  for (const std::size_t bytes : {4095, 4096, 4097, 65536, 65537, 0, 300000, 1}) {
    const std::string message(bytes, 'x');
    send(team, mailbox, message);
  }
}

TEST(Mailbox, TheFirstImageGetsTheErrorOfTheLowestThatHasOne) {
  Job& job = test_job();
  Team& team = job.team(3);
  Mailbox mailbox(job, team);
  for (int round = 0; round < 40; ++round) {
    const int failing = round % (team.size() + 1);  // it and those above; in the last round none
    Outcome mine;
    if (team.rank() >= failing) mine = Outcome(ErrorKind::memory, "image " + std::to_string(team.rank()));
    if (!team.is_first()) {
      mailbox.wait();
      mailbox.reply(mine);
      continue;
    }
    mailbox.post("go");
    const Outcome all = mailbox.collect(mine);
    ASSERT_EQ(all.error().has_value(), failing < team.size());
    if (all.error()) {
      EXPECT_EQ(all.error()->kind(), ErrorKind::memory);
      EXPECT_STREQ(all.error()->what(), ("image " + std::to_string(failing)).c_str());
    }
  }
}

TEST(Announcements, ReachAllGroupsWithoutTheirPartAndNeverGoBack) {
  Job& job = test_job();
  Team& team = job.team(3);
  constexpr std::size_t kPlace = 5;
  const SharedWord& announced = job.announced(kPlace);
  const std::uint32_t before = announced.load();
  team.barrier();
  if (team.is_first()) {
    job.announce(team, kPlace, before + 7);
    job.announce(team, kPlace, before + 3);
    job.announce(team, kPlace + 1, before + 9);
  }
  for (int turn = 0; job.announced(kPlace + 1).load() != before + 9 && turn < 1000; ++turn) {
    wait_a_while(job.announced(kPlace + 1), before, Patience::busy);
  }
  EXPECT_EQ(job.announced(kPlace + 1).load(), before + 9);
  EXPECT_EQ(announced.load(), before + 7);
  team.barrier();
}

// One message there and one back for each other group (CGE21 5.3).
TEST(Mailbox, ACommandTakesTwoMessagesForEachOtherGroup) {
  Job& job = test_job();
  Team& team = job.team(3);
  Mailbox mailbox(job, team);
  team.barrier();
  const std::uint64_t before = team.counters().messages;
  if (team.is_first()) {
    mailbox.lead("go", [] {});
  } else {
    mailbox.wait();
    mailbox.reply();
  }
  const std::uint64_t sent = team.sum(team.counters().messages - before);
  EXPECT_EQ(sent, 2 * static_cast<std::uint64_t>(team.num_groups() - 1));
}

// A group that has replied sends the next collective's record while another group still waits for one of the collective
// before the command.
TEST(Mailbox, ACollectiveMayFollowACommandAtOnce) {
  Job& job = test_job();
  Team& team = job.team(3);
  Mailbox mailbox(job, team);
  for (int round = 0; round < 300; ++round) {
    if (team.is_first()) {
      mailbox.lead("go", [] {});
    } else {
      mailbox.wait();
      mailbox.reply();
    }
    EXPECT_EQ(team.sum(std::uint64_t{1}), static_cast<std::uint64_t>(team.size()));
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
    mailbox.lead("go", [] {});
  } else {
    mailbox.wait();
    mailbox.reply();
    EXPECT_LT(cpu_seconds() - before, 0.01);
  }
  team.barrier();
}

}  // namespace
}  // namespace quadrille::pgas
