#include <array>
#include <cstdlib>

#include "server/launch/detail/launcher_protocol.hpp"
#include "server/launch/launcher.hpp"

namespace quadrille::server {

namespace {

// MPICH, Intel MPI, Cray; PMIx (Open MPI 5, Slurm); Open MPI; HPE.
constexpr std::array kRankVariables{"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PALS_RANKID"};

}  // namespace

bool is_started_as_image() {
  if (std::getenv(kReportVariable)) return true;
  for (const char* variable : kRankVariables) {
    if (std::getenv(variable)) return true;
  }
  // Slurm also sets a process number in batch scripts; an MPI start by srun has a connection for PMI too.
  return std::getenv("SLURM_PROCID") && (std::getenv("PMI_FD") || std::getenv("PMI_CONTROL_PORT"));
}

std::optional<int> rank_from_launcher() {
  for (const char* variable : kRankVariables) {
    if (const char* const rank = std::getenv(variable)) return std::atoi(rank);
  }
  const char* const rank = is_started_as_image() ? std::getenv("SLURM_PROCID") : nullptr;
  return rank ? std::optional(std::atoi(rank)) : std::nullopt;
}

}  // namespace quadrille::server
