#include "query/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace quadrille::query {

namespace {

// One operator's own part.
struct OwnWork {
  std::uint64_t rows = 0, messages = 0, bytes = 0;
  double seconds = 0;

  void add(const OwnWork& other) {
    rows += other.rows;
    messages += other.messages;
    bytes += other.bytes;
    seconds = std::max(seconds, other.seconds);
  }
};

// In the order of the text: an operator, then what is below it.
void collect(const Operator& node, std::vector<OwnWork>& all) {
  pgas::Counters network = node.work().network;
  double seconds = node.work().seconds;
  for (const Operator* child : node.children()) {
    network = network - child->work().network;
    seconds -= child->work().seconds;
  }
  all.push_back({node.work().rows, network.messages, network.sent_bytes, std::max(0.0, seconds)});
  for (const Operator* child : node.children()) collect(*child, all);
}

}  // namespace

std::string profile_text(pgas::Team& team, const Operator& root) {
  std::vector<OwnWork> mine;
  collect(root, mine);
  std::vector<OwnWork> total(mine.size());
  for (const std::string& bytes :
       team.all_gather_bytes({reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(OwnWork)})) {
    const auto* theirs = reinterpret_cast<const OwnWork*>(bytes.data());
    for (std::size_t place = 0; place < total.size(); ++place) total[place].add(theirs[place]);
  }
  std::size_t place = 0;
  return to_text(root, [&](const Operator&) {
    const OwnWork& work = total[place++];
    std::string text = fmt::format("  {} rows, {:.3f} ms", work.rows, work.seconds * 1000);
    if (!team.is_one_group()) text += fmt::format(", {} messages, {} bytes", work.messages, work.bytes);
    return text;
  });
}

}  // namespace quadrille::query
