#include <algorithm>
#include <atomic>
#include <vector>

#include "base/error.hpp"
#include "bench/pgas/subjects.hpp"

namespace quadrille::bench {

namespace {

constexpr int kPutsBeforeFence = 64;
constexpr std::size_t kWordBytes = 8;
constexpr std::byte kTheirs{2}, kWrong{1};

// The symmetric memory that image 0 uses, and the image with which it works.
class OneSided {
 public:
  OneSided(Gauge& gauge, pgas::Job& job, RawMpi& raw, std::size_t bytes)
      : gauge_(gauge), team_(gauge.team()), heap_(job.symmetric_heap()), raw_(raw), mine_(bytes, kTheirs) {
    theirs_ = static_cast<std::byte*>(heap_.allocate(bytes));
    words_ = static_cast<std::uint64_t*>(heap_.allocate(2 * sizeof(std::uint64_t)));
    std::fill_n(theirs_, bytes, kTheirs);
    std::fill_n(words_, 2, 0);
    team_.barrier();
  }
  ~OneSided() {
    heap_.free(words_);
    heap_.free(theirs_);
  }
  OneSided(const OneSided&) = delete;

  void measure(int target, const char* where) {
    std::byte* const there = heap_.translate(theirs_, target);
    std::uint64_t* const word = heap_.translate(words_, target);
    for (const std::size_t bytes : sizes()) {
      acts({"get", where, bytes}, [&] { get(target, bytes); });
      acts({"put", where, bytes}, [&] { team_.put(target, there, mine_.data(), bytes); });
      acts({"put and fence", where, bytes}, [&] {
        team_.start_put(target, there, mine_.data(), bytes);
        team_.put_fence(target);
      });
    }
    acts({"64 puts of 8 B and fence", where, kPutsBeforeFence * kWordBytes}, [&] {
      for (int put = 0; put < kPutsBeforeFence; ++put) {
        team_.start_put(target, there + static_cast<std::size_t>(put) * kWordBytes, mine_.data(), kWordBytes);
      }
      team_.put_fence(target);
    });
    acts({"fetch_add", where, kWordBytes}, [&] { team_.fetch_add(target, word, 1); });
    gauge_.measure({"get, target computes", where, kWordBytes}, [&](int rounds) { get_from_busy(target, rounds); });
    gauge_.measure({"fetch_add, target computes", where, kWordBytes}, [&](int rounds) { add_at_busy(target, rounds); });
  }

  void measure_raw(int target, const char* where) {
    for (const std::size_t bytes : sizes()) {
      gauge_.measure({"MPI_Rget, target in MPI", where, bytes}, [&](int rounds) {
        for (int round = 0; round < rounds && team_.is_first(); ++round) {
          raw_.get(target, std::span(mine_).first(bytes));
        }
        raw_.barrier();
      });
    }
  }

 private:
  std::vector<std::size_t> sizes() const { return {kWordBytes, 4096, mine_.size()}; }

  // The others wait in the gauge's next collective.
  void acts(Subject subject, const std::function<void()>& once) {
    gauge_.measure(std::move(subject), [&](int rounds) {
      for (int round = 0; round < rounds && team_.is_first(); ++round) once();
    });
  }
  void get(int target, std::size_t bytes) {
    mine_[bytes - 1] = kWrong;
    team_.get(target, mine_.data(), heap_.translate(theirs_, target), bytes);
    if (mine_[bytes - 1] != kTheirs) fail(ErrorKind::internal, "a get delivered wrong data");
  }

  // The target polls its own memory until image 0 has written the end there.
  void compute_until_told(int target, const std::function<void()>& work) {
    std::uint64_t* const told = words_ + 1;
    ++busy_turns_;
    if (team_.is_first()) {
      work();
      team_.put(target, heap_.translate(told, target), &busy_turns_, sizeof busy_turns_);
      team_.put_fence(target);
    } else if (team_.rank() == target) {
      while (std::atomic_ref(*told).load(std::memory_order_acquire) < busy_turns_) team_.check_failed();
    }
  }
  void get_from_busy(int target, int rounds) {
    compute_until_told(target, [&] {
      for (int round = 0; round < rounds; ++round) get(target, kWordBytes);
    });
  }
  void add_at_busy(int target, int rounds) {
    compute_until_told(target, [&] {
      for (int round = 0; round < rounds; ++round) team_.fetch_add(target, heap_.translate(words_, target), 1);
    });
  }

  Gauge& gauge_;
  pgas::Team& team_;
  pgas::SymmetricHeap& heap_;
  RawMpi& raw_;
  std::vector<std::byte> mine_;
  std::byte* theirs_ = nullptr;
  std::uint64_t* words_ = nullptr;  // one to add to, one that ends the computing
  std::uint64_t busy_turns_ = 0;
};

}  // namespace

void measure_one_sided(Gauge& gauge, pgas::Job& job, RawMpi& raw, std::size_t largest_bytes) {
  pgas::Team& team = gauge.team();
  OneSided one_sided(gauge, job, raw, largest_bytes);
  if (team.group_end(0) > 1) {
    one_sided.measure(1, "in a group");
    one_sided.measure_raw(1, "in a group");
  }
  if (team.is_one_group()) return;
  one_sided.measure(team.group_begin(1), "across");
  one_sided.measure_raw(team.group_begin(1), "across");
}

}  // namespace quadrille::bench
