#pragma once

// A Mailbox brings the commands of image 0 to the other images of a lane, and their outcomes back. The others sleep
// until a message arrives, without using the processor. One place decides what a lane runs, so the order of collectives
// is the same on all images (design page 8).
//
//   image 0     post(command)   acts   collect()            one message to the first image of each other group,
//   the others  wait()          act    reply(outcome)       one message back from each
//
// A command of at most 512 bytes needs no memory of the heap, so it can be posted when that is full; one that is longer
// than 64 KiB goes to other groups by a broadcast. Every command but the last is collected and
// replied to, whatever happens in between.

#include <exception>
#include <string>
#include <string_view>

#include "pgas/team.hpp"

namespace quadrille::pgas {

class Job;

class Mailbox {
 public:
  // Collective. `team` is a lane of all images; a mailbox is its only user.
  Mailbox(Job& job, Team& team);

  // By the first member. Returns when the members of its group have the message. If it throws, nothing was posted.
  void post(std::string_view message);
  // By the first member; waits for all replies. The error of the lowest member that has one.
  Outcome collect(const Outcome& mine = {});

  // By the first member. Posts a command, runs `work` and collects; throws what that throws.
  template <class Work>
  void lead(std::string_view message, Work&& work) {
    post(message);
    std::exception_ptr error;
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
    collect();
    if (error) std::rethrow_exception(error);
  }

  // By the others.
  std::string wait();
  void reply(const Outcome& mine = {});

 private:
  Team& team_;
  detail::MailboxControl& control_;  // of the first member of this one's group
  std::uint32_t seen_ = 0;
  bool is_answered_ = true;  // the last message
};

}  // namespace quadrille::pgas
