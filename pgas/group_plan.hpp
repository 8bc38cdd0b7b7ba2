#pragma once

// A GroupPlan assigns senders and receivers to the messages between groups (CGE21 5.3). All members of a group have
// data for all members of every other group; within a group it is gathered in shared memory, so one message carries
// what a whole group has for a range of the members of another one. A *stream* is such a message: from its sender to
// its receiver, for the destinations dest_begin .. dest_end-1 of the receiver's group, on behalf of all members of the
// sender's group.
//
//   fewer members than other groups   each member sends for a consecutive range of groups:  ceil((G-1)/S) messages
//   more members than other groups    a group is served by several members, each for a consecutive range of its
//                                     members: one message each
//
// Receivers: the senders to a group are numbered and assigned to its members round-robin. Every image computes the same
// plan from the sizes of the groups alone. Pure; G*G*max(1, S/G) steps.

#include <span>
#include <vector>

namespace quadrille::pgas {

struct Stream {
  int from_group = 0, to_group = 0;
  int part = 0;                      // of the streams between the two groups; part 0 always exists
  int sender = 0, receiver = 0;      // members of the team
  int dest_begin = 0, dest_end = 0;  // members of to_group
  int number = 0;                    // among the streams to the receiver
  int place = 0;                     // among the streams from the sender
};

class GroupPlan {
 public:
  // group_begins[g]: the first member of group g; one entry more: the number of members.
  explicit GroupPlan(std::vector<int> group_begins);

  int groups() const { return static_cast<int>(begins_.size()) - 1; }
  int members() const { return begins_.back(); }
  int begin(int group) const { return begins_[static_cast<std::size_t>(group)]; }
  int end(int group) const { return begins_[static_cast<std::size_t>(group) + 1]; }
  int size(int group) const { return end(group) - begin(group); }
  int group_of(int member) const;

  std::span<const Stream> from(int member) const { return from_[static_cast<std::size_t>(member)]; }
  std::span<const Stream> to(int member) const { return to_[static_cast<std::size_t>(member)]; }
  // The stream with the data of `from_group` for `member` (of another group).
  const Stream& stream_to(int from_group, int member) const;
  // The streams from one group to another.
  std::span<const Stream> between(int from_group, int to_group) const;
  // The first of them.
  const Stream& first_stream(int from_group, int to_group) const;

  int largest_group() const;

 private:
  void add_streams(int from_group, int to_group, int first_sender, int senders, int& dealt);

  std::vector<int> begins_;
  std::vector<std::vector<Stream>> from_, to_;  // by member
  std::vector<std::vector<Stream>> between_;    // by from_group * groups + to_group
};

}  // namespace quadrille::pgas
