#include "lubm/ordered_production.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace quadrille::lubm {

namespace {

// A ring of slots; piece i lives in slot i mod size. A slot is free, being made, or full:
//
//   free --claim()--> being made --deliver()--> full --release()--> free
class Ring {
 public:
  Ring(std::uint32_t pieces, std::size_t slots) : pieces_(pieces), slots_(slots) {}

  struct Slot {
    std::string text;
    bool full = false;
  };
  Slot& slot(std::uint32_t piece) { return slots_[piece % slots_.size()]; }

  // The next piece to make, when its slot is free; false when there is none or the production has stopped.
  bool claim(std::uint32_t& piece) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || claimed_ == pieces_ || claimed_ < taken_ + slots_.size(); });
    if (stopped_ || claimed_ == pieces_) return false;
    piece = claimed_++;
    return true;
  }

  void deliver(std::uint32_t piece) {
    const std::lock_guard lock(mutex_);
    slot(piece).full = true;
    changed_.notify_all();
  }

  // Waits for the piece; false when the production has stopped.
  bool wait_for(std::uint32_t piece) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || slot(piece).full; });
    return !stopped_;
  }

  void release(std::uint32_t piece) {
    const std::lock_guard lock(mutex_);
    slot(piece).full = false;
    slot(piece).text.clear();
    ++taken_;
    changed_.notify_all();
  }

  void stop(std::exception_ptr reason) {
    const std::lock_guard lock(mutex_);
    if (!stopped_) reason_ = std::move(reason);
    stopped_ = true;
    changed_.notify_all();
  }

  // When all threads have ended.
  void rethrow() const {
    if (reason_) std::rethrow_exception(reason_);
  }

 private:
  const std::uint32_t pieces_;
  std::vector<Slot> slots_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint32_t claimed_ = 0;
  std::uint64_t taken_ = 0;
  bool stopped_ = false;
  std::exception_ptr reason_;
};

template <class Work>
void run_until_failure(Ring& ring, const Work& work) {
  try {
    work();
  } catch (...) {
    ring.stop(std::current_exception());
  }
}

}  // namespace

void produce_in_order(std::uint32_t pieces, unsigned threads,
                      const std::function<void(std::uint32_t, std::string&)>& make,
                      const std::function<void(std::string_view)>& take) {
  Ring ring(pieces, std::size_t{2} * threads);
  const auto produce = [&] {
    for (std::uint32_t piece = 0; ring.claim(piece); ring.deliver(piece)) make(piece, ring.slot(piece).text);
  };
  const auto consume = [&] {
    for (std::uint32_t piece = 0; piece < pieces && ring.wait_for(piece); ring.release(piece++)) {
      take(ring.slot(piece).text);
    }
  };

  std::vector<std::jthread> producers;
  run_until_failure(ring, [&] {
    for (unsigned i = 0; i < threads; ++i) producers.emplace_back([&] { run_until_failure(ring, produce); });
    consume();
  });
  producers.clear();
  ring.rethrow();
}

}  // namespace quadrille::lubm
