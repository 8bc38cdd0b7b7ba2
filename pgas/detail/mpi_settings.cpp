#include "pgas/detail/mpi_settings.hpp"

#include <mpi.h>

#include <cstdlib>

namespace quadrille::pgas::detail {

void set_mpi_defaults() {
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
  setenv("OMPI_MCA_opal_common_ucx_verbose", "-1", 0);
  setenv("OMPI_MCA_shmem_sysv_priority", "60", 0);  // 50: files, the fallback if this does not work
  if (std::getenv("OMPI_MCA_pml") || std::getenv("OMPI_MCA_osc")) return;
  // All but these; Open MPI uses the available one with the highest priority.
  setenv("OMPI_MCA_pml", "^v,monitoring", 0);
  setenv("OMPI_MCA_osc", "^pt2pt,monitoring", 0);
  setenv("OMPI_MCA_opal_common_ucx_tls", "any", 0);
  setenv("OMPI_MCA_opal_common_ucx_devices", "any", 0);
#endif
#if defined(MPICH_VERSION)
  setenv("MPIR_CVAR_NOLOCAL", "1", 0);
  setenv("HWLOC_COMPONENTS", "-pci,-linuxio", 0);
#endif
}

}  // namespace quadrille::pgas::detail
