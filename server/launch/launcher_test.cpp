#include "server/launch/launcher.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "base/clock.hpp"
#include "server/launch/detail/mpiexec.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;

// Starts launcher_probe.cpp as a user would, and collects its output.
class Probe {
 public:
  explicit Probe(std::vector<std::string> words, int input = -1) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) abort();
    output_ = ends[0];
    pid = fork();
    if (pid == 0) {
      if (input >= 0) dup2(input, STDIN_FILENO);
      dup2(ends[1], STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
      words.insert(words.begin(), QUADRILLE_LAUNCHER_PROBE);
      std::vector<char*> arguments;
      for (std::string& word : words) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      execv(arguments[0], arguments.data());
      _exit(99);
    }
    close(ends[1]);
  }
  ~Probe() {
    if (!ended_) {
      kill(pid, SIGKILL);
      waitpid(pid, nullptr, 0);
    }
    close(output_);
  }

  // Reads until `wanted` has been printed.
  bool prints(const std::string& wanted) {
    const Deadline deadline = Deadline::after(20);
    while (text.find(wanted) == std::string::npos && !deadline.passed()) {
      if (!read_more()) break;
    }
    return text.find(wanted) != std::string::npos;
  }
  // Reads to the end; returns the exit status, or -1 if it was killed.
  int end() {
    while (read_more()) continue;
    int status = 0;
    waitpid(pid, &status, 0);
    ended_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::vector<pid_t> images() const {
    std::vector<pid_t> all;
    for (std::size_t at = 0; (at = text.find("pid ", at)) != std::string::npos; ++at) {
      all.push_back(std::atoi(text.c_str() + at + 4));
    }
    return all;
  }

  pid_t pid;
  std::string text;

 private:
  bool read_more() {
    pollfd waited{output_, POLLIN, 0};
    if (poll(&waited, 1, 20'000) <= 0) return false;
    char bytes[4096];
    const ssize_t got = read(output_, bytes, sizeof(bytes));
    if (got > 0) text.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
  }

  int output_;
  bool ended_ = false;
};

// A program that ends at once with a status, and has no version. While it exists, the launcher uses it.
class FalseMpiexec {
 public:
  explicit FalseMpiexec(int status) {
    std::ofstream(path_) << "#!/bin/sh\n[ $# = 1 ] || exit " << status << "\n";
    chmod(path_.c_str(), 0700);
    setenv("QUADRILLE_MPIEXEC", path_.c_str(), 1);
  }
  ~FalseMpiexec() {
    unsetenv("QUADRILLE_MPIEXEC");
    unlink(path_.c_str());
  }

 private:
  const std::string path_ = testing::TempDir() + "mpiexec." + std::to_string(getpid());
};

// The end of the command line is left out: mpiexec's own process has it too.
bool is_alive(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string word, state;
  stat >> word >> word >> state;
  return !state.empty() && state != "Z" && state != "X";
}

void expect_all_gone(const std::vector<pid_t>& images, double within_seconds) {
  EXPECT_FALSE(images.empty());
  const Deadline deadline = Deadline::after(within_seconds);
  for (const pid_t pid : images) {
    while (is_alive(pid) && !deadline.passed()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_FALSE(is_alive(pid)) << pid;
  }
}

}  // namespace

TEST(Launcher, TheImagesKnowHowManyTheyAre) {
  Probe probe({"3", "5", "count"});
  EXPECT_EQ(probe.end(), 0);
  EXPECT_EQ(probe.text, "3 3\n3 3\n3 3\n");
}

TEST(Launcher, InABatchScriptOfSlurmTheImagesStartHereToo) {
  const std::vector<std::pair<const char*, const char*>> variables{
      {"SLURM_JOB_ID", "1"}, {"SLURM_JOBID", "1"}, {"SLURM_NODELIST", "elsewhere"}, {"SLURM_PROCID", "0"}};
  for (const auto& [name, value] : variables) setenv(name, value, 1);
  Probe probe({"2", "5", "count"});
  for (const auto& [name, value] : variables) unsetenv(name);
  EXPECT_EQ(probe.end(), 0);
  EXPECT_EQ(probe.text, "2 2\n2 2\n");
}

TEST(Launcher, TheLargestStatusIsTheStatus) {
  EXPECT_EQ(Probe({"2", "5", "leave", "0", "0"}).end(), 0);
  EXPECT_EQ(Probe({"2", "5", "leave", "0", "1"}).end(), 1);
  EXPECT_EQ(Probe({"3", "5", "leave", "1", "2", "0"}).end(), 2);
}

TEST(Launcher, MpiexecHasNoCommentsOnAStatus) {
  Probe probe({"2", "5", "leave", "1", "1"});
  EXPECT_EQ(probe.end(), 1);
  EXPECT_EQ(probe.text, "");
}

TEST(Launcher, SignalsReachEveryImageWhichThenEndByThemselves) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Probe probe({"3", "5", "wait"});
    ASSERT_TRUE(probe.prints("ready\n")) << probe.text;
    Stopwatch watch;
    kill(probe.pid, signal);
    EXPECT_EQ(probe.end(), 0) << probe.text;
    EXPECT_LT(watch.seconds(), 2);
    const std::string line = "signal " + std::to_string(signal) + "\n";
    EXPECT_THAT(probe.text, HasSubstr(line + line + line));
    EXPECT_THAT(probe.text, Not(HasSubstr("mpiexec")));
    expect_all_gone(probe.images(), 0);
  }
}

