#pragma once

// A Mailbox brings the commands of image 0 to the other images of a lane. Image 0 posts; the others sleep until a
// message arrives, without using the processor. One place decides what a lane runs, so the order of collectives is the
// same on all images (design page 8). Images of other groups are woken by a message to the first of each, and get
// theirs by a broadcast.

#include <string>
#include <string_view>

#include "pgas/team.hpp"

namespace quadrille::pgas {

class Job;

class Mailbox {
 public:
  Mailbox(Job& job, Team& team);

  // Collective with wait(): the first member of the team posts, all others wait. Returns when all members have the
  // message.
  void post(std::string_view message);
  std::string wait();

 private:
  Team& team_;
  detail::LaneControl& control_;  // of the first member of this one's group
  std::uint32_t seen_ = 0;
};

}  // namespace quadrille::pgas
