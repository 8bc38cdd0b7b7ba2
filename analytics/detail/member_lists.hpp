#pragma once

// MemberLists are items for images of other groups, which an exchange brings to them, again and again. With one group
// nothing happens.

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/workers.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics {

template <class T>
class MemberLists {
 public:
  explicit MemberLists(Workers& workers)
      : workers_(workers),
        lists_(static_cast<std::size_t>(workers.team().size())),
        sent_(&workers.arena()),
        blocks_(workers.arena().make_span<pgas::Block>(lists_.size())) {
    std::uninitialized_fill(blocks_.begin(), blocks_.end(), pgas::Block());
  }

  // Local. The member of another group that has the things with this number, which its images divide among them.
  int holder(int group, std::uint64_t number) const {
    const pgas::Team& team = workers_.team();
    const int first = team.group_begin(group);
    return first + static_cast<int>(number % static_cast<std::uint64_t>(team.group_end(group) - first));
  }
  // Local.
  void add(int member, const T& item) { lists_[static_cast<std::size_t>(member)].push_back(item); }

  // Collective. Sends the items, and calls take(member, items) for those of each image of another group.
  template <class Take>
  void exchange(Take&& take) {
    if (workers_.is_one_group()) return;
    sent_.clear();
    std::size_t total = 0, place = 0;
    for (const std::vector<T>& list : lists_) total += list.size();
    sent_.reserve(total);
    for (const std::vector<T>& list : lists_) sent_.insert(sent_.end(), list.begin(), list.end());
    for (std::size_t member = 0; member < lists_.size(); ++member) {
      blocks_[member] = std::as_bytes(std::span<const T>(sent_).subspan(place, lists_[member].size()));
      place += lists_[member].size();
      lists_[member].clear();
    }
    workers_.check();
    pgas::ExchangeView view(workers_.team(), blocks_);
    for (int member = 0; member < view.size(); ++member) {
      if (!workers_.team().in_my_group(member)) take(member, view.template from_as<T>(member));
    }
    view.finish();
  }

 private:
  Workers& workers_;
  std::vector<std::vector<T>> lists_;  // by member
  std::pmr::vector<T> sent_;
  std::span<pgas::Block> blocks_;
};

}  // namespace quadrille::analytics