TEST(Launcher, ImagesThatDoNotEndAreKilled) {
  Probe probe({"2", "0.5", "stubborn"});
  ASSERT_TRUE(probe.prints("ready\n")) << probe.text;
  Stopwatch watch;
  kill(probe.pid, SIGTERM);
  EXPECT_EQ(probe.end(), 1);
  EXPECT_LT(watch.seconds(), 2);
  EXPECT_THAT(probe.text, HasSubstr("were killed"));
  expect_all_gone(probe.images(), 1);
}

TEST(Launcher, ASecondSignalKillsAtOnce) {
  Probe probe({"2", "60", "stubborn"});
  ASSERT_TRUE(probe.prints("ready\n")) << probe.text;
  kill(probe.pid, SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_TRUE(is_alive(probe.images()[0]));
  kill(probe.pid, SIGINT);
  EXPECT_EQ(probe.end(), 1);
  expect_all_gone(probe.images(), 1);
}

TEST(Launcher, TwoSignalsAtOnceAreOneRequest) {
  Probe probe({"4", "5", "wait"});
  ASSERT_TRUE(probe.prints("ready\n")) << probe.text;
  kill(probe.pid, SIGTERM);
  kill(probe.pid, SIGINT);
  EXPECT_EQ(probe.end(), 0) << probe.text;
  EXPECT_THAT(probe.text, Not(HasSubstr("killed")));
  expect_all_gone(probe.images(), 0);
}

TEST(Launcher, WhenItIsKilledTheImagesEndByThemselves) {
  Probe probe({"2", "5", "wait"});
  ASSERT_TRUE(probe.prints("ready\n")) << probe.text;
  kill(probe.pid, SIGKILL);
  EXPECT_EQ(probe.end(), -1);
  EXPECT_THAT(probe.text, HasSubstr("signal 15\nsignal 15\n"));
  expect_all_gone(probe.images(), 2);
}

TEST(Launcher, WhenItIsKilledStubbornImagesEndByForce) {
  Probe probe({"2", "0.5", "stubborn"});
  ASSERT_TRUE(probe.prints("ready\n")) << probe.text;
  kill(probe.pid, SIGKILL);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_TRUE(is_alive(probe.images()[0]));
  expect_all_gone(probe.images(), 2);
}

TEST(Launcher, AnImageThatDiesEndsTheOthers) {
  Stopwatch watch;
  Probe probe({"3", "5", "die"});
  EXPECT_EQ(probe.end(), 2) << probe.text;
  EXPECT_THAT(probe.text, HasSubstr("quadrille: image 1 (process "));
  EXPECT_LT(watch.seconds(), 5);  // the other images of this program notice nothing and are killed after a second
  expect_all_gone(probe.images(), 1);
}

TEST(Launcher, SoDoesOneThatDiesBeforeItIsThere) {
  setenv("PROBE_START", "1", 1);
  Stopwatch watch;
  Probe probe({"3", "5", "vanish"});
  unsetenv("PROBE_START");
  EXPECT_EQ(probe.end(), 2) << probe.text;
  EXPECT_LT(watch.seconds(), 10);
}

TEST(Launcher, SoDoesOneThatMpiAborts) {
  Stopwatch watch;
  Probe probe({"2", "5", "abort"});
  EXPECT_EQ(probe.end(), 2) << probe.text;
  EXPECT_THAT(probe.text, HasSubstr("quadrille: image 1 (process "));
  EXPECT_LT(watch.seconds(), 10);
}

TEST(Launcher, StandardInputReachesTheImagesFromPipesAndSockets) {
  const std::string sent(3 << 20, 'q');
  for (const bool socket : {false, true}) {
    int ends[2];
    ASSERT_EQ(socket ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) : pipe2(ends, O_CLOEXEC), 0);
    Probe probe({"2", "5", "copy"}, ends[0]);
    close(ends[0]);
    std::thread writer([&] {
      for (std::size_t done = 0; done < sent.size();) {
        const ssize_t now = write(ends[1], sent.data() + done, sent.size() - done);
        if (now <= 0) break;
        done += static_cast<std::size_t>(now);
      }
      close(ends[1]);
    });
    EXPECT_EQ(probe.end(), 0);
    writer.join();
    EXPECT_TRUE(probe.text == sent) << probe.text.substr(0, 200) << " " << probe.text.size();
  }
}

