#pragma once

// What MPI must be told before it starts, so that a user needs no settings. What the environment says goes first.
//
// Open MPI 4 has three ways for one-sided operations. osc/rdma knows shared memory only, and there only where processes
// may read each other's memory; osc/pt2pt refuses MPI_THREAD_MULTIPLE; osc/ucx works everywhere, but is left to
// InfiniBand unless told otherwise, and Debian's and Ubuntu's openmpi-mca-params.conf has it switched off. So UCX is
// allowed on every network: for messages, and for one-sided operations where osc/rdma, which is faster, cannot work.

namespace quadrille::pgas::detail {

// Local, before MPI_Init. Does nothing where OMPI_MCA_pml or OMPI_MCA_osc is set.
void set_mpi_defaults();

}  // namespace quadrille::pgas::detail
