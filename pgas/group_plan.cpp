#include "pgas/group_plan.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace quadrille::pgas {

GroupPlan::GroupPlan(std::vector<int> group_begins) : begins_(std::move(group_begins)) {
  QUADRILLE_ASSERT(begins_.size() >= 2, "a plan has a group");
  const int groups_here = groups();
  from_.resize(static_cast<std::size_t>(members()));
  to_.resize(static_cast<std::size_t>(members()));
  between_.resize(static_cast<std::size_t>(groups_here) * static_cast<std::size_t>(groups_here));
  const int others = groups_here - 1;
  for (int to = 0; to < groups_here; ++to) {
    int dealt = 0;  // senders assigned to this group so far
    for (int from = 0; from < groups_here; ++from) {
      if (from == to) continue;
      const int members_here = size(from);
      // The other groups in a circle, so that not every group sends to group 0 first.
      const int offset = (to - from - 1 + groups_here) % groups_here;
      if (others >= members_here) {
        const int member = (offset * members_here) / others;
        add_streams(from, to, begin(from) + member, 1, dealt);
      } else {
        const int first = offset * members_here / others, last = (offset + 1) * members_here / others;
        add_streams(from, to, begin(from) + first, last - first, dealt);
      }
    }
  }
}

void GroupPlan::add_streams(int from_group, int to_group, int first_sender, int senders, int& dealt) {
  const int destinations = size(to_group);
  const int parts = std::min(senders, destinations);
  auto& between = between_[static_cast<std::size_t>(from_group * groups() + to_group)];
  for (int part = 0; part < parts; ++part) {
    Stream stream;
    stream.from_group = from_group;
    stream.to_group = to_group;
    stream.part = part;
    stream.sender = first_sender + part;
    stream.receiver = begin(to_group) + dealt++ % destinations;
    stream.dest_begin = begin(to_group) + part * destinations / parts;
    stream.dest_end = begin(to_group) + (part + 1) * destinations / parts;
    auto& out = from_[static_cast<std::size_t>(stream.sender)];
    auto& in = to_[static_cast<std::size_t>(stream.receiver)];
    stream.place = static_cast<int>(out.size());
    stream.number = static_cast<int>(in.size());
    out.push_back(stream);
    in.push_back(stream);
    between.push_back(stream);
  }
}

int GroupPlan::group_of(int member) const {
  return static_cast<int>(std::upper_bound(begins_.begin(), begins_.end(), member) - begins_.begin()) - 1;
}

std::span<const Stream> GroupPlan::between(int from_group, int to_group) const {
  return between_[static_cast<std::size_t>(from_group * groups() + to_group)];
}

const Stream& GroupPlan::stream_to(int from_group, int member) const {
  const std::span<const Stream> streams = between(from_group, group_of(member));
  const auto found = std::find_if(streams.begin(), streams.end(), [&](const Stream& stream) {
    return stream.dest_begin <= member && member < stream.dest_end;
  });
  QUADRILLE_ASSERT(found != streams.end(), "every member of another group is in one stream");
  return *found;
}

const Stream& GroupPlan::first_stream(int from_group, int to_group) const {
  return between(from_group, to_group).front();
}

int GroupPlan::largest_group() const {
  int largest = 0;
  for (int group = 0; group < groups(); ++group) largest = std::max(largest, size(group));
  return largest;
}

}  // namespace quadrille::pgas
