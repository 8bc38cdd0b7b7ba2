#include "pgas/detail/launched.hpp"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace quadrille::pgas::detail {

namespace {

#if defined(MPICH_VERSION) || defined(OPEN_MPI)
constexpr bool kKnowsLaunchers = true;
#else
constexpr bool kKnowsLaunchers = false;
#endif

constexpr std::array<std::string_view, 9> kLauncherVariables{
    "PMI_", "HYDI_", "MPI_LOCAL", "PMIX_", "OMPI_COMM_WORLD_", "PALS_", "ALPS_APP_PE", "MV2_COMM_WORLD_", "MPISPAWN_"};

}  // namespace

bool is_launched() {
  if (!kKnowsLaunchers) return true;
  for (const char* const* variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const auto begins = [&](std::string_view name) { return text.starts_with(name); };
    if (std::any_of(kLauncherVariables.begin(), kLauncherVariables.end(), begins)) return true;
  }
  return false;
}

}  // namespace quadrille::pgas::detail
