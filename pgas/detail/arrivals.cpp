#include "pgas/detail/arrivals.hpp"

#include <sched.h>

#include <algorithm>
#include <memory>

#include "base/error.hpp"

namespace quadrille::pgas::detail {

namespace {

// MPI moves large data a piece at each call: one call for each turn of a wait needs half as long again for 32 MB.
constexpr int kCallsATurn = 32;
constexpr std::size_t kBytesOfOneCall = 32 * 1024;

}  // namespace

Arrivals::Arrivals(Network& network, Heap& heap, const std::vector<int>& images, int lane, int channel)
    : network_(network), heap_(heap), lane_(lane), channel_(channel), of_member_(images.size()) {
  member_of_image_.resize(static_cast<std::size_t>(*std::max_element(images.begin(), images.end())) + 1);
  for (std::size_t member = 0; member < images.size(); ++member) {
    member_of_image_[static_cast<std::size_t>(images[member])] = static_cast<int>(member);
  }
}

void Arrivals::start(Arriving& data) {
  if (data.arrival.bytes > 0 && data.memory == nullptr) {
    data.memory = static_cast<std::byte*>(heap_.allocate(data.arrival.bytes));
  }
  data.request = network_.start_receive(data.arrival, data.memory);
  data.is_started = true;
}

void Arrivals::look() {
  while (auto arrival = network_.next_data(lane_, channel_)) {
    const int member = member_of_image_[static_cast<std::size_t>(arrival->image)];
    auto& data = of_member_[static_cast<std::size_t>(member)].emplace_back(Arriving{*arrival});
    try {
      start(data);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::memory) throw;
    }
  }
}

void Arrivals::advance() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock) look();
}

bool Arrivals::is_here(Arriving& data) {
  const int calls = data.arrival.bytes < kBytesOfOneCall ? 1 : kCallsATurn;
  for (int call = 0; call < calls; ++call) {
    if (network_.test({&data.request, 1})) return true;
  }
  return false;
}

std::vector<Arrivals::Arriving>& Arrivals::from(int member) {
  auto& all = of_member_[static_cast<std::size_t>(member)];
  if (all.empty()) look();
  return all;
}

std::optional<Arrivals::Data> Arrivals::take(int member) {
  const std::lock_guard lock(mutex_);
  auto& all = from(member);
  if (all.empty()) return std::nullopt;
  if (!all.front().is_started) start(all.front());
  if (!is_here(all.front())) {
    look();  // others may come meanwhile
    return std::nullopt;
  }
  const Data taken{all.front().memory, all.front().arrival.bytes};
  all.erase(all.begin());
  return taken;
}

std::optional<std::size_t> Arrivals::drop(int member) {
  const std::lock_guard lock(mutex_);
  auto& all = from(member);
  if (all.empty()) return std::nullopt;
  Arriving& data = all.front();
  const std::size_t bytes = data.arrival.bytes;
  std::unique_ptr<std::byte[]> memory;  // the heap may be full
  if (!data.is_started) {
    memory = std::make_unique_for_overwrite<std::byte[]>(bytes);
    data.request = network_.start_receive(data.arrival, memory.get());
  }
  while (!network_.test({&data.request, 1})) sched_yield();
  if (data.memory != nullptr) heap_.free(data.memory);
  all.erase(all.begin());
  return bytes;
}

Channels::Channels(Network& network, Heap& heap, const std::vector<int>& images, int lane) {
  for (int channel = 0; channel < kChannels; ++channel) arrivals_.emplace_back(network, heap, images, lane, channel);
}

std::optional<int> Channels::open() {
  const std::uint32_t open = open_.load(std::memory_order_relaxed);
  for (int channel = 1; channel < kChannels; ++channel) {
    const std::uint32_t bit = 1U << channel;
    if ((open & bit) != 0) continue;
    open_.store(open | bit, std::memory_order_relaxed);
    return channel;
  }
  return std::nullopt;
}

void Channels::close(int channel) {
  open_.store(open_.load(std::memory_order_relaxed) & ~(1U << channel), std::memory_order_relaxed);
}

void Channels::receive_ahead() {
  const std::uint32_t open = open_.load(std::memory_order_relaxed);
  for (int channel = 1; channel < kChannels && open >> channel != 0; ++channel) {
    if ((open >> channel & 1) != 0) arrivals(channel).advance();
  }
}

}  // namespace quadrille::pgas::detail
