#include "query/operators/rights_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quadrille::query {

std::string RightsMemory::key_of(const GraphView& data, const GraphRights& rights) {
  return fmt::format("{} {} {} {}", data.generation_number(), data.version(), static_cast<int>(data.view()),
                     rights.key());
}

GraphListPtr RightsMemory::find(const GraphView& data, const GraphRights& rights) {
  const std::string key = key_of(data, rights);
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(lists_.begin(), lists_.end(), [&](const auto& list) { return list.first == key; });
  return found != lists_.end() ? found->second : nullptr;
}

void RightsMemory::keep(const GraphView& data, const GraphRights& rights, GraphListPtr graphs) {
  if (graphs->size() > kMostGraphs) return;
  std::string key = key_of(data, rights);
  const std::lock_guard lock(mutex_);
  graphs_ += graphs->size();
  lists_.emplace_back(std::move(key), std::move(graphs));
  while (lists_.size() > kMostLists || graphs_ > kMostGraphs) {
    graphs_ -= lists_.front().second->size();
    lists_.pop_front();
  }
}

}  // namespace quadrille::query
