#pragma once

// Recognises the launchers of MPI programs by the variables of the environment that they set for a process. A process
// without any of them is alone: image 0 of 1. It does not start MPI, which takes longer than a short query.
//
//   PMI_, HYDI_, MPI_LOCAL        Hydra (MPICH, Intel MPI), Slurm and Flux by PMI 1 and 2, this program's launcher
//   PMIX_, OMPI_COMM_WORLD_       Open MPI, Slurm by PMIx
//   PALS_, ALPS_APP_PE            HPE Cray
//   MV2_COMM_WORLD_, MPISPAWN_    MVAPICH
//
// Settings of users (OMPI_MCA_..., UCX_..., MPIR_CVAR_...) and those of a batch script (SLURM_...) are not among them.

namespace quadrille::pgas::detail {

// Local. True if the environment has a variable whose name begins so, or if the MPI is neither MPICH nor Open MPI:
// launchers of others may be unknown here.
bool is_launched();

}  // namespace quadrille::pgas::detail
