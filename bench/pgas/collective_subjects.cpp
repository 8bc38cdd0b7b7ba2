#include <array>
#include <cstdint>

#include "base/error.hpp"
#include "bench/pgas/subjects.hpp"
#include "pgas/coarray.hpp"

namespace quadrille::bench {

namespace {

constexpr std::size_t kLargeContribution = 1024;
constexpr const char* kAll = "all images";

void measure_coexchange(Gauge& gauge, pgas::Job& job) {
  pgas::Team& team = gauge.team();
  const auto members = static_cast<std::size_t>(team.size());
  pgas::coarray<std::uint64_t[]> to(job.symmetric_heap(), members), from(job.symmetric_heap(), members);
  for (std::size_t member = 0; member < members; ++member) {
    from[member] = static_cast<std::uint64_t>(team.rank()) * 1000 + member;
  }
  gauge.measure_each({"coexchange", kAll, members * sizeof(std::uint64_t)}, [&] { pgas::coexchange(to, from); });
  pgas::coexchange(to, from);  // once, even if it is not measured
  for (std::size_t member = 0; member < members; ++member) {
    if (to[member] != member * 1000 + static_cast<std::uint64_t>(team.rank())) {
      fail(ErrorKind::internal, "coexchange delivered wrong data from image {}", member);
    }
  }
}

}  // namespace

void measure_collectives(Gauge& gauge, pgas::Job& job, RawMpi& raw) {
  pgas::Team& team = gauge.team();
  gauge.measure_each({"barrier", kAll, 0}, [&] { team.barrier(); });
  gauge.measure_each({"MPI_Ibarrier, test, yield", kAll, 0}, [&] { raw.barrier(); });
  std::uint64_t sum = 0;
  gauge.measure_each({"all_gather", kAll, sizeof sum}, [&] { sum += team.all_gather(sum).size(); });
  gauge.measure_each({"all_gather", kAll, kLargeContribution},
                     [&] { sum += team.all_gather(std::array<std::byte, kLargeContribution>{}).size(); });
  measure_coexchange(gauge, job);
}

}  // namespace quadrille::bench