TEST(Launcher, CommandsThatShareAFileDoNotWriteOverEachOther) {
  const std::string file = testing::TempDir() + "quadrille-launcher-" + std::to_string(getpid());
  const std::string copy = std::string(" echo word | ") + QUADRILLE_LAUNCHER_PROBE + " 2 5 copy;";
  ASSERT_EQ(system(("( echo first;" + copy + copy + " echo last ) >" + file).c_str()), 0);
  std::ifstream lines(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(lines), {}), "first\nword\nword\nlast\n");
  unlink(file.c_str());
}

TEST(Launcher, WithoutMpiexecTheUserIsToldWhatToDo) {
  setenv("QUADRILLE_MPIEXEC", "/nowhere/mpiexec", 1);
  Probe probe({"2", "5", "count"});
  unsetenv("QUADRILLE_MPIEXEC");
  EXPECT_EQ(probe.end(), 1);
  EXPECT_THAT(probe.text, HasSubstr("install MPICH or use --images 1"));
}

TEST(Launcher, MpiAndSshAreToldWhatSuitsTheHosts) {
  using testing::Contains, testing::Not;
  Launch here, there;
  here.images = there.images = 2;
  there.hosts = {{"n1", 2}};
  EXPECT_THAT(mpi_variables(here), testing::IsSupersetOf({"UCX_TLS=^tcp", "OMPI_MCA_btl=^tcp"}));
  EXPECT_THAT(mpi_variables(there), Contains("HYDRA_LAUNCHER_EXTRA_ARGS=-o ConnectTimeout=10"));
  EXPECT_THAT(mpi_variables(there), Not(Contains("UCX_TLS=^tcp")));
  const std::vector<std::pair<const char*, const char*>> chosen{{"UCX_TLS", "tcp,self"}, {"HYDRA_LAUNCHER", "rsh"}};
  for (const auto& [name, value] : chosen) setenv(name, value, 1);
  EXPECT_THAT(mpi_variables(here), Not(Contains(HasSubstr("UCX_TLS"))));
  EXPECT_THAT(mpi_variables(there), Not(Contains(HasSubstr("HYDRA_LAUNCHER"))));
  for (const auto& [name, value] : chosen) unsetenv(name);
}

TEST(Launcher, MpiexecIsToldHowToStartImagesHere) {
  const auto options = testing::IsSupersetOf({"--allow-run-as-root", "--oversubscribe", "--bind-to", "none"});
  EXPECT_THAT(mpiexec_options("mpiexec (OpenRTE) 4.1.4\n"), options);
  EXPECT_THAT(mpiexec_options("mpirun (Open MPI) 4.1.4\n"), options);
  EXPECT_EQ(mpiexec_options("HYDRA build details:\n    Version: 4.0.2\n").back(), "fork");
  EXPECT_TRUE(mpiexec_options("").empty());
}

