#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "base/error.hpp"
#include "bench/pgas/subjects.hpp"
#include "pgas/light_tasks.hpp"

namespace quadrille::bench {

namespace {

using Place = std::uint64_t;
constexpr std::size_t kPlaces = std::size_t{1} << 20;  // of a group's table
constexpr std::uint64_t kSteps = 80;

Place mixed_place(Place place) {
  place = (place ^ (place >> 31)) * 0x9e3779b97f4a7c15u;
  return (place ^ (place >> 29)) * 0xbf58476d1ce4e5b9u >> 20;
}

// Random walks: each place leads to another one, in any group.
class TableWalks {
 public:
  TableWalks(Gauge& gauge, pgas::Job& job, std::uint64_t tasks)
      : gauge_(gauge), team_(gauge.team()), arena_(job.heap()), tasks_(tasks) {
    table_ = arena_.make_span<Place>(kPlaces);
    for (Place place = 0; place < kPlaces; ++place) table_[place] = mixed_place(place + kPlaces);
  }

  void measure(std::chrono::microseconds latency) {
    const std::size_t bytes = tasks_ * kSteps * 2 * sizeof(Place);
    const std::string where = latency.count() == 0 ? "all images" : fmt::format("{} us later", latency.count());
    gauge_.measure_each({fmt::format("{} light tasks, {} gets", tasks_, kSteps), where, bytes}, [&] {
      std::uint64_t next = 0, sum = 0;
      pgas::LightTasks<Place, Place> walks(team_, arena_,
                                           [&](const Place& place) { return table_.subspan(place % kPlaces, 1); },
                                           {.in_flight = 1024, .check = [] {}, .latency = latency});
      walks.run([&] { return next < tasks_ ? std::optional(next++) : std::nullopt; },
                [&](std::uint64_t number) -> pgas::LightTask {
                  Place place = mixed_place(number);
                  for (std::uint64_t step = 0; step < kSteps; ++step) {
                    const auto group = static_cast<int>((place >> 24) % static_cast<unsigned>(team_.num_groups()));
                    place = (co_await walks.get(group, place)).front() + step;
                  }
                  sum += place;
                });
      check(sum);
    });
  }

 private:
  // All latencies give the same.
  void check(std::uint64_t sum) {
    if (!expected_) expected_ = sum;
    if (*expected_ != sum) fail(ErrorKind::internal, "light tasks have got wrong data");
  }

  Gauge& gauge_;
  pgas::Team& team_;
  pgas::QueryArena arena_;
  const std::uint64_t tasks_;
  std::span<Place> table_;
  std::optional<std::uint64_t> expected_;
};

}  // namespace

void measure_light_tasks(Gauge& gauge, pgas::Job& job, std::uint64_t tasks) {
  TableWalks walks(gauge, job, tasks);
  for (const int latency : {0, 1, 10, 100}) walks.measure(std::chrono::microseconds(latency));
}

}  // namespace quadrille::bench
