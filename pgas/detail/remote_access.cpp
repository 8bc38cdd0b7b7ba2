#include "pgas/detail/remote_access.hpp"

#include <sched.h>

#include <algorithm>

#include "pgas/detail/message_limit.hpp"

namespace quadrille::pgas::detail {

namespace {

constexpr std::size_t kManyRequests = 64;

// Calls use(begin, size) for the parts that one call of MPI can move.
template <class Use>
void for_each_part(std::size_t bytes, const Use& use) {
  for (std::size_t begin = 0; begin < bytes; begin += most_sent) {
    use(begin, std::min<std::size_t>(most_sent, bytes - begin));
  }
}

}  // namespace

void RemoteAccess::drain() {
  const auto finish = [&](Requests& requests) {
    while (!network_.test(requests)) network_.poll(), sched_yield();
    requests.clear();
  };
  for (auto& [image, puts] : puts_) finish(puts.requests);
  for (auto& [image, requests] : gets_) finish(requests);
}

void RemoteAccess::start_put(int image, std::size_t offset, const void* from, std::size_t bytes) {
  Puts& puts = puts_[image];
  puts.unfenced = true;
  for_each_part(bytes, [&](std::size_t begin, std::size_t size) {
    puts.requests.push_back(network_.start_put(image, offset + begin, static_cast<const char*>(from) + begin, size));
  });
  if (puts.requests.size() >= kManyRequests && network_.test(puts.requests)) puts.requests.clear();
}

void RemoteAccess::start_get(int image, std::size_t offset, void* to, std::size_t bytes) {
  Requests& requests = gets_[image];
  for_each_part(bytes, [&](std::size_t begin, std::size_t size) {
    requests.push_back(network_.start_get(image, offset + begin, static_cast<char*>(to) + begin, size));
  });
  if (requests.size() >= kManyRequests && network_.test(requests)) requests.clear();
}

void RemoteAccess::wait(Requests& requests, const SharedWord* failed) {
  network_.wait([&] { return network_.test(requests); }, failed);
  requests.clear();
}

void RemoteAccess::fence_puts(int image, const SharedWord* failed) {
  Puts& puts = puts_[image];
  if (!puts.unfenced) return;
  wait(puts.requests, failed);
  network_.flush(image, failed);
  puts.unfenced = false;
}

std::vector<int> RemoteAccess::put_targets() const {
  std::vector<int> images;
  for (const auto& [image, puts] : puts_) images.push_back(image);
  return images;
}

std::vector<int> RemoteAccess::get_targets() const {
  std::vector<int> images;
  for (const auto& [image, requests] : gets_) images.push_back(image);
  return images;
}

}  // namespace quadrille::pgas::detail