TEST(Launcher, HostsAreNamedToMpiexecWithTheirNumbers) {
  const std::vector<HostShare> hosts{{"n1", 2}, {"n2", 1}};
  EXPECT_EQ(mpiexec_options("HYDRA build details:\n", hosts).back(), "n1:2,n2:1");
  setenv("UCX_TLS", "tcp,self", 1);
  const auto options = mpiexec_options("mpiexec (OpenRTE) 4.1.4\n", hosts);
  unsetenv("UCX_TLS");
  EXPECT_EQ(options.back(), "n1:2,n2:1");
  EXPECT_THAT(options, testing::IsSupersetOf({"-x", "UCX_TLS", "UCX_LOG_FILE", "QUADRILLE_LAUNCHER_HOST"}));
}

TEST(Supervisor, AnImageThatDiesIsStartedAgainUntilItIsGivenUp) {
  setenv("PROBE_RESTART", "0.01", 1);
  Probe probe({"2", "5", "die"});
  unsetenv("PROBE_RESTART");
  EXPECT_EQ(probe.end(), 2);
  EXPECT_THAT(probe.text, HasSubstr("restarting in 0.01 s\n"));
  EXPECT_THAT(probe.text, HasSubstr("restarting in 0.64 s\n"));
  EXPECT_THAT(probe.text, HasSubstr("giving up after 8 consecutive runs that ended before they served"));
  EXPECT_THAT(probe.text, Not(HasSubstr("BAD TERMINATION")));
}

TEST(Supervisor, AHostThatCannotBeReachedIsTriedAgain) {
  const FalseMpiexec mpiexec(1);
  for (const auto& [name, value] : {std::pair("PROBE_RESTART", "0.01"), {"PROBE_HOST", "n1"}}) setenv(name, value, 1);
  Probe probe({"2", "5", "count"});
  EXPECT_EQ(probe.end(), 2);
  EXPECT_THAT(probe.text, HasSubstr("no image has started (mpiexec ended with status 1): can n1 be reached?\n"
                                    "quadrille: restarting in 0.01 s\n"));
  for (const char* name : {"PROBE_RESTART", "PROBE_HOST"}) unsetenv(name);
}

TEST(Launcher, WhatImage0HasToldOnAnotherHostIsNotToldAgain) {
  const FalseMpiexec mpiexec(0);
  setenv("PROBE_HOST", "n1", 1);
  Probe probe({"2", "5", "count"});
  unsetenv("PROBE_HOST");
  EXPECT_EQ(probe.end(), 1);
  EXPECT_EQ(probe.text, "");
}

TEST(Supervisor, OneImageIsStartedAgainTooAndServingMakesItPatient) {
  setenv("PROBE_RESTART", "0.1", 1);
  Probe probe({"1", "5", "serve"});
  unsetenv("PROBE_RESTART");
  for (int run = 0; run < 10; ++run) {
    const std::size_t seen = probe.text.size();
    ASSERT_TRUE(probe.prints("ready\n")) << probe.text;
    kill(probe.images().back(), SIGKILL);
    probe.text.erase(0, seen);
    ASSERT_TRUE(probe.prints("restarting in 0.1 s\n")) << probe.text;
    probe.text.clear();
  }
  ASSERT_TRUE(probe.prints("ready\n")) << probe.text;
  kill(probe.pid, SIGTERM);
  EXPECT_EQ(probe.end(), 0);
  expect_all_gone(probe.images(), 1);
}

TEST(Supervisor, AnErrorThatWasToldEndsIt) {
  setenv("PROBE_RESTART", "0.1", 1);
  Probe probe({"2", "5", "leave", "1", "1"});
  unsetenv("PROBE_RESTART");
  EXPECT_EQ(probe.end(), 1);
  EXPECT_EQ(probe.text, "");
}

TEST(Supervisor, ASignalBetweenTwoRunsEndsIt) {
  setenv("PROBE_RESTART", "20", 1);
  Probe probe({"2", "5", "die"});
  unsetenv("PROBE_RESTART");
  ASSERT_TRUE(probe.prints("restarting in")) << probe.text;
  Stopwatch watch;
  kill(probe.pid, SIGINT);
  EXPECT_EQ(probe.end(), 0);
  EXPECT_LT(watch.seconds(), 2);
}

TEST(Launcher, RanksThatAreGivenAreSeen) {
  for (const char* name : {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID"}) {
    const bool enough = std::string(name) != "SLURM_PROCID";
    EXPECT_FALSE(is_started_as_image());
    setenv(name, "0", 1);
    EXPECT_EQ(is_started_as_image(), enough) << name;
    unsetenv(name);
  }
}

}  // namespace quadrille::server
